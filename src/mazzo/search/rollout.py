"""Lines of play in a searcher's worlds: an action, how the players go on from there, and what it all is worth."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.agent import Agent
from mazzo.core.arrays import anywhere
from mazzo.core.chance import nth_true
from mazzo.core.game import Game
from mazzo.core.rollout import Table, move
from mazzo.core.spec import Spec
from mazzo.search.goal import Goal
from mazzo.search.worlds import play_forced


class Line(NamedTuple):
    """A game that goes on in a searcher's mind."""

    table: Table
    paid: Array  # float32[players], since the searcher began to think


def begin(game: Game[Any, Any], world: Table) -> Line:
    return Line(world, jnp.zeros(game.spec.players, jnp.float32))


def choices(spec: Spec, legal: Array) -> tuple[Array, Array]:
    """(int32[spec.choices], bool[spec.choices]): the legal actions, and which of the places hold one.

    The other places repeat the first action, which does no harm where they are tried.
    """
    places = jnp.arange(spec.choices)
    actions = jax.vmap(lambda nth: nth_true(legal, nth))(places).astype(jnp.int32)
    there = places < legal.sum()
    return jnp.where(there, actions, actions[0]), there


def try_action(game: Game[Any, Any], players: tuple[Agent, ...], goal: Goal, line: Line, action: Array) -> Line:
    """The line goes on with this action of the seat on turn."""
    table, _ = play_forced(game, players, line.table, action)
    return _paid(goal, line, action, table)


def play_out(game: Game[Any, Any], players: tuple[Agent, ...], goal: Goal, line: Line) -> Line:
    """The players play to the end. Lines that are over rest, until all of those side by side are."""
    longest = game.spec.longest

    def going(line: Line) -> Array:
        return anywhere(~line.table.state.done & (line.table.ply < longest))

    return jax.lax.while_loop(going, lambda line: _played(game, players, goal, line), line)


def play_to_own_turn(
    game: Game[Any, Any], players: tuple[Agent, ...], goal: Goal, line: Line, seat: Array, decisions: int = 1
) -> Line:
    """The players play until the seat has its `decisions`-th decision before it, or the game is over."""

    def going(carry: tuple[Line, Array]) -> Array:
        line, met = carry
        state = line.table.state
        return ~state.done & ((state.turn != seat) | (met < decisions)) & (line.table.ply < game.spec.longest)

    def on(carry: tuple[Line, Array]) -> tuple[Line, Array]:
        line = _played(game, players, goal, carry[0])
        state = line.table.state
        return line, carry[1] + ((state.turn == seat) & ~state.done)

    state = line.table.state
    met = ((state.turn == seat) & ~state.done).astype(jnp.int32)
    return jax.lax.while_loop(going, on, (line, met))[0]


def worth(game: Game[Any, Any], goal: Goal, line: Line) -> Array:
    """float32[players]: of a line whose game is over."""
    return line.paid + goal.final(line.table.state)


def judged(game: Game[Any, Any], players: tuple[Agent, ...], goal: Goal, line: Line, seat: Array) -> Array:
    """float32[players]: of a line that stops where the seat has to decide, by the critic of its player; or at the end.

    The critic speaks for the seat's side alone. What that wins the others are taken to lose, in equal parts.
    """
    state = line.table.state
    critic = players[0]
    memory = jax.tree.map(lambda leaf: leaf[seat], line.table.memories[0])
    _, _, info = critic.act(critic.params, memory, game.observe(state, seat), line.table.key)
    teams = np.array(game.spec.teams)
    own = jnp.asarray(teams) == jnp.asarray(teams)[seat]
    foreseen = info["value"] * jnp.where(own, 1.0, -1.0 / max(game.spec.sides - 1, 1))
    return line.paid + jnp.where(state.done, goal.final(state), foreseen)


# ------------------------------------------------------------------------------------------------- helpers


def _played(game: Game[Any, Any], players: tuple[Agent, ...], goal: Goal, line: Line) -> Line:
    table, play = move(game, players, line.table)
    return _paid(goal, line, play.action, table)


def _paid(goal: Goal, line: Line, action: Array, table: Table) -> Line:
    if goal.paid is None:
        return Line(table, line.paid)
    before = line.table.state
    return Line(table, line.paid + jnp.where(before.done, 0.0, goal.paid(before, action, table.state)))
