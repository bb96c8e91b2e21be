"""Matches on duplicate deals: every deal is played once with the agent in each place, so that luck cancels.

Everything is deterministic from the seed, whatever the size of the blocks in which it is computed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from mazzo.core import chance
from mazzo.core.agent import Agent
from mazzo.core.arrays import where
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal, Game
from mazzo.core.rollout import play_deals
from mazzo.core.spec import Spec
from mazzo.evaluation.intervals import Interval, mean_interval, rate_interval

DEALS, PLAYS = 0, 1  # purposes of the match's two random streams
BLOCK = 4096  # games computed side by side
Progress = Callable[[int, int], None]  # games done, games in all


class Decks(NamedTuple):
    """Deals that come again and again: how many there are, and which."""

    number: int = 0  # 0: every deal is another
    seed: int = 0


ALL = Decks()


def seatings(spec: Spec, guests: bool) -> NDArray[np.int8]:
    """int8[rotations, players]: which agent (0, or 1: the others) holds each seat in each game of a deal.

    Agents hold whole teams. In a game of one team, agent 0 holds all seats, or with `guests` one seat in turn.
    """
    teams = np.array(spec.teams)
    if spec.kind == "competitive":
        return np.stack([(teams != side).astype(np.int8) for side in range(spec.sides)])
    if guests:
        return 1 - np.eye(spec.players, dtype=np.int8)
    return np.zeros((1, spec.players), np.int8)


@dataclass(frozen=True)
class Match:
    """What was played: arrays [deals, rotations, …]."""

    spec: Spec
    seating: NDArray[np.int8]  # [rotations, players]
    returns: NDArray[np.float32]  # [deals, rotations, players]
    plays: NDArray[np.int32]  # [deals, rotations]

    @property
    def games(self) -> int:
        return self.plays.size

    @property
    def own(self) -> NDArray[np.float32]:
        """[deals, rotations]: the return of agent 0, at its first seat."""
        seat = np.argmax(self.seating == 0, axis=1)
        return self.returns[:, np.arange(len(seat)), seat]

    @property
    def best_other(self) -> NDArray[np.float32]:
        """[deals, rotations]: the highest return among the seats that agent 0 does not hold."""
        return np.where(self.seating == 0, -np.inf, self.returns).max(axis=2)


def play_match(
    game: Game[Any, Any],
    agents: tuple[Agent, ...],
    games: int,
    seed: int = 0,
    block: int = 0,
    progress: Progress = lambda done, total: None,
    decks: Decks = ALL,
    first: int = 0,
) -> Match:
    """At least `games` games of agents[0] against (or with) agents[1], rounded up to whole deals, from deal `first` on.

    They are computed in blocks of `block` games; 0: as many as keep the cores busy.
    """
    player, *others = agents
    block = block or usual_block(agents)
    seating = seatings(game.spec, guests=bool(others))

    def play(size: int, deal: int) -> tuple[Array, Array]:
        own = _block(game, size)
        return own(player, tuple(others), jnp.asarray(seating), jax.random.key(seed), first + deal, decks)

    return Match(game.spec, seating, *_in_blocks(play, games, len(seating), block, progress))


def usual_block(agents: tuple[Agent, ...]) -> int:
    """Games side by side that keep the cores busy: fewer where an agent plays many in its mind."""
    return max(1, BLOCK // max(agent.lanes for agent in agents))


def play_matches(
    game: Game[Any, Any],
    players: Agent,
    others: tuple[Agent, ...],
    games: int,
    seeds: Sequence[int],
    decks: Sequence[Decks] = (),
) -> list[Match]:
    """As `play_match`, of several agents side by side: of one kind, the leaves of their parameters [agents, ...]."""
    seating = seatings(game.spec, guests=bool(others))
    keys = jax.vmap(jax.random.key)(np.array(seeds))
    which = Decks(*np.array(decks or [ALL] * len(seeds)).T)

    def play(size: int, first: int) -> tuple[Array, Array]:
        return _blocks(game, size)(players, others, jnp.asarray(seating), keys, first, which)

    returns, plays = _in_blocks(play, games, len(seating))
    return [Match(game.spec, seating, returns[:, i], plays[:, i]) for i in range(len(seeds))]


def _in_blocks(
    play: Callable[[int, int], tuple[Array, Array]],
    games: int,
    rotations: int,
    block: int = BLOCK,
    progress: Progress = lambda done, total: None,
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """(returns, plays) of every deal, from `play(number of deals, the first)`."""
    if games < 1:
        raise MazzoError(f"the number of games is {games}; choose 1 or more")
    deals = math.ceil(games / rotations)
    size = min(max(1, block // rotations), 1 << (deals - 1).bit_length())  # deals in a block
    returns, plays = [], []
    for first in range(0, deals, size):
        finished = play(size, first)
        returns.append(np.asarray(finished[0]))
        plays.append(np.asarray(finished[1]))
        progress(min(first + size, deals) * rotations, deals * rotations)
    return np.concatenate(returns)[:deals], np.concatenate(plays)[:deals]


@cache
def _block(game: Game[Any, Any], size: int) -> Callable[..., tuple[Array, Array]]:
    """Compiled: the games of deals first .. first + size - 1, with every rotation."""
    return jax.jit(partial(_play, game, size))


@cache
def _blocks(game: Game[Any, Any], size: int) -> Callable[..., tuple[Array, Array]]:
    """The same for several players; results [deals, players, ...]."""
    axes = (0, None, None, 0, None, 0)
    return jax.jit(jax.vmap(partial(_play, game, size), axes, out_axes=1))


def _play(
    game: Game[Any, Any],
    size: int,
    player: Agent,
    others: tuple[Agent, ...],
    seating: Array,
    key: Array,
    first: Array,
    decks: Decks,
) -> tuple[Array, Array]:
    rotations = seating.shape[0]

    def deal(number: Array) -> Deal:
        again = chance.stream(jax.random.key(decks.seed), number % jnp.maximum(decks.number, 1))
        return game.deal(where(jnp.asarray(decks.number) > 0, again, chance.stream(key, DEALS, number)))

    numbers = first + jnp.arange(size)
    keys = jax.vmap(lambda i: jax.vmap(partial(chance.stream, key, PLAYS, i))(jnp.arange(rotations)))(numbers)
    finished = play_deals(
        game,
        (player, *others),
        jax.tree.map(lambda x: jnp.repeat(x, rotations, axis=0), jax.vmap(deal)(numbers)),
        jnp.tile(seating, (size, 1)),
        keys.reshape(-1),
    )
    return jax.tree.map(lambda x: x.reshape(size, rotations, *x.shape[1:]), (finished.returns, finished.plays))


@dataclass(frozen=True)
class Evaluation:
    """An agent's results, ready to print. Which of the optional figures there are depends on the kind of game."""

    game: str
    variant: str
    agent: str
    against: str | None
    games: int
    deals: int
    seed: int
    plays_mean: float
    points_mean: float
    points_ci95: Interval
    wins: int | None = None
    draws: int | None = None
    losses: int | None = None
    win_rate: float | None = None
    win_rate_ci95: Interval | None = None
    win_rate_half_draws: float | None = None
    win_rate_half_draws_ci95: Interval | None = None
    unbeaten_rate: float | None = None
    unbeaten_rate_ci95: Interval | None = None
    points_against_mean: float | None = None
    points_difference_mean: float | None = None
    points_difference_ci95: Interval | None = None
    matches: int | None = None
    match_win_rate: float | None = None
    match_win_rate_ci95: Interval | None = None
    score_mean: float | None = None
    score_ci95: Interval | None = None
    perfect_rate: float | None = None
    perfect_rate_ci95: Interval | None = None
    zero_rate: float | None = None
    zero_rate_ci95: Interval | None = None

    def fields(self) -> dict[str, Any]:
        """The figures that this kind of game has."""
        always = ("against",)
        return {name: value for name, value in vars(self).items() if value is not None or name in always}


def evaluate(match: Match, agent: str, against: str | None, seed: int) -> Evaluation:
    """Summarise a match."""
    own = match.own
    common: dict[str, Any] = dict(
        game=match.spec.game,
        variant=match.spec.variant,
        agent=agent,
        against=against,
        games=match.games,
        deals=len(match.plays),
        seed=seed,
        plays_mean=float(match.plays.mean()),
        points_mean=float(own.mean()),
        points_ci95=mean_interval(own),
    )
    top, bottom = match.spec.returns[1], match.spec.returns[0]
    if match.spec.kind == "cooperative":
        perfect, zero = own == top, own == bottom
        return Evaluation(
            **common,
            score_mean=common["points_mean"],
            score_ci95=common["points_ci95"],
            perfect_rate=float(perfect.mean()),
            perfect_rate_ci95=rate_interval(perfect),
            zero_rate=float(zero.mean()),
            zero_rate_ci95=rate_interval(zero),
        )
    if match.spec.kind == "solitaire":
        won = own == top
        return Evaluation(
            **common,
            wins=int(won.sum()),
            losses=int((~won).sum()),
            win_rate=float(won.mean()),
            win_rate_ci95=rate_interval(won),
        )
    other = match.best_other
    won, drawn = own > other, own == other
    half = won + 0.5 * drawn
    return Evaluation(
        **common,
        wins=int(won.sum()),
        draws=int(drawn.sum()),
        losses=int((own < other).sum()),
        win_rate=float(won.mean()),
        win_rate_ci95=rate_interval(won),
        win_rate_half_draws=float(half.mean()),
        win_rate_half_draws_ci95=mean_interval(half),
        unbeaten_rate=float((won | drawn).mean()),
        unbeaten_rate_ci95=rate_interval(won | drawn),
        points_against_mean=float(other.mean()),
        points_difference_mean=float((own - other).mean()),
        points_difference_ci95=mean_interval(own - other),
    )
