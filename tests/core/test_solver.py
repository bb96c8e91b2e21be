"""Solvers are found where there are some."""

import numpy as np
import pytest

from mazzo import MazzoError, make, names
from mazzo.core.native import EMPTY, native, place, walk, widened
from mazzo.core.solver import LineSolver, find
from tests.helpers import toy


@pytest.mark.parametrize("game", names())
def test_every_game_has_a_solver_and_solitaires_have_lines(game):
    made = make(game, "simplified-2p" if game == "hanabi" else None)
    assert isinstance(find(made), LineSolver) == (made.spec.kind == "solitaire")


def test_a_game_without_one_says_so():
    with pytest.raises(MazzoError, match=r"higher has no solver: it would be solver\.py in the game's folder"):
        find(toy("higher"))


def test_a_table_keeps_what_was_put_there_while_it_grows():
    random = np.random.default_rng(0)
    numbers = random.integers(0, 1 << 62, 3000)
    keys, values = np.full(16, EMPTY, np.int64), np.empty(16, np.int64)
    for i, number in enumerate(numbers):
        if 2 * i >= len(keys):
            keys, values = widened(keys, values)
        at = place(keys, number)
        assert keys[at] == EMPTY
        keys[at], values[at] = number, i
    assert [values[place(keys, number)] for number in numbers] == list(range(3000))
    assert all(keys[place(keys, int(number))] == EMPTY for number in random.integers(0, 1 << 62, 100))


def test_what_cannot_be_kept_on_disk_is_compiled_all_the_same():
    defined: dict = {}
    exec("def double(n): return 2 * n", defined)  # has no file, so that there is no folder beside it either
    assert native(defined["double"])(21) == 42


def test_a_walk_leads_from_the_first_position_to_the_last():
    keys, parents = np.full(16, EMPTY, np.int64), np.empty(16, np.int64)
    for position, parent in ((3, 3), (5, 3), (7, 5), (9, 3)):
        at = place(keys, position)
        keys[at], parents[at] = position, parent
    assert walk(keys, parents, 7).tolist() == [3, 5, 7]
    assert walk(keys, parents, 3).tolist() == [3]
