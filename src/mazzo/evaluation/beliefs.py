"""Beliefs: where the hidden cards could be, for all that a seat knew, beside where they were.

They are drawn from worlds that fit the seat's view: all alike, and weighed by how likely the others' past actions are
in them if each plays like an agent. Only a finished game is looked at so: its truth is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from mazzo import agents
from mazzo.core import chance
from mazzo.core.agent import Agent
from mazzo.core.game import Game, host
from mazzo.search.worlds import relive_worlds

WORLDS = 1024
DRAW = 2  # purpose of the random stream; 0 and 1 are the review's


@dataclass(frozen=True)
class Belief:
    """What the seat on turn could believe. Chances and truth are of each card in each place, [places, cards]."""

    seat: int
    places: tuple[str, ...]
    even: NDArray[np.float32]  # by the cards alone
    weighed: NDArray[np.float32]  # by how the others played, too
    truth: NDArray[np.bool_]

    def insight(self, chances: NDArray[np.float32]) -> float:
        """How likely the truth was believed to be: the mean over the hidden cards."""
        return float(chances[self.truth].mean())

    def by_place(self) -> Iterator[tuple[str, NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_]]]:
        """(place, even, weighed, truth) of each place where cards lie."""
        return zip(self.places, self.even, self.weighed, self.truth, strict=True)


def habits(game: Game[Any, Any], names: Sequence[str], judge: str) -> tuple[str, ...]:
    """Like whom each seat is taken to play: a person, and who thinks too long to be asked a thousand times, like the
    judge."""
    known = agents.names(game)
    return tuple(name if name in known and agents.kind(game, name) != "search" else judge for name in names)


def belief(game: Game[Any, Any], state: Any, like: Sequence[str], seed: int = 0) -> Belief | None:
    """Of the seat on turn; None: the game is over, or it has no hidden cards to wonder about."""
    if game.hidden is None or bool(state.done):
        return None
    table, seat = host(game), int(state.turn)
    names = tuple(dict.fromkeys(like))
    players = tuple(agents.find(game, name) for name in names)
    seats = np.array([names.index(name) for name in like], np.int8)
    found = _look(game)(players, seats, table.observe(state, state.turn), jax.random.key(seed))
    even, weighed, truth = map(np.asarray, (*found, game.hidden.lie(state, state.turn)))
    there = truth.any(axis=1)
    places = tuple(place for place, some in zip(game.hidden.places, there, strict=True) if some)
    return Belief(seat, places, even[there], weighed[there], truth[there]) if places else None


@cache
def _look(game: Game[Any, Any]) -> Callable[..., tuple[Array, Array]]:
    """(players, seats, view, key) -> the chances of each card in each place, even and weighed, [places, cards]."""
    assert game.hidden is not None
    lie = game.hidden.lie

    def run(players: tuple[Agent, ...], seats: Array, view: Any, key: Array) -> tuple[Array, Array]:
        keys = jax.vmap(lambda i: chance.stream(key, DRAW, i))(jnp.arange(WORLDS))
        tables, logs = relive_worlds(game, players, view, keys, seats=seats)
        there = jax.vmap(lambda state: lie(state, view.seat))(tables.state).astype(jnp.float32)
        return there.mean(0), jnp.tensordot(jax.nn.softmax(logs), there, 1)

    return jax.jit(run)
