"""`redeal` draws uniformly from the deals that fit a view: compared with a list of all of them, made without it."""

import itertools
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.stats import chisquare

from mazzo.core.game import Deal
from tests.games.russian.hands import CLOSED, STANDARD, TURNS, random_plays, view_of
from tests.helpers import row

SAMPLES = 50_000


@pytest.fixture(scope="module")
def every_deck():
    return np.array(list(itertools.permutations(CLOSED.spec.deck)), np.int8)


@cache
def compiled(game):
    """(do many decks, played as in a view, give that view, field by field?; many decks drawn for a view)"""

    def same(deck, view):
        state = game.replay(Deal(deck, jnp.zeros(0, jnp.int8)), view.actions, view.plays)
        again = game.observe(state, view.seat)
        return jnp.stack([(a == b).all() for a, b in zip(again, view, strict=True)]).all()

    def draw(view, key):
        return game.redeal(view, key).deck

    return jax.jit(jax.vmap(same, (0, None))), jax.jit(jax.vmap(draw, (None, 0)))


def looks_like(game, decks, view):
    return np.asarray(compiled(game)[0](decks, view))


def drawn(game, view, seed, samples=SAMPLES):
    keys = jax.random.split(jax.random.key(seed), samples)
    return np.unique(np.asarray(compiled(game)[1](view, keys)), axis=0, return_counts=True)


@pytest.mark.parametrize(
    ("actions", "fitting"),
    [
        ("", 120),  # five cards lie face down
        ("As^", 24),
        ("2s As", 24),  # 4s was turned
        ("2s As 3s 4h", 2),
        ("2s As 3s As^ 2s^ 3s^ 4s^", 2),
    ],
)
def test_uniform_over_all_deals_that_fit(every_deck, actions, fitting):
    view = view_of(CLOSED, TURNS, actions)
    possible = every_deck[looks_like(CLOSED, every_deck, view)]
    assert len(possible) == fitting
    found, counts = drawn(CLOSED, view, seed=len(actions))
    assert (found == possible).all()  # both in lexicographic order of the cards
    assert chisquare(counts).pvalue > 1e-3


def test_uniform_late_in_the_standard_game():
    """A position with few hidden cards: all orders of them are tried."""
    states, views, _, _, _ = random_plays()
    hidden = (views.deck[:, :, 0] < 0).sum(2)
    game, ply = np.argwhere((hidden == 4) & ~states.done)[0]
    view = row(views, game, ply, 0)
    places = np.flatnonzero(view.deck < 0)
    unseen = sorted(set(range(52)) - set(view.deck.tolist()))
    decks = np.repeat(view.deck[None], 24, 0)
    decks[:, places] = list(itertools.permutations(unseen))
    assert looks_like(STANDARD, decks, view).all()
    found, counts = drawn(STANDARD, view, seed=6, samples=24_000)
    assert {tuple(deck) for deck in found.tolist()} == {tuple(deck) for deck in decks.tolist()}
    assert chisquare(counts).pvalue > 1e-3


def test_hidden_cards_change_neither_view_nor_encoders():
    """Exchange two cards that cannot be seen, in the deal itself: whatever is observed stays the same."""
    states, views, _, _, _ = random_plays()
    encode = jax.jit(lambda view: [encoder(view) for encoder in STANDARD.encoders.values()])
    replay = jax.jit(lambda deal, view: STANDARD.observe(STANDARD.replay(deal, view.actions, view.plays), 0))
    rng = np.random.default_rng(3)
    for game in range(40):
        ply = int(rng.integers(0, 5))
        view = row(views, game, ply, 0)
        deck = row(states, game, 0).deck.copy()
        one, other = rng.choice(np.flatnonzero(view.deck < 0), 2, replace=False)
        deck[[one, other]] = deck[[other, one]]
        again = replay(Deal(jnp.asarray(deck), jnp.zeros(0, jnp.int8)), view)
        assert all((np.asarray(a) == b).all() for a, b in zip(again, view, strict=True))
        assert all((a == b).all() for a, b in zip(encode(again), encode(view), strict=True))
