"""Slow copies of networks: a running mean, which often plays better than the network itself, and a reference that a
policy is held to."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from mazzo.core.errors import unknown
from mazzo.ops.exploration import Schedule, parse
from mazzo.ops.losses import kl

T = TypeVar("T")

# How far a policy p is from its reference q, both given as log-probabilities over the same legal outputs.
DIVERGENCES: dict[str, Callable[[Array, Array], Array]] = {
    "reverse": kl,  # KL(p, q): p gives up what q never does. Sokota et al. (2023), magnetic mirror descent
    "forward": lambda p, q: kl(q, p),  # KL(q, p): p keeps doing whatever q does
}


class Magnet(NamedTuple):
    """How a policy is held to a reference that follows it. Traced."""

    weight: Schedule  # of the divergence in the loss
    pace: Array  # the part of the way to the policy that the reference moves
    every: Array  # after so many updates


def magnet(weight: str, pace: float, every: int) -> Magnet | None:
    return Magnet(parse(weight), jnp.float32(pace), jnp.int32(max(every, 1))) if weight else None


def divergence(name: str) -> Callable[[Array, Array], Array]:
    if name not in DIVERGENCES:
        raise unknown("divergence", name, list(DIVERGENCES))
    return DIVERGENCES[name]


def toward(copy: T, network: T, part: ArrayLike) -> T:
    """`copy` once it has moved so large a part of the way to `network`: all of it for 1."""
    return jax.tree.map(lambda old, new: old + part * (new - old), copy, network)


def followed(reference: T, policy: T, magnet: Magnet, updates: Array) -> T:
    """The reference after the `updates`-th update: exponentially behind the policy (pace below 1, every 1), or a copy
    from time to time (pace 1), as in regularised Nash dynamics (Perolat et al. 2022)."""
    return toward(reference, policy, jnp.where(updates % magnet.every == 0, magnet.pace, 0.0))


def averaged(mean: T, network: T, power: Array, updates: Array) -> T:
    """The mean after the `updates`-th update, in which the t-th network counts about as t^power: however long a run is,
    the mean of its last part, of 1 / (power + 1). Shamir and Zhang (2013), polynomial-decay averaging."""
    return toward(mean, network, (power + 1) / (power + updates))
