"""Views as small as they can be kept: only what the encoder and the head read of them, truth values as bits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array
from jax.extend.core import Literal


@dataclass(frozen=True, eq=False)
class Compact:
    """`unpack(pack(view))` equals `view` for the functions that it was made for; what they do not read is 0."""

    like: Any  # the shapes and dtypes of a view
    read: tuple[bool, ...]  # of each of its leaves: do the functions read it?

    def pack(self, view: Any) -> tuple[Array, ...]:
        leaves = zip(jax.tree.leaves(view), self.read, strict=True)
        return tuple(_bits(leaf) for leaf, read in leaves if read)

    def unpack(self, kept: tuple[Array, ...]) -> Any:
        leaves, treedef = jax.tree.flatten(self.like)
        left = iter(kept)
        filled = [
            _unbits(next(left), leaf) if read else jnp.zeros(leaf.shape, leaf.dtype)
            for leaf, read in zip(leaves, self.read, strict=True)
        ]
        return jax.tree.unflatten(treedef, filled)


def compact(function: Callable[[Any], Any], like: Any) -> Compact:
    """For views that are kept only to apply `function` to them later."""
    jaxpr = jax.make_jaxpr(function)(like).jaxpr
    live = {var for var in jaxpr.outvars if not isinstance(var, Literal)}
    for equation in reversed(jaxpr.eqns):
        if any(var in live for var in equation.outvars):
            live |= {var for var in equation.invars if not isinstance(var, Literal)}
    return Compact(like, tuple(var in live for var in jaxpr.invars))


def _bits(leaf: Array) -> Array:
    return jnp.packbits(leaf, axis=None) if leaf.dtype == bool and leaf.size > 1 else leaf


def _unbits(kept: Array, like: Any) -> Array:
    if like.dtype == bool and like.size > 1:
        return jnp.unpackbits(kept, count=like.size).astype(bool).reshape(like.shape)
    return kept
