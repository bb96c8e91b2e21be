"""Sets of cards: bit k of an int32 is card k, of at most 25 kinds. A game asks about whole sets in one operation.

A pile, which may hold several copies of a card, is three sets: `pile[n]` has the cards of which it holds more than n.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.games.hanabi.spec import Rules

MOST = 3  # copies of a card


def every(rules: Rules) -> int:
    return (1 << rules.types) - 1


def of_colour(rules: Rules, colour: int) -> int:
    return ((1 << rules.ranks) - 1) << (colour * rules.ranks)


def of_rank(rules: Rules, rank: int) -> int:
    return sum(1 << (colour * rules.ranks + rank) for colour in range(rules.colours))


def kinds(rules: Rules) -> list[int]:
    """What a hint can name: the cards of each colour, then those of each rank."""
    colours = [of_colour(rules, colour) for colour in range(rules.colours)]
    return colours + [of_rank(rules, rank) for rank in range(rules.ranks)]


def with_copies(rules: Rules, copies: int) -> int:
    """The cards of which there are so many."""
    return sum(of_rank(rules, rank) for rank in range(rules.ranks) if rules.copies[rank] == copies)


def just(card: Array) -> Array:
    """The set of one card; empty for none."""
    return jnp.where(card >= 0, 1 << jnp.maximum(card, 0).astype(jnp.int32), 0)


def has(cards: Array, card: Array) -> Array:
    """bool: `card` is in the set; False for none."""
    return (cards & just(card)) != 0


def count(cards: Array) -> Array:
    """int32: how many there are in the set."""
    return jax.lax.population_count(cards)


def spread(cards: Array, size: int) -> Array:
    """int32[..., size]: 1 where the bit is set."""
    return (cards[..., None] >> np.arange(size)) & 1


def add(pile: Array, *cards: Array) -> Array:
    """int32[3]: the pile with a copy more of each card of the sets."""
    one, two, three = pile
    for each in cards:
        one, two, three = one | each, two | (one & each), three | (two & each)
    return jnp.stack([one, two, three])


def short_of(rules: Rules, pile: Array) -> Array:
    """The set of cards of which some copy is not in the pile."""
    short = jnp.int32(0)
    for n in range(1, MOST + 1):
        short = short | (with_copies(rules, n) & ~pile[n - 1])
    return short


def copies(pile: Array, types: int) -> Array:
    """int8[types]: how many of each card the pile holds."""
    return spread(pile, types).sum(axis=0, dtype=jnp.int8)


def heights(rules: Rules, built: Array) -> Array:
    """int8[colours]: how many cards of each colour there are."""
    lowest = rules.ranks * np.arange(rules.colours)
    return count((built >> lowest) & ((1 << rules.ranks) - 1)).astype(jnp.int8)


class Prospects(NamedTuple):
    """What may still become of the cards: sets."""

    playable: Array  # would fit now
    dead: Array  # can never fit any more
    critical: Array  # not dead, and all other copies are discarded


def playable(rules: Rules, built: Array) -> Array:
    """The set of cards that fit, when the set `built` is played: the next of every colour."""
    lowest = of_rank(rules, 0)
    return ((built << 1) & (every(rules) & ~lowest) | lowest) & ~built


def prospects(rules: Rules, built: Array, discards: Array) -> Prospects:
    higher = every(rules) & ~of_rank(rules, 0)
    gone = jnp.int32(0)
    for n in range(1, MOST + 1):
        gone = gone | (with_copies(rules, n) & discards[n - 1])
    for _ in range(rules.ranks - 1):  # without a card, all above it are lost
        gone = gone | ((gone << 1) & higher)
    dead = built | gone
    return Prospects(playable(rules, built) & ~dead, dead, last_copies(rules, discards) & ~dead)


def last_copies(rules: Rules, discards: Array) -> Array:
    """The set of cards of which all copies but one are discarded."""
    last = with_copies(rules, 1) & ~discards[0]
    for n in range(2, MOST + 1):
        last = last | (with_copies(rules, n) & discards[n - 2] & ~discards[n - 1])
    return last
