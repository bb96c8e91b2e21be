"""Losses and targets. Scalars for one sample; the caller vmaps and averages."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

LOW = -1e9  # stands for minus infinity where a gradient flows through

# The distance of a prediction from its target, by name.
DISTANCES: dict[str, Callable[[Array], Array]] = {
    "huber": lambda error: jnp.where(jnp.abs(error) <= 1.0, jnp.square(error) / 2, jnp.abs(error) - 0.5),
    "squared": lambda error: jnp.square(error),
    "absolute": lambda error: jnp.abs(error),
}


def masked_max(values: Array, legal: Array) -> Array:
    """The greatest value of a legal action; 0 if there is none."""
    return jnp.where(legal.any(), jnp.where(legal, values, -jnp.inf).max(), 0.0)


def masked_argmax(values: Array, legal: Array) -> Array:
    """The first legal action of greatest value."""
    return jnp.argmax(jnp.where(legal, values, -jnp.inf))


def q_target(reward: Array, discount: ArrayLike, next_values: Array, next_legal: Array) -> Array:
    """r + d max_a Q'(s', a) over the legal a. Mnih et al. (2015)."""
    return reward + discount * masked_max(next_values, next_legal)


def double_q_target(reward: Array, discount: ArrayLike, online: Array, target: Array, next_legal: Array) -> Array:
    """r + d Q'(s', argmax_a Q(s', a)): one network chooses, the other evaluates. Van Hasselt et al. (2016)."""
    chosen = target[masked_argmax(online, next_legal)]
    return reward + discount * jnp.where(next_legal.any(), chosen, 0.0)


def log_policy(logits: Array, legal: Array) -> Array:
    """Log-probabilities over the legal actions; very low elsewhere."""
    return jax.nn.log_softmax(jnp.where(legal, logits, LOW))


def entropy(log_probabilities: Array) -> Array:
    """- sum of p log p."""
    return -(jnp.exp(log_probabilities) * jnp.where(log_probabilities > LOW / 2, log_probabilities, 0.0)).sum()


def clipped_surrogate(ratio: Array, advantage: Array, clip: ArrayLike) -> tuple[Array, Array]:
    """(loss, clipped): the negative of min(r A, clip(r, 1 - c, 1 + c) A). Schulman et al. (2017), equation 7."""
    inside = jnp.clip(ratio, 1 - clip, 1 + clip)
    return -jnp.minimum(ratio * advantage, inside * advantage), ratio * advantage > inside * advantage


def value_loss(value: Array, target: Array, old: Array, clip: ArrayLike | None) -> Array:
    """(v - target)^2 / 2; with `clip` the worse of it and of v held within `clip` of the value before the update."""
    plain = jnp.square(value - target)
    if clip is not None:
        reach = jnp.asarray(clip)
        held = old + jnp.clip(value - old, -reach, reach)
        plain = jnp.maximum(plain, jnp.square(held - target))
    return plain / 2


def kl(log_p: Array, log_q: Array) -> Array:
    """Kullback-Leibler divergence of p from q, both over the same legal actions."""
    return (jnp.exp(log_p) * jnp.where(log_p > LOW / 2, log_p - log_q, 0.0)).sum()


def weighted_mean(values: Array, weights: Array) -> Array:
    """The mean over the axes of the weights of what counts; 0 if nothing does."""
    counted = values * weights.reshape(weights.shape + (1,) * (values.ndim - weights.ndim))
    return counted.sum(tuple(range(weights.ndim))) / jnp.maximum(weights.sum(), 1.0)
