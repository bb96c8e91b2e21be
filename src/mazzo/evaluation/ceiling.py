"""How many deals of a solitaire can be won with all cards known: what no player can pass.

The deals are those on which `play_match` measures agents with the same seed. Whatever the solver calls won is played
through the game's own rules to its end, so that its lines prove the lower half of the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from mazzo.core import chance
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal, Game
from mazzo.core.solver import LineSolver, find
from mazzo.evaluation.intervals import Interval, rate_interval
from mazzo.evaluation.match import DEALS, Progress

BLOCK = 1000  # deals computed together
Line = Sequence[int] | None


@dataclass(frozen=True)
class Ceiling:
    """Deals that can be won."""

    game: str
    variant: str
    deals: int
    seed: int
    winnable: int
    rate: float
    rate_ci95: Interval
    plays_mean: float  # of the winning lines that were found, which need not be the shortest
    seconds: float  # for all deals, with everything around them
    solving_seconds: float  # of processor time, which other work on the machine does not change
    slowest: float  # the same for one deal


def ceiling(
    game: Game[Any, Any], deals: int, seed: int = 0, workers: int = 1, progress: Progress = lambda done, total: None
) -> Ceiling:
    """Solve the first `deals` deals of a seed, with `workers` threads."""
    solver = find(game)
    if not isinstance(solver, LineSolver):
        raise MazzoError(f"{game.spec.game} is no solitaire: its solver values single positions, not whole deals")
    start, check = jax.jit(jax.vmap(lambda i: _start(game, seed, i))), jax.jit(jax.vmap(_wins(game)))
    began, lines, times = perf_counter(), [], []

    def solve(state: Any) -> tuple[Line, float]:
        before = thread_time()
        return solver.line(state), thread_time() - before

    with ThreadPoolExecutor(workers) as pool:
        for first in range(0, deals, BLOCK):
            dealt, states = start(jnp.arange(first, first + BLOCK))
            states = jax.tree.map(np.asarray, states)
            one = [jax.tree.map(lambda leaf, i=i: leaf[i], states) for i in range(min(BLOCK, deals - first))]
            if first == 0:
                solver.line(one[0])  # compiles, which is not to be timed
            found = list(pool.map(solve, one))
            _prove(game, check, dealt, [line for line, _ in found])
            lines += [line for line, _ in found]
            times += [seconds for _, seconds in found]
            progress(len(lines), deals)
    won = np.array([[line is not None] for line in lines])
    lengths = [len(line) for line in lines if line is not None]
    return Ceiling(
        game=game.spec.game,
        variant=game.spec.variant,
        deals=deals,
        seed=seed,
        winnable=int(won.sum()),
        rate=float(won.mean()),
        rate_ci95=rate_interval(won),
        plays_mean=float(np.mean(lengths)) if lengths else 0.0,
        seconds=perf_counter() - began,
        solving_seconds=sum(times),
        slowest=max(times),
    )


def _start(game: Game[Any, Any], seed: int, number: Array) -> tuple[Deal, Any]:
    deal = game.deal(chance.stream(jax.random.key(seed), DEALS, number))
    return deal, game.start(deal)


def _wins(game: Game[Any, Any]) -> Callable[[Deal, Array, Array], Array]:
    """(deal, actions, how many) -> were they all legal, and did they win?"""

    def play(deal: Deal, actions: Array, count: Array) -> Array:
        def one(carry: tuple[Any, Array], i: Array) -> tuple[tuple[Any, Array], None]:
            state, fair = carry
            action = jnp.maximum(actions[i], 0)
            fair = fair & ((i >= count) | game.legal(state)[action])
            after = game.step(state, action)
            return (jax.tree.map(lambda old, new: jnp.where(i < count, new, old), state, after), fair), None

        (state, fair), _ = jax.lax.scan(one, (game.start(deal), jnp.bool_(True)), jnp.arange(actions.shape[0]))
        return fair & state.done & (game.returns(state)[0] == game.spec.returns[1])

    return play


def _prove(game: Game[Any, Any], check: Callable[..., Array], dealt: Deal, lines: Sequence[Line]) -> None:
    """Play every line that is said to win through the rules."""
    actions: NDArray[np.int32] = np.full((BLOCK, game.spec.longest), -1, np.int32)
    counts = np.zeros(BLOCK, np.int32)
    for i, line in enumerate(lines):
        if line is not None:
            actions[i, : len(line)], counts[i] = line, len(line)
    wins = np.asarray(check(dealt, actions, counts))[: len(lines)]
    faults = [i for i, line in enumerate(lines) if line is not None and not wins[i]]
    assert not faults, f"the solver of {game.spec.game} is wrong: its line does not win deal {faults[0]} of this block"
