"""Suits that no rule tells apart: the same table with its suits renamed.

A renaming is int8[suits]: suit s is shown as suit renaming[s]. Cards are suit * size + rank, `size` being the ranks of
a suit; negative numbers are no cards, and stay.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import AnyArray, select
from mazzo.core.chance import below, word

Renamings = np.ndarray[Any, np.dtype[np.int8]]  # [number, suits]


def renamings(deck: tuple[int, ...], suits: int, size: int, fixed: tuple[int, ...] = ()) -> Renamings:
    """All renamings of suits of which the deck holds the same ranks; the `fixed` suits keep their names."""
    ranks = [sorted(card % size for card in deck if card // size == suit) for suit in range(suits)]

    def allowed(renaming: tuple[int, ...]) -> bool:
        return all(ranks[s] == ranks[t] and (s == t or s not in fixed) for s, t in enumerate(renaming))

    return np.array([renaming for renaming in permutations(range(suits)) if allowed(renaming)], np.int8)


def drawn(every: Renamings, key: Array) -> Array:
    """One of them, all equally likely. The key is consumed."""
    return jnp.asarray(every)[below(word(key), len(every))]


def inverse(renaming: Array) -> Array:
    """The renaming that leads back."""
    suits = np.arange(len(renaming), dtype=np.int8)
    return jnp.where(renaming == suits[:, None], suits, np.int8(0)).sum(axis=1, dtype=jnp.int8)


def suit(number: AnyArray, renaming: Array) -> Array:
    """Suits by their new names; negative ones stay."""
    number = jnp.asarray(number)
    return jnp.where(number >= 0, select(renaming.astype(number.dtype), number), number)


def cards(card: AnyArray, renaming: Array, size: int) -> Array:
    """Cards by their new names; negative ones stay."""
    card = jnp.asarray(card)
    old = jnp.zeros_like(card)  # their suits, without a division
    for first in range(size, size * len(renaming), size):
        old = old + (card >= first).astype(card.dtype)
    return jnp.where(card >= 0, card + (suit(old, renaming) - old) * card.dtype.type(size), card)


def by_suit(values: Array, renaming: Array) -> Array:
    """[..., suits] -> the same, what belongs to each suit at the place of its new name."""
    return by_card(values, renaming, 1)


def by_card(values: Array, renaming: Array, size: int) -> Array:
    """[..., cards] -> the same, what belongs to each card at the place of its new name."""
    suits = len(renaming)
    rows = values.reshape(*values.shape[:-1], suits, size)
    here = [rows[..., i : i + 1, :] for i in range(suits)]
    return jnp.broadcast_to(select(here, inverse(renaming)[:, None]), rows.shape).reshape(values.shape)
