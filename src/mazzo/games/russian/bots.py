"""Scripted players of Russian Solitaire."""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.agent import Agent, scripted
from mazzo.core.chance import below, word
from mazzo.games.russian.rules import moved_card
from mazzo.games.russian.spec import CARDS, Rules
from mazzo.games.russian.view import View, after

FOUNDATION = 100.0  # before all else: no other card ever needs one that can go there
TURN = 1.0
FREEDOM = 0.4  # of a further move; 0.3 and 0.6 were best of 0, 0.3, 0.6, 1 and 2 on 32,768 deals


def random(rules: Rules, view: View, key: Array) -> Array:
    """Any of the paper's moves, all equally likely: a king has one for every empty pile."""
    of_king = np.arange(rules.piles + rules.suits) >= rules.piles
    ways = jnp.where(of_king, (view.sizes == 0).sum(), 1)
    return _draw(view.moves, jnp.where(view.moves >= 0, ways, 0), key)


def heuristic(rules: Rules, view: View, key: Array) -> Array:
    """Foundations at once, then a move that turns a card, then any."""
    return _best(view, _plain_values(view), key)


def expert(rules: Rules, view: View, key: Array) -> Array:
    """Foundations at once; otherwise a move that turns a card or leaves many moves."""
    return _best(view, _plain_values(view) + FREEDOM * _moves_left(rules, view), key)


def turns(view: View) -> Array:
    """bool[moves]: the card lies directly on a face-down one."""
    card = moved_card(jnp.maximum(view.moves, 0))
    down = view.down[jnp.clip(view.pile[card], 0, view.down.shape[0] - 1)]
    return (down > 0) & (view.height[card] == down)


def bots(rules: Rules) -> dict[str, Agent]:
    found = (
        scripted("random", partial(random, rules), random.__doc__ or ""),
        scripted("heuristic", partial(heuristic, rules), heuristic.__doc__ or ""),
        scripted("expert", partial(expert, rules), expert.__doc__ or ""),
    )
    return {bot.name: bot for bot in found}


# ------------------------------------------------------------------------------------------------- helpers


def _plain_values(view: View) -> Array:
    return FOUNDATION * (view.moves >= CARDS) + TURN * turns(view)


def _moves_left(rules: Rules, view: View) -> Array:
    """int[moves]: how many moves are known to be possible after each."""
    actions = jnp.maximum(view.moves, 0)
    return jax.vmap(lambda action: (after(rules, view, action).moves >= 0).sum())(actions)


def _best(view: View, value: Array, key: Array) -> Array:
    """A legal action of greatest value, any of equals."""
    value = jnp.where(view.moves >= 0, value, -1.0)
    return _draw(view.moves, (view.moves >= 0) & (value == value.max()), key)


def _draw(moves: Array, weight: Array, key: Array) -> Array:
    """One of `moves`, with chances in proportion to whole-numbered weights; 0 if all weights are 0."""
    left = below(word(key), weight.sum())
    chosen = jnp.int8(0)
    for i in range(moves.shape[0]):
        chosen = jnp.where((left >= 0) & (left < weight[i]), moves[i], chosen)
        left = left - weight[i]
    return chosen.astype(jnp.int32)
