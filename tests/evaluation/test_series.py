"""Matches of several deals."""

import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core.errors import MazzoError
from mazzo.core.game import host
from mazzo.evaluation.series import play_series

MARAFFONE = make("maraffone", "official")


def test_an_agent_against_itself_wins_one_match_of_each_pair():
    """The same deals with sides exchanged: a deterministic agent wins exactly one of the two."""
    basic = MARAFFONE.bots["basic"]
    won = play_series(MARAFFONE, (basic, basic), 40, seed=1)
    assert won.shape == (20, 2)
    assert (won.sum(axis=1) == 1).all()


def test_a_better_side_wins_matches_more_clearly_than_deals():
    won = play_series(MARAFFONE, (MARAFFONE.bots["expert"], MARAFFONE.bots["random"]), 40, seed=2)
    assert won.mean() > 0.8


def test_the_right_to_name_trump_moves_to_the_next_seat():
    """The holder of the 4 of denari names first (setup 0), then the seat after him (setup seat + 1)."""
    table = host(MARAFFONE)
    deck = [*range(4, 40), 0, 1, 2, 3]  # the last hand holds the 4 of denari
    from mazzo.core.game import Deal

    state = table.start(Deal(jnp.asarray(deck, jnp.int8), MARAFFONE.match.first(None)))
    assert int(state.turn) == 3
    following = MARAFFONE.match.following(state)
    again = table.start(Deal(jnp.asarray(deck, jnp.int8), following))
    assert int(again.turn) == 0


def test_a_game_without_matches_is_refused():
    briscola = make("briscola")
    with pytest.raises(MazzoError, match="no matches of several deals"):
        play_series(briscola, (briscola.bots["random"],) * 2, 10)


def test_same_seed_same_matches():
    agents = (MARAFFONE.bots["basic"], MARAFFONE.bots["random"])
    assert np.array_equal(play_series(MARAFFONE, agents, 40, seed=3), play_series(MARAFFONE, agents, 40, seed=3))
