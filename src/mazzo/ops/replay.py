"""A ring of past samples, from which batches are drawn uniformly."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from mazzo.core.chance import below, bits


class Replay(NamedTuple):
    samples: Any  # a pytree; leaves [capacity, ...]
    place: Array  # int32, where the next one is written
    size: Array  # int32, how many there are

    @property
    def capacity(self) -> int:
        return int(jax.tree.leaves(self.samples)[0].shape[0])


def empty(sample: Any, capacity: int) -> Replay:
    """Room for `capacity` samples like this one (arrays, or their shapes)."""
    return Replay(jax.tree.map(lambda x: jnp.zeros((capacity, *x.shape), x.dtype), sample), jnp.int32(0), jnp.int32(0))


def add(replay: Replay, samples: Any, keep: Array) -> Replay:
    """Write those of n samples (leaves [n, ...]) that `keep` marks over the oldest ones."""
    count = jnp.cumsum(keep, dtype=jnp.int32)
    last = keep & (count > count[-1] - replay.capacity)  # of more than there is room for
    places = jnp.where(last, (replay.place + count - 1) % replay.capacity, replay.capacity)  # beyond the end: dropped
    written = jax.tree.map(lambda all_, new: all_.at[places].set(new, mode="drop"), replay.samples, samples)
    size = jnp.minimum(replay.size + count[-1], replay.capacity)
    return Replay(written, (replay.place + count[-1]) % replay.capacity, size)


def draw(replay: Replay, key: Array, n: int) -> Any:
    """n samples, with replacement, all equally likely. The key is consumed."""
    return jax.tree.map(lambda x: x[places(replay, key, n)], replay.samples)


def places(replay: Replay, key: Array, n: int) -> Array:
    """int32[n]: where n uniformly drawn samples lie. The key is consumed."""
    size = jnp.maximum(replay.size, 1)
    if replay.capacity < 1 << 16:
        return below(bits(key, n), size)
    return jax.random.randint(key, (n,), 0, size)
