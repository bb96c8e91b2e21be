"""Value lookahead: every legal action in the same worlds, played on to an own later decision, where a critic judges.

With one decision the critic sees what the others answered; with more its own player has answered them in turn.
"""

from __future__ import annotations

from typing import Any

import jax
from jax import Array

from mazzo.search.rollout import Line, Thought, choices
from mazzo.search.tally import Tally, count
from mazzo.search.worlds import seat_of


def lookahead(thought: Thought, worlds: int, decisions: int, view: Any, key: Array) -> Tally:
    """The goal is what the critic of the first player foresees. The key is consumed."""
    actions, there = choices(thought.game.spec, view.legal)
    seat = seat_of(view)

    def one(world: Line, action: Array) -> Array:
        line = thought.play_to_own_turn(thought.try_action(world, action), seat, decisions)
        return thought.judged(line, seat)[seat]

    drawn = thought.worlds(view, worlds, key)
    return count(actions, there, jax.vmap(jax.vmap(one, (None, 0)), (0, None))(drawn, actions))
