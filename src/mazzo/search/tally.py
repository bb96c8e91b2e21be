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
    tries: Array  # float32
    total: Array  # float32, of the worth for the searcher's seat
    squares: Array  # float32, of its square


def count(actions: Array, there: Array, places: Array, worths: Array, counts: Array) -> Tally:
    """From trials, arrays [trials]: the place of the action tried, what it was worth, and whether it counts."""
    tried = (places[:, None] == jnp.arange(actions.shape[0])) & counts[:, None]
    found = jnp.where(tried, worths[:, None], 0.0)
    return Tally(actions, there, tried.sum(0, dtype=jnp.float32), found.sum(0), jnp.square(found).sum(0))


def add(one: Tally, other: Tally) -> Tally:
    return Tally(one.actions, one.there, *jax.tree.map(jnp.add, one[2:], other[2:]))


def means(tally: Tally) -> Array:
    """float32[choices]; 0 where an action was not tried."""
    return tally.total / jnp.maximum(tally.tries, 1)


def best(tally: Tally, most_tried: bool) -> tuple[Array, Info]:
    """The action of greatest mean, or, of a search that tries good actions more often, the one tried most; and what
    hints and reviews show."""
    mean = means(tally)
    tried = tally.there & (tally.tries > 0)
    if most_tried:
        tried = tried & (tally.tries == jnp.where(tried, tally.tries, 0).max())
    place = jnp.argmax(jnp.where(tried, mean, -jnp.inf))
    variance = tally.squares / jnp.maximum(tally.tries, 1) - jnp.square(mean)
    info = {
        "actions": tally.actions,
        "legal": tally.there,
        "values": mean,
        "tries": tally.tries,
        "errors": jnp.sqrt(jnp.maximum(variance, 0) / jnp.maximum(tally.tries, 1)),
        "value": mean[place],
    }
    return tally.actions[place], info
