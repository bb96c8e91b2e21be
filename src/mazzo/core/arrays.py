"""Small array idioms that compile well in large batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.custom_batching import custom_vmap
from jax.typing import ArrayLike

T = TypeVar("T")
AnyArray = Array | np.ndarray[Any, Any]  # traced, or a constant of a module


def once(value: T) -> T:
    """Compute `value` once and keep it. On CPU XLA would repeat cheap-looking work in each of its consumers.

    It needs the compiler setting in `core.platform`; without it the result is the same, only slower. On a GPU, where
    XLA writes several results from one kernel, a barrier would only cut that kernel in two.
    """
    return jax.lax.optimization_barrier(value) if jax.default_backend() == "cpu" else value


def select(rows: Sequence[ArrayLike] | AnyArray, index: Array) -> Array:
    """`rows[index]` for a handful of rows: comparisons vectorise over a batch, gathers do not."""
    chosen = jnp.asarray(rows[0])
    for i in range(1, len(rows)):
        chosen = jnp.where(index == i, rows[i], chosen)
    return chosen


def where(condition: Array, yes: Array, no: Array) -> Array:
    """jnp.where, for random keys too."""
    if jnp.issubdtype(yes.dtype, jax.dtypes.prng_key):
        data = jnp.where(condition, jax.random.key_data(yes), jax.random.key_data(no))
        return jax.random.wrap_key_data(data)
    return jnp.where(condition, yes, no)


@custom_vmap
def anywhere(flags: Array) -> Array:
    """Is any of them true, here or in whatever is computed beside it?

    One answer for all keeps a `cond` a choice under vmap, and lets a `while` go on without asking in every lane.
    """
    return flags.any()


@anywhere.def_vmap
def _anywhere_beside(lanes: int, batched: list[bool], flags: Array) -> tuple[Array, bool]:
    return anywhere(flags), False


def wrap(seat: AnyArray, seats: int) -> Array:
    """`seat % seats` for -seats <= seat < 2 * seats, without a division."""
    seat = jnp.where(seat < 0, seat + seats, seat)
    return jnp.where(seat >= seats, seat - seats, seat).astype(jnp.int8)


def members(cards: Array, size: int) -> Array:
    """bool[size]: which ids occur in a few `cards`; negative ids are none."""
    held = jnp.zeros(size, bool)
    for i in range(cards.shape[0]):
        held = held | (np.arange(size) == cards[i])
    return held
