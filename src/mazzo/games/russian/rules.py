"""The rules of Russian Solitaire.

All cards lie in seven piles, the lower ones face down. A face-up card moves, with all that lies on it, onto the top of
another pile if that is the next higher card of its suit; kings move to empty piles. Top cards go to the foundations,
from ace to king by suit. A face-down card is turned once nothing lies on it. The game is won when all cards are on the
foundations, and over when nothing can be moved.
"""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import AnyArray, members, once, select
from mazzo.core.game import Deal
from mazzo.games.russian.spec import CARDS, SUIT, Rules

IDS = np.arange(CARDS, dtype=np.int8)
HIDDEN = NO_CARD = NO_MOVE = np.int8(-1)
FACE_DOWN = np.int8(-2)  # a top card that is not known: only in an afterstate


class Layout(NamedTuple):
    """Everything that lies face up."""

    pile: Array  # int8[52], where each card lies: a pile, `piles` for the foundations, or HIDDEN
    height: Array  # int8[52], how many cards lie beneath it there; 0 for hidden cards
    sizes: Array  # int8[piles], cards in each pile
    down: Array  # int8[piles], how many of them are face down
    tops: Array  # int8[piles], the top card of each pile, or NO_CARD
    moves: Array  # int8[piles + suits], the legal actions, NO_MOVE between them: `list_moves`


class State(NamedTuple):
    deck: Array  # int8[cards], the deal: pile by pile, each from the bottom up
    under: Array  # int8[52], the card on which each card of a pile lies, or NO_CARD
    pile: Array  # as in Layout
    height: Array
    sizes: Array
    down: Array
    tops: Array
    moves: Array
    turn: Array  # int8, always 0
    actions: Array  # int8[longest], the actions so far; -1 after them
    plays: Array  # int8, how many
    done: Array  # bool


def start(rules: Rules, deal: Deal) -> State:
    cards = len(rules.deck)
    of_place = np.repeat(np.arange(rules.piles, dtype=np.int8), rules.sizes)  # the pile of each place of the deck
    height_of = np.concatenate([np.arange(size, dtype=np.int8) for size in rules.sizes])
    face_up = height_of >= np.array(rules.down)[of_place]
    beneath = jnp.where(height_of > 0, jnp.roll(deal.deck, 1), NO_CARD)

    def by_card(values: AnyArray, other: np.int8) -> Array:
        return jnp.full(CARDS, other).at[deal.deck].set(values)

    sizes = jnp.asarray(rules.sizes, jnp.int8)
    layout = Layout(
        pile=by_card(np.where(face_up, of_place, HIDDEN), HIDDEN),
        height=by_card(np.where(face_up, height_of, 0), np.int8(0)),
        sizes=sizes,
        down=jnp.asarray(rules.down, jnp.int8),
        tops=deal.deck[np.cumsum(rules.sizes) - 1],
        moves=jnp.full(rules.piles + rules.suits, NO_MOVE),
    )
    layout = layout._replace(moves=list_moves(rules, layout))
    return State(
        deck=deal.deck,
        under=by_card(beneath, NO_CARD),
        **layout._asdict(),
        turn=jnp.int8(0),
        actions=jnp.full(2 * cards, np.int8(-1)),
        plays=jnp.int8(0),
        done=(layout.moves < 0).all(),  # 0.22 % of the deals allow no move at all
    )


def legal(rules: Rules, state: State) -> Array:
    """bool[104]: which cards may go to their pile, then which to the foundations."""
    return members(state.moves, 2 * CARDS)


def play(rules: Rules, state: State, action: Array) -> State:
    action = action.astype(jnp.int8)
    card = moved_card(action)
    before = Layout(*(getattr(state, name) for name in Layout._fields))
    layout = move(rules, before, action, beneath=state.under[card])
    target = select(state.tops, target_pile(rules, before, card))  # the card that it comes to lie on, if any
    return State(
        deck=state.deck,
        under=jnp.where(card == IDS, target, state.under),
        **layout._asdict(),
        turn=state.turn,
        actions=jnp.where(state.plays == np.arange(state.actions.shape[0]), action, state.actions),
        plays=state.plays + np.int8(1),
        done=(layout.moves < 0).all(),
    )


def returns(rules: Rules, state: State) -> Array:
    """1 if all cards are on the foundations, else 0."""
    return won(state)[None].astype(jnp.float32)


def won(state: State) -> Array:
    return (state.sizes == 0).all()


# ----------------------------------------------------------------------------------------------------- of moves


def moved_card(action: Array) -> Array:
    """int32: actions 0 to 51 move that card to its pile, 52 to 103 card action - 52 to its foundation."""
    return jnp.where(action >= CARDS, action - CARDS, action).astype(jnp.int32)


def target_pile(rules: Rules, layout: Layout, card: Array) -> Array:
    """The one pile to which a card can go: that of the next card of its suit; for a king the first empty one."""
    successor = layout.pile[jnp.minimum(card + 1, CARDS - 1)]
    empty = jnp.where(layout.sizes == 0, np.arange(rules.piles, dtype=np.int8), np.int8(rules.piles)).min()
    return jnp.where(rank(card) == rules.ranks - 1, empty, successor)


def move(rules: Rules, layout: Layout, action: Array, beneath: Array) -> Layout:
    """The layout after an action.

    `beneath` is the card under the one that moves: NO_CARD if that lies lowest, FACE_DOWN if it must not be turned yet.
    """
    foundation = np.int8(rules.piles)
    card = moved_card(action)
    founding = action >= CARDS
    source, height = once((layout.pile[card], layout.height[card]))
    target = jnp.where(founding, foundation, target_pile(rules, layout, card))
    base = jnp.where(founding, rank(card), select(layout.sizes, target))
    base, target, beneath = once((base, target, beneath))

    lifted = once((layout.pile == source) & (layout.height >= height))
    bared = beneath == IDS
    piles = np.arange(rules.piles, dtype=np.int8)
    out, into = piles == source, piles == target
    size, top = select(layout.sizes, source), select(layout.tops, source)
    after = Layout(
        pile=jnp.where(lifted, target, jnp.where(bared, source, layout.pile)),
        height=jnp.where(lifted, layout.height + (base - height), jnp.where(bared, height - 1, layout.height)),
        sizes=jnp.where(out, height, jnp.where(into, layout.sizes + (size - height), layout.sizes)),
        down=jnp.where(out & (beneath >= 0), jnp.minimum(layout.down, height - 1), layout.down),
        tops=jnp.where(out, beneath, jnp.where(into, top, layout.tops)),
        moves=layout.moves,
    )
    after = once(after)
    return after._replace(moves=once(list_moves(rules, after)))


def list_moves(rules: Rules, layout: Layout) -> Array:
    """int8[piles + suits]: the legal actions, NO_MOVE between them.

    The top card of a pile either goes to its foundation or waits there for the card before it, never both; so every
    pile gives at most one action. Then come the kings, if a pile is empty. There are never more than 10, because
    with seven piles in use no king moves.
    """
    top = layout.tops
    foundation = np.int8(rules.piles)
    previous = layout.pile[jnp.maximum(top - 1, 0)]  # where the card before each top card lies
    ready = (rank(top) == 0) | (previous == foundation)
    joins = (previous >= 0) & (previous != np.arange(rules.piles))
    on_piles = jnp.where(ready, top + np.int8(CARDS), jnp.where(joins, top - np.int8(1), NO_MOVE))

    kings = np.array(rules.kings, np.int8)
    of_king = slice(rules.kings[0], rules.kings[-1] + 1, SUIT)
    lifted = (layout.height[of_king] > 0) & (layout.pile[of_king] < foundation)
    of_kings = jnp.where(lifted & (layout.sizes == 0).any(), kings, NO_MOVE)
    return jnp.concatenate([jnp.where(top >= 0, on_piles, NO_MOVE), of_kings])


def rank(card: AnyArray) -> Array:
    """card % 13, for cards from 0 to 51, without a division."""
    card = jnp.asarray(card, jnp.int16)
    return (card - SUIT * ((card * 79) >> 10)).astype(jnp.int8)
