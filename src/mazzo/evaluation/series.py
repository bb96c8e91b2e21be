"""Matches of several deals, as to 41 at Maraffone: every match is played twice on the same deals, sides exchanged."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from mazzo.core import chance
from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal, Game, MatchRules
from mazzo.core.rollout import play_deals
from mazzo.evaluation.match import Progress, seatings

DEALS, PLAYS, SETUP = 2, 3, 4  # purposes of the random streams; 0 and 1 are those of single deals
MOST_DEALS = 200  # a match that is still open then would be a fault of the game


def play_series(
    game: Game[Any, Any],
    agents: tuple[Agent, Agent],
    matches: int,
    seed: int = 0,
    progress: Progress = lambda done, total: None,
) -> NDArray[np.bool_]:
    """bool[pairs, 2]: did agents[0] win; `matches` is rounded up to whole pairs."""
    rules = game.match
    if rules is None:
        raise MazzoError(f"{game.spec.title} has no matches of several deals")
    seating = seatings(game.spec, guests=True)
    sides = len(seating)
    pairs = -(-matches // sides)
    own = np.array([int(np.argmax(row == 0)) for row in seating])  # a seat of agents[0] in each rotation
    other = np.array([int(np.argmax(row == 1)) for row in seating])
    key = jax.random.key(seed)
    setup = jax.vmap(lambda i: rules.first(chance.stream(key, SETUP, i)))(jnp.arange(pairs))
    setup = jnp.repeat(setup, sides, axis=0)
    scores = np.zeros((pairs, sides, 2))
    won = np.zeros((pairs, sides), bool)
    open_ = np.ones((pairs, sides), bool)
    for number in range(MOST_DEALS):
        returns, setup = _deal(game, rules, pairs)(agents, jnp.asarray(seating), key, jnp.int32(number), setup)
        points = np.asarray(returns).reshape(pairs, sides, -1)
        gained = np.stack([points[:, np.arange(sides), own], points[:, np.arange(sides), other]], axis=-1)
        scores += np.where(open_[..., None], gained, 0)
        decided = open_ & rules.decided(scores)
        won |= decided & (scores[..., 0] > scores[..., 1])
        open_ &= ~decided
        progress(int((~open_).sum()), open_.size)
        if not open_.any():
            return won
    raise MazzoError(
        f"a match of {game.spec.title} is still open after {MOST_DEALS} deals; its target is {rules.target}"
    )


@cache
def _deal(game: Game[Any, Any], rules: MatchRules, pairs: int) -> Callable[..., tuple[Array, Array]]:
    """Compiled: one deal of every match, finished ones included; gives returns and the setups of the next deals."""

    def run(agents: Any, seating: Array, key: Array, number: Array, setup: Array) -> tuple[Array, Array]:
        sides = seating.shape[0]
        match = jnp.arange(pairs)
        decks = jax.vmap(lambda i: game.deal(chance.stream(key, DEALS, i, number)).deck)(match)
        keys = jax.vmap(lambda i: jax.vmap(partial(chance.stream, key, PLAYS, i, number))(jnp.arange(sides)))(match)
        deals = Deal(jnp.repeat(decks, sides, axis=0), setup)
        finished = play_deals(game, agents, deals, jnp.tile(seating, (pairs, 1)), keys.reshape(-1))
        return finished.returns, jax.vmap(rules.following)(finished.state)

    return jax.jit(run)
