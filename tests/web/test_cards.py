"""The cards of the page: each that a game writes is drawn and named, is light, and needs nothing from elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import mazzo
from mazzo.core.cards import FRENCH, ITALIAN

SVG = "{http://www.w3.org/2000/svg}"
SCRIPT = Path(__file__).with_name("cards.mjs")
LIMIT = 12_000  # bytes of one card
TAGS = {"svg", "g", "path", "circle", "ellipse", "rect"}

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and "CI" not in os.environ, reason="node, a tool of development, is not installed"
)


def draw(*orders: tuple[object, ...]) -> list[str]:
    """What the page would show for each (deck, drawing, arguments…)."""
    done = subprocess.run(["node", str(SCRIPT)], input=json.dumps(orders), capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def codes(deck: str) -> list[str]:
    """The cards as the deck's games write them."""
    if deck == "hanabi":
        game = mazzo.make("hanabi", "full-2p")
        return [game.text.card(card) for card in range(25)]
    pack = ITALIAN if deck == "italian" else FRENCH
    return [pack.code(card) for card in range(pack.size)]


def signs(svg: str) -> int:
    """Signs of the suit on a card without index."""
    return sum(child.get("transform", "").startswith("translate") for child in ET.fromstring(svg).findall(f"{SVG}g"))


@pytest.mark.parametrize("deck", ["italian", "french", "hanabi"])
def test_every_card_is_drawn(deck: str) -> None:
    cards = codes(deck)
    drawn = draw(*[(deck, "drawing", code) for code in cards], (deck, "backDrawing"), (deck, "placeDrawing"))
    assert len(set(drawn)) == len(cards) + 2
    for svg in drawn:
        root = ET.fromstring(svg)
        assert len(svg.encode()) <= LIMIT
        assert root.get("role") == "img"
        assert root.get("aria-label")
        for shape in root.iter():
            assert shape.tag.removeprefix(SVG) in TAGS  # no image, no text that needs a font
            assert not {"id", "style", "href", "class"} & set(shape.keys())  # nothing collides, a strict CSP is kept
            assert not any("url(" in value or "NaN" in value or "undefined" in value for value in shape.attrib.values())


@pytest.mark.parametrize("deck", ["italian", "french", "hanabi"])
@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_card_has_a_name_of_its_own(deck: str, lang: str) -> None:
    names = draw(*[(deck, "label", code, lang) for code in codes(deck)])
    assert len(set(names)) == len(names)
    assert not any("Error" in name for name in names)


def test_names_are_those_that_players_use() -> None:
    assert draw(
        ("italian", "label", "3d", "it"),
        ("italian", "label", "3d", "en"),
        ("italian", "label", "Cb", "it"),
        ("french", "label", "Qh", "en"),
        ("french", "label", "Ts", "it"),
        ("hanabi", "label", "R3", "en"),
        ("hanabi", "label", "W1", "it"),
    ) == [
        "tre di denari",
        "three of coins",
        "cavallo di bastoni",
        "queen of hearts",
        "dieci di picche",
        "red three",
        "uno bianco",
    ]


def test_number_cards_show_as_many_signs_as_they_say() -> None:
    plain = {"index": False}
    italian = [(rank, suit) for suit in "dscb" for rank in "234567"]
    french = [(rank, suit) for suit in "shcd" for rank in "23456789T"]
    fireworks = [(rank, colour) for colour in "RYGWB" for rank in "12345"]
    drawn = draw(
        *[("italian", "drawing", rank + suit, plain) for rank, suit in italian],
        *[("french", "drawing", rank + suit, plain) for rank, suit in french],
        *[("hanabi", "drawing", colour + rank, plain) for rank, colour in fireworks],
    )
    ranks = [rank for rank, _ in [*italian, *french, *fireworks]]
    assert [signs(svg) for svg in drawn] == [10 if rank == "T" else int(rank) for rank in ranks]


def test_a_hidden_card_shows_what_it_can_be_and_nothing_else() -> None:
    threes = ["Y3", "G3", "W3"]
    known = {"possible": threes, "told": {"rank": True}, "lang": "en"}
    closed, opened = draw(("hanabi", "backDrawing", known), ("hanabi", "drawing", "G3", known))
    root = ET.fromstring(closed)
    dots = [dot for dot in root.iter(f"{SVG}circle") if dot.get("r") == "5.4"]
    assert len(dots) == len(threes)
    assert len({dot.get("fill") for dot in dots}) == len(threes)
    assert root.get("aria-label") == "face-down card: yellow, green or white; 3"
    assert ET.fromstring(opened).get("aria-label") == "green three (its holder knows: yellow, green or white; 3)"
    unknown, anything = draw(("hanabi", "backDrawing"), ("hanabi", "backDrawing", {"possible": codes("hanabi")}))
    assert unknown == anything


@pytest.mark.parametrize(
    ("deck", "code", "why"),
    [
        ("italian", "8d", "8d is no card"),
        ("italian", "3h", "d denari"),
        ("french", "3b", "s picche"),
        ("french", "", "rank of A23456789TJQK"),
        ("hanabi", "R6", "R6 is no card"),
        ("tarot", "3d", "tarot is no deck"),
    ],
)
def test_what_is_no_card_is_refused_in_words(deck: str, code: str, why: str) -> None:
    (answer,) = draw((deck, "drawing", code))
    assert answer.startswith("RangeError: ")
    assert why in answer
