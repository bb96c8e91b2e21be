"""Earlier selves to play against: the weights of a run as they were, a few of them."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from mazzo.agents.network import Weights
from mazzo.core.chance import below, word


class Pool(NamedTuple):
    weights: Weights  # leaves [size, ...]
    put: Array  # int32, how many were put in; the newest replaces the oldest


def begin(weights: Weights, size: int) -> Pool:
    """A pool that knows only this self."""
    return Pool(jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (size, *leaf.shape)), weights), jnp.int32(1))


def put(pool: Pool, weights: Weights) -> Pool:
    """One more self."""
    size = jax.tree.leaves(pool.weights)[0].shape[0]
    kept = jax.tree.map(lambda leaf, new: leaf.at[pool.put % size].set(new), pool.weights, weights)
    return Pool(kept, pool.put + 1)


def draw(pool: Pool, key: Array) -> Weights:
    """One of them, all equally likely. The key is consumed."""
    size = jax.tree.leaves(pool.weights)[0].shape[0]
    which = below(word(key), jnp.minimum(pool.put, size))
    return jax.tree.map(lambda leaf: leaf[which], pool.weights)
