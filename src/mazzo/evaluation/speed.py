"""How fast a game is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, count, islice
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core import chance
from mazzo.core.agent import Agent, asked
from mazzo.core.encoding import Encoder
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game, host
from mazzo.core.rollout import Play, Table, move, refill, sit

BETWEEN_DEALS = 8  # plays
BATCHES = {"cpu": 4096, "gpu": 1 << 22}


def measure(game: Game[Any, Any], batch: int, seconds: float, encoder: str) -> dict[str, Any]:
    """Plays per second of random games, deals included, with `batch` games side by side (0: fit for the device)."""
    began = time.perf_counter()
    batch = batch or BATCHES.get(jax.default_backend(), 1 << 22)
    observed = game.encoder(encoder)
    plain = jax.jit(partial(_games, game, batch, None))
    _plays(plain, 0)
    first = time.perf_counter() - began
    return {
        "game": game.spec.game,
        "variant": game.spec.variant,
        "batch": batch,
        "encoder": encoder,
        "plays_per_second": _rate(plain, seconds),
        "with_observation_per_second": _rate(jax.jit(partial(_games, game, batch, observed)), seconds),
        "first_result_seconds": first,
    }


def measure_moves(game: Game[Any, Any], agent: Agent, moves: int, seed: int = 0) -> dict[str, Any]:
    """Milliseconds that an agent takes for single moves, one game after the other, with itself in every seat.

    Counted are the moves at which there is a choice, after the first one, which compiles.
    """
    act, key = asked(agent), jax.random.key(seed)
    games = (_timed(game, agent, act, chance.stream(key, number)) for number in count())
    taken = list(islice(chain.from_iterable(games), 1, moves + 1))
    return {
        "game": game.spec.game,
        "variant": game.spec.variant,
        "agent": agent.name,
        "moves": len(taken),
        "ms_median": float(np.median(taken)),
        "ms_95": float(np.quantile(taken, 0.95)),
        "ms_most": max(taken),
    }


def _timed(game: Game[Any, Any], agent: Agent, act: Callable[..., Any], key: Array) -> Iterator[float]:
    """Milliseconds of each move of a game at which there is a choice."""
    table = host(game)
    state = table.start(game.deal(chance.stream(key, 0)))
    memories = [agent.start(agent.params)] * game.spec.players
    for ply in range(game.spec.longest):
        if bool(state.done):
            return
        seat = int(state.turn)
        view, own = table.observe(state, state.turn), chance.stream(key, 1, ply)
        began = time.perf_counter()
        action, memories[seat], _ = jax.block_until_ready(act(agent.params, memories[seat], view, own))
        if int(view.legal.sum()) > 1:
            yield 1000 * (time.perf_counter() - began)
        state = table.play(state, int(action))


def _games(game: Game[Any, Any], batch: int, encoder: Encoder | None, key: Array) -> tuple[Array, Array]:
    """Random games in `batch` places for twice the longest game: how many plays, and a number that needs all the work.

    A place whose game is over gets the next one after every few plays, so that short games do not leave it idle.
    """
    agents = (game.bot("random"),)
    seating = jnp.zeros(game.spec.players, jnp.int8)

    def start(i: Array) -> Table:
        own = chance.stream(key, i)
        return sit(game, agents, game.deal(chance.fold_in(own, 0)), seating, chance.fold_in(own, 1))

    def look(play: Play) -> Array:
        return jnp.float32(0) if encoder is None else encoder(play.view).sum() * play.live

    def one(carry: tuple[Table, Array, Array], _: None) -> tuple[tuple[Table, Array, Array], None]:
        tables, plays, total = carry
        tables, play = jax.vmap(partial(move, game, agents))(tables)
        return (tables, plays + play.live, total + jax.vmap(look)(play)), None

    def some(carry: tuple[Table, Array, Array], _: None) -> tuple[tuple[Table, Array, Array], None]:
        (tables, plays, total), _ = jax.lax.scan(one, carry, None, length=BETWEEN_DEALS)
        again = jax.vmap(partial(refill, game, agents, game.deal))
        tables = jax.lax.cond(tables.state.done.any(), again, lambda tables: tables, tables)
        return (tables, plays, total), None

    begin = (jax.vmap(start)(jnp.arange(batch)), jnp.zeros(batch, jnp.int32), jnp.zeros(batch))
    rounds = -(-2 * game.spec.longest // BETWEEN_DEALS)
    (tables, plays, total), _ = jax.lax.scan(some, begin, None, length=rounds)
    return plays.sum(), total.sum() + jax.vmap(game.returns)(tables.state).sum()


def _plays(run: Callable[[Array], tuple[Array, Array]], seed: int) -> int:
    plays, check = jax.block_until_ready(run(jax.random.key(seed)))
    if not np.isfinite(check):
        raise MazzoError("an observation is not finite; run `mazzo check`")
    return int(plays)


def _rate(run: Callable[[Array], tuple[Array, Array]], seconds: float) -> float:
    """The median over batches."""
    _plays(run, 0)
    rates = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(rates) < 3:
        began = time.perf_counter()
        plays = _plays(run, len(rates) + 1)
        rates.append(plays / (time.perf_counter() - began))
    return float(np.median(rates))
