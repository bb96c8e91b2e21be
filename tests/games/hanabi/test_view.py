"""What a seat knows, and that redealt worlds are drawn uniformly from those that fit."""

from collections import Counter
from functools import cache, partial
from itertools import permutations, product

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.stats import chisquare

from mazzo import make
from mazzo.core import chance
from mazzo.games.hanabi import view as V
from tests.games.hanabi.tables import Table, deal, equal

SAMPLES = 50_000
SMALL = {"colours": 2, "ranks": 2, "hand": 2, "hints": 4}  # R1 R1 R1 R2 Y1 Y1 Y1 Y2


def test_own_hand_is_hidden_and_the_others_are_seen():
    table = Table("full-2p", "R1 R2 R3 R4 R5 Y1 Y2 Y3 Y4 Y5")
    view = table.view(1)
    assert view.hands.tolist() == [[-2] * 5, [0, 1, 2, 3, 4]]
    assert view.known.tolist() == [0, 1, 2, 3, 4] + [-1] * 45
    table.play("h15 p0")
    view = table.view(1)
    assert view.known.tolist() == [0, 1, 2, 3, 4, 5] + [-1] * 44  # the card that was played is known
    assert view.places.tolist() == [[6, 7, 8, 9, 10], [0, 1, 2, 3, 4]]


def test_simplified_view_shows_all_hands():
    table = Table("simplified-2p", "R1 R2 R3 R4 R5 Y1 Y2 Y3 Y4 Y5")
    assert table.view(1).hands.tolist() == [[5, 6, 7, 8, 9], [0, 1, 2, 3, 4]]
    assert table.view(1).known.tolist() == [*range(10), *[-1] * 40]


@pytest.mark.parametrize(("variant", "hidden"), [("full-2p", (0, 20)), ("simplified-2p", (12, 20))])
def test_hidden_cards_change_nothing(variant, hidden):
    """Exchange two cards of the deck that seat 0 does not see, one of them in its own hand: it sees no difference."""
    table = Table(variant, "R1 R2 R3 R4 R5 Y1 Y2 Y3 Y4 Y5")
    other = list(table.deck)
    first, second = hidden
    other[first], other[second] = other[second], other[first]
    assert other != table.deck
    actions = {"full-2p": "h15 h14 d4 h11", "simplified-2p": "h h d4 h"}[variant]  # the hint touches R4 only
    table.play(actions)
    before = table.view(0)
    again = Table(variant).play("")
    again.state = again.host.start(deal(other))
    again.play(actions)
    after = again.view(0)
    assert not equal(table.state, again.state)
    for name in before._fields:
        np.testing.assert_array_equal(getattr(before, name), getattr(after, name), err_msg=name)
    encode = jax.jit(lambda view: {name: encoder(view) for name, encoder in table.game.encoders.items()})
    one, same = encode(before), encode(after)
    for name in one:
        np.testing.assert_array_equal(one[name], same[name], err_msg=name)


# ------------------------------------------------------------------------------- small decks, all of them


@cache
def all_decks():
    """int8[1120, 8]: every order of card types."""
    deck = make("hanabi", "full-2p", **SMALL).spec.deck
    return np.array(sorted(set(permutations(deck))), np.int8)


@cache
def compiled(game):
    def looks(deck, actions, plays, seat):
        return game.observe(game.replay(deal(deck), actions, plays), seat)

    every = jax.jit(jax.vmap(looks, in_axes=(0, None, None, None)))

    @jax.jit
    def redeals(view, key):
        keys = jax.vmap(partial(chance.fold_in, key))(jnp.arange(SAMPLES))
        return jax.vmap(lambda key: game.redeal(view, key).deck)(keys)

    return every, redeals


@pytest.mark.parametrize(
    ("variant", "hand", "cards", "actions", "seat", "worlds"),
    [
        ("full-2p", 2, "R1 Y2 Y1 R2", "", 0, 60),
        ("full-2p", 2, "R1 Y2 Y1 R2", "h1R h11", 0, 10),  # one card is a 1, the other is not
        ("full-2p", 2, "R1 Y2 Y1 R2", "h1R h1R h12", 1, 6),
        ("full-2p", 2, "R1 Y1 Y1 R1 Y1 R1", "h1Y h1R p0 d0 h11", 0, 9),  # the card told was played, one is new
        ("full-2p", 3, "R1 R2 Y1 R1 Y1 Y2", "h11 h1R", 0, 6),  # of three cards two are red
        ("full-2p", 3, "R1 Y1 R2 R1 Y1 Y2 R1 Y1", "h11 d0 p0 p0 p0", 0, 2),  # the last round: a card less
        ("simplified-2p", 2, "R1 Y2 Y1 R2", "h p0", 0, 3),
    ],
)
def test_redeal_is_uniform(variant, hand, cards, actions, seat, worlds):
    """Against all 1,120 decks: those that look the same are drawn equally often, the others never."""
    table = Table(variant, cards, **{**SMALL, "hand": hand}).play(actions)
    view = table.view(seat)
    every, redeals = compiled(table.game)
    views = every(jnp.asarray(all_decks()), view.actions, view.plays, jnp.int8(seat))
    fits = np.ones(len(all_decks()), bool)
    for mine, other in zip(view, views, strict=True):
        fits &= (np.asarray(other) == np.asarray(mine)).reshape(len(fits), -1).all(axis=1)
    assert fits.sum() == worlds  # counted by hand
    drawn, counts = np.unique(np.asarray(redeals(view, jax.random.key(7))), axis=0, return_counts=True)
    np.testing.assert_array_equal(drawn, all_decks()[fits])
    assert chisquare(counts).pvalue > 1e-4


def test_own_hand_of_five_is_uniform_under_hints():
    """The whole game: own hands are drawn as often as there are ways to hold distinct cards."""
    # Seat 0 learns all colours but one, and its twos and ones: R1 R2 Y1 Y4 B5.
    table = Table("full-2p", "R1 R2 Y1 Y4 B5 R1 Y1 G1 W1 B1 R3 R3").play("h11 h1R h1R h1Y h1Y h11 p0 h12")
    view = table.view(0)
    assert table.fireworks == [1, 0, 0, 0, 0]
    left = np.asarray(V.unseen(table.rules, view)).astype(int)
    assert left.sum() == 39 + 5
    allowed = [[card for card in range(25) if int(mask) >> card & 1 and left[card]] for mask in view.possible[0]]
    ways = Counter()
    for hand in product(*allowed):
        taken, count = Counter(), 1
        for card in hand:
            count *= left[card] - taken[card]
            taken[card] += 1
        if count > 0:
            ways[hand] = count
    redeal = jax.jit(jax.vmap(lambda key: table.game.redeal(view, key).deck[view.places[0].astype(jnp.int32)]))
    keys = jax.vmap(partial(chance.fold_in, jax.random.key(3)))(jnp.arange(SAMPLES))
    drawn = Counter(map(tuple, np.asarray(redeal(keys)).tolist()))
    assert set(drawn) <= set(ways)
    hands = list(ways)
    expected = np.array([ways[hand] for hand in hands]) * SAMPLES / sum(ways.values())
    assert len(hands) > 100
    assert expected.min() > 5
    assert chisquare([drawn[hand] for hand in hands], expected).pvalue > 1e-4


def test_high_product():
    rng = np.random.default_rng(1)
    words = np.concatenate([rng.integers(0, 2**32, 1000), [0, 2**32 - 1, 2**32 - 1, 0xFFFF, 0x10000]])
    below = np.concatenate([rng.integers(1, 2**31, 1000), [1, 2**31 - 1, 1, 0x10000, 0xFFFF]])
    got = V._high_product(jnp.asarray(words, jnp.uint32), jnp.asarray(below, jnp.int32))
    assert np.asarray(got).tolist() == [int(w) * int(n) >> 32 for w, n in zip(words, below, strict=True)]
