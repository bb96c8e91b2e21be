"""The rules of Hanabi on injected decks."""

import pytest

from mazzo import family, make
from mazzo.core.errors import MazzoError
from mazzo.core.game import IllegalAction
from tests.games.hanabi.tables import Table, kinds

FULL = "R1 R1 Y3 G5 B4 R2 R3 R4 R5 W1 Y1 Y2"  # hands of two players, and the next two cards
OPEN = "R1 R3 R5 Y2 Y4 R2 R4 Y1 Y3 Y5"  # two fireworks, dealt to two players


def test_variants():
    hanabi = family("hanabi")
    assert hanabi.default == "full-2p"
    assert {name: hanabi.spec(name).actions for name in hanabi.variants} == {
        "full-2p": 20, "full-3p": 30, "full-4p": 38, "full-5p": 48,
        "simplified-2p": 11, "simplified-3p": 11, "simplified-4p": 9, "simplified-5p": 9,
    }  # fmt: skip
    for players, longest in {2: 89, 3: 80, 4: 79, 5: 72}.items():  # thesis, Table 7.2
        assert hanabi.spec(f"full-{players}p").longest == hanabi.spec(f"simplified-{players}p").longest == longest
    assert hanabi.spec("full-2p").kind == "cooperative"


def test_deck():
    deck = family("hanabi").spec("full-2p").deck
    assert len(deck) == 50
    assert [deck.count(card) for card in range(25)] == [3, 2, 2, 2, 1] * 5
    small = family("hanabi").spec("full-2p", colours=2, ranks=3, hand=2)
    assert [small.deck.count(card) for card in range(6)] == [3, 2, 1] * 2
    assert small.longest == 8 + 8 + 7 + 2
    assert family("hanabi").spec("full-2p", colours=2, ranks=1, hand=3).longest == 2  # nothing is left to draw


@pytest.mark.parametrize(
    "options",
    [
        {"players": 6}, {"players": 1}, {"lives": 0}, {"hints": 0}, {"colours": 6}, {"ranks": 0}, {"lives": 1.5},
        {"scoring": "half"}, {"colours": 1, "ranks": 2},
    ],
)  # fmt: skip
def test_impossible_rules_are_refused(options):
    with pytest.raises(MazzoError):
        family("hanabi").spec("full-2p", **options)


def test_deal_and_action_table():
    table = Table("full-2p", FULL)
    assert table.hand(0) == "R1 R1 Y3 G5 B4"
    assert table.hand(1) == "R2 R3 R4 R5 W1"
    # All tokens are there: no discard. Hints must touch a card: red and white, all ranks.
    assert table.legal == "p0 p1 p2 p3 p4 h1R h1W h11 h12 h13 h14 h15"
    # The order of the Hanabi Learning Environment.
    assert table.actions == "d0 d1 d2 d3 d4 p0 p1 p2 p3 p4 h1R h1Y h1G h1W h1B h11 h12 h13 h14 h15"


def test_new_card_comes_to_the_end_and_the_others_slide():
    table = Table("full-2p", FULL).play("p0")
    assert table.hand(0) == "R1 Y3 G5 B4 Y1"
    assert table.view(0).places[0].tolist() == [1, 2, 3, 4, 10]
    assert table.fireworks == [1, 0, 0, 0, 0]
    table.play("p0")
    assert table.hand(1) == "R3 R4 R5 W1 Y2"
    assert table.fireworks == [2, 0, 0, 0, 0]
    assert table.returns == [2, 2]


def test_a_card_that_does_not_fit_costs_a_life():
    table = Table("full-2p", FULL).play("p0 h11 p0")  # the second R1
    assert table.state.lives == 2
    assert table.fireworks == [1, 0, 0, 0, 0]
    assert table.state.hints == 7
    assert table.state.last_card == 0
    assert not table.state.last_fits


def test_hint_and_discard_move_tokens():
    table = Table("full-2p", FULL).play("h1R")
    assert table.state.hints == 7
    assert "d0" in table.legal
    table.play("d4")
    assert table.state.hints == 8
    assert "d" not in table.legal
    with pytest.raises(IllegalAction):
        table.play("d0")
    table.play("h11 h11 h11 h11 h11 h11 h11 h11")
    assert table.state.hints == 0
    assert table.legal == "d0 d1 d2 d3 d4 p0 p1 p2 p3 p4"


def test_hint_tells_what_a_card_is_and_what_it_is_not():
    table = Table("full-2p", FULL).play("h1R h1Y")
    game, view = table.game, table.view(1)
    assert all(kinds(game, view.possible[0, i]) == {"R1", "R2", "R3", "R4", "R5"} for i in range(4))
    assert kinds(game, view.possible[0, 4]) == {f"{c}{r}" for c in "YGWB" for r in range(1, 6)}
    assert view.named[0].tolist() == [1, 1, 1, 1, 0]
    assert view.named[1].tolist() == [0, 0, 2, 0, 0]
    table.play("h15")  # the fourth card of seat 1 is a five, the others are not
    view = table.view(1)
    assert kinds(game, view.possible[0, 3]) == {"R5"}
    assert kinds(game, view.possible[0, 0]) == {"R1", "R2", "R3", "R4"}
    assert view.named[0].tolist() == [1, 1, 1, 1 + (1 << 9), 0]
    assert view.last_touched == 0b01000
    table.play("p3")  # what is known slides with the cards; of the new one nothing is
    view = table.view(1)
    assert kinds(game, view.possible[0, 2]) == {"R1", "R2", "R3", "R4"}
    assert len(kinds(game, view.possible[0, 4])) == 25
    assert view.named[0].tolist() == [1, 1, 1, 0, 0]


def test_hint_goes_to_the_seat_so_many_places_on():
    table = Table("full-3p")  # R1 R1 R1 R2 R2 | R3 R3 R4 R4 R5 | Y1 Y1 Y1 Y2 Y2
    assert "h11" not in table.legal
    assert "h21" in table.legal
    table.play("h13 h22")
    assert table.view(0).named[0].tolist() == [0, 0, 0, 1 << 6, 1 << 6]
    assert table.view(1).named[0].tolist() == [1 << 7, 1 << 7, 0, 0, 0]
    assert table.view(2).named[0].tolist() == [0] * 5


def test_illegal_hint_is_refused_by_name():
    with pytest.raises(IllegalAction, match="h1Y cannot be played now"):
        Table("full-2p", FULL).play("h1Y")


def test_completed_firework_gives_a_token_back_but_not_a_ninth():
    table = Table("simplified-2p", OPEN).play("p0 p0 p0 p0")
    assert table.fireworks == [4, 0, 0, 0, 0]
    table.play("p0")
    assert table.state.hints == 8
    assert not table.state.last_token
    again = Table("simplified-2p", OPEN).play("h p2 p0 p0 p0 p0")
    assert again.fireworks == [4, 1, 0, 0, 0]
    assert again.state.hints == 7
    again.play("p0")
    assert again.fireworks == [5, 1, 0, 0, 0]
    assert again.state.hints == 8
    assert again.state.last_token


@pytest.mark.parametrize(("scoring", "worth"), [("zero", 0), ("fireworks", 2)])
def test_last_life_ends_the_game(scoring, worth):
    table = Table("simplified-2p", OPEN, scoring=scoring).play("p0 p0 p1 p0 p1")  # R1, R2; then R5, R4, Y2
    assert table.state.lives == 0
    assert table.state.done
    assert table.fireworks == [2, 0, 0, 0, 0]
    assert table.returns == [worth, worth]
    assert table.legal == ""


def test_any_number_of_lives():
    table = Table("simplified-2p", OPEN, lives=1).play("p1")
    assert table.state.done
    assert make("hanabi", "full-2p,lives=7").spec.rules.lives == 7


def test_after_the_last_card_everyone_has_one_more_turn():
    table = Table("simplified-2p", colours=1, hand=2, hints=3)  # R1 R1 | R1 R2 | R2 R3 R3 R4 R4 R5
    table.play("h h d1 d1 h d1 h d1 h d1 h")
    assert table.state.turns_left == 2
    table.play("d1")
    assert table.state.drawn == 10
    assert table.state.turns_left == 2
    assert table.hand(1) == "R1 R5"
    table.play("p0")
    assert table.hand(0) == "R2"
    assert table.state.turns_left == 1
    assert not table.state.done
    table.play("p0")
    assert table.state.done
    assert table.state.lives == 2
    assert table.returns == [1, 1]


def test_all_fireworks_end_the_game():
    table = Table("simplified-2p", "R1 Y2 Y1 R2", colours=2, ranks=2, hand=2).play("p0 p0 p0 p0")
    assert table.state.done
    assert table.returns == [4, 4]


def test_simplified_hint_says_nothing():
    table = Table("simplified-2p", OPEN)
    before = table.view(1)
    table.play("h")
    after = table.view(1)
    assert after.hints == 7
    assert (after.possible == before.possible).all()
    assert (after.named == 0).all()
    assert after.last_touched == 0
    assert table.actions == "d0 d1 d2 d3 d4 p0 p1 p2 p3 p4 h"
