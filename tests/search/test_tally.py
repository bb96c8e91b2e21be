"""Tallies: added, they are the tally of all that was tried; who gets the answer is worked out by hand."""

import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.search.tally import Tally, add, most_tried, shown, surest


def tally(worths, own=0, there=None):
    """From [worlds, choices]."""
    worths = np.asarray(worths, np.float32)
    there = jnp.ones(worths.shape[1], bool) if there is None else jnp.array(there)
    return Tally(
        actions=jnp.arange(10, 10 + worths.shape[1]),
        there=there,
        own=jnp.arange(worths.shape[1]) == own,
        tries=jnp.full(worths.shape[1], worths.shape[0], jnp.float32),
        total=jnp.array(worths.sum(0)),
        squares=jnp.array((worths**2).sum(0)),
        gains=jnp.array(((worths - worths[:, [own]]) ** 2).sum(0)),
    )


def test_added_they_are_the_tally_of_all():
    worths = np.random.default_rng(0).normal(size=(9, 3))
    both = add(tally(worths[:4]), tally(worths[4:]))
    for one, other in zip(both, tally(worths), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)


def test_where_nothing_is_gained_it_is_the_players_own_action():
    """All lines are lost, as in most positions of a hard solitaire."""
    assert int(surest(tally(np.zeros((5, 3)), own=2), 0.0)) == 2


@pytest.mark.parametrize(("caution", "place"), [(0.0, 1), (1.9, 1), (2.1, 0), (9.0, 0)])
def test_a_gain_must_be_surer_than_the_caution(caution, place):
    """Gains of 3, 0, 3 and 0: on average 1.5, and with a standard deviation of 1.5 over four worlds 0.75 uncertain."""
    worths = np.array([[5, 8], [-5, -5], [2, 5], [1, 1]])  # each for itself varies much more
    assert int(surest(tally(worths), caution)) == place


def test_what_is_not_there_is_never_chosen():
    assert int(surest(tally([[0, 1, 9]], there=[True, True, False]), 0.0)) == 1
    assert int(most_tried(tally([[0, 1, 9]], there=[True, True, False]))) == 1


def test_what_was_tried_most_is_chosen_even_if_another_was_lucky():
    found = tally([[0, 1, 9]])._replace(tries=jnp.array([7.0, 7.0, 1.0]))
    assert int(most_tried(found)) == 1


def test_what_is_shown():
    info = shown(tally([[1, 4], [3, 4]]), 1)
    assert info["values"].tolist() == [2, 4]
    assert info["value"] == 4
    np.testing.assert_allclose(info["errors"], [1 / np.sqrt(2), 0], rtol=1e-6)
