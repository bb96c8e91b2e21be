"""Rewards of the papers: (before, action, after) -> float32[players]."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.game import Reward
from mazzo.games.briscola.rules import State
from mazzo.games.briscola.spec import Rules

WIN = 61  # points that decide a game of 120


def result(rules: Rules, before: State, action: Array, after: State) -> Array:
    """Padova 6.3, first: at the end +1 to the winner and -1 to the losers, 0 for a draw."""
    own, best = _own_and_best_other(rules, after)
    return jnp.where(after.done & ~before.done, jnp.sign(own - best), 0).astype(jnp.float32)


def tricks(rules: Rules, before: State, action: Array, after: State) -> Array:
    """Padova 6.3, second: after every trick +1 to the side that took it and -1 to the others."""
    won = after.turn  # whoever took the trick leads the next one
    side = np.array(rules.teams)
    mine = jnp.asarray(side) == jnp.asarray(side)[won]
    return jnp.where(_trick_over(rules, before), jnp.where(mine, 1.0, -1.0), 0.0)


def points(rules: Rules, before: State, action: Array, after: State) -> Array:
    """Padova 6.3, third: the points of the trick, positive to the side that took it and negative to the others."""
    gained = (after.points - before.points).astype(jnp.float32)
    return (2 * gained - gained.sum())[np.array(rules.teams)]


def points_and_win(rules: Rules, before: State, action: Array, after: State) -> Array:
    """Padova 6.3, final: `points`, and 100 more or less on the trick in which a side first passes 60."""
    passed = (after.points >= WIN) & (before.points < WIN)
    side = np.array(rules.teams)
    extra = jnp.where(passed.any(), jnp.where(passed[side], 100.0, -100.0), 0.0)
    return points(rules, before, action, after) + extra


def sapienza(rules: Rules, before: State, action: Array, after: State) -> Array:
    """Sapienza 3.3.5: own points of the trick / 22; for the last trick 1 for a won game, else 0."""
    gained = (after.points - before.points)[np.array(rules.teams)] / 22.0
    own, best = _own_and_best_other(rules, after)
    return jnp.where(after.done, (own > best) & ~before.done, gained).astype(jnp.float32)


def rewards(rules: Rules) -> dict[str, Reward]:
    named = {
        "result": result,
        "tricks": tricks,
        "points": points,
        "points-and-win": points_and_win,
        "sapienza": sapienza,
    }
    return {name: partial(reward, rules) for name, reward in named.items()}


def _trick_over(rules: Rules, before: State) -> Array:
    return (before.plays % rules.players == rules.players - 1) & ~before.done


def _own_and_best_other(rules: Rules, state: State) -> tuple[Array, Array]:
    """Of each seat: the points of its side, and of the best other side."""
    same = np.eye(rules.sides, dtype=bool)
    best = jnp.where(same, -1, state.points[None, :]).max(axis=1)
    side = np.array(rules.teams)
    return state.points[side], best[side]
