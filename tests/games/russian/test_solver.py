"""The solver against a plain search over the oracle's rules, games known to be won, and known answers."""

import copy

import numpy as np

from mazzo import make
from mazzo.core.solver import find
from tests.games.russian.hands import CLOSED, STANDARD, TURNS, deal, legal, played, random_plays
from tests.helpers import random_games, row
from tests.oracles import russian as oracle

SMALL = make("russian", down=(0, 1, 2), up=(1, 2, 2), suits=2, ranks=4)


def winnable(plain: oracle.Russian, seen: dict) -> bool:
    """Tries everything, each position once."""
    position = str((plain.piles, plain.down))
    if position not in seen:
        seen[position] = plain.won or any(winnable(after(plain, action), seen) for action in plain.legal())
    return seen[position]


def after(plain: oracle.Russian, action: int) -> oracle.Russian:
    copied = copy.deepcopy(plain)
    copied.play(action)
    return copied


def compare(plain, state, solver, seen) -> list[float]:
    values = solver.values(state)
    assert values == {action: float(winnable(after(plain, action), seen)) for action in plain.legal()}
    line = solver.line(state)
    assert (line is not None) == winnable(plain, seen)
    played_on = copy.deepcopy(plain)
    for action in line or []:
        played_on.play(action)
    assert played_on.won == (line is not None)
    return list(values.values())


def test_every_action_of_small_games_is_valued_as_by_trying_everything():
    rules, solver, found = SMALL.spec.rules, find(SMALL), []
    states, _, actions, _, _ = random_games(SMALL, 60, seed=4)
    for i in range(60):
        plain = oracle.Russian(states.deck[i, 0].tolist(), rules.down, rules.up, rules.suits, rules.ranks)
        seen: dict = {}
        while not plain.done:
            found += compare(plain, row(states, i, len(plain.actions)), solver, seen)
            plain.play(int(actions[i, len(plain.actions)]))
    assert 0.1 < np.mean(found) < 0.95


def test_the_ends_of_standard_games_are_valued_as_by_trying_everything():
    solver = find(STANDARD)
    states, _, actions, _, _ = random_plays()
    for i in range(60):
        plain = oracle.Russian(states.deck[i, 0].tolist())
        plays = int((~states.done[i]).sum())
        for ply in range(plays):
            if ply >= plays - 4:
                compare(plain, row(states, i, ply), solver, {})
            plain.play(int(actions[i, ply]))


def test_games_that_were_won_could_be_won():
    solver = find(STANDARD)
    states, _, actions, _, returns = random_plays()
    won = np.flatnonzero(returns[:, 0] == 1)
    assert len(won) > 0
    for i in won:
        for ply in np.flatnonzero(~states.done[i])[::8]:
            assert solver.values(row(states, i, ply))[int(actions[i, ply])] == 1


def test_known_answers():
    solver = find(CLOSED)
    state = played(CLOSED, TURNS)
    assert {CLOSED.text.action(action) for action in solver.values(state)} == legal(CLOSED, state)
    assert set(solver.values(state).values()) == {1.0}
    stuck = played(CLOSED, deal(CLOSED, "4s", "As 2s 4h", "Ah 3s 3h 2h"))
    assert solver.values(stuck) == {}
    assert solver.line(stuck) is None
