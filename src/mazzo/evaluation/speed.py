"""How fast a game is played."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core import chance
from mazzo.core.encoding import Encoder
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game
from mazzo.core.rollout import Play, Table, move, sit

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


def _games(game: Game[Any, Any], batch: int, encoder: Encoder | None, key: Array) -> tuple[Array, Array]:
    """Deal and play `batch` random games to the end: how many plays, and a number that depends on all the work."""
    agents = (game.bot("random"),)
    seating = jnp.zeros(game.spec.players, jnp.int8)

    def start(i: Array) -> Table:
        own = chance.stream(key, i)
        return sit(game, agents, game.deal(chance.fold_in(own, 0)), seating, chance.fold_in(own, 1))

    def look(play: Play) -> Array:
        return jnp.float32(0) if encoder is None else encoder(play.view).sum() * play.live

    def going(carry: tuple[Table, Array]) -> Array:
        return ~carry[0].state.done.all()

    def one(carry: tuple[Table, Array]) -> tuple[Table, Array]:
        tables, total = carry
        tables, play = jax.vmap(partial(move, game, agents))(tables)
        return tables, total + jax.vmap(look)(play)

    tables, total = jax.lax.while_loop(going, one, (jax.vmap(start)(jnp.arange(batch)), jnp.zeros(batch)))
    return tables.ply.sum(), total.sum() + jax.vmap(game.returns)(tables.state).sum()


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
