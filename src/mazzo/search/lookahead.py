"""Value lookahead: every legal action in the same worlds, played on to an own later decision, where a critic judges.

With one decision the critic sees what the others answered; with more its own player has answered them in turn.
"""

from __future__ import annotations

from typing import Any

import jax
from jax import Array

from mazzo.core.agent import Agent
from mazzo.core.game import Game
from mazzo.search.goal import Goal
from mazzo.search.rollout import begin, choices, judged, play_to_own_turn, try_action
from mazzo.search.tally import Tally, count
from mazzo.search.worlds import Belief, draw_worlds, seat_of


def lookahead(
    game: Game[Any, Any],
    goal: Goal,
    players: tuple[Agent, ...],
    worlds: int,
    decisions: int,
    belief: Belief,
    view: Any,
    key: Array,
) -> Tally:
    """The goal is what the critic of the first player foresees. The key is consumed."""
    seat = seat_of(view)
    actions, there = choices(game.spec, view.legal)
    drawn = draw_worlds(game, players, view, worlds, key, belief)

    def one(world: Any, action: Array) -> Array:
        line = try_action(game, players, goal, begin(game, world), action)
        line = play_to_own_turn(game, players, goal, line, seat, decisions)
        return judged(game, players, goal, line, seat)[seat]

    return count(actions, there, jax.vmap(jax.vmap(one, (None, 0)), (0, None))(drawn, actions))
