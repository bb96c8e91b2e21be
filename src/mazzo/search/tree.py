"""Information-set Monte Carlo tree search: one tree over what the searcher sees, another world in every simulation.

A node is what the searcher's seat sees (its view), so that worlds which look the same share their experience, and
cards that turn up make nodes of their own. At a node the seat on turn does what has been best for itself, among what
is legal in the world of this simulation; how often an action was legal counts, not how often its node was met.
Source: Cowling, Powley and Whitehouse (2012), single-observer ISMCTS; with a policy, the rule of Silver et al. (2017).

Trees are arrays, so that many grow side by side: of several games, and several of one decision, whose roots are added.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.agent import Agent
from mazzo.core.arrays import anywhere, where
from mazzo.core.chance import fold_in, stream
from mazzo.core.game import Game
from mazzo.core.rollout import Table, move
from mazzo.search.rollout import Line, Thought, choices
from mazzo.search.tally import Tally
from mazzo.search.worlds import seat_of

SIMULATION = 1 << 20  # a purpose beside those of worlds


@dataclass(frozen=True)
class Plan:
    """How trees grow. Static: another plan is another program."""

    simulations: int  # of all trees together
    trees: int
    explore: float  # how much it attracts that an action was tried seldom
    guided: bool  # the players' chances attract, too
    replies: str  # what the others do in the tree: `tree`, what is best for them; `policy`, what the players would do
    leaf: str  # `rollout`: played out by the rollout's player; `critic`: judged by the players' critic


class Tree(NamedTuple):
    """Row 0 is the root. Sums over the simulations that came by."""

    names: Array  # uint32[nodes, 2], of the searcher's views
    used: Array  # int32, how many nodes there are
    tries: Array  # float32[nodes, actions]
    total: Array  # float32[nodes, actions], of the worth for the seat on turn
    squares: Array  # float32[actions], of the root
    offered: Array  # float32[nodes, actions], how often the action was legal there
    low: Array  # float32, the least that a simulation was worth for the searcher's seat
    high: Array  # float32


class Descent(NamedTuple):
    """A simulation on its way down."""

    line: Line
    tree: Tree  # with this simulation's offers
    nodes: Array  # int32[depth], passed so far
    actions: Array  # int32[depth], chosen there
    seats: Array  # int32[depth], by whom
    depth: Array  # int32, how many
    node: Array  # int32, the one reached
    name: Array  # uint32[2], of the view reached
    inside: Array  # bool, still at a node of the tree


def tree_search(thought: Thought, rollout: Agent | None, plan: Plan, view: Any, key: Array) -> Tally:
    """`rollout` plays out the leaves, if another than the players. The key is consumed."""
    each = plan.simulations // plan.trees
    worlds = thought.worlds(view, each * plan.trees, key)
    worlds = jax.tree.map(lambda leaf: leaf.reshape(plan.trees, each, *leaf.shape[1:]), worlds)
    simulate = partial(_simulate, thought, rollout, plan, seat_of(view))

    def grow(worlds: Line, key: Array) -> Tree:
        keys = jax.vmap(partial(fold_in, key))(jnp.arange(each))
        return jax.lax.scan(simulate, _planted(thought.game, view, each), (worlds, keys))[0]

    keys = jax.vmap(partial(stream, key, SIMULATION))(jnp.arange(plan.trees))
    trees = jax.vmap(grow)(worlds, keys)
    actions, there = choices(thought.game.spec, view.legal)
    tries, total = trees.tries[:, 0].sum(0)[actions], trees.total[:, 0].sum(0)[actions]
    sums = (tries * there, total * there, trees.squares.sum(0)[actions] * there)
    return Tally(actions, there, jnp.zeros_like(there), *sums, gains=jnp.zeros_like(total))


def name_of(view: Any) -> Array:
    """uint32[2]: a hash of all that a view holds. Views that differ have the same name once in 2**64."""
    leaves = [jnp.ravel(leaf) for leaf in jax.tree.leaves(view)]
    words = [
        jax.lax.bitcast_convert_type(leaf.astype(jnp.float32), jnp.uint32)
        if jnp.issubdtype(leaf.dtype, jnp.floating)
        else leaf.astype(jnp.uint32)
        for leaf in leaves
    ]
    vector = jnp.concatenate(words)
    factors = np.random.default_rng(0).integers(1 << 32, size=(2, vector.shape[0]), dtype=np.uint32) | np.uint32(1)
    mixed = vector + np.arange(1, vector.shape[0] + 1, dtype=np.uint32)
    mixed = (mixed ^ (mixed >> 16)) * np.uint32(0x7FEB352D)
    mixed = (mixed ^ (mixed >> 15)) * np.uint32(0x846CA68B)
    return (mixed * factors).sum(axis=1, dtype=jnp.uint32)


# ------------------------------------------------------------------------------------------------- one simulation


def _planted(game: Game[Any, Any], view: Any, simulations: int) -> Tree:
    """A tree of one node, with room for one more from each simulation."""
    nodes, nothing = simulations + 1, jnp.zeros((simulations + 1, game.spec.actions), jnp.float32)
    return Tree(
        names=jnp.zeros((nodes, 2), jnp.uint32).at[0].set(name_of(view)),
        used=jnp.int32(1),
        tries=nothing,
        total=nothing,
        squares=nothing[0],
        offered=nothing,
        low=jnp.float32(jnp.inf),
        high=jnp.float32(-jnp.inf),
    )


def _simulate(
    thought: Thought, rollout: Agent | None, plan: Plan, seat: Array, tree: Tree, given: tuple[Line, Array]
) -> tuple[Tree, None]:
    """Down the tree in one world, a new node, its worth, and back up."""
    world, key = given
    nodes = tree.names.shape[0]
    nowhere = jnp.zeros(min(thought.game.spec.longest, nodes), jnp.int32)
    inside = ~world.table.state.done
    zero = jnp.int32(0)
    descent = Descent(world, tree, nowhere, nowhere, nowhere, zero, zero, tree.names[0], inside)

    def going(descent: Descent) -> Array:
        return anywhere(descent.inside)

    descent = jax.lax.while_loop(going, partial(_one_deeper, thought, plan, seat, key), descent)
    line, tree = descent.line, descent.tree
    new = ~line.table.state.done & (descent.node < 0) & (tree.used < nodes)
    row = jnp.where(new, tree.used, nodes)
    tree = tree._replace(names=tree.names.at[row].set(descent.name, mode="drop"), used=tree.used + new)
    return _learned(tree, descent, _leaf(thought, rollout, plan, line, seat), seat), None


def _one_deeper(thought: Thought, plan: Plan, seat: Array, key: Array, descent: Descent) -> Descent:
    """From a node to the next, if the tree has it. Simulations that have left their tree rest."""
    here, node, tree, state = descent.inside, descent.node, descent.tree, descent.line.table.state
    legal = thought.game.legal(state)
    tree = tree._replace(offered=tree.offered.at[node].add((legal & here).astype(jnp.float32)))
    prior = _prior(thought, descent.line.table, legal) if plan.guided else None
    action = _choice(tree, node, legal, prior, plan.explore, fold_in(key, descent.depth))

    line = thought.try_action(descent.line, action)
    if plan.replies == "policy":
        line = thought.play_to_own_turn(line, seat)
    name = name_of(thought.game.observe(line.table.state, seat))
    same = (tree.names == name).all(axis=1) & (jnp.arange(tree.names.shape[0]) < tree.used)
    known = same.any()
    place = jnp.where(here, descent.depth, descent.nodes.shape[0])
    after = Descent(
        line=line,
        tree=tree,
        nodes=descent.nodes.at[place].set(node, mode="drop"),
        actions=descent.actions.at[place].set(action, mode="drop"),
        seats=descent.seats.at[place].set(state.turn.astype(jnp.int32), mode="drop"),
        depth=descent.depth + here,
        node=jnp.where(known, jnp.argmax(same), -1),
        name=name,
        inside=here & known & ~line.table.state.done & (descent.depth + 1 < descent.nodes.shape[0]),
    )
    fields = [name for name in Descent._fields if name != "tree"]  # whose offers are counted already
    kept = {name: jax.tree.map(partial(where, here), getattr(after, name), getattr(descent, name)) for name in fields}
    return Descent(tree=tree, **kept)


def _choice(tree: Tree, node: Array, legal: Array, prior: Array | None, explore: float, key: Array) -> Array:
    """The action to try: what is worth most so far, more for what was seldom tried."""
    tries, offered = tree.tries[node], tree.offered[node]
    spread = jnp.where(tree.high > tree.low, tree.high - tree.low, 1.0)
    mean = tree.total[node] / jnp.maximum(tries, 1)
    if prior is None:  # UCB1, over the times that the action was there; first those never tried, in any order
        bonus = explore * spread * jnp.sqrt(jnp.log(jnp.maximum(offered, 1)) / jnp.maximum(tries, 1))
        first = 1e9 + jax.random.uniform(key, tries.shape) * 1e9
        score = jnp.where(tries > 0, mean + bonus, first)
    else:  # PUCT; what was never tried is taken to be as good as the rest
        usual = jnp.where(legal, tree.total[node], 0).sum() / jnp.maximum(jnp.where(legal, tries, 0).sum(), 1)
        bonus = explore * spread * prior * jnp.sqrt(offered) / (1 + tries)
        score = jnp.where(tries > 0, mean, usual) + bonus
    return jnp.argmax(jnp.where(legal, score, -jnp.inf)).astype(jnp.int32)


def _prior(thought: Thought, table: Table, legal: Array) -> Array:
    """float32[actions]: the chances of the player on turn; even ones where he does not tell his."""
    actions = jnp.arange(thought.game.spec.actions)
    _, play = move(thought.game, thought.players, table)
    chances = [
        legal / jnp.maximum(legal.sum(), 1.0) if player.chances is None else player.chances(play.view, info, actions)
        for player, info in zip(thought.players, play.infos, strict=True)
    ]
    chosen = jnp.where(legal, jnp.stack(chances)[table.seating[table.state.turn]], 0)
    return chosen / jnp.maximum(chosen.sum(), 1e-9)


def _leaf(thought: Thought, rollout: Agent | None, plan: Plan, line: Line, seat: Array) -> Array:
    """float32[players]: what a line that has left the tree is worth."""
    if plan.leaf == "critic":
        return thought.judged(thought.play_to_own_turn(line, seat), seat)
    if rollout is not None:  # it has nothing to remember
        thought = replace(thought, players=(rollout,))
        table = line.table._replace(memories=((),), seating=jnp.zeros_like(line.table.seating))
        line = line._replace(table=table)
    return thought.worth(thought.play_out(line))


def _learned(tree: Tree, descent: Descent, worth: Array, seat: Array) -> Tree:
    """Every action on the way was tried once more, and was worth that for the seat that chose it."""
    steps = jnp.arange(descent.nodes.shape[0])
    rows = jnp.where(steps < descent.depth, descent.nodes, tree.names.shape[0])
    own = worth[seat]
    return tree._replace(
        tries=tree.tries.at[rows, descent.actions].add(1.0, mode="drop"),
        total=tree.total.at[rows, descent.actions].add(worth[descent.seats], mode="drop"),
        squares=tree.squares.at[descent.actions[0]].add(jnp.where(descent.depth > 0, jnp.square(own), 0.0)),
        low=jnp.minimum(tree.low, own),
        high=jnp.maximum(tree.high, own),
    )
