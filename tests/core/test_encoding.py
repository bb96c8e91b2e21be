"""Encoders put together and taken apart by name."""

import jax
import numpy as np
import pytest

from mazzo import MazzoError, make
from tests.helpers import random_games, row


@pytest.fixture(scope="module")
def table():
    game = make("briscola", "2p")
    return game, row(random_games(game, 1, seed=3)[1], 0, 25, 0)


def test_pieces_are_left_out_taken_alone_and_joined(table):
    game, view = table
    state, cards = (np.asarray(game.encoder(name)(view)) for name in ("state-1", "cards"))
    assert np.array_equal(game.encoder("state-1~points~table")(view), state[1:20])
    assert np.array_equal(game.encoder("state-1.hand+cards")(view), np.concatenate([state[2:20], cards]))


def test_scaled_numbers_are_parts_of_the_greatest(table):
    game, view = table
    greatest = np.array([120, 20, *[9, 1, 1, 1, 1, 1] * 4])  # points, tricks, and of each card its rank from 0 to 9
    encoder = game.encoder("unit:state-1")
    np.testing.assert_allclose(jax.jit(encoder)(view), game.encoder("state-1")(view) / greatest, rtol=1e-6)
    assert all(bound.max() == 1 for bound in encoder.bounds[1:])
    assert encoder.layout != game.encoder("state-1").layout  # an agent of one is not read as one of the other
    assert game.encoder("unit:state-1~points+cards.points").pieces[-1].bounds == (0, 120)


@pytest.mark.parametrize("name", ["nothing", "unit:nothing", "state-1~nothing", "cards.nothing"])
def test_unknown_names_are_told(table, name):
    with pytest.raises(MazzoError, match="nothing"):
        table[0].encoder(name)
