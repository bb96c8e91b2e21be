"""What a searcher wants: numbers for every seat, at the end of a game or paid on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.errors import unknown
from mazzo.core.game import Game, Reward
from mazzo.core.spec import Spec


@dataclass(frozen=True)
class Goal:
    """What a line of play is worth: all that was paid in it, and what its last state is worth if the game is over."""

    final: Callable[[Any], Array]  # final state -> float32[players]
    paid: Reward | None = None  # (before, action, after) -> float32[players]


@dataclass(frozen=True)
class Lesson:
    """What a critic has learned to foresee: a reward, or a sum of several, times a scale."""

    rewards: tuple[tuple[str, float], ...]  # names and weights
    scale: float = 1.0
    terms: tuple[tuple[str, float], ...] = ()  # weights of a reward's terms, where they differ from its own


def margins(spec: Spec, returns: Array) -> Array:
    """What each seat's side has more than the best other side; the returns themselves where there is none."""
    if spec.sides < 2:
        return returns
    teams = np.array(spec.teams)
    others = np.where(teams[:, None] == teams, -np.inf, 0.0).astype(np.float32)
    return returns - (returns + others).max(axis=1)


def results(spec: Spec, returns: Array) -> Array:
    """1 won, 0 drawn, -1 lost; where there is no other side, whether the best return was reached."""
    if spec.sides < 2:
        return (returns >= spec.returns[1]).astype(jnp.float32)
    return jnp.sign(margins(spec, returns))


UTILITIES: dict[str, Callable[[Spec, Array], Array]] = {
    "difference": margins,
    "result": results,
    "return": lambda spec, returns: returns,
}


def goal_by_name(game: Game[Any, Any], utility: str) -> Goal:
    """`difference`, `result` or `return`."""
    if utility not in UTILITIES:
        raise unknown("utility", utility, list(UTILITIES))
    measure = partial(UTILITIES[utility], game.spec)
    return Goal(lambda state: measure(game.returns(state)))


def goal_of_critic(game: Game[Any, Any], lesson: Lesson) -> Goal:
    """What a critic foresees, paid play by play, so that its judgement can stand for the rest of a game."""

    def paid(before: Any, action: Array, after: Any) -> Array:
        total = jnp.zeros(game.spec.players, jnp.float32)
        for name, weight in lesson.rewards:
            weights = game.reward_weights(name, dict(lesson.terms))
            given = (np.array(weights, np.float32),) if weights else ()
            total = total + weight * game.reward(name)(before, action, after, *given)
        return total * lesson.scale

    return Goal(lambda state: jnp.zeros(game.spec.players, jnp.float32), paid)
