"""Rewards of Maraffone: (before, action, after) -> float32[players]."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.game import Reward
from mazzo.games.maraffone.rules import State
from mazzo.games.maraffone.rules import points as rounded
from mazzo.games.maraffone.spec import TEAMS

OWN, OTHER = np.array(TEAMS), 1 - np.array(TEAMS)


def difference(before: State, action: Array, after: State) -> Array:
    """Ragazzini 2.3: the change of own minus other points, each rounded down. Summed over what happens between two own
    actions it is what its agents received."""
    change = (rounded(after) - rounded(before)).astype(jnp.float32)
    return change[OWN] - change[OTHER]


def points(before: State, action: Array, after: State) -> Array:
    """Ragazzini 2.3, the other option: the change of the own points."""
    return (rounded(after) - rounded(before)).astype(jnp.float32)[OWN]


def end(before: State, action: Array, after: State) -> Array:
    """The difference, all of it at the end of the deal: the possibility that Ragazzini leaves unexplored."""
    total = rounded(after).astype(jnp.float32)
    return jnp.where(after.done & ~before.done, total[OWN] - total[OTHER], 0.0)


REWARDS: dict[str, Reward] = {"difference": difference, "points": points, "end": end}
