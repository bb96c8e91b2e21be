"""The worlds in which a searcher thinks: full states that agree with its view, at which its players sit.

`Game.redeal` draws them evenly from all that the hard facts allow. What the others' past actions tell beyond that is
a weight on worlds, computed here by playing each world's past again: how likely were those actions in it?
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from mazzo.core.agent import Agent
from mazzo.core.arrays import once
from mazzo.core.chance import fold_in, stream
from mazzo.core.game import Deal, Game
from mazzo.core.rollout import Play, Table, move, sit
from mazzo.core.spec import Spec

DEAL, PAST, FUTURE, CHOICE = range(4)  # purposes of a world's random stream


class Belief(NamedTuple):
    """How much a searcher makes of the others' past actions."""

    candidates: int = 1  # worlds drawn for each one that is kept; 1: all worlds are equally likely
    doubt: float = 0.1  # the part of their actions that may have been any, so that no world is ruled out by a habit


EVEN = Belief()


def seat_of(view: Any) -> Array:
    """int32: whose view it is.

    Not int8: where a few worlds lie side by side, LLVM cannot compile comparisons of int8 with one number for all of
    them (LLVM ERROR: Cannot select … SUBV_BROADCAST_LOAD; jaxlib 0.10, AVX-512, eight worlds).
    """
    return once(view.seat.astype(jnp.int32))


def seating(spec: Spec, players: tuple[Agent, ...], seat: Array) -> Array:
    """int8[players]: the first of the players holds the searcher's side (in a cooperative game its seat alone), the
    last one all others."""
    teams = np.array(spec.teams) if spec.sides > 1 else np.arange(spec.players)
    own = jnp.asarray(teams) == jnp.asarray(teams)[seat]
    return jnp.where(own, 0, len(players) - 1).astype(jnp.int8)


def draw_worlds(
    game: Game[Any, Any], players: tuple[Agent, ...], view: Any, number: int, key: Array, belief: Belief = EVEN
) -> Table:
    """`number` worlds that look like `view` from its seat; leaves [number, ...]. The key is consumed."""
    keys = jax.vmap(partial(stream, key, DEAL))(jnp.arange(number * belief.candidates))
    weighed = belief.candidates > 1
    if weighed or any(player.remembers for player in players):
        worlds, logs = relive_worlds(game, players, view, keys, belief.doubt)
    else:
        worlds = jax.vmap(partial(_skip_to_now, game, players, view))(keys)
    if not weighed:
        return worlds
    kept = resample(logs, number, stream(key, CHOICE))
    worlds = jax.tree.map(lambda leaf: leaf[kept], worlds)
    # A world that is kept twice goes on in two ways.
    return worlds._replace(key=jax.vmap(partial(stream, key, FUTURE))(jnp.arange(number)))


def relive_worlds(
    game: Game[Any, Any],
    players: tuple[Agent, ...],
    view: Any,
    keys: Array,
    doubt: ArrayLike = EVEN.doubt,
    seats: Array | None = None,
) -> tuple[Table, Array]:
    """The world drawn with each key, and how likely the others' past actions are in it: float32[keys], as logarithm.

    `seats` says which of the players holds each seat, if not as a searcher has it.
    """
    return jax.vmap(partial(_relive, game, players, view, doubt=doubt, seats=seats))(keys)


def resample(logs: Array, number: int, key: Array) -> Array:
    """int32[number]: which of the weighted worlds are kept, each as often as its share says, rounded up or down.

    Systematic resampling (Kitagawa 1996): one random offset, equal steps through the summed shares.
    """
    shares = jnp.cumsum(jax.nn.softmax(logs))
    marks = (jnp.arange(number) + jax.random.uniform(key)) / number
    return jnp.minimum(jnp.searchsorted(shares, marks), logs.shape[0] - 1)


def play_forced(game: Game[Any, Any], players: tuple[Agent, ...], table: Table, action: Array) -> tuple[Table, Play]:
    """`move`, but with this action; players that remember remember it as a decision of their own.

    (table after the action, what the players would have done)
    """
    after, play = move(game, players, table)
    return after._replace(state=game.step(table.state, action)), play


# ------------------------------------------------------------------------------------------------- helpers


def _at_the_start(
    game: Game[Any, Any], players: tuple[Agent, ...], view: Any, key: Array, seats: Array | None = None
) -> tuple[Deal, Table]:
    deal = game.redeal(view, fold_in(key, DEAL))
    if seats is None:
        seats = seating(game.spec, players, seat_of(view))
    return deal, sit(game, players, deal, seats, fold_in(key, PAST))


def _skip_to_now(game: Game[Any, Any], players: tuple[Agent, ...], view: Any, key: Array) -> Table:
    deal, table = _at_the_start(game, players, view, key)
    state = game.replay(deal, view.actions, view.plays)
    return table._replace(state=state, ply=view.plays.astype(jnp.int32), key=fold_in(key, FUTURE))


def _relive(
    game: Game[Any, Any],
    players: tuple[Agent, ...],
    view: Any,
    key: Array,
    doubt: ArrayLike,
    seats: Array | None = None,
) -> tuple[Table, Array]:
    """A world with its players' memories, and the logarithm of how likely the others' past actions are in it."""
    _, table = _at_the_start(game, players, view, key, seats)
    seat = seat_of(view)

    def one(ply: Array, carry: tuple[Table, Array]) -> tuple[Table, Array]:
        table, log = carry
        action = view.actions[ply].astype(jnp.int32)
        other = table.state.turn != seat
        holder = table.seating[table.state.turn]
        table, play = play_forced(game, players, table, action)
        likely = jnp.stack([_likely(p, play, i, action, doubt) for i, p in enumerate(players)])[holder]
        return table, log + jnp.where(other, jnp.log(likely), 0.0)

    now = view.plays.astype(jnp.int32)
    table, log = jax.lax.fori_loop(0, now, one, (table, jnp.float32(0)))
    return table._replace(key=fold_in(key, FUTURE)), log


def _likely(player: Agent, play: Play, number: int, action: Array, doubt: ArrayLike) -> Array:
    """How likely a player's action was: by its own chances; without these it would have done what it does now."""
    if player.chances is None:
        own = (play.action == action).astype(jnp.float32)
    else:
        own = player.chances(play.view, play.infos[number], action[None])[0]
    return own + doubt * (1 / jnp.maximum(play.view.legal.sum(), 1) - own)
