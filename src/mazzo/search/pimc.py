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

from mazzo.search.rollout import Line, Thought, choices, try_all
from mazzo.search.tally import Tally


def pimc(thought: Thought, worlds: int, depth: int, view: Any, key: Array) -> Tally:
    """The key is consumed."""

    def worth(line: Line, seat: Array) -> Array:
        return best_play(thought, depth, line)[seat]

    return try_all(thought, worlds, view, key, worth)


def best_play(thought: Thought, depth: int, line: Line) -> Array:
    """float32[players]: what a line is worth if the next `depth` plays are the best with all cards seen."""
    if depth == 0:
        return thought.worth(thought.play_out(line))
    state = line.table.state
    actions, there = choices(thought.game.spec, thought.game.legal(state))
    worths = jax.vmap(lambda action: best_play(thought, depth - 1, thought.try_action(line, action)))(actions)
    # Once the game is over nothing is legal, and every place holds what the end is worth.
    return worths[jnp.argmax(jnp.where(there, worths[:, state.turn], -jnp.inf))]
