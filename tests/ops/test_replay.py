from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.ops import replay


class Sample(NamedTuple):
    number: jnp.ndarray
    pair: jnp.ndarray


def samples(*numbers):
    """Each with a pair that tells which sample it belongs to."""
    numbers = jnp.array(numbers, jnp.int16)
    return Sample(numbers, jnp.stack([numbers, -numbers], -1).astype(jnp.float32))


ONE = Sample(jax.ShapeDtypeStruct((), jnp.int16), jax.ShapeDtypeStruct((2,), jnp.float32))


def keeping(text):
    """`x.x`: the first and the third are kept."""
    return jnp.array([letter == "x" for letter in text])


def filled(both, *batches, capacity=4):
    """A ring after adding batches of (numbers, which are kept)."""
    ring = replay.empty(ONE, capacity)
    for numbers, keep in batches:
        ring = both(replay.add)(ring, samples(*numbers), keeping(keep))
    assert np.asarray(ring.samples.pair[:, 0]).tolist() == ring.samples.number.tolist()
    return ring


def test_an_empty_ring():
    ring = replay.empty(ONE, 4)
    assert ring.capacity == 4
    assert ring.size == ring.place == 0
    assert ring.samples.number.dtype == jnp.int16
    assert ring.samples.pair.shape == (4, 2)


def test_room_is_made_for_arrays_too():
    ring = replay.empty(jnp.ones(3), 5)
    assert ring.samples.shape == (5, 3)
    assert not ring.samples.any()


def test_samples_are_written_one_after_the_other(both):
    ring = filled(both, ((1, 2), "xx"), ((3,), "x"))
    assert ring.samples.number.tolist() == [1, 2, 3, 0]
    assert ring.size == ring.place == 3


def test_what_is_not_kept_takes_no_room(both):
    ring = filled(both, ((1, 2, 3), "x.x"), ((4, 5), ".."), ((6,), "x"))
    assert ring.samples.number.tolist() == [1, 3, 6, 0]
    assert ring.size == ring.place == 3


def test_the_oldest_samples_are_written_over(both):
    ring = filled(both, ((1, 2, 3), "xxx"), ((4, 5, 6), "x.x"))
    assert ring.samples.number.tolist() == [6, 2, 3, 4]  # the fifth written one is in the first place
    assert (int(ring.size), int(ring.place)) == (4, 1)
    assert both(replay.add)(ring, samples(7), keeping("x")).samples.number.tolist() == [6, 7, 3, 4]


def test_of_more_samples_than_there_is_room_for_the_last_ones_stay(both):
    ring = filled(both, ((1,), "x"), ((2, 3, 4, 5, 6, 7, 8), "xxxxxx."))
    assert ring.samples.number.tolist() == [5, 6, 7, 4]  # as if written one by one
    assert (int(ring.size), int(ring.place)) == (4, 3)


def test_it_never_counts_beyond_its_capacity(both):
    """However long a run is: a count of all that was ever written would leave int32 after 2^31."""
    ring = filled(both, *[((n, n + 1, n + 2), "xxx") for n in range(1, 31, 3)])
    assert ring.samples.number.tolist() == [29, 30, 27, 28]
    assert all(int(number) <= ring.capacity for number in (ring.size, ring.place))


@pytest.mark.parametrize("capacity", [4, 1 << 16])  # two ways to draw
def test_all_samples_are_equally_likely(capacity):
    ring = filled(jax.jit, ((1, 2, 3), "xxx"), capacity=capacity)
    drawn = jax.jit(partial(replay.draw, n=3000))(ring, jax.random.key(5))
    assert np.asarray(drawn.pair).tolist() == [[n, -n] for n in drawn.number.tolist()]  # leaves stay together
    counts = np.bincount(drawn.number, minlength=4)
    assert counts[0] == 0  # never a place that is still empty
    assert (abs(counts[1:] - 1000) < 4.5 * np.sqrt(3000 * 2 / 9)).all()


def test_all_places_of_a_full_ring_are_drawn(both):
    ring = filled(jax.jit, ((1, 2, 3, 4), "xxxx"), ((5, 6), "xx"))
    found = both(partial(replay.places, n=20))(ring, jax.random.key(1))
    assert set(found.tolist()) == {0, 1, 2, 3}
    assert found.dtype == jnp.int32


def test_drawing_says_where_the_samples_lie(both):
    ring = filled(jax.jit, ((7, 8, 9), "xxx"))
    key = jax.random.key(2)
    where = both(partial(replay.places, n=20))(ring, key)
    assert both(partial(replay.draw, n=20))(ring, key).number.tolist() == [7 + i for i in where.tolist()]


def test_an_empty_ring_gives_its_first_place(both):
    assert both(partial(replay.places, n=20))(replay.empty(ONE, 4), jax.random.key(0)).tolist() == [0] * 20


def test_a_large_ring_is_drawn_evenly_too():
    """Float32 has 2^23 numbers from 0 to 1: scaled to 6 million places, some would come up twice as often."""
    size = 6_000_000
    ring = replay.Replay(jnp.zeros((size, 0)), jnp.int32(0), jnp.int32(size))
    found = np.asarray(jax.jit(partial(replay.places, n=1 << 18))(ring, jax.random.key(4)))
    assert 0 <= found.min() < found.max() < size
    # pairs of equal places, if all are equally likely: n² / 2 / size = 5727; with float32 it would be 12 % more
    _, counts = np.unique(found, return_counts=True)
    pairs = (counts * (counts - 1) // 2).sum()
    expected = 2.0**35 / size
    assert abs(pairs - expected) < 5 * np.sqrt(expected)
