"""Perfect-information Monte Carlo is brute force once every card is known and every play is searched."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core.game import host
from tests.helpers import toy
from tests.search.tables import asked, best_by_minimax, position, values_of


def endgame(game, seed, left):
    """A random deal of a game, at random plays up to `left` before the end."""
    table = host(game)
    rng = np.random.default_rng(seed)
    state = position(game, rng.permutation(game.spec.deck), ())
    while int(state.plays) < game.spec.longest - left:
        state = table.play(state, int(rng.choice(table.legal_actions(state))))
    return state


@pytest.mark.parametrize("seed", range(4))
def test_it_plays_the_endgame_of_briscola_as_brute_force_does(seed):
    """The stock is empty, so that the other's cards are known by elimination."""
    game = make("briscola", "2p", deck=(0, 2, 9, 11, 17, 20, 21, 32, 37, 38))
    state = endgame(game, seed, 6)
    view = host(game).observe(state, state.turn)
    action, info = asked(game, "search:pimc,rollout=random,worlds=3,depth=5", view, [game.bots["random"]])
    expected = best_by_minimax(game, state)
    assert values_of(info) == expected
    assert expected[action] == max(expected.values())


def test_what_is_not_searched_is_played_out():
    """Without depth it is flat Monte Carlo, number by number."""
    game = toy("higher")
    view = host(game).observe(position(game, (0, 3, 5, 1, 2, 4), ()), jnp.int8(0))
    name = "worlds=4,utility=result"
    random = [game.bots["random"]]
    _, searched = asked(game, f"search:pimc,{name},depth=0", view, random)
    _, flat = asked(game, f"search:flat,{name}", view, random)
    assert jax.tree.map(np.ndarray.tolist, searched) == jax.tree.map(np.ndarray.tolist, flat)


@pytest.mark.slow
def test_seeing_all_cards_it_finds_the_best_lead():
    """At Higher the other's cards are known by elimination; every deal, searched to the end."""
    game = toy("higher")
    rng = np.random.default_rng(0)
    for _ in range(5):
        state = position(game, rng.permutation(6), ())
        view = host(game).observe(state, jnp.int8(0))
        _, info = asked(game, "search:pimc,worlds=1,depth=5", view, [game.bots["random"]])
        assert values_of(info) == best_by_minimax(game, state)
