"""How long a game's solver takes for a position: in processor time, which other work on the machine does not change."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from mazzo.core import chance
from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game
from mazzo.core.rollout import Table, move, sit
from mazzo.core.solver import Solver, find


def measure(game: Game[Any, Any], agent: Agent, games: int, seed: int, most: int | None) -> dict[str, Any]:
    """Milliseconds for the values of all actions, in the positions of games between copies of `agent`.

    `first` are the positions at which the solver can begin, one of each game: the largest. `most` is how large they
    may be, for solvers that have such a bound. What is compiled is compiled before.
    """
    solver = find(game)
    if most is not None:
        if not hasattr(solver, "most"):
            raise MazzoError(f"the solver of {game.spec.game} has no bound to be changed: leave --most out")
        solver.most = most
    taken = [times for each in _games(game, agent, games, seed) if (times := list(_times(solver, each)))]
    if not taken:
        raise MazzoError(f"none of {games} games came to a position that the solver takes; play more, or better, games")
    first, every = [times[0] for times in taken], [time for times in taken for time in times]
    return {
        "game": game.spec.game,
        "variant": game.spec.variant,
        "agent": agent.name,
        "games": games,
        "seed": seed,
        "positions": len(every),
        **{f"first_{name}_ms": value for name, value in _summary(first).items()},
        **{f"all_{name}_ms": value for name, value in _summary(every).items()},
    }


def _games(game: Game[Any, Any], agent: Agent, games: int, seed: int) -> Iterator[list[Any]]:
    """The positions of each game, as plain arrays."""

    def play(number: Any) -> Any:
        key = chance.stream(jax.random.key(seed), number)
        seating = jnp.zeros(game.spec.players, jnp.int8)
        table = sit(game, (agent,), game.deal(chance.fold_in(key, 0)), seating, chance.fold_in(key, 1))

        def one(table: Table, _: None) -> tuple[Table, Any]:
            return move(game, (agent,), table)[0], table.state

        return jax.lax.scan(one, table, None, length=game.spec.longest)[1]

    states = jax.tree.map(np.asarray, jax.jit(jax.vmap(play))(jnp.arange(games)))
    for i in range(games):
        plays = int((~states.done[i]).sum())
        yield [jax.tree.map(lambda leaf, at=(i, ply): leaf[at], states) for ply in range(plays)]


def _times(solver: Solver, states: list[Any]) -> Iterator[float]:
    """Seconds for each position that the solver takes; the first is solved once before, to compile."""
    began = False
    for state in states:
        try:
            if not began:
                solver.values(state)
                began = True
            before = process_time()
            solver.values(state)
            yield process_time() - before
        except MazzoError:
            continue


def _summary(seconds: list[float]) -> dict[str, float]:
    found = 1000 * np.array(seconds)
    return {"mean": float(found.mean()), "p95": float(np.quantile(found, 0.95)), "slowest": float(found.max())}
