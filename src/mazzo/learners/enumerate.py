"""From a small card game to the decision problem of one of its seats, exactly, by playing out every deal.

The others' policies are known and fixed, so that one seat's game is a Markov decision problem. Its states are what the
seat may know, not the cards: the belief about hidden cards is in the probabilities of what comes next. A line of play
weighs as much as chance and the others make it likely; a seat's own choices do not count, because they were the same on
every line that looks to it as this one does. For that it must remember them: a view holds the whole history, so no two
histories share a state, and the problem is a tree. Kuhn (1953); Shoham and Leyton-Brown (2009), section 5.2.3.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import permutations, product
from math import factorial, prod
from typing import Any, NamedTuple, TypeAlias, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal, Game
from mazzo.core.spec import Spec
from mazzo.learners.problem import END, Action, Outcome, Policy, Problem, State

Opponent: TypeAlias = Callable[[Any], Array]  # view -> float[actions], how likely each action is
Describe: TypeAlias = Callable[[Any], Array]  # view -> what of it makes a state
MOST_DEALS = 50_000
BLOCK = 1024  # lines of play that are computed at once; one size, so that everything compiles once


# -------------------------------------------------------------------------------------------------- the others


def equally(view: Any) -> Array:
    """Every legal action equally likely: the bot `random`."""
    chances: Array = view.legal / jnp.maximum(view.legal.sum(), 1)
    return chances


def always(agent: Agent) -> Opponent:
    """An agent that neither draws lots nor remembers anything but its view."""

    def play(view: Any) -> Array:
        action, _, _ = agent.act(agent.params, agent.start(agent.params), view, jax.random.key(0))
        return jnp.arange(len(view.legal)) == action

    return play


def tabular(policy: Policy, actions: int) -> Opponent:
    """A policy of a problem whose states are whole views, as of another seat of the game. Elsewhere it does nothing."""
    known = np.stack([np.frombuffer(cast(bytes, state), np.int32) for state in policy])
    chances = np.array([[policy[state].get(a, 0.0) for a in range(actions)] for state in policy], np.float32)

    def play(view: Any) -> Array:
        return jnp.where((known == whole(view)).all(1)[:, None], chances, 0.0).sum(0)

    return play


# --------------------------------------------------------------------------------------------------- the problem


def whole(view: Any) -> Array:
    """int32[...]: everything in a view."""
    return jnp.concatenate([jnp.ravel(leaf).astype(jnp.int32) for leaf in jax.tree.leaves(view)])


def enumerate_game(
    game: Game[Any, Any],
    seat: int = 0,
    others: Opponent = equally,
    reward: str | None = None,
    describe: Describe = whole,
    discount: float = 1.0,
) -> Problem:
    """The problem of `seat` while `others` hold all other seats, every deal being equally likely.

    A decision is paid whatever the seat is paid until its next one. `describe` may make fewer states of the views: an
    encoder, say. The result is right only where that leaves out nothing that matters for the rest of the game.
    """
    pays = game.reward(reward or next(iter(game.rewards)))

    def look(state: Any) -> tuple[Array, Array, Array]:
        view = game.observe(state, state.turn)
        own = state.turn == seat
        return describe(game.observe(state, jnp.int8(seat))), jnp.where(own, view.legal, others(view)), own

    def go(state: Any, action: Array) -> tuple[Any, Array]:
        after = game.step(state, action)
        return after, pays(state, action, after)[seat]

    looks, goes = jax.jit(jax.vmap(look)), jax.jit(jax.vmap(go))
    states, chances = _begin(game)
    lines = [_Line(chance, None, 0.0) for chance in chances]
    reached: defaultdict[_Decision | None, defaultdict[tuple[State, float], float]]
    reached = defaultdict(lambda: defaultdict(float))  # a decision -> what came of it -> how likely
    while True:
        seen, likely, own = _in_blocks(looks, states)
        done = states.done
        here = [END if over else row.tobytes() for over, row in zip(done, seen, strict=True)]
        for i in np.flatnonzero(own | done):
            reached[lines[i].since][here[i], lines[i].paid] += lines[i].weight
        if done.all():
            return _problem(reached, discount)
        likely = np.where(done[:, None], 0, likely).astype(np.float64)
        likely /= np.maximum(likely.sum(1, keepdims=True), 1e-9)  # exact thirds: the others answer in float32
        parents, actions = np.nonzero(likely)
        states, paid = _in_blocks(goes, _rows(states, parents), actions.astype(np.int32))
        lines = [
            _Line(lines[i].weight, _Decision(here[i], a), more)
            if own[i]
            else _Line(lines[i].weight * float(likely[i, a]), lines[i].since, lines[i].paid + more)
            for i, a, more in zip(parents, actions.tolist(), paid.tolist(), strict=True)
        ]


class _Decision(NamedTuple):
    state: State
    action: Action


class _Line(NamedTuple):
    """One way in which a game may have gone so far."""

    weight: float  # how likely chance and the others make it
    since: _Decision | None  # the seat's last decision
    paid: float  # to the seat, since then


def _problem(reached: dict[_Decision | None, Any], discount: float) -> Problem:
    dynamics: defaultdict[State, dict[Action, tuple[Outcome, ...]]] = defaultdict(dict)
    start: tuple[Outcome, ...] = ()
    for decision, weights in reached.items():
        total = sum(weights.values())
        outcomes = tuple(Outcome(weight / total, state, paid) for (state, paid), weight in weights.items())
        if decision is None:
            start = outcomes
        else:
            dynamics[decision.state][decision.action] = outcomes
    return Problem(start, dict(dynamics), discount)


def _begin(game: Game[Any, Any]) -> tuple[Any, list[float]]:
    """(states, chances): how games begin, deals that begin alike taken together."""
    deals = _deals(game.spec)
    states = _in_blocks(jax.jit(jax.vmap(game.start)), deals)
    rows = np.concatenate([leaf.reshape(len(leaf), -1) for leaf in jax.tree.leaves(states)], axis=1)
    _, first, counts = np.unique(rows, axis=0, return_index=True, return_counts=True)
    return _rows(states, first), (counts / len(rows)).tolist()


def _deals(spec: Spec) -> Deal:
    """Every order of the deck with every setup, stacked."""
    count = factorial(len(spec.deck)) * prod(spec.setups)
    if count > MOST_DEALS:
        raise MazzoError(f"{spec.title} {spec.variant} has {count:,} deals; choose rules with at most {MOST_DEALS:,}")
    every = list(product(permutations(spec.deck), product(*(range(n) for n in spec.setups))))
    deck = np.array([cards for cards, _ in every], np.int8)
    setup = np.array([drawn for _, drawn in every], np.int8).reshape(len(every), len(spec.setups))
    return Deal(jnp.asarray(deck), jnp.asarray(setup))


def _in_blocks(compute: Callable[..., Any], *batch: Any) -> Any:
    """`compute` of a batch of any length, as NumPy arrays; the last block is filled up with its last row."""
    count = len(jax.tree.leaves(batch)[0])
    parts = []
    for first in range(0, count, BLOCK):
        block = _rows(batch, np.minimum(np.arange(first, first + BLOCK), count - 1))
        parts.append(jax.tree.map(np.asarray, compute(*block)))
    return jax.tree.map(lambda *leaves: np.concatenate(leaves)[:count], *parts)


def _rows(batch: Any, chosen: np.ndarray[Any, Any]) -> Any:
    return jax.tree.map(lambda leaf: np.asarray(leaf)[chosen], batch)
