"""The solver against a plain search over the oracle's rules, and known answers."""

import copy

import numpy as np

from mazzo import make
from mazzo.core.solver import find
from tests.games.tripeaks.hands import SMALL, deal, played
from tests.helpers import random_games, row
from tests.oracles import tripeaks as oracle

# One peak of three rows, ranks close to each other: about half of these deals can be cleared.
NARROW = make("tripeaks", peaks=1, rows=3, deck=(0, 13, 1, 14, 2, 15, 28, 3, 16, 29, 4, 12))


def clearable(plain: oracle.TriPeaks) -> bool:
    """Tries everything."""
    if plain.done:
        return plain.won
    return any(clearable(after(plain, action)) for action in plain.legal())


def after(plain: oracle.TriPeaks, action: int) -> oracle.TriPeaks:
    copied = copy.deepcopy(plain)
    copied.play(action)
    return copied


def test_every_action_of_small_games_is_valued_as_by_trying_everything():
    game, solver = NARROW, find(NARROW)
    rules = game.spec.rules
    states, _, actions, _, _ = random_games(game, 60, seed=2)
    found = []
    for i in range(60):
        plain = oracle.TriPeaks(states.deck[i, 0].tolist(), rules.peaks, rules.rows)
        ply = 0
        while not plain.done:
            values = solver.values(row(states, i, ply))
            assert values == {action: float(clearable(after(plain, action))) for action in plain.legal()}
            line, ended = solver.line(row(states, i, ply)), plain
            assert (line is not None) == (max(values.values()) == 1)
            for action in line or []:
                ended = after(ended, action)
            assert ended.won == (line is not None)
            found += values.values()
            plain.play(int(actions[i, ply]))
            ply += 1
        assert ply == game.spec.longest or solver.values(row(states, i, ply)) == {}
    assert 0.05 < np.mean(found) < 0.95


def test_known_answers():
    solver = find(SMALL)
    # From the 3 on the waste 2 A 2 3 4 go, in either direction; nothing goes on the 5 and the 9 that are turned next.
    can = deal(SMALL, "3s 4s", "2s As 2h", stock="3h 5s 9h", waste="Ah")
    values = solver.values(played(SMALL, can, "stock"))
    assert {SMALL.text.action(action): value for action, value in values.items()} == {"b1": 1, "b3": 1, "stock": 0}
    # The 9 has no neighbour, and lies in the tableau.
    cannot = deal(SMALL, "3s 9h", "2s As 2h", stock="5s 3h 4s", waste="Ah")
    assert solver.line(played(SMALL, cannot)) is None
