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

from mazzo.core.agent import Agent
from mazzo.core.game import Game
from mazzo.search.goal import Goal
from mazzo.search.rollout import Line, begin, choices, play_out, try_action, worth
from mazzo.search.tally import Tally, count
from mazzo.search.worlds import Belief, draw_worlds, seat_of


def pimc(
    game: Game[Any, Any],
    goal: Goal,
    players: tuple[Agent, ...],
    worlds: int,
    depth: int,
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
        return best_play(game, goal, players, depth, line)[seat]

    return count(actions, there, jax.vmap(jax.vmap(one, (None, 0)), (0, None))(drawn, actions))


def best_play(game: Game[Any, Any], goal: Goal, players: tuple[Agent, ...], depth: int, line: Line) -> Array:
    """float32[players]: what a line is worth if the next `depth` plays are the best with all cards seen."""
    if depth == 0:
        return worth(game, goal, play_out(game, players, goal, line))
    state = line.table.state
    actions, there = choices(game.spec, game.legal(state))

    def after(action: Array) -> Array:
        return best_play(game, goal, players, depth - 1, try_action(game, players, goal, line, action))

    worths = jax.vmap(after)(actions)
    # Once the game is over nothing is legal, and every place holds what the end is worth.
    return worths[jnp.argmax(jnp.where(there, worths[:, state.turn], -jnp.inf))]
