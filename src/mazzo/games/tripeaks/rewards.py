"""Rewards: (before, action, after) -> float32[1]."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
from jax import Array

from mazzo.core.game import Reward
from mazzo.games.tripeaks.rules import State, won
from mazzo.games.tripeaks.spec import Rules


def win(rules: Rules, before: State, action: Array, after: State) -> Array:
    """He 2021: 1 for a win, else 0."""
    return (won(rules, after) & ~before.done)[None].astype(jnp.float32)


def progress(rules: Rules, before: State, action: Array, after: State) -> Array:
    """Ours, for shaping: the part of the tableau that the move cleared. A won game brings 1 in all."""
    taken = (after.plays - after.turned) - (before.plays - before.turned)
    return (taken / rules.places)[None].astype(jnp.float32)


def rewards(rules: Rules) -> dict[str, Reward]:
    return {"win": partial(win, rules), "progress": partial(progress, rules)}
