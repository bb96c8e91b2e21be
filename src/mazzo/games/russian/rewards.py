"""Rewards: (before, action, after) -> float32[1]."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
from jax import Array

from mazzo.core.game import Reward
from mazzo.games.russian.rules import State, won
from mazzo.games.russian.spec import Rules


def win(rules: Rules, before: State, action: Array, after: State) -> Array:
    """He 2021: 1 for a win, else 0."""
    return (won(after) & ~before.done)[None].astype(jnp.float32)


def progress(rules: Rules, before: State, action: Array, after: State) -> Array:
    """Ours, for shaping: cards turned face up and cards brought to the foundations; a won game brings 1 in all."""
    whole = sum(rules.down) + len(rules.deck)
    left_before, left_after = (_sum(state.down) + _sum(state.sizes) for state in (before, after))
    return ((left_before - left_after) / whole)[None].astype(jnp.float32)


def rewards(rules: Rules) -> dict[str, Reward]:
    return {"win": partial(win, rules), "progress": partial(progress, rules)}


def _sum(numbers: Array) -> Array:
    return numbers.sum(dtype=jnp.int32)
