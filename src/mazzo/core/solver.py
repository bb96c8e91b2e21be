"""Exact solvers: best play of a position with all its cards known. For ceilings, hints and reviews, not for players.

A game may have one: a module `solver` in its folder with a function `solver(rules)`. Nothing imports it before it is
asked for here.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, runtime_checkable

import numpy as np

from mazzo.core.errors import MazzoError
from mazzo.core.game import Game, host


class Solver(Protocol):
    """Works on plain data taken from a state; a position that is too large is refused with a MazzoError."""

    def values(self, state: Any) -> dict[int, float]:
        """Of every legal action: what the side of the seat on turn still gets, if everybody plays best from there on.

        In the unit of `returns`: what the side has and what it still gets are the return at the end. Where the rest
        of the deal is open even to the solver, the expectation.
        """
        ...


@runtime_checkable
class LineSolver(Solver, Protocol):
    """Of a solitaire: it also knows how to win."""

    def line(self, state: Any) -> list[int] | None:
        """Actions that win the game; None if nothing does."""
        ...


def find(game: Game[Any, Any]) -> Solver:
    """The solver of a game; raises MazzoError if it has none."""
    module = f"mazzo.games.{game.spec.game}.solver"
    if find_spec(module) is None:
        raise MazzoError(f"{game.spec.game} has no solver: it would be solver.py in the game's folder")
    found: Solver = import_module(module).solver(game.spec.rules)
    return found


def best_line(game: Game[Any, Any], solver: Solver, state: Any) -> list[int]:
    """Best play of all seats to the end of the game, each position solved anew; of equal actions the first."""
    table, actions = host(game), []
    while not bool(state.done):
        values = solver.values(state)
        actions.append(max(values, key=lambda action: values[action]))
        state = table.play(state, actions[-1])
    return actions


def legal_actions(mask: Any) -> list[int]:
    """The actions of a mask, as a solver lists them."""
    return [int(action) for action in np.flatnonzero(np.asarray(mask))]
