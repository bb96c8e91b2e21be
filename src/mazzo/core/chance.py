"""Randomness: derived keys, exact draws, fast shuffles.

Draws are exact up to the 32 bits of one random word: a choice among n has a bias below n / 2**32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike


def fold_in(key: Array, number: ArrayLike) -> Array:
    """The key numbered `number` under `key`: the same key as `jax.random.fold_in` gives, ten times faster on CPU."""
    return jax.random.wrap_key_data(jnp.stack(_threefry(key, jnp.uint32(0), jnp.asarray(number).astype(jnp.uint32))))


def stream(key: Array, *path: ArrayLike) -> Array:
    """A key derived from another by a path of numbers: (run, purpose, game, ply)."""
    for number in path:
        key = fold_in(key, number)
    return key


def bits(key: Array, n: int) -> Array:
    """uint32[n] random words, the same as `jax.random.bits(key, (n,))` gives. The key is consumed."""
    first, second = _threefry(key, jnp.zeros(n, jnp.uint32), jnp.arange(n, dtype=jnp.uint32))
    return first ^ second


def word(key: Array) -> Array:
    """One random word, uint32. The key is consumed."""
    return bits(key, 1)[0]


def _threefry(key: Array, high: Array, low: Array) -> tuple[Array, Array]:
    """Threefry-2x32 with 20 rounds (Salmon et al. 2011) of the counter (high, low).

    JAX has the same function, but on CPU it loops over the rounds to compile faster, and each round then goes
    through memory. Written out, the rounds fuse with what uses them.
    """
    k0, k1 = jax.random.key_data(key)
    schedule = (k0, k1, k0 ^ k1 ^ jnp.uint32(0x1BD11BDA))
    x, y = high + schedule[0], low + schedule[1]
    for group in range(5):
        for rotation in ((13, 15, 26, 6), (17, 29, 16, 24))[group % 2]:
            x = x + y
            y = ((y << rotation) | (y >> (32 - rotation))) ^ x
        x = x + schedule[(group + 1) % 3]
        y = y + schedule[(group + 2) % 3] + jnp.uint32(group + 1)
    return x, y


def below(bits: Array, n: ArrayLike) -> Array:
    """Random 32-bit words -> int32 uniform in [0, n), for n < 2**16: the high half of the product bits * n."""
    n = jnp.asarray(n, jnp.uint32)
    high = (bits >> 16) * n + (((bits & 0xFFFF) * n) >> 16)
    return (high >> 16).astype(jnp.int32)


def shuffle(key: Array, cards: Sequence[int], dtype: Any = jnp.int8) -> Array:
    """All orders of `cards` equally likely (Fisher-Yates). The key is consumed."""
    n = len(cards)
    order = swapped(below(bits(key, n), np.arange(n, 0, -1)))
    return order.astype(dtype) if list(cards) == list(range(n)) else jnp.asarray(cards, dtype)[order]


def swapped(steps: Array) -> Array:
    """What is where once n things were swapped one after the other: place 0 with 0 + steps[0], 1 with 1 + steps[1] …

    Every place asks by itself where its thing came from, swap by swap backwards: comparisons that run side by side,
    where swapping would be gathers and scatters. On a GPU they are written out, and run in one kernel. On a CPU they
    stay a loop: written out and fused with what uses them, XLA's compiler would work on them for hours.
    """
    n = steps.shape[0]
    place = jnp.arange(n, dtype=jnp.int8 if n <= 128 else jnp.int32)
    there = place + steps.astype(place.dtype)

    def back(undone: Array, place: Array) -> Array:
        i = n - 2 - undone
        here = jnp.asarray(i, place.dtype)
        return jnp.where(place == here, there[i], jnp.where(place == there[i], here, place))

    written_out = jax.default_backend() != "cpu"
    return jax.lax.fori_loop(0, n - 1, back, place, unroll=written_out)


def fill(key: Array, deck: Array, cards: Sequence[int]) -> Array:
    """`deck` with its empty places (negative) filled by those `cards` that are nowhere in it, in any order.

    All orders are equally likely; the cards are different ones. The key is consumed.
    """
    order = shuffle(key, cards)
    unseen = ~(order[:, None] == deck[None, :]).any(1)
    queue = order[jnp.argsort(~unseen, stable=True)]  # the unseen cards first, shuffled
    empty = deck < 0
    return jnp.where(empty, queue[jnp.cumsum(empty) - 1], deck)


def choose(key: Array, mask: Array) -> Array:
    """The index (int32) of one True of `mask[n]`, all equally likely; 0 if there is none. The key is consumed."""
    return nth_true(mask, below(word(key), mask.sum()))


def nth_true(mask: Array, nth: Array) -> Array:
    """The index of the `nth` (from 0) True of `mask[n]`; 0 if there are not so many.

    Packed into 32-bit words and found by halving, because a running sum over n is slow in batches.
    """
    size = mask.shape[0]
    places = np.arange(size)
    bit = jnp.asarray(np.uint32(1) << (places % 32).astype(np.uint32))
    base = jnp.int32(0)
    word = jnp.uint32(0)
    for w in range((size + 31) // 32):
        here = jnp.where(mask & (places // 32 == w), bit, 0).sum(dtype=jnp.uint32)
        count = jax.lax.population_count(here).astype(jnp.int32)
        found = (nth >= 0) & (nth < count)
        word = jnp.where(found, here, word)
        base = jnp.where(found, 32 * w, base)
        nth = jnp.where(found, -1 - nth, nth - jnp.where(nth >= 0, count, 0))
    nth = -1 - nth  # back to the rank within the word
    place = jnp.int32(0)
    for half in (16, 8, 4, 2, 1):
        low = word & jnp.uint32((1 << half) - 1)
        count = jax.lax.population_count(low).astype(jnp.int32)
        upper = nth >= count
        place = place + jnp.where(upper, half, 0)
        nth = nth - jnp.where(upper, count, 0)
        word = jnp.where(upper, word >> half, low)
    return jnp.where(base + place < size, base + place, 0)
