"""Flat Monte Carlo: every legal action in the same worlds, each played to its end.

The same worlds for all actions, and the same luck of the players in each, so that what differs is the action.
"""

from __future__ import annotations

from typing import Any

import jax
from jax import Array

from mazzo.core.agent import Agent
from mazzo.core.game import Game
from mazzo.search.goal import Goal
from mazzo.search.rollout import begin, choices, play_out, try_action, worth
from mazzo.search.tally import Tally, count
from mazzo.search.worlds import Belief, draw_worlds, seat_of


def flat(
    game: Game[Any, Any],
    goal: Goal,
    players: tuple[Agent, ...],
    worlds: int,
    belief: Belief,
    view: Any,
    key: Array,
) -> Tally:
    """The key is consumed."""
    seat = seat_of(view)
    actions, there = choices(game.spec, view.legal)
    drawn = draw_worlds(game, players, view, worlds, key, belief)

    def one(world: Any, action: Array) -> Array:
        line = try_action(game, players, goal, begin(game, world), action)
        return worth(game, goal, play_out(game, players, goal, line))[seat]

    return count(actions, there, jax.vmap(jax.vmap(one, (None, 0)), (0, None))(drawn, actions))
