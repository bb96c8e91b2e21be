"""What the tests of search share: positions, brute force, and agents that tell their chances."""

from __future__ import annotations

import sys

import jax
import jax.numpy as jnp
import numpy as np

from mazzo.core.agent import scripted
from mazzo.core.game import Deal, host
from mazzo.search.searcher import Mind, searcher
from mazzo.search.settings import read
from tests.helpers import toy

PASS, BET = range(2)
JACK, QUEEN, KING = range(3)
KUHN = toy("kuhn")
kuhn_rules = sys.modules["mazzo.games.kuhn.game"]  # found where the toys are
EQUILIBRIUM = scripted(
    "equilibrium",
    kuhn_rules.equilibrium,
    chances=lambda view, info, actions: kuhn_rules.equilibrium_chances(view)[actions],
)


def position(game, deck, actions, setup=()):
    """The state after `actions` of a deal."""
    table = host(game)
    state = table.start(Deal(jnp.array(deck, jnp.int8), jnp.array(setup, jnp.int8)))
    for action in actions:
        state = table.play(state, action)
    return state


def kuhn_view(card, actions):
    """What the player on turn sees who holds `card`."""
    seat = len(actions) % 2
    cards = [(card + 1) % 3, (card + 2) % 3]
    cards.insert(seat, card)
    return host(KUHN).observe(position(KUHN, cards, actions), jnp.int8(seat))


def asked(game, name, view, players, seed=0, **others):
    """(action, info) of the search called `name`, thinking with `players`."""
    agent = searcher(game, read(name), Mind(tuple(players), others.pop("rollout", None)), **others)
    action, _, info = jax.jit(agent.act)(agent.params, (), view, jax.random.key(seed))
    return int(action), jax.tree.map(np.asarray, info)


def values_of(info):
    """{action: mean} of the legal actions."""
    there = info["legal"]
    return dict(zip(info["actions"][there].tolist(), info["values"][there].tolist(), strict=True))


def minimax(game, state):
    """What each seat has more than the best other in the end, if each plays best for itself and sees all."""
    table = host(game)
    if bool(state.done):
        returns = np.asarray(table.returns(state))
        teams = np.array(game.spec.teams)
        return np.array([own - returns[teams != team].max() for own, team in zip(returns, teams, strict=True)])
    ends = [minimax(game, table.play(state, action)) for action in table.legal_actions(state)]
    return max(ends, key=lambda end: end[int(state.turn)])


def best_by_minimax(game, state):
    """{action: what the seat on turn gets}"""
    table = host(game)
    seat = int(state.turn)
    return {a: minimax(game, table.play(state, a))[seat] for a in table.legal_actions(state)}
