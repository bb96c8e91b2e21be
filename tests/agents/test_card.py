"""Cards come back as they were written, and their pages say what they hold."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from mazzo.agents.card import POINTS, Card, Curve, headline, load_card, page, picture, save_card
from mazzo.core.errors import MazzoError

WON = {"against": "rules", "games": 2000, "draws": 40, "win_rate": 0.6543, "win_rate_ci95": [0.64, 0.67]}
WON |= {"points_difference_mean": 12.345, "points_difference_ci95": [11.0, 13.0]}
CPU = {"device": "cpu", "device_name": "cpu", "cores": 2, "jax": "0.10.2"}
CARD = Card(
    "champion",
    "briscola",
    "2p",
    "network",
    "a test",
    command="mazzo train briscola",
    settings={"learner": "ppo", "start": "", "config": {"rate": "1e-3"}},
    seed=3,
    steps={"games": 60_000, "decisions": 2_400_000},
    seconds=61.4,
    hardware=CPU,
    curve=Curve("win_rate_random", "games", [0, 100], [0.5, 0.9]),
    parameters=1000,
    bytes=2_000_000,
    precision={"bits": 16, "why": "it costs nothing"},
    strength=[{**WON, "against": "random", "win_rate": 0.9}, WON],
    moves={"ms_median": 1.25, "ms_95": 2.5, "moves": 200},
    measured={"command": "mazzo ship", "load": 3, **CPU},
)


def test_it_comes_back_as_it_was(tmp_path):
    save_card(tmp_path, CARD)
    assert load_card(tmp_path) == CARD
    assert (tmp_path / "card.md").read_text() == page(CARD)
    assert load_card(tmp_path / "nowhere") is None


def test_its_page_says_what_it_holds():
    text = page(CARD)
    for told in (
        "| rules | 2,000 | 65.43 (64.00 – 67.00) | 2.00 | 12.35 (11.00 – 13.00) |",
        "```sh\nmazzo train briscola\n```",
        "Seed 3: 60,000 games, 2,400,000 decisions in 61 s on cpu, 2 cores, jax 0.10.2.",
        "1,000 parameters, 2.00 MB.",
        "Weights of 16 bits: it costs nothing.",
        "1.2 ms (median), 95 of 100 at most 2.5 ms, over 200 moves. Measured on cpu, 2 cores, ",
        "jax 0.10.2, with a load of 3: `mazzo ship`.",
        "`learner=ppo`, `rate=1e-3`.",
    ):
        assert told in text
    assert headline(CARD) == "65.4 % won against rules"  # the last, the strongest


def test_the_table_is_that_of_the_kind_of_game():
    alone = Card("a", "tripeaks", "standard", "network", "x", strength=[{**WON, "against": None}])
    assert "| 2,000 | 65.43 (64.00 – 67.00) |" in page(alone)
    assert headline(alone) == "65.4 % won"
    row = {"against": None, "games": 10, "score_mean": 24.5, "score_ci95": [24, 25], "perfect_rate": 0.75}
    team = Card(
        "a", "hanabi", "full-2p", "search", "x", "search:flat", strength=[{**row, "perfect_rate_ci95": [0.7, 0.8]}]
    )
    assert "| 10 | 24.500 (24.000 – 25.000) | 75.00 (70.00 – 80.00) |" in page(team)
    assert "It plays `search:flat`." in page(team)
    assert headline(team) == "24.500 points, 75.0 % perfect"


def test_a_curve_stays_small_and_keeps_its_end():
    x = list(range(1000))
    thin = Curve("score", "games", x, [2 * i for i in x]).thinned()
    assert len(thin.x) <= POINTS
    assert (thin.x[-1], thin.y[-1]) == (999, 1998)
    assert Curve("score", "games", [1, 2], [3, 4]).thinned() == Curve("score", "games", [1, 2], [3, 4])


def test_the_picture_is_a_small_svg():
    drawn = picture(CARD.curve)
    line = ElementTree.fromstring(drawn).find("{http://www.w3.org/2000/svg}polyline")
    assert line.get("points") == "44.0,156.0 376.0,44.0"  # from the lower left to the upper right
    assert len(picture(Curve("x", "games", list(range(POINTS)), [0.0] * POINTS))) < 3000


@pytest.mark.parametrize(
    ("changed", "message"),
    [({"format": 9}, "not a card of format 1"), ({"praise": 1}, "fields that no card has: praise")],
)
def test_what_does_not_fit_is_refused(changed, message, tmp_path):
    save_card(tmp_path, CARD)
    path = tmp_path / "card.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changed}))
    with pytest.raises(MazzoError, match=message):
        load_card(tmp_path)
