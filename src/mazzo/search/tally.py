"""What a search has found out about each legal action. Tallies of the same view can be added, whoever made them."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from mazzo.core.agent import Info


class Tally(NamedTuple):
    """Arrays [choices]; sums over the times that an action was tried."""

    actions: Array  # int32
    there: Array  # bool, the place holds a legal action
    own: Array  # bool, what the searcher's player would do without search
    tries: Array  # float32
    total: Array  # float32, of the worth for the searcher's seat
    squares: Array  # float32, of its square
    gains: Array  # float32, of the square of what it was worth more than the player's own action in the same world


def add(one: Tally, other: Tally) -> Tally:
    """The player's own action may be drawn by chance: that of the first tally counts."""
    return Tally(one.actions, one.there, one.own, *jax.tree.map(jnp.add, one[3:], other[3:]))


def means(tally: Tally) -> Array:
    """float32[choices]; 0 where an action was not tried."""
    return tally.total / jnp.maximum(tally.tries, 1)


def most_tried(tally: Tally) -> Array:
    """The place of the action tried most, of equals the one of greatest mean: for searches that try good ones more."""
    tried = tally.there & (tally.tries == jnp.where(tally.there, tally.tries, -1).max())
    return jnp.argmax(jnp.where(tried, means(tally), -jnp.inf))


def surest(tally: Tally, caution: float) -> Array:
    """The place of the action that gains most over the player's own, less `caution` standard errors of its gain; the
    player's own if nothing is left of any."""
    mean = means(tally)
    own = jnp.argmax(tally.own)
    gain = mean - mean[own]
    sure = gain - caution * _error(tally.gains, gain, tally.tries)
    sure = jnp.where(tally.there & ~tally.own, sure, -jnp.inf)
    return jnp.where(sure.max() > 0, jnp.argmax(sure), own)


def shown(tally: Tally, place: Array) -> Info:
    """What hints and reviews show of a search that chose this place."""
    mean = means(tally)
    return {
        "actions": tally.actions,
        "legal": tally.there,
        "values": mean,
        "tries": tally.tries,
        "errors": _error(tally.squares, mean, tally.tries),
        "value": mean[place],
    }


def _error(squares: Array, mean: Array, tries: Array) -> Array:
    """The standard error of a mean."""
    many = jnp.maximum(tries, 1)
    return jnp.sqrt(jnp.maximum(squares / many - jnp.square(mean), 0) / many)
