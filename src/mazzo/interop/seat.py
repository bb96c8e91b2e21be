"""One learning seat among named opponents, as pure functions: what the Gymnasium environments compile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from mazzo.agents import find
from mazzo.core import chance
from mazzo.core.agent import Agent
from mazzo.core.arrays import where
from mazzo.core.encoding import Encoder, Head
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game, Reward
from mazzo.core.registry import family
from mazzo.core.rollout import Table, move, sit


class Episode(NamedTuple):
    """A game in progress, seen from the learner's seat."""

    table: Table
    seat: Array  # int8, the learner's
    over: Array  # bool, the game has ended, or the learner has played an illegal action


class Turn(NamedTuple):
    """What the learner gets when it is its turn, or when the game is over."""

    observation: Array  # float32[encoder.size]
    mask: Array  # bool[head.size], legal outputs; all False when the game is over
    reward: Array  # float32, since its last action
    over: Array
    illegal: Array  # bool, it ended because of an illegal action


@dataclass(frozen=True, eq=False)
class SeatGame:
    """A game, who else plays, and how the learner sees, answers and is paid."""

    game: Game[Any, Any]
    opponents: tuple[Agent, ...]
    relative: tuple[int, ...]  # of the seats after the learner's: which of the opponents holds it
    encoder: Encoder
    head: Head
    reward: Reward
    seat: int | None  # the learner's seat; None: drawn anew for every game
    illegal_reward: float

    def start(self, key: Array) -> tuple[Episode, Turn]:
        """A new game, played up to the learner's first turn. The key is consumed.

        A deal that leaves the learner nothing to decide (0.2 % of Russian Solitaire's) is dealt again.
        """

        def over(carry: tuple[Array, tuple[Episode, Turn]]) -> Array:
            return carry[1][0].over

        def again(carry: tuple[Array, tuple[Episode, Turn]]) -> tuple[Array, tuple[Episode, Turn]]:
            return carry[0] + 1, self._start(chance.fold_in(key, carry[0]))

        return jax.lax.while_loop(over, again, again((jnp.int32(0), None)))[1]  # type: ignore[arg-type]

    def _start(self, key: Array) -> tuple[Episode, Turn]:
        players = self.game.spec.players
        drawn = chance.below(chance.word(chance.stream(key, 0)), players)
        seat = (drawn if self.seat is None else jnp.asarray(self.seat)).astype(jnp.int8)
        others = jnp.asarray((0, *self.relative), jnp.int8)  # the learner's own entry is never asked
        seating = others[(jnp.arange(players) - seat) % players]
        deal = self.game.deal(chance.stream(key, 1))
        table = sit(self.game, self.opponents, deal, seating, chance.stream(key, 2))
        return self._until_own_turn(Episode(table, seat, jnp.bool_(False)), jnp.float32(0))

    def step(self, episode: Episode, output: Array) -> tuple[Episode, Turn]:
        """The learner's answer, then the others until it is its turn again."""
        table, seat = episode.table, episode.seat
        view = self.game.observe(table.state, seat)
        legal = self.head.legal(view)[output] & ~episode.over
        action = self.head.action(view, output).astype(jnp.int32)
        after = self.game.step(table.state, action)
        paid = self.reward(table.state, action, after)[seat]
        played = Table(after, table.memories, table.seating, table.ply + 1, table.key)
        illegal = ~legal & ~episode.over
        table = jax.tree.map(partial(where, legal), played, table)
        episode = Episode(table, seat, episode.over | illegal)
        episode, turn = self._until_own_turn(episode, jnp.where(legal, paid, 0.0))
        reward = jnp.where(illegal, self.illegal_reward, turn.reward)
        return episode, turn._replace(reward=reward, illegal=illegal)

    def _until_own_turn(self, episode: Episode, reward: Array) -> tuple[Episode, Turn]:
        def waiting(carry: tuple[Table, Array]) -> Array:
            return (carry[0].state.turn != episode.seat) & ~carry[0].state.done & ~episode.over

        def one(carry: tuple[Table, Array]) -> tuple[Table, Array]:
            table, reward = carry
            table, play = move(self.game, self.opponents, table)
            return table, reward + self.reward(play.before, play.action, play.after)[episode.seat]

        table = episode.table
        if self.game.spec.players > 1:
            table, reward = jax.lax.while_loop(waiting, one, (table, reward))
        view = self.game.observe(table.state, episode.seat)
        over = table.state.done | episode.over
        mask = self.head.legal(view) & ~over
        return Episode(table, episode.seat, over), Turn(self.encoder(view), mask, reward, over, jnp.bool_(False))


def seat_game(
    game: str,
    variant: str | None = None,
    opponent: str | Sequence[str] = "random",
    encoder: str = "full",
    head: str | None = None,
    reward: str | None = None,
    seat: int | None = None,
    illegal_reward: float = -1.0,
) -> SeatGame:
    """Names to things; unset names mean the encoder's head and the game's first reward."""
    made = family(game).make(variant)
    others = made.spec.players - 1
    named = [opponent] * others if isinstance(opponent, str) else list(opponent)
    if len(named) != others:
        raise MazzoError(f"{len(named)} opponents for {others} other seats; name one, or one for each")
    if seat is not None and not 0 <= seat <= others:
        raise MazzoError(f"the seat is {seat}; choose 0 to {others}, or None to draw it for every game")
    distinct = list(dict.fromkeys(named))
    return SeatGame(
        game=made,
        opponents=tuple(find(made, name) for name in distinct) or (made.bot("random"),),
        relative=tuple(distinct.index(name) for name in named),
        encoder=made.encoder(encoder),
        head=made.head_for(made.encoder(encoder), head),
        reward=made.reward(reward or next(iter(made.rewards))),
        seat=seat,
        illegal_reward=illegal_reward,
    )
