"""The rules of TriPeaks.

Three peaks of four rows overlap; a card is face up once nothing lies on it. A free card goes to the waste if it is one
rank above or below the card there, ace and king being neighbours; or the next card of the stock is turned onto the
waste, once through. The game is won when the tableau is empty.
"""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import AnyArray, once
from mazzo.core.game import Deal
from mazzo.games.tripeaks.spec import RANKS, Rules

GONE = np.int8(-1)


class State(NamedTuple):
    deck: Array  # int8[cards], the deal: the tableau row by row from the peaks down, the stock, the first waste card
    covered: Array  # int8[places], how many cards lie on each card of the tableau; GONE: it was taken
    waste: Array  # int8, its top card
    turned: Array  # int8, cards turned from the stock
    legal: Array  # bool[places + 1], kept because it decides the end and is the player's next choice
    turn: Array  # int8, always 0
    actions: Array  # int8[longest], the places taken so far, and `places` for the stock; -1 after them
    plays: Array  # int8, how many
    done: Array  # bool


def start(rules: Rules, deal: Deal) -> State:
    covered = jnp.asarray(lies_on(rules).sum(0, dtype=np.int8))
    waste = deal.deck[-1]
    return State(
        deck=deal.deck,
        covered=covered,
        waste=waste,
        turned=jnp.int8(0),
        legal=moves(rules, covered, deal.deck[: rules.places], waste, jnp.int8(0)),
        turn=jnp.int8(0),
        actions=jnp.full(rules.places + rules.stock, np.int8(-1)),
        plays=jnp.int8(0),
        done=jnp.bool_(False),
    )


def legal(rules: Rules, state: State) -> Array:
    """The places whose card may be taken, and whether the stock may be turned; nothing once the tableau is empty."""
    return state.legal


def play(rules: Rules, state: State, action: Array) -> State:
    places = rules.places
    action = action.astype(jnp.int8)
    turning = action == places
    source = jnp.where(turning, np.int8(places) + state.turned, action)  # place of the card in the deck
    waste = once(state.deck[source.astype(jnp.int32)])
    turned = state.turned + turning
    plays = state.plays + np.int8(1)
    covered = once(take(rules, state.covered, action))
    playable = moves(rules, covered, state.deck[:places], waste, turned)
    playable = once(playable & ~_cleared(rules, plays, turned))
    return State(
        deck=state.deck,
        covered=covered,
        waste=waste,
        turned=turned,
        legal=playable,
        turn=state.turn,
        actions=jnp.where(state.plays == np.arange(state.actions.shape[0]), action, state.actions),
        plays=plays,
        done=~playable.any(),
    )


def returns(rules: Rules, state: State) -> Array:
    """1 for a cleared tableau, else 0."""
    return won(rules, state)[None].astype(jnp.float32)


def won(rules: Rules, state: State) -> Array:
    return _cleared(rules, state.plays, state.turned)


# ----------------------------------------------------------------------------------------------- of cards and places


def lies_on(rules: Rules) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """bool[places, places]: the first lies on the second."""
    on = np.zeros((rules.places, rules.places), bool)
    for place, above in enumerate(rules.covers):
        on[list(above), place] = True
    return on


def take(rules: Rules, covered: Array, action: Array) -> Array:
    """`covered` after the card at place `action` was taken; unchanged if the action turns the stock."""
    nowhere = rules.places + 1
    bare = [(nowhere, nowhere)] * rules.row_sizes[-1]
    left, right = np.array([*rules.covers, *bare], np.int8).T  # what lies on each place
    bared = (left == action).astype(jnp.int8) + (right == action)
    return jnp.where(np.arange(rules.places, dtype=np.int8) == action, GONE, covered - bared)


def moves(rules: Rules, covered: Array, tableau: Array, waste: Array, turned: Array) -> Array:
    """bool[places + 1]: what may be played in a layout with cards in the tableau.

    Negative cards are not known, and nothing is known to be possible with them.
    """
    fits = (covered == 0) & (tableau >= 0) & (waste >= 0) & neighbours(tableau, waste)
    return jnp.concatenate([fits, (turned < rules.stock)[None]])


def neighbours(card: Array, other: Array) -> Array:
    """One rank apart, ace and king too."""
    apart = jnp.abs(rank(card) - rank(other))
    return (apart == 1) | (apart == RANKS - 1)


def rank(card: AnyArray) -> Array:
    """card % 13, for cards from 0 to 51, without a division."""
    card = jnp.asarray(card, jnp.int16)
    return (card - RANKS * ((card * 79) >> 10)).astype(jnp.int8)


def _cleared(rules: Rules, plays: Array, turned: Array) -> Array:
    """Every play that did not turn the stock took a card of the tableau."""
    return plays - turned == rules.places
