"""Schedules, and choices that sometimes are not the best one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from mazzo.core.chance import choose, fold_in
from mazzo.core.errors import MazzoError
from mazzo.ops.losses import masked_argmax

MOST_PIECES = 4  # of a schedule; all have as many, so that those of several runs can be stacked


class Schedule(NamedTuple):
    """A number that changes with the steps taken: pieces of (until, from, to), straight or by a constant factor.

    Traced, so that runs with other numbers share one compiled program.
    """

    until: Array  # float[pieces], the step at which each piece ends
    start: Array  # float[pieces]
    end: Array  # float[pieces]
    decay: Array  # float, used where it is below 0: start[0] * exp(decay * step), not less than end[-1]

    def __call__(self, step: ArrayLike) -> Array:
        step = jnp.asarray(step, jnp.float32)
        before = jnp.concatenate([jnp.zeros(1), self.until[:-1]])
        part = jnp.clip((step - before) / jnp.maximum(self.until - before, 1e-9), 0.0, 1.0)
        piece = jnp.minimum((step >= self.until).sum(), len(self.until) - 1)
        staged = (self.start + (self.end - self.start) * part)[piece]
        decayed = jnp.maximum(self.start[0] * jnp.exp(step * self.decay), self.end[-1])
        return jnp.where(self.decay < 0.0, decayed, staged)


def now(amount: ArrayLike | Schedule, step: ArrayLike) -> ArrayLike:
    """A number that stays, or what a schedule has come to; of a row of schedules, leaves [n, ...], a row."""
    if not isinstance(amount, Schedule):
        return amount
    return amount(step) if amount.until.ndim == 1 else jax.vmap(lambda one: one(step))(amount)


def row(amounts: Sequence[str | float]) -> Schedule:
    """Several schedules as one, leaves [n, ...]."""
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *map(parse, amounts))


def constant(value: float) -> Schedule:
    return staged([(1.0, value, value)])


def linear(start: float, end: float, steps: float) -> Schedule:
    """From `start` to `end` in `steps`, then `end`."""
    return staged([(steps, start, end)])


def exponential(start: float, factor: float, least: float = 0.0) -> Schedule:
    """start * factor^step, not less than `least`.

    The logarithm is taken before rounding to float32, in which 0.999998 itself has lost 1 % of its distance from 1.
    """
    if not 0.0 < factor < 1.0:
        raise MazzoError(f"the factor of an exponential schedule is {factor}; choose one between 0 and 1")
    return staged([(1.0, start, least)])._replace(decay=jnp.float32(math.log(factor)))


def staged(pieces: Sequence[tuple[float, float, float]]) -> Schedule:
    """Pieces of (until, from, to); after the last one its end stays."""
    if len(pieces) > MOST_PIECES:
        raise MazzoError(f"a staged schedule has {len(pieces)} pieces; {MOST_PIECES} are the most")
    final, _, last = pieces[-1]
    padded = [*pieces, *[(final, last, last)] * (MOST_PIECES - len(pieces))]
    until, start, end = (jnp.asarray(column, jnp.float32) for column in zip(*padded, strict=True))
    return Schedule(until, start, end, jnp.float32(0.0))


def parse(text: str | float) -> Schedule:
    """`0.1`; `linear 1 0.1 5000`; `exponential 1 0.999998 [0.1]`; `staged 500000:1:1 700000:1:0.2`."""
    try:
        kind, *rest = str(text).split()
        if not rest:
            return constant(float(kind))
        if kind == "staged":
            return staged([tuple(map(float, piece.split(":"))) for piece in rest])  # type: ignore[misc]
        if kind == "linear":
            return linear(*map(float, rest))
        if kind == "exponential":
            return exponential(*map(float, rest))
        raise KeyError(kind)
    except (KeyError, TypeError, ValueError):
        raise MazzoError(
            f"{text!r} is no schedule; write a number, `linear FROM TO STEPS`, `exponential FROM FACTOR LEAST` or "
            "`staged UNTIL:FROM:TO …`"
        ) from None


def epsilon_greedy(key: Array, values: Array, legal: Array, epsilon: ArrayLike) -> Array:
    """The best legal action, or with chance epsilon any legal one. The key is consumed."""
    explores = jax.random.uniform(fold_in(key, 0)) < epsilon
    return jnp.where(explores, choose(fold_in(key, 1), legal), masked_argmax(values, legal))


def mixed(log_probabilities: Array, legal: Array, epsilon: ArrayLike) -> Array:
    """Log-probabilities of a policy that with chance epsilon plays any legal action. Thesis of TU/e, section 6.2."""
    uniform = legal / jnp.maximum(legal.sum(), 1)
    return jnp.log((1 - epsilon) * jnp.exp(log_probabilities) + epsilon * uniform + 1e-30)
