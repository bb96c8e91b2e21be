"""Depth-first search in compiled Python loops: what the exact solvers of the games share. The only home of Numba.

A position is a number of at most 62 bits. Only solvers import this module, and nobody imports a game's `solver.py`
before somebody asks for it: Numba takes half a second to import.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])
Ints = NDArray[np.int64]

EMPTY = -1
_SPREAD = -7046029254386353131  # 2^64 divided by the golden ratio, odd: multiplying spreads neighbouring numbers


def native(function: F) -> F:
    """Compiled at its first call, and kept on disk where that can be written; threads may run it side by side.

    What is kept is compiled anew after a change of the function's own file, not of other files that it calls.
    """
    compiled: Any
    try:
        compiled = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to keep it in
        compiled = numba.njit(nogil=True)(function)
    return compiled


@native
def home(size: int, key: int) -> int:
    """Where a table of `size` (a power of two) looks for `key` first."""
    return int(np.int64(key) * np.int64(_SPREAD) >> 24) & (size - 1)


@native
def place(keys: Ints, key: int) -> int:
    """Where `key` is in an open-addressed table, or the empty place where it belongs."""
    i = home(len(keys), key)
    while keys[i] != EMPTY and keys[i] != key:
        i = (i + 1) & (len(keys) - 1)
    return i


@native
def widened(keys: Ints, values: Ints) -> tuple[Ints, Ints]:
    """The same table with twice the room."""
    wide = np.full(2 * len(keys), EMPTY, np.int64)
    moved = np.empty(2 * len(keys), np.int64)
    for i in range(len(keys)):
        if keys[i] != EMPTY:
            new = place(wide, keys[i])
            wide[new] = keys[i]
            moved[new] = values[i]
    return wide, moved


@native
def walk(keys: Ints, parents: Ints, last: int) -> Ints:
    """The positions from the first to `last`, where `parents` has the position before each; the first is its own."""
    steps = 1
    at = last
    while parents[place(keys, at)] != at:
        at = parents[place(keys, at)]
        steps += 1
    path = np.empty(steps, np.int64)
    for i in range(steps - 1, -1, -1):
        path[i] = last
        last = parents[place(keys, last)]
    return path
