"""Lines of play in a searcher's worlds: an action, how the players go on from there, and what it all is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.agent import Agent
from mazzo.core.arrays import anywhere
from mazzo.core.chance import nth_true, stream
from mazzo.core.game import Game
from mazzo.core.rollout import Table, move
from mazzo.core.spec import Spec
from mazzo.search.goal import Goal
from mazzo.search.tally import Tally
from mazzo.search.worlds import Belief, draw_worlds, play_forced, seat_of

OWN = 1 << 21  # a purpose beside those of worlds


class Line(NamedTuple):
    """A game that goes on in a searcher's mind."""

    table: Table
    paid: Array  # float32[players], since the searcher began to think


@dataclass(frozen=True)
class Thought:
    """What a searcher thinks with: how lines of play go on, and what they are worth. Unbatched; callers vmap."""

    game: Game[Any, Any]
    players: tuple[Agent, ...]  # the first plays the searcher's side, the last all others
    goal: Goal
    belief: Belief

    def worlds(self, view: Any, number: int, key: Array) -> Line:
        """So many worlds, leaves [number, ...], in which nothing has been tried yet. The key is consumed."""
        tables = draw_worlds(self.game, self.players, view, number, key, self.belief)
        return Line(tables, jnp.zeros((number, self.game.spec.players), jnp.float32))

    def own_action(self, view: Any, worlds: Line, key: Array) -> Array:
        """What the searcher's player would do without search, as it remembers the game in any of its worlds."""
        player, seat = self.players[0], seat_of(view)
        memory = jax.tree.map(lambda leaf: leaf[0, seat], worlds.table.memories[0])
        return player.act(player.params, memory, view, key)[0]

    def try_action(self, line: Line, action: Array) -> Line:
        """The line goes on with this action of the seat on turn."""
        return self._paid(line, action, play_forced(self.game, self.players, line.table, action)[0])

    def play_out(self, line: Line) -> Line:
        """The players play to the end. Lines that are over rest, until all of those side by side are."""
        longest = self.game.spec.longest

        def going(line: Line) -> Array:
            return anywhere(~line.table.state.done & (line.table.ply < longest))

        return jax.lax.while_loop(going, self._play, line)

    def play_to_own_turn(self, line: Line, seat: Array, decisions: int = 1) -> Line:
        """The players play until the seat has its `decisions`-th decision before it, or the game is over."""
        longest = self.game.spec.longest

        def deciding(line: Line) -> Array:
            return (line.table.state.turn == seat) & ~line.table.state.done

        def going(carry: tuple[Line, Array]) -> Array:
            line, met = carry
            there = deciding(line) & (met >= decisions)
            return ~line.table.state.done & ~there & (line.table.ply < longest)

        def on(carry: tuple[Line, Array]) -> tuple[Line, Array]:
            line = self._play(carry[0])
            return line, carry[1] + deciding(line)

        return jax.lax.while_loop(going, on, (line, deciding(line).astype(jnp.int32)))[0]

    def worth(self, line: Line) -> Array:
        """float32[players]: of a line whose game is over."""
        return line.paid + self.goal.final(line.table.state)

    def judged(self, line: Line, seat: Array) -> Array:
        """float32[players]: of a line that stops where the seat has to decide, by the critic of its player; or at the
        end.

        The critic speaks for the seat's side alone. What that wins the others are taken to lose, in equal parts.
        """
        state, critic = line.table.state, self.players[0]
        memory = jax.tree.map(lambda leaf: leaf[seat], line.table.memories[0])
        _, _, info = critic.act(critic.params, memory, self.game.observe(state, seat), line.table.key)
        teams = np.array(self.game.spec.teams)
        own = jnp.asarray(teams) == jnp.asarray(teams)[seat]
        foreseen = info["value"] * jnp.where(own, 1.0, -1.0 / max(self.game.spec.sides - 1, 1))
        return line.paid + jnp.where(state.done, self.goal.final(state), foreseen)

    def _play(self, line: Line) -> Line:
        table, play = move(self.game, self.players, line.table)
        return self._paid(line, play.action, table)

    def _paid(self, line: Line, action: Array, table: Table) -> Line:
        if self.goal.paid is None:
            return Line(table, line.paid)
        before = line.table.state
        return Line(table, line.paid + jnp.where(before.done, 0.0, self.goal.paid(before, action, table.state)))


def try_all(thought: Thought, worlds: int, view: Any, key: Array, worth: Callable[[Line, Array], Array]) -> Tally:
    """Every legal action in the same worlds, and in each with the same luck of the players, so that what differs is the
    action. `worth(line, seat)` is of a line that has begun with it. The key is consumed.

    As many lines are tried as if every choice that a seat can ever have were legal in `worlds` worlds. Where fewer are,
    they meet more worlds instead.
    """
    spec, seat = thought.game.spec, seat_of(view)
    actions, there = choices(spec, view.legal)
    legal = jnp.maximum(there.sum(), 1)
    lines = worlds * spec.choices
    most = max(worlds, lines // 2)
    number = jnp.arange(lines)
    world, place = number // legal, number % legal
    drawn = thought.worlds(view, most, key)

    def one(world: Array, place: Array) -> Array:
        line = jax.tree.map(lambda leaf: leaf[world], drawn)
        return worth(thought.try_action(line, actions[place]), seat)

    found = jax.vmap(one)(jnp.minimum(world, most - 1), place)
    own = there & (actions == thought.own_action(view, drawn, stream(key, OWN)))
    gains = found - found[jnp.minimum(world * legal + jnp.argmax(own), lines - 1)]
    tried = (place[:, None] == jnp.arange(spec.choices)) & (world < jnp.minimum(lines // legal, most))[:, None]

    def total(numbers: Array) -> Array:
        return jnp.where(tried, numbers[:, None], 0.0).sum(0)

    sums = (total(jnp.ones(lines)), total(found), total(jnp.square(found)), total(jnp.square(gains)))
    return Tally(actions, there, own, *sums)


def choices(spec: Spec, legal: Array) -> tuple[Array, Array]:
    """(int32[spec.choices], bool[spec.choices]): the legal actions, and which of the places hold one.

    The other places repeat the first action, which does no harm where they are tried.
    """
    places = jnp.arange(spec.choices)
    actions = jax.vmap(lambda nth: nth_true(legal, nth))(places).astype(jnp.int32)
    there = places < legal.sum()
    return jnp.where(there, actions, actions[0]), there
