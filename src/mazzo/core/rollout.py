"""Compiled play: any mix of agents, with and without memory, many games side by side.

Two forms. `play_deals` plays a fixed set of deals to the end, so that short games are not over-represented: for
evaluation. `advance` puts a new deal where a game has ended: for learning, which wants a full batch at every step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.agent import Agent, Info
from mazzo.core.arrays import anywhere, once, where
from mazzo.core.chance import fold_in, stream
from mazzo.core.game import Deal, Game

S = TypeVar("S")
Kept = TypeVar("Kept")


class Table(NamedTuple):
    """One game in progress and the players' memories."""

    state: Any
    memories: tuple[Any, ...]  # of each agent, for every seat: leaves [players, ...]
    seating: Array  # int8[players], the agent that holds each seat
    ply: Array  # int32, actions so far
    key: Array  # of this game


class Play(NamedTuple):
    """One action and what surrounds it."""

    before: Any  # State
    view: Any  # of the seat on turn
    action: Array
    after: Any  # State; equal to `before` if the game was over
    infos: tuple[Info, ...]  # of each agent
    live: Array  # bool, the game was not over yet


class Finished(NamedTuple):
    state: Any  # the final one
    returns: Array  # float32[players]
    plays: Array  # int32, how many actions the game took


def sit(game: Game[Any, Any], agents: tuple[Agent, ...], deal: Deal, seating: Array, key: Array) -> Table:
    """A table at the start of a deal. The key becomes the table's."""
    return join(game, agents, game.start(deal), seating, key)


def join(game: Game[Any, Any], agents: tuple[Agent, ...], state: Any, seating: Array, key: Array) -> Table:
    """A table in the middle of a game, at which nobody remembers anything. The key becomes the table's."""

    def everywhere(memory: Any) -> Any:
        return jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (game.spec.players, *jnp.shape(leaf))), memory)

    memories = tuple(everywhere(agent.start(agent.params)) for agent in agents)
    return Table(state, memories, seating, jnp.int32(0), key)


def move(game: Game[Any, Any], agents: tuple[Agent, ...], table: Table) -> tuple[Table, Play]:
    """The seat on turn plays. Every agent is asked, the one that holds the seat is heard."""
    state = table.state
    seat = state.turn
    view = game.observe(state, seat)
    key = once(fold_in(table.key, table.ply))
    holder = table.seating[seat]
    action = jnp.int32(0)
    memories, infos = [], []
    for i, agent in enumerate(agents):
        heard = (holder == i) & ~state.done
        mine = jax.tree.map(lambda leaf: leaf[seat], table.memories[i])
        chosen, memory, info = agent.act(agent.params, mine, view, key)
        action = jnp.where(heard, chosen, action)
        keep = partial(_put, seat=seat, heard=heard)
        memories.append(jax.tree.map(keep, table.memories[i], memory))
        infos.append(info)
    action = once(action)
    after = game.step(state, action)
    play = Play(state, view, action, after, tuple(infos), ~state.done)
    return Table(after, tuple(memories), table.seating, table.ply + ~state.done, table.key), play


def _put(leaves: Array, new: Array, seat: Array, heard: Array) -> Array:
    return jnp.where(heard, leaves.at[seat].set(new), leaves)


def play_deals(game: Game[Any, Any], agents: tuple[Agent, ...], deals: Deal, seating: Array, keys: Array) -> Finished:
    """Play every one of a batch of deals to its end; `seating` is int8[batch, players]."""
    return play_out(game, agents, jax.vmap(partial(sit, game, agents))(deals, seating, keys))


def play_out(game: Game[Any, Any], agents: tuple[Agent, ...], tables: Table) -> Finished:
    """Play a batch of tables to the end."""

    def going(tables: Table) -> Array:
        return anywhere(~tables.state.done)

    def on(tables: Table) -> Table:
        return jax.vmap(lambda table: move(game, agents, table)[0])(_gathered(game, agents, tables))

    tables = jax.lax.while_loop(going, on, tables)
    return Finished(tables.state, jax.vmap(game.returns)(tables.state), tables.ply)


def _gathered(game: Game[Any, Any], agents: tuple[Agent, ...], tables: Table) -> Table:
    """The same tables, played on until each waits for an agent that thinks long, if one of them does.

    So such an agent is asked about as many tables at once as there are, and about none in vain. A seat that has no
    choice is not kept waiting: the one legal action is played, unless the agent might remember it.
    """
    slow = np.array([agent.lanes > 1 for agent in agents])
    if not slow.any():
        return tables
    hasty = tuple(replace(agent, act=_only_legal, lanes=1) if agent.lanes > 1 else agent for agent in agents)
    patient = slow & np.array([agent.remembers for agent in agents])

    def waits(table: Table) -> Array:
        state = table.state
        holder = table.seating[state.turn]
        free = game.legal(state).sum() > 1
        return state.done | (jnp.asarray(slow)[holder] & (free | jnp.asarray(patient)[holder]))

    def on(table: Table) -> Table:
        return jax.tree.map(partial(where, waits(table)), table, move(game, hasty, table)[0])

    return jax.lax.while_loop(lambda tables: anywhere(~jax.vmap(waits)(tables)), jax.vmap(on), tables)


def _only_legal(params: Any, memory: Any, view: Any, key: Array) -> tuple[Array, Any, Info]:
    return jnp.argmax(view.legal).astype(jnp.int32), memory, {}


def advance(
    game: Game[Any, Any],
    agents: tuple[Agent, ...],
    deal: Callable[[Array], Deal],
    table: Table,
    keep: Callable[[Play], Kept],
) -> tuple[Table, Kept]:
    """One action, kept as `keep` wants it; a game that ended makes room for the next, dealt by `deal(key)`.

    The next game's keys are folded out of the table's own, so that a run is one stream per place in the batch.
    """
    table, play = move(game, agents, table)
    return refill(game, agents, deal, table), keep(play)


def refill(game: Game[Any, Any], agents: tuple[Agent, ...], deal: Callable[[Array], Deal], table: Table) -> Table:
    """A game that ended makes room for the next, with the same seating."""
    key = stream(table.key, NEXT_GAME)
    fresh = sit(game, agents, deal(fold_in(key, 0)), table.seating, fold_in(key, 1))
    return jax.tree.map(partial(where, table.state.done), fresh, table)


NEXT_GAME = 1 << 30  # beyond every ply


def collect(
    game: Game[Any, Any],
    agents: tuple[Agent, ...],
    deal: Callable[[Array], Deal],
    tables: Table,
    keep: Callable[[Play], Kept],
    steps: int,
) -> tuple[Table, Kept]:
    """`steps` actions at every table of a batch; what was kept has leading axes [steps, batch]."""

    def one(tables: Table, _: None) -> tuple[Table, Kept]:
        return jax.vmap(lambda table: advance(game, agents, deal, table, keep))(tables)

    return jax.lax.scan(one, tables, None, length=steps)
