import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.stats import chisquare

from mazzo.core import chance

KEY = jax.random.key(7)


@pytest.mark.parametrize("number", [0, 1, 2**31 - 1])
def test_fold_in_is_jax_fold_in(number):
    ours, theirs = chance.fold_in(KEY, number), jax.random.fold_in(KEY, number)
    assert (jax.random.key_data(ours) == jax.random.key_data(theirs)).all()


@pytest.mark.parametrize("n", [1, 40, 52])
def test_bits_are_jax_bits(n):
    assert (chance.bits(KEY, n) == jax.random.bits(KEY, (n,), jnp.uint32)).all()


def test_below_is_the_high_half_of_the_product():
    words = np.array([0, 1, 2**31, 2**32 - 1, 123456789], np.uint32)
    for n in (1, 3, 40, 2191, 65535):
        expected = [int(word) * n >> 32 for word in words]
        assert chance.below(jnp.asarray(words), n).tolist() == expected


def test_shuffle_makes_all_orders_equally_often():
    keys = jax.random.split(KEY, 48_000)
    decks = np.asarray(jax.jit(jax.vmap(lambda key: chance.shuffle(key, (5, 6, 7, 8))))(keys))
    found, counts = np.unique(decks, axis=0, return_counts=True)
    assert len(found) == 24
    assert chisquare(counts).pvalue > 1e-3


@pytest.mark.parametrize("n", [2, 5, 52, 200])
def test_swapped_is_what_swapping_gives(n):
    steps = np.random.default_rng(n).integers(0, np.arange(n, 0, -1))
    things = list(range(n))
    for i, step in enumerate(steps):
        things[i], things[i + step] = things[i + step], things[i]
    assert chance.swapped(jnp.asarray(steps)).tolist() == things


def test_shuffle_keeps_repeated_cards():
    deck = chance.shuffle(KEY, (0, 0, 0, 1, 1, 2))
    assert sorted(deck.tolist()) == [0, 0, 0, 1, 1, 2]


def test_choose_is_uniform_over_the_marked():
    mask = np.zeros(70, bool)
    mask[[0, 31, 32, 69]] = True
    chosen = jax.jit(jax.vmap(lambda key: chance.choose(key, jnp.asarray(mask))))(jax.random.split(KEY, 40_000))
    found, counts = np.unique(np.asarray(chosen), return_counts=True)
    assert found.tolist() == [0, 31, 32, 69]
    assert chisquare(counts).pvalue > 1e-3


@pytest.mark.parametrize("size", [5, 32, 33, 104])
def test_nth_true_finds_every_marked_place(size):
    rng = np.random.default_rng(size)
    for density in (0.05, 0.5, 1.0):
        mask = rng.random(size) < density
        places = np.flatnonzero(mask)
        found = jax.vmap(lambda n, mask=mask: chance.nth_true(jnp.asarray(mask), n))(jnp.arange(size))
        assert found[: len(places)].tolist() == places.tolist()
        assert found[len(places) :].tolist() == [0] * (size - len(places))


def test_streams_differ():
    paths = list(itertools.product(range(3), repeat=2))
    keys = {tuple(jax.random.key_data(chance.stream(KEY, *path)).tolist()) for path in paths}
    assert len(keys) == len(paths)
