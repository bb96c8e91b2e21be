"""Hanabi as people write and read it."""

import pytest
from rich.text import Text

from mazzo.core.errors import MazzoError
from tests.games.hanabi.tables import Table


def plain(markup):
    return Text.from_markup(markup).plain


def test_cards_and_actions_are_read_in_either_case():
    text = Table("full-2p").text
    assert text.parse_card("b5") == 24
    assert text.card(24) == "B5"
    assert text.parse_action("H1r") == 10
    assert text.action(19) == "h15"


@pytest.mark.parametrize("code", ["", "R6", "R", "X1", "1R"])
def test_no_such_card(code):
    with pytest.raises(MazzoError, match="is no card; write a colour of RYGWB and a rank, as R1"):
        Table("full-2p").text.parse_card(code)


def test_no_such_action():
    with pytest.raises(MazzoError, match="is no action; write d0 to discard"):
        Table("full-2p").text.parse_action("h2R")
    with pytest.raises(MazzoError, match="h to hint"):
        Table("simplified-2p").text.parse_action("h1R")


def test_show_full():
    table = Table("full-2p", "R1 R2 Y1 Y4 B5 R2 Y1 G1 W1 B1").play("h1R h11 d4 p0")
    assert plain(table.text.show(table.view(0))).splitlines() == [
        "fireworks R0 Y0 G0 W0 B0   hints 7   lives 2   stock 38",
        "discarded: R2 B5",
        "you:    0:1  1:2345  2:1  3:2345  4:?",
        "seat 1: 0:Y1(YGWB)  1:G1(YGWB)  2:W1(YGWB)  3:B1(YGWB)  4:R1(?)",
    ]


def test_show_simplified():
    table = Table("simplified-2p", "R1 R2 Y1 Y4 B5 R2 Y1 G1 W1 B1")
    assert plain(table.text.show(table.view(1))).splitlines() == [
        "fireworks R0 Y0 G0 W0 B0   hints 8   lives 3   stock 40",
        "discarded: –",
        "you:    0:R2  1:Y1  2:G1  3:W1  4:B1",
        "seat 0: 0:R1  1:R2  2:Y1  3:Y4  4:B5",
    ]


def test_tell():
    table = Table("full-2p", "R1 R2 Y1 Y4 B5 R2 Y1 G1 W1 B1")
    told = []
    for code in ("h11", "h11", "p0", "d0", "p0"):
        before = table.view(0)
        after = table.play(code).view(0)
        told.append(plain(table.text.tell(before, table.text.parse_action(code), after)))
    assert told == [
        "it touches 1, 2, 3, 4",
        "it touches 0, 2",
        "R1 fits",
        "R2 is discarded",
        "R2 fits",
    ]
