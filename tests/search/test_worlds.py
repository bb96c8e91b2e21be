"""Worlds look like the view for which they are drawn; weights are what is worked out by hand."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core.agent import Agent
from mazzo.search.worlds import Belief, draw_worlds, relive_worlds, resample
from tests.helpers import EVERY_VARIANT, random_games, row
from tests.search.tables import BET, EQUILIBRIUM, JACK, KING, KUHN, PASS, QUEEN, kuhn_view


def looks_the_same(game, players, belief, games=4, worlds=6):
    """In random games, worlds drawn at every play for every seat look like the view of that seat."""
    _, views, _, _, _ = random_games(game, games, seed=1)

    @jax.jit
    @jax.vmap
    @jax.vmap
    @jax.vmap
    def same(view):
        drawn = draw_worlds(game, players, view, worlds, jax.random.key(2), belief)
        seen = jax.vmap(lambda state: game.observe(state, view.seat))(drawn.state)
        equal = jax.tree.map(lambda a, b: (a == b).reshape(worlds, -1).all(), seen, view)
        return jnp.stack(jax.tree.leaves(equal)).all() & (drawn.ply == view.plays).all()

    shortened = jax.tree.map(lambda leaf: leaf[:, ::3], views)
    assert np.asarray(same(shortened)).all()


# Others take half a minute of compiling each, and their contract checks the same law of `redeal`.
QUICK = {("briscola", "2p"), ("tripeaks", "standard")}


VARIANTS = [pytest.param(*each, marks=[] if each in QUICK else pytest.mark.slow) for each in EVERY_VARIANT]


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_worlds_that_contradict_the_view_never_occur(game, variant):
    made = make(game, variant)
    looks_the_same(made, (made.bots["random"],), Belief())


@pytest.mark.slow
def test_nor_do_they_where_worlds_are_weighed():
    game = make("briscola", "2p", deck=tuple(range(0, 40, 4)))
    looks_the_same(game, (game.bots["rules"], game.bots["greedy"]), Belief(4, 0.2))


@pytest.mark.parametrize("doubt", [0.0, 0.1])
def test_weights_are_those_worked_out_by_hand(doubt):
    """The other bet after a check: always with the king, with a third of his jacks (Kuhn's equilibrium)."""
    view = kuhn_view(QUEEN, (PASS, BET))
    keys = jax.random.split(jax.random.key(3), 40)
    logs = np.asarray(jax.jit(lambda: relive_worlds(KUHN, (EQUILIBRIUM,), view, keys, doubt)[1])())
    likely = {JACK: (1 - doubt) / 3 + doubt / 2, KING: (1 - doubt) * 1 + doubt / 2}
    np.testing.assert_allclose(
        sorted(set(np.exp(logs).round(4))), sorted(np.round(list(likely.values()), 4)), atol=1e-4
    )


def test_an_agent_that_tells_no_chances_did_what_it_would_do_again():
    """It bets with the king only: 0 or 1, and half of the doubt."""

    def act(params, memory, view, key):
        return (view.card == KING).astype(jnp.int32), memory, {}

    view = kuhn_view(QUEEN, (PASS, BET))
    keys = jax.random.split(jax.random.key(3), 20)
    logs = jax.jit(lambda: relive_worlds(KUHN, (Agent("king", act),), view, keys, 0.2)[1])()
    np.testing.assert_allclose(sorted(set(np.exp(logs).round(4).tolist())), [0.1, 0.9], atol=1e-4)


def test_worlds_are_kept_in_proportion_to_their_weights():
    """The king is three times as likely as the jack: 3/4, of 2000 within five standard deviations."""
    view = kuhn_view(QUEEN, (PASS, BET))
    draw = jax.jit(
        lambda belief: draw_worlds(KUHN, (EQUILIBRIUM,), view, 2000, jax.random.key(4), belief).state.cards[:, 1],
        static_argnums=0,
    )
    assert abs(float((draw(Belief(4, 0.0)) == KING).mean()) - 0.75) < 0.05
    assert abs(float((draw(Belief()) == KING).mean()) - 0.5) < 0.06


def test_resampling_rounds_each_share_up_or_down():
    logs = jnp.log(jnp.array([0.1, 0.25, 0.0, 0.65]))
    for seed in range(20):
        kept = np.bincount(resample(logs, 10, jax.random.key(seed)), minlength=4)
        assert kept[0] == 1
        assert kept[1] in (2, 3)
        assert kept[2] == 0
        assert kept.sum() == 10


def test_players_that_remember_have_lived_through_the_past():
    """Each remembers the cards that it held when it played: its own plays in this world, and nobody else's."""

    def act(params, memory, view, key):
        return jnp.argmax(view.legal).astype(jnp.int32), memory * 10 + view.card + 1, {}

    player = Agent("diary", act, lambda params: jnp.int32(0))
    view = kuhn_view(QUEEN, (PASS, BET))
    tables = jax.jit(lambda: draw_worlds(KUHN, (player,), view, 10, jax.random.key(5)))()
    memories, cards = np.asarray(tables.memories[0]), np.asarray(tables.state.cards)
    assert (memories == cards + 1).all()
    assert set(cards[:, 1]) == {JACK, KING}
    assert row(memories, 0)[0] == QUEEN + 1
