import numpy as np
import pytest

from mazzo import make
from mazzo.core.errors import MazzoError
from mazzo.core.game import host
from mazzo.games.tripeaks.spec import Rules
from tests.games.tripeaks.hands import SMALL, STANDARD, cards, deal, legal, played, view_of
from tests.helpers import random_games

BLANK = (".. .. ..", ".. .. .. .. .. ..", ".. .. .. .. .. .. .. .. ..")


def test_the_layout_of_the_paper():
    rules = Rules()
    assert rules.row_sizes == (3, 6, 9, 10)
    assert (rules.places, rules.stock) == (28, 23)
    expected = {}  # by the formulas of the rules, counted within rows
    for i in range(3):
        expected[i] = (3 + 2 * i, 3 + 2 * i + 1)
    for j in range(6):
        p, k = divmod(j, 2)
        expected[3 + j] = (9 + 3 * p + k, 9 + 3 * p + k + 1)
    for m in range(9):
        expected[9 + m] = (18 + m, 18 + m + 1)
    assert dict(enumerate(rules.covers)) == expected


def test_at_the_start_only_the_last_row_and_the_waste_are_seen():
    view = view_of(STANDARD, deal(STANDARD, *BLANK, "2s 4s 6s 8s Ts Qs 2h 4h 6h 8h", waste="Kd"))
    assert view.tableau.tolist() == [-2] * 18 + cards("2s 4s 6s 8s Ts Qs 2h 4h 6h 8h")
    assert view.deck.tolist() == [-1] * 18 + cards("2s 4s 6s 8s Ts Qs 2h 4h 6h 8h") + [-1] * 23 + cards("Kd")
    assert (int(view.waste), int(view.stock)) == (cards("Kd")[0], 23)


@pytest.mark.parametrize(
    ("waste", "fits"),
    [
        ("7d", "d3 d4"),  # one up or down, whatever the suit: 6s and 8s
        ("8d", "d5"),  # not an equal rank: 8s stays, 9s goes
        ("Kd", "d1 d6"),  # ace and king are neighbours: As and Qs
        ("Ad", "d2 d7"),  # 2s and Kh
        ("3d", "d2"),
    ],
)
def test_what_fits_the_waste(waste, fits):
    state = played(STANDARD, deal(STANDARD, *BLANK, "As 2s 6s 8s 9s Qs Kh Jh Th Td", waste=waste))
    assert legal(STANDARD, state) == f"{fits} stock"


def test_a_taken_card_is_the_new_waste_and_uncovers_only_what_nothing_else_covers():
    dealt = deal(STANDARD, *BLANK[:2], "Kc .. .. .. .. .. .. .. ..", "2s 3s 4s 8s Ts Qs 6h 8h Th 8d", waste="As")
    state = played(STANDARD, dealt, "d1")
    view = host(STANDARD).observe(state, 0)
    assert int(view.waste) == cards("2s")[0]
    assert view.tableau[9] == -2  # c1 still lies under d2
    assert view.tableau[18] == -1
    view = view_of(STANDARD, dealt, "d1 d2")
    assert view.tableau[9] == cards("Kc")[0]
    assert view.tableau[10] == -2  # c2 lies under d2 and d3
    state = played(STANDARD, dealt, "d1 d2 d3")
    assert (np.asarray(state.covered)[9:12] == [0, 0, 1]).all()


def test_an_uncovered_card_can_be_taken():
    dealt = deal(STANDARD, *BLANK[:2], "5c Kc .. .. .. .. .. .. ..", "2s 3s 4h 8s Ts Qs 6h 8h Th 8d", waste="As")
    assert legal(STANDARD, played(STANDARD, dealt, "d1 d2 d3")) == "c1 stock"


def test_the_stock_is_turned_in_the_order_of_the_deck_once():
    dealt = deal(STANDARD, *BLANK, "2s 2h 2c 2d 4s 4h 4c 4d 6s 6h", stock="8s 8h Td", waste="8c")
    state = played(STANDARD, dealt, "stock stock stock")
    assert int(state.waste) == cards("Td")[0]
    assert int(host(STANDARD).observe(state, 0).stock) == 20
    state = played(STANDARD, dealt, "stock " * 23)
    assert "stock" not in legal(STANDARD, state)


def small(rows, stock, waste, actions=""):
    return played(SMALL, deal(SMALL, *rows, stock=stock, waste=waste), actions)


def test_won_when_the_tableau_is_empty_though_the_stock_is_not():
    before = small(("2h 4s", "2s 3s 3h"), "5s Ah 9h", "As", "b1 b2 a1 b3")
    assert (bool(before.done), legal(SMALL, before)) == (False, "a2 stock")
    after = host(SMALL).play(before, SMALL.text.parse_action("a2"))
    assert (bool(after.done), legal(SMALL, after)) == (True, "")
    assert host(SMALL).returns(after).tolist() == [1.0]
    assert SMALL.reward("win")(before, np.int32(1), after).tolist() == [1.0]


def test_lost_when_the_stock_is_empty_and_nothing_fits():
    state = small(("As 2s", "3s 4s 5s"), "Ah 2h 3h", "9h", "stock stock stock")  # 3h fits 4s
    assert not bool(state.done)
    state = small(("As 2s", "3s 4s 5s"), "2h 3h Ah", "9h", "stock stock stock")  # nothing fits the ace
    assert bool(state.done)
    assert legal(SMALL, state) == ""
    assert host(SMALL).returns(state).tolist() == [0.0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (dict(peaks=0), "1 to 3 peaks of 2 to 4 rows"),
        (dict(rows=1), "1 to 3 peaks of 2 to 4 rows"),
        (dict(deck=tuple(range(29))), "at least 30 cards"),
        (dict(deck=(0, 0, *range(2, 52))), "different cards from 0 to 51"),
    ],
)
def test_layouts_that_cannot_be_dealt_are_refused(options, message):
    with pytest.raises(MazzoError, match=message):
        make("tripeaks", **options)


def test_random_games_end_as_the_rules_say():
    """Won exactly when every place was taken; lost exactly when the stock is gone and nothing fits."""
    _, _, _, last, returns = random_games(SMALL, 2000, seed=4)
    cleared = (last.covered < 0).all(1)
    assert (returns[:, 0] == cleared).all()
    assert 0.01 < cleared.mean() < 0.5
    assert last.done.all()
    assert (last.turned[~cleared] == 3).all()
