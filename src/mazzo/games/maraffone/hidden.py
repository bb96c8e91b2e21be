"""Exactly uniform draws of who holds the hidden cards, under all that is known about them.

The three others hold n hidden cards. What is known bounds how many cards of a suit, and how many of its A, 2 and 3,
each of them has. So the number of ways to deal a suit depends only on how many cards of it the others get, and the
number of ways to deal all suits from one on follows by convolution. A draw goes through the suits: how many cards of
the suit each gets, weighted by the ways to deal it and all that follow; how many of these are high; which ones.
Counts are exact in float32 up to rounding, a relative error of about 1e-6.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import once
from mazzo.core.chance import bits
from mazzo.games.maraffone.rules import HIGH, SUIT
from mazzo.games.maraffone.spec import SUITS

MOST_HIGH, MOST_LOW = 3, 7  # cards of one suit: A 2 3, and the rest


class Facts(NamedTuple):
    """What is known about the hidden cards; the three others are counted from the own seat on."""

    hidden: Array  # bool[40]
    room: Array  # int32[others], how many of them each holds
    no_card: Array  # bool[others, suits], holds none of the suit
    any_card: Array  # bool[others, suits], holds at least one
    any_high: Array  # bool[others, suits], holds at least one of A, 2 and 3
    most_high: Array  # int32[others, suits], holds at most so many of A, 2 and 3


def draw(facts: Facts, hand: int, key: Array) -> Array:
    """int8[40]: which of the others (1, 2 or 3) holds each hidden card, all ways that fit equally likely.

    Nothing is meant by the numbers at cards that are not hidden. The key is consumed.
    """
    hidden = facts.hidden.reshape(SUITS, 10)
    highs, lows = (hidden & HIGH[:10]).sum(1), (hidden & ~HIGH[:10]).sum(1)
    # Everything up to here and the next three lines is the same for all draws from one view.
    high, low = jax.vmap(_split_ways)(highs, lows, *(jnp.moveaxis(known, 1, 0) for known in facts[2:]))
    ways = once(jax.vmap(_suit_ways, (0, 0, 0, 1, None))(high, low, highs + lows, facts.any_card, hand))
    rest = once(_ways_from(ways))

    words = bits(key, 10 + len(SUIT))
    room, shares = facts.room[:2], []
    for suit in range(SUITS - 1):
        share = _draw_share(words[2 * suit : 2 * suit + 2], ways[suit], rest[suit + 1], room)
        shares.append(share)
        room = room - share
    shares.append(room)  # the last suit fills the hands
    share = jnp.stack(shares)  # [suits, 2], cards of each suit that the first two others get
    share_high = jax.vmap(_draw_high)(words[6:10], high, low, share)
    return _hand_out(words[10:], hidden, share_high, share - share_high).reshape(len(SUIT))


# ------------------------------------------------------------------------------------------------- numbers of ways


def _multinomials(most: int) -> np.ndarray:
    """[n, x, y]: ways to give x of n cards to the first, y to the second and the rest to the third."""
    ways = np.zeros((most + 1,) * 3, np.float32)
    for n in range(most + 1):
        for x in range(n + 1):
            for y in range(n + 1 - x):
                ways[n, x, y] = math.comb(n, x) * math.comb(n - x, y)
    return ways


HIGH_WAYS, LOW_WAYS = _multinomials(MOST_HIGH), _multinomials(MOST_LOW)


def _split_ways(
    highs: Array, lows: Array, no_card: Array, any_card: Array, any_high: Array, most_high: Array
) -> tuple[Array, Array]:
    """Of one suit: [x, y] ways to deal its hidden high cards, and its low ones, x and y to the first two others."""
    least, most = any_high.astype(jnp.int32), jnp.where(no_card, 0, most_high)
    high = _within(jnp.asarray(HIGH_WAYS)[highs], highs, least, most)
    low = _within(jnp.asarray(LOW_WAYS)[lows], lows, jnp.zeros(3, jnp.int32), jnp.where(no_card, 0, MOST_LOW))
    return high, low


def _within(ways: Array, cards: Array, least: Array, most: Array) -> Array:
    """`ways` [x, y] where each of the three gets no less than `least` and no more than `most`; elsewhere 0."""
    x, y = np.indices(ways.shape)
    fits = jnp.ones(ways.shape, bool)
    for i, got in enumerate((x, y, cards - x - y)):
        fits = fits & (got >= least[i]) & (got <= most[i])
    return jnp.where(fits, ways, 0)


def _suit_ways(high: Array, low: Array, cards: Array, any_card: Array, hand: int) -> Array:
    """Of one suit: [a, b] ways to deal its hidden cards, a to the first other and b to the second, 0 to `hand`."""
    size = hand + 1
    padded = jnp.pad(low, (MOST_HIGH, max(0, hand - MOST_LOW)))
    ways = jnp.zeros((size, size))
    for x in range(MOST_HIGH + 1):
        for y in range(MOST_HIGH + 1 - x):
            ways += high[x, y] * padded[MOST_HIGH - x : MOST_HIGH - x + size, MOST_HIGH - y : MOST_HIGH - y + size]
    return _within(ways, cards, any_card.astype(jnp.int32), jnp.full(3, hand))


def _ways_from(ways: Array) -> list[Array]:
    """[suit][r, s]: ways to deal all suits from `suit` on when the first two others have room for r and s cards."""
    rest = [ways[SUITS - 1]]
    for suit in range(SUITS - 2, 0, -1):
        rest.append(_convolve(ways[suit], rest[-1]))
    return [rest[-1], *reversed(rest)]  # nobody asks for suit 0


def _convolve(one: Array, other: Array) -> Array:
    """[r, s]: the sum of one[a, b] * other[r - a, s - b], as one product of matrices."""
    size = one.shape[0]
    ones, others = jnp.pad(one, ((0, 0), (size - 1, 0))), jnp.pad(other, ((size - 1, 0), (0, 0)))
    left = jnp.stack(
        [others[size - 1 - a : 2 * size - 1 - a] for a in range(size)], axis=1
    )  # [r, a, t]: other[r - a, t]
    right = jnp.stack(
        [ones[:, size - 1 - t : 2 * size - 1 - t] for t in range(size)], axis=1
    )  # [a, t, s]: one[a, s - t]
    return jnp.einsum("rat,ats->rs", left, right, precision="highest")


# ----------------------------------------------------------------------------------------------------------- draws


def _draw_share(words: Array, ways: Array, rest: Array, room: Array) -> Array:
    """int32[2]: how many cards of a suit the first two others get, given their room and the ways to go on."""
    size = ways.shape[0]
    padded = jnp.pad(rest[::-1, ::-1], ((0, size - 1), (0, size - 1)))
    following = jax.lax.dynamic_slice(padded, tuple(size - 1 - room), (size, size))  # rest[room - (a, b)]
    weights = once(ways * following)
    first = weighted(words[0], weights.sum(1))
    return jnp.stack([first, weighted(words[1], _pick(weights, first))])


def _draw_high(word: Array, high: Array, low: Array, share: Array) -> Array:
    """int32[2]: how many high cards are among those that the first two others get of a suit."""
    size = MOST_HIGH + 1
    padded = jnp.pad(low[::-1, ::-1], MOST_HIGH)
    lows = jax.lax.dynamic_slice(padded, tuple(MOST_LOW + MOST_HIGH - share), (size, size))  # low[share - (x, y)]
    place = weighted(word, (high * lows).reshape(size * size))
    return jnp.stack([place // size, place % size])


def _hand_out(words: Array, hidden: Array, share_high: Array, share_low: Array) -> Array:
    """int8[suits, ranks]: the cards of each kind, in a random order: so many to the first, to the second, the rest."""
    words = words.reshape(SUITS, 10)
    place = np.arange(10)
    earlier = (words[:, None, :] < words[:, :, None]) | (
        (words[:, None, :] == words[:, :, None]) & (place < place[:, None])
    )
    same_kind = hidden[:, None, :] & (HIGH[:10] == HIGH[:10, None])
    order = (earlier & same_kind).sum(2)
    first, second = (jnp.where(HIGH[:10], share_high[:, i : i + 1], share_low[:, i : i + 1]) for i in range(2))
    return (1 + (order >= first) + (order >= first + second)).astype(jnp.int8)


def weighted(word: Array, weights: Array) -> Array:
    """int32: the place of one of `weights`, drawn in proportion to them; one of weight 0 is never drawn."""
    below = [weights[0]]
    for i in range(1, weights.shape[0]):
        below.append(below[-1] + weights[i])
    point = (word >> 8).astype(jnp.float32) * np.float32(2**-24) * below[-1]  # less than the sum of all
    place = jnp.int32(0)
    for edge in below[:-1]:
        place = place + (point >= edge)
    return place


def _pick(rows: Array, index: Array) -> Array:
    """rows[index]"""
    return jnp.where((index == np.arange(rows.shape[0]))[:, None], rows, 0).sum(0)
