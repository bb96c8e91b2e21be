"""Flat Monte Carlo: every legal action in the same worlds, each played to its end.

The same worlds for all actions, and the same luck of the players in each, so that what differs is the action.
"""

from __future__ import annotations

from typing import Any

import jax
from jax import Array

from mazzo.search.rollout import Line, Thought, choices
from mazzo.search.tally import Tally, count
from mazzo.search.worlds import seat_of


def flat(thought: Thought, worlds: int, view: Any, key: Array) -> Tally:
    """The key is consumed."""
    actions, there = choices(thought.game.spec, view.legal)
    seat = seat_of(view)

    def one(world: Line, action: Array) -> Array:
        return thought.worth(thought.play_out(thought.try_action(world, action)))[seat]

    drawn = thought.worlds(view, worlds, key)
    return count(actions, there, jax.vmap(jax.vmap(one, (None, 0)), (0, None))(drawn, actions))
