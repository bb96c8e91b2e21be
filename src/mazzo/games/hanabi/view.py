"""What a seat may know at Hanabi, and the deals that fit it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import once, select
from mazzo.core.chance import below, bits, stream, swapped
from mazzo.core.game import Deal, Hidden
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.rules import NO_CARD, State, from_seat, legal_with
from mazzo.games.hanabi.spec import Rules

HIDDEN = np.int8(-2)  # a card that its holder does not see


class View(NamedTuple):
    """Arrays [players, hand] begin with the own hand; the others follow in order of turns."""

    seat: Array  # int8, whose view this is
    hands: Array  # int8[players, hand], oldest card first; NO_CARD where there is none; HIDDEN: own, unless simplified
    places: Array  # int8[players, hand], the place in the deck of each of these cards; -1 where there is none
    possible: Array  # int32[players, hand], for each the set of cards that the hints allow; empty where there is none
    named: Array  # int32[players, hand], bit c: a hint named its colour, c; bit colours + r: its rank, r
    known: Array  # int8[cards], the deck as far as this seat has seen it; else NO_CARD
    seen: Array  # int32[3], the pile of all cards that this seat has seen
    fireworks: Array  # int8[colours], cards played of each colour
    built: Array  # int32, the set of them
    discards: Array  # int32[3], the discard pile
    hints: Array  # int8, tokens left
    lives: Array  # int8
    stock: Array  # int8, cards left to draw
    turns_left: Array  # int8, turns from the moment that the stock is empty; until then, the number of players
    turn: Array  # int8
    last_card: Array  # int8, the card that the last action discarded or played; NO_CARD after a hint
    last_touched: Array  # int8, bit i: the last action hinted at the card in slot i
    last_fits: Array  # bool, it played a card that fits
    last_token: Array  # bool, it completed a firework and won a token back
    actions: Array  # int8[longest], -1 after the last
    plays: Array  # int8
    legal: Array  # bool[actions]
    done: Array  # bool


def observe(rules: Rules, state: State, seat: Array) -> View:
    seat = jnp.asarray(seat, jnp.int8)
    hands = once(from_seat(state.hands, seat))
    places = from_seat(state.places, seat)
    order = np.arange(rules.cards)
    known = order < state.drawn
    shown, visible = hands, hands
    if not rules.simplified:
        visible = hands[1:]
        shown = jnp.concatenate([jnp.where(hands[:1] >= 0, HIDDEN, NO_CARD), visible])
        known = known & (order[:, None] != places[0]).all(axis=1)
    seen = sets.add(state.discards, state.built, *sets.just(visible).reshape(-1))
    return View(
        seat=seat,
        hands=shown,
        places=places,
        possible=once(from_seat(state.possible, seat)),
        named=once(from_seat(state.named, seat)),
        known=jnp.where(known, state.deck, NO_CARD),
        seen=seen,
        fireworks=sets.heights(rules, state.built),
        built=state.built,
        discards=state.discards,
        hints=state.hints,
        lives=state.lives,
        stock=np.int8(rules.cards) - state.drawn,
        turns_left=state.turns_left,
        turn=state.turn,
        last_card=state.last_card,
        last_touched=state.last_touched,
        last_fits=state.last_fits,
        last_token=state.last_token,
        actions=state.actions,
        plays=state.plays,
        legal=legal_with(rules, hands, state.hints) & (state.turn == seat) & ~state.done,
        done=state.done,
    )


def unseen(rules: Rules, view: View) -> Array:
    """int8[types]: copies of each card that are in the stock or, hidden, in the own hand."""
    return jnp.asarray(rules.copies * rules.colours, jnp.int8) - sets.copies(view.seen, rules.types)


# --------------------------------------------------------------------------------------------------- redeal


def redeal(rules: Rules, view: View, key: Array) -> Deal:
    """A deal drawn uniformly from those that look like `view` from its seat.

    Unknown are the own cards and the order of the stock. Every hint about a card that was played or discarded since is
    a fact about a known card; what the hints say about the cards still in the hand, they say of each card alone.
    """
    left = unseen(rules, view)
    deck = view.known
    if not rules.simplified:
        hand = _own_hand(rules, view, left, stream(key, 0))
        for i in range(rules.hand_size):
            deck = jnp.where(np.arange(rules.cards) == view.places[0, i], hand[i], deck)
            left = left - (np.arange(rules.types) == hand[i])
    return Deal(_shuffle_stock(rules, view, deck, left, stream(key, 1)), jnp.zeros(0, jnp.int8))


def _own_hand(rules: Rules, view: View, left: Array, key: Array) -> Array:
    """int8[hand]: own cards, one after the other, each weighted by the number of ways to choose the later ones.

    A deck order of card types stands for the same number of orders of 50 distinct cards, whichever it is; so the own
    hands that count are those of distinct cards, one for each slot, of which `left` has several alike.
    """
    slots, types = rules.hand_size, rules.types
    missing = view.hands[0] == NO_CARD  # such a slot gets the one copy of a card that only it allows
    allowed = jnp.concatenate([sets.spread(view.possible[0], types) == 1, missing[:, None]], axis=1)
    left = jnp.concatenate([left.astype(jnp.int32), jnp.ones(1, jnp.int32)])
    words = bits(key, slots)
    hand = []
    for slot in range(slots):
        weights = jnp.where(allowed[slot], left * _ways(allowed[slot + 1 :], left), 0)
        upto = jnp.cumsum(weights)
        card = (upto <= _high_product(words[slot], upto[-1])).sum(dtype=jnp.int8)
        left = left - (np.arange(types + 1) == card)
        hand.append(jnp.where(card == types, NO_CARD, card))
    return jnp.stack(hand)


def _ways(allowed: Array, left: Array) -> Array:
    """int32[types]: in how many ways distinct cards can fill some slots once a card of each type is taken away.

    Möbius inversion over the partitions of the slots: the sum over partitions of the product over blocks B of
    (-1)^(|B|-1) (|B|-1)! times the number of cards that all of B allow.
    """
    slots = allowed.shape[0]
    if not slots:
        return jnp.ones_like(left)
    blocks = [block for n in range(1, slots + 1) for block in combinations(range(slots), n)]
    members = np.array([[slot in block for slot in range(slots)] for block in blocks])
    common = (allowed | ~members[:, :, None]).all(axis=1)
    signs = np.array([(-1) ** (len(block) - 1) * math.factorial(len(block) - 1) for block in blocks])
    counts = ((common * left).sum(axis=1, keepdims=True) - common) * signs[:, None]
    factor = dict(zip(blocks, counts, strict=True))
    products = [math.prod(factor[block] for block in partition) for partition in _partitions(tuple(range(slots)))]
    return jnp.asarray(sum(products))


def _partitions(items: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to split `items` into blocks."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for partition in _partitions(rest):
        yield [(first,), *partition]
        for i, block in enumerate(partition):
            yield [*partition[:i], (first, *block), *partition[i + 1 :]]


def _high_product(word: Array, n: Array) -> Array:
    """word * n / 2**32, rounded down: a random word becomes a number in [0, n), for n < 2**31."""
    n = n.astype(jnp.uint32)
    low, high = word & 0xFFFF, word >> 16
    n_low, n_high = n & 0xFFFF, n >> 16
    middle = high * n_low + ((low * n_low) >> 16)
    middle_low = (middle & 0xFFFF) + low * n_high
    return (high * n_high + (middle >> 16) + (middle_low >> 16)).astype(jnp.int32)


def _shuffle_stock(rules: Rules, view: View, deck: Array, left: Array, key: Array) -> Array:
    """`deck` with what is left after the cards drawn so far, in any order (Fisher-Yates)."""
    places = np.arange(rules.cards)
    drawn = rules.cards - view.stock.astype(jnp.int32)
    upto = jnp.cumsum(left.astype(jnp.int32))
    sorted_stock = ((places - drawn)[:, None] >= upto).sum(axis=1, dtype=jnp.int8)
    deck = jnp.where(places < drawn, deck, sorted_stock)
    steps = below(bits(key, rules.cards), np.arange(rules.cards, 0, -1))  # 0 .. cards-1-i
    return deck[swapped(jnp.where(places < drawn, 0, steps))]


def hidden(rules: Rules) -> Hidden | None:
    """The cards of the own hand; in the simplified game one sees them."""

    def lie(state: State, seat: Array) -> Array:
        return select(state.hands, seat)[:, None] == np.arange(rules.types)

    slots = tuple(f"card {slot + 1}" for slot in range(rules.hand_size))
    return None if rules.simplified else Hidden(slots, lie, rules.ranks)
