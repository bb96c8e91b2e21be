"""What a move was worth: hints during a game, and the review of one that is over.

A view is looked at in many worlds, full states that it allows, drawn uniformly. In each of them every move in question
is tried, and the game is played out by one agent in all seats. What comes out on average is what the move is worth to
somebody who knows no more than the view; the same worlds for all moves make their differences sharp.
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

from mazzo.core import chance
from mazzo.core.agent import Agent
from mazzo.core.game import Game, host
from mazzo.core.record import Record, replay
from mazzo.core.registry import make
from mazzo.core.rollout import join, play_out
from mazzo.core.spec import Spec

LANES = 1024  # games played out side by side
AS_IT_STANDS = -1  # no move is tried: the next one is the agent's, too
WORLDS, PLAYS = 0, 1  # purposes of the random streams
SURE = 2.0  # standard errors beyond which a difference is not chance


@dataclass(frozen=True)
class Outlook:
    """What is to be expected after one move, in the same worlds as after the others."""

    action: int  # or AS_IT_STANDS
    results: NDArray[np.float32]  # [worlds], of the seat that looks
    wins: NDArray[np.float32]  # [worlds], ½ for a draw

    @property
    def value(self) -> float:
        return float(self.results.mean())

    @property
    def error(self) -> float:
        """Standard error of the value."""
        return float(self.results.std() / np.sqrt(len(self.results)))

    @property
    def win_rate(self) -> float:
        return float(self.wins.mean())


def outlook(
    game: Game[Any, Any], agent: Agent, view: Any, actions: Sequence[int], seed: int = 0, lanes: int = LANES
) -> list[Outlook]:
    """What each of `actions` is worth to the seat of `view`, if `agent` plays from there on in all seats."""
    worlds = max(1, lanes // len(actions))
    lane = np.arange(lanes)
    tried = np.asarray(actions, np.int32)[lane % len(actions)]
    returns = np.asarray(_play_out(game)(agent, view, tried, lane // len(actions), jax.random.key(seed)))
    results, wins = _for_seat(game.spec, returns, int(view.seat))
    used = len(actions) * worlds
    by_action = [values[:used].reshape(worlds, len(actions)).T for values in (results, wins)]
    return [Outlook(action, *rows) for action, *rows in zip(actions, *by_action, strict=True)]


@cache
def _play_out(game: Game[Any, Any]) -> Callable[..., Array]:
    """(agent, view, actions[lanes], worlds[lanes], key) -> the returns of all seats, [lanes, players]."""
    seating = jnp.zeros(game.spec.players, jnp.int8)

    def table(agent: Agent, view: Any, action: Array, world: Array, key: Array) -> Any:
        state = game.world(view, chance.stream(key, WORLDS, world))
        after = game.step(state, jnp.maximum(action, 0))
        state = jax.tree.map(lambda new, old: jnp.where(action >= 0, new, old), after, state)
        return join(game, (agent,), state, seating, chance.stream(key, PLAYS, world))

    def run(agent: Agent, view: Any, actions: Array, worlds: Array, key: Array) -> Array:
        tables = jax.vmap(table, in_axes=(None, None, 0, 0, None))(agent, view, actions, worlds, key)
        return play_out(game, (agent,), tables).returns

    return jax.jit(run)


def _for_seat(spec: Spec, returns: NDArray[np.float32], seat: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(result, won) of one seat in each game; where all play together or one alone, only the most there is wins."""
    own = returns[:, seat]
    if spec.kind != "competitive":
        return own, (own == spec.returns[1]).astype(np.float32)
    others = np.array(spec.teams) != spec.teams[seat]
    best = returns[:, others].max(axis=1)
    return own, ((own > best) + 0.5 * (own == best)).astype(np.float32)


# ------------------------------------------------------------------------------------------------- finished games


@dataclass(frozen=True)
class Decision:
    """A move that was made, beside those that were not."""

    plays: int  # moves before it
    player: int
    action: int
    outlooks: tuple[Outlook, ...]  # best first

    @property
    def chosen(self) -> Outlook:
        return next(found for found in self.outlooks if found.action == self.action)

    @property
    def best(self) -> Outlook:
        return self.outlooks[0]

    @property
    def cost(self) -> float:
        """How much less the move is expected to bring than the best one."""
        return self.best.value - self.chosen.value

    @property
    def certain(self) -> bool:
        """Is the best move better by more than chance in these worlds explains?"""
        difference = self.best.results - self.chosen.results
        error = difference.std() / np.sqrt(len(difference))
        return bool(difference.mean() > SURE * error)


@dataclass(frozen=True)
class Judged:
    """One position of a reviewed game."""

    plays: int
    outlook: Outlook  # of the seat for which the game is reviewed, from what it knew
    decision: Decision | None  # the move that followed; None where there was no choice, and at the end


def review(record: Record, agent: Agent, seat: int, seed: int = 0, lanes: int = LANES) -> Iterator[Judged]:
    """A game, position by position: what `seat` could expect, and what every move was worth to the one who made it."""
    game = make(record.game, record.variant)
    table = host(game)
    for plays, state in enumerate(replay(record)):
        here = seed + plays
        expected = outlook(game, agent, table.observe(state, np.int8(seat)), [AS_IT_STANDS], here, lanes)[0]
        decision = None
        if plays < len(record.actions):
            decision = _decision(game, agent, state, plays, record.actions[plays], here, lanes)
        yield Judged(plays, expected, decision)


def _decision(
    game: Game[Any, Any], agent: Agent, state: Any, plays: int, action: int, seed: int, lanes: int
) -> Decision | None:
    legal = host(game).legal_actions(state)
    if len(legal) < 2:
        return None
    view = host(game).observe(state, state.turn)
    return Decision(plays, int(state.turn), action, ranked(outlook(game, agent, view, legal, seed, lanes)))


def ranked(found: Sequence[Outlook]) -> tuple[Outlook, ...]:
    """Best first: by the expected result, then by the games won."""
    return tuple(sorted(found, key=lambda one: (-one.value, -one.win_rate)))


def worst(judged: Sequence[Judged], count: int = 3, player: int | None = None) -> list[Decision]:
    """The moves that cost most, of those of which it is certain."""
    decisions = [one.decision for one in judged if one.decision is not None]
    sure = [found for found in decisions if found.certain and player in (None, found.player)]
    return sorted(sure, key=lambda found: -found.cost)[:count]
