"""A search by the clock: compiled slices of it until the time is over, their tallies added.

For the page and the terminal. What it answers depends on the machine, so it is not for measuring.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jax
from jax import Array

from mazzo.core.agent import Info, Memory
from mazzo.core.chance import fold_in
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game
from mazzo.search.tally import Tally, add, shown

Now = Callable[[], float]  # seconds


def by_clock(
    game: Game[Any, Any],
    tally: Callable[[Any, Any, Array], Tally],
    choose: Callable[[Tally], Array],
    milliseconds: int,
    now: Now = time.perf_counter,
    workers: int = 0,
) -> tuple[Callable[[Any], Memory], Callable[..., tuple[Array, Memory, Info]]]:
    """(start, act) of an agent. `start` thinks about some deal, which compiles all: the first move is not late.

    Slices are computed by as many threads as there are cores (`workers`, if given): one of them seldom keeps all busy.
    At least one is always finished, so that there is an answer however short the time is.
    """
    slice_of = jax.jit(tally)
    chosen = jax.jit(choose)
    number_key = jax.jit(fold_in)
    workers = workers or max(1, min(8, os.cpu_count() or 1))

    def start(mind: Any) -> Memory:
        state = jax.jit(lambda key: game.start(game.deal(key)))(jax.random.key(0))
        view = jax.jit(game.observe)(state, state.turn)
        chosen(slice_of(mind, view, number_key(jax.random.key(0), 0)))
        return ()

    def act(mind: Any, memory: Memory, view: Any, key: Array) -> tuple[Array, Memory, Info]:
        if isinstance(view.legal, jax.core.Tracer):
            raise MazzoError("a search by the clock plays single moves, not compiled games: leave `ms` out")
        begun = now()
        found: list[Tally] = []
        numbers = iter(range(1 << 30))
        lock = threading.Lock()
        free = int(view.legal.sum()) > 1

        def work() -> None:
            longest = 0.0
            while True:
                with lock:
                    number = next(numbers)
                before = now()
                one = jax.block_until_ready(slice_of(mind, view, number_key(key, number)))
                with lock:
                    found.append(one)
                longest = max(longest, now() - before)
                if not free or now() + longest > begun + milliseconds / 1000:
                    return

        if free and workers > 1:
            with ThreadPoolExecutor(workers) as pool:
                for done in [pool.submit(work) for _ in range(workers)]:
                    done.result()
        else:
            work()
        total = found[0]
        for one in found[1:]:
            total = add(total, one)
        place = chosen(total)
        return total.actions[place], memory, shown(total, place)

    return start, act
