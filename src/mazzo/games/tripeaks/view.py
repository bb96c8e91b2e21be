"""What the player may know at TriPeaks, the deals that fit it, and what a move is known to bring about."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.chance import fill
from mazzo.core.game import Deal
from mazzo.games.tripeaks import rules as R
from mazzo.games.tripeaks.spec import Rules

NO_CARD = np.int8(-1)
FACE_DOWN = np.int8(-2)


class View(NamedTuple):
    seat: Array  # int8, always 0
    tableau: Array  # int8[places], the cards; FACE_DOWN, or NO_CARD where it was taken
    covered: Array  # int8[places], how many cards lie on each; -1: it was taken
    waste: Array  # int8, its top card; FACE_DOWN only in an afterstate
    stock: Array  # int8, cards left in it
    deck: Array  # int8[cards], the deal as far as it was seen; NO_CARD elsewhere
    turn: Array  # int8, always 0
    actions: Array  # int8[longest], the places taken so far, and `places` for the stock; -1 after them
    plays: Array  # int8, how many
    legal: Array  # bool[places + 1]
    done: Array  # bool


def observe(rules: Rules, state: R.State, seat: Array) -> View:
    places = rules.places
    cards = state.deck[:places]
    showing = jnp.where(state.covered == 0, cards, FACE_DOWN)
    seen = jnp.concatenate(
        [
            state.covered <= 0,  # what is free or was taken
            np.arange(rules.stock) < state.turned,
            np.ones(1, bool),
        ]
    )
    return View(
        seat=jnp.asarray(seat, jnp.int8),
        tableau=jnp.where(state.covered < 0, NO_CARD, showing),
        covered=state.covered,
        waste=state.waste,
        stock=np.int8(rules.stock) - state.turned,
        deck=jnp.where(seen, state.deck, NO_CARD),
        turn=state.turn,
        actions=state.actions,
        plays=state.plays,
        legal=state.legal,
        done=state.done,
    )


def redeal(rules: Rules, view: View, key: Array) -> Deal:
    """A deal drawn uniformly from those that look like `view`.

    What may be played depends on cards that were seen only, so every order of the others is possible.
    """
    return Deal(fill(key, view.deck, rules.deck), jnp.zeros(0, jnp.int8))


def after(rules: Rules, view: View, action: Array) -> View:
    """The afterstate: the move is made, but cards that it uncovers or turns from the stock stay face down.

    `legal` holds the moves that are then known to be possible, and `done` is True only where the end is certain. A move
    that brings nothing new to light gives the next view itself.
    """
    action = action.astype(jnp.int8)
    taken = np.arange(rules.places, dtype=np.int8) == action
    turning = action == rules.places
    tableau = jnp.where(taken, NO_CARD, view.tableau)
    covered = R.take(rules, view.covered, action)
    waste = jnp.where(turning, FACE_DOWN, jnp.where(taken, view.tableau, NO_CARD).max())
    stock = view.stock - turning
    cleared = (covered < 0).all()
    legal = R.moves(rules, covered, tableau, waste, np.int8(rules.stock) - stock) & ~cleared
    news = turning | ((covered == 0) & (tableau == FACE_DOWN)).any()
    return view._replace(
        tableau=tableau,
        covered=covered,
        waste=waste,
        stock=stock,
        actions=jnp.where(view.plays == np.arange(view.actions.shape[0]), action, view.actions),
        plays=view.plays + np.int8(1),
        legal=legal,
        done=cleared | ~(news | legal.any()),
    )
