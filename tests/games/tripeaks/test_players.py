"""Heads, rewards, text and the scripted players."""

import itertools

import jax
import numpy as np
import pytest

from mazzo.core.errors import MazzoError
from mazzo.core.game import host
from mazzo.evaluation.match import play_match
from tests.games.tripeaks.hands import SMALL, STANDARD, STOCK, deal, played, view_of

BLANK = (".. .. ..", ".. .. .. .. .. ..")


def test_the_head_is_one_output_per_action():
    view = view_of(STANDARD, deal(STANDARD, *BLANK, ".. " * 9, "2s 4s 6s 8s Ts Qs 2h 4h 6h 8h", waste="3d"))
    head = STANDARD.head("places-29")
    assert np.flatnonzero(head.legal(view)).tolist() == [18, 19, 24, 25, STOCK]
    assert int(head.action(view, np.int32(19))) == 19


def test_rewards():
    dealt = deal(SMALL, "2h 4s", "2s 3s 3h", stock="5s Ah 9h", waste="As")
    moves = ["b1", "b2", "stock"]
    states = [played(SMALL, dealt, " ".join(moves[:n])) for n in range(4)]
    paid = [
        (float(SMALL.reward("win")(a, np.int32(0), b)[0]), float(SMALL.reward("progress")(a, np.int32(0), b)[0]))
        for a, b in itertools.pairwise(states)
    ]
    assert paid == [(0, pytest.approx(0.2)), (0, pytest.approx(0.2)), (0, 0)]
    over = played(SMALL, dealt, "b1 b2 a1 b3 a2")
    assert SMALL.reward("win")(over, np.int32(0), over).tolist() == [0.0]  # once only
    assert SMALL.reward("progress")(states[0], np.int32(0), over).tolist() == [1.0]


def test_codes_of_actions():
    codes = [STANDARD.text.action(action) for action in range(29)]
    assert (codes[0], codes[2], codes[3], codes[9], codes[18], codes[27], codes[28]) == (
        "a1",
        "a3",
        "b1",
        "c1",
        "d1",
        "d10",
        "stock",
    )
    assert STANDARD.text.parse_action(" D10 ") == 27
    with pytest.raises(MazzoError, match="a1 to d10, or stock"):
        STANDARD.text.parse_action("d11")


def test_what_a_person_sees():
    dealt = deal(SMALL, "2h 4s", "2s 3s 3h", stock="5s Ah 9h", waste="As")
    before, after = view_of(SMALL, dealt, "b1"), view_of(SMALL, dealt, "b1 b2")
    assert "fits: b2" in SMALL.text.show(before)
    assert SMALL.text.tell(before, 3, after) == "3s goes to the waste, 2h uncovered"
    assert SMALL.text.tell(after, 5, view_of(SMALL, dealt, "b1 b2 stock")) == "5s is turned"


def answers(bot, view):
    keys = jax.random.split(jax.random.key(1), 200)
    act = jax.jit(jax.vmap(lambda key: STANDARD.bots[bot].act((), (), view, key)[0]))
    return {STANDARD.text.action(int(action)) for action in act(keys)}


def test_players_take_from_the_tableau_before_the_stock():
    dealt = deal(STANDARD, *BLANK, "Kc .. .. .. .. .. .. .. ..", "2s 3s 6s 8s Ts Qs 6h 8h Th 4d", waste="As")
    start = view_of(STANDARD, dealt)
    assert answers("random", start) == {"d1", "stock"}
    assert answers("heuristic", start) == answers("expert", start) == {"d1"}
    nothing = view_of(STANDARD, deal(STANDARD, *BLANK, ".. " * 9, "2s 3s 6s 8s Ts Qs 6h 8h Th 4d", waste="Kh"))
    assert answers("heuristic", nothing) == {"d6"}


def test_the_heuristic_uncovers_and_is_undecided_between_equals():
    dealt = deal(STANDARD, *BLANK, ".. " * 9, "2s 2h 6s 8s Ts Qs 6h 8h Th 4d", waste="3s")
    assert answers("heuristic", view_of(STANDARD, dealt)) == {"d1", "d2", "d10"}
    dealt = deal(STANDARD, *BLANK, ".. " * 9, "2s 3h 6s 8s Ts Qs 6h 8h Th 2d", waste="As")
    assert answers("heuristic", view_of(STANDARD, dealt, "d1")) == {"d2"}
    dealt = deal(STANDARD, *BLANK, ".. " * 9, "2s 3h 3d 8s Ts Qs 6h 8h Th 3c", waste="As")
    assert answers("heuristic", view_of(STANDARD, dealt, "d1")) == {"d2"}  # the only three that uncovers a card
    assert host(STANDARD).legal_actions(played(STANDARD, dealt, "d1")) == [19, 20, 27, 28]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "games", "low", "high"),
    [
        ("random", 100_000, 0.0002, 0.0007),  # 0.040 % over 40 million deals of an independent program
        ("heuristic", 8_192, 0.48, 0.53),
        ("expert", 8_192, 0.53, 0.58),
    ],
)
def test_win_rates(bot, games, low, high):
    assert low <= play_match(STANDARD, (STANDARD.bots[bot],), games, seed=1).own.mean() <= high
