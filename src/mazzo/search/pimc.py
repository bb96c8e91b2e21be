"""Perfect-information Monte Carlo: in each world every legal action, followed by the best play of all seats who see
all cards, for some plays; then the players go on.

Each seat does what is best for itself (max^n, which is minimax where there are two sides). Exact once no more plays
are left than are searched. Source of the idea: M. Ginsberg (2001), GIB.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from mazzo.search.rollout import Line, Thought, choices
from mazzo.search.tally import Tally, count
from mazzo.search.worlds import seat_of


def pimc(thought: Thought, worlds: int, depth: int, view: Any, key: Array) -> Tally:
    """The key is consumed."""
    actions, there = choices(thought.game.spec, view.legal)
    seat = seat_of(view)

    def one(world: Line, action: Array) -> Array:
        return best_play(thought, depth, thought.try_action(world, action))[seat]

    drawn = thought.worlds(view, worlds, key)
    return count(actions, there, jax.vmap(jax.vmap(one, (None, 0)), (0, None))(drawn, actions))


def best_play(thought: Thought, depth: int, line: Line) -> Array:
    """float32[players]: what a line is worth if the next `depth` plays are the best with all cards seen."""
    if depth == 0:
        return thought.worth(thought.play_out(line))
    state = line.table.state
    actions, there = choices(thought.game.spec, thought.game.legal(state))
    worths = jax.vmap(lambda action: best_play(thought, depth - 1, thought.try_action(line, action)))(actions)
    # Once the game is over nothing is legal, and every place holds what the end is worth.
    return worths[jnp.argmax(jnp.where(there, worths[:, state.turn], -jnp.inf))]
