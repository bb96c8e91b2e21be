"""`redeal` draws uniformly from the deals that fit a view: compared with a list of all of them, made without it."""

import itertools
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.stats import chisquare

from mazzo import make
from mazzo.core.game import Deal, host
from tests.games.maraffone.hands import cards, played, view_of

SAMPLES = 50_000
SMALL = tuple(cards("Ad 2d 3d 4d As 2s 3s 4s 4c 5c Rc 4b"))


@cache
def compiled(game):
    """(draw decks from a view, look at a list of decks after the view's actions), compiled once per game."""

    def look(deck, view):
        """Whether all actions are legal after this deal, and then look the same."""

        def one(carry, action):
            state, legal = carry
            legal = legal & ((action < 0) | game.legal(state)[action])
            after = game.play(state, action.astype(jnp.int32))
            return (jax.tree.map(lambda old, new: jnp.where(action < 0, old, new), state, after), legal), None

        begin = (game.start(Deal(deck, view.setup)), jnp.bool_(True))
        (state, legal), _ = jax.lax.scan(one, begin, view.actions)
        again = game.observe(state, view.seat)
        return legal & jnp.stack([(a == b).all() for a, b in zip(again, view, strict=True)]).all()

    draw = jax.jit(jax.vmap(lambda view, key: game.redeal(view, key).deck, in_axes=(None, 0)))
    return draw, jax.jit(jax.vmap(look, in_axes=(0, None)))


def who_holds(game, decks):
    """int64[n]: who is dealt each card, two bits a card; the order within a hand makes no difference."""
    place = np.zeros(40, np.int64)
    place[list(game.spec.deck)] = np.arange(len(game.spec.deck))
    seats = np.repeat(np.arange(4), game.spec.rules.tricks)
    return (seats << (2 * place[decks])).sum(1)


def order_of(game, decks):
    """int64[n]: a number for each deck."""
    place = np.zeros(40, np.int64)
    place[list(game.spec.deck)] = np.arange(len(game.spec.deck))
    return (place[decks] << (4 * np.arange(len(game.spec.deck)))).sum(1)


def draws(game, view, seed, samples=SAMPLES):
    """[samples, cards]: decks from `redeal`."""
    return np.asarray(compiled(game)[0](view, jax.random.split(jax.random.key(seed), samples)))


def every_deal(game, view):
    """All deals that give the seat its cards and everybody what he has played, whatever else is known; hands sorted."""
    tricks = game.spec.rules.tricks
    seat = int(view.seat)
    had = {s: [c for c in range(40) if int(view.who[c]) == s] for s in range(4)}
    had[seat] += [c for c in range(40) if view.held[c]]
    free = [c for c in game.spec.deck if not any(c in hand for hand in had.values())]

    def fill(hands, left, seats):
        if not seats:
            yield [card for s in range(4) for card in sorted(hands[s])]
            return
        s, *rest = seats
        for extra in itertools.combinations(left, tricks - len(had[s])):
            yield from fill({**hands, s: had[s] + list(extra)}, [c for c in left if c not in extra], rest)

    return np.array(list(fill({seat: had[seat]}, free, [s for s in range(4) if s != seat])), np.int8)


def deals_that_fit(game, view):
    """Those of `every_deal` in which everybody was allowed to act as he did, and that then look the same."""
    candidates = every_deal(game, view)
    padded = np.resize(candidates, (1680, candidates.shape[1]))  # one shape for all, so that it is compiled once
    return candidates[np.asarray(compiled(game)[1](padded, view))[: len(candidates)]]


def check_uniform(game, view, seed=0):
    """Compare draws with the deals that fit; returns how many do."""
    fitting = who_holds(game, deals_that_fit(game, view))
    found, counts = np.unique(who_holds(game, draws(game, view, seed)), return_counts=True)
    assert found.tolist() == sorted(fitting.tolist())
    assert len(fitting) * 20 <= SAMPLES
    assert chisquare(counts).pvalue > 1e-3
    return len(fitting)


FOUR = ("Ad 2d 4s", "3d 4d 4c", "As 2s 5c", "3s Rc 4b")
# What is known: hands, setup, actions, seat, and the number of deals that fit, worked out by hand.
OFFICIAL = {
    "nothing": (FOUR, 1, "", 1, 1680),
    "the namer held the 4 of denari": (FOUR, 0, "", 0, 560),
    "and has played it": (FOUR, 0, "coppe 4d silent", 0, 560),
    "volo": (FOUR, 1, "coppe 4s volo", 2, 21 * 20),
    "striscio": (FOUR, 1, "coppe Ad striscio", 2, (28 - 10) * 20),
    "striscio by the holder of the 4": (("Ad 4d 4s", "3d 2d 4c", *FOUR[2:]), 0, "coppe Ad striscio", 2, 7 * 20),
    "busso, which tells nothing": (FOUR, 1, "coppe 4s busso", 2, 560),
    "a void": (FOUR, 1, "coppe Ad striscio 4d As", 0, 210 * 5 // 7),
    "maraffa claimed": (("Ad 2d 3d", "4s 4d 4c", *FOUR[2:]), 1, "denari Ad silent", 3, 20),
    "the ace led in vain": (FOUR, 1, "denari Ad silent", 3, (28 - 1) * 20),
    "in vain, with striscio": (FOUR, 1, "denari Ad striscio", 3, (28 - 10 - 1) * 20),
    "in vain, and the two followed": (FOUR, 1, "denari Ad striscio 4d 5c 4b 2d", 3, 12),
}
RAGAZZINI = {
    "nobody has the maraffa": (FOUR, 0, "denari", 2, 1680 - 3 * 20),
    "not even the one who has two of it": (FOUR, 0, "denari Ad silent 4d 5c 4b 2d", 2, 12),
    "maraffa": (("As 4d 4s", "Ad 2d 3d", "2s Rc 5c", "3s 4c 4b"), 0, "denari", 3, 20),
    "busso": (FOUR, 0, "coppe Ad busso", 2, (28 - 15) * 20),
    "striscio": (("Ad 4d 4s", "3d 2d 4c", *FOUR[2:]), 0, "coppe Ad striscio", 2, 5 * 20),
    "volo": (FOUR, 0, "coppe 4s volo", 2, 21 * 20),
    "busso and voids": (("As 2s 4s", "3s Ad 4c", "4d 2d 5c", "3d Rc 4b"), 0, "bastoni As busso 3s 5c Rc", 2, 18),
    "two signs and a void": (FOUR, 0, "coppe Ad busso 3d As 3s 4c volo", 3, 5),
}


@pytest.mark.parametrize("case", OFFICIAL)
def test_uniform_official(case):
    hands, setup, actions, seat, number = OFFICIAL[case]
    game, view = view_of("official", hands, setup, actions, seat, deck=SMALL)
    assert check_uniform(game, view) == number


@pytest.mark.slow
@pytest.mark.parametrize("case", RAGAZZINI)
def test_uniform_ragazzini(case):
    hands, setup, actions, seat, number = RAGAZZINI[case]
    game, view = view_of("ragazzini", hands, setup, actions, seat, deck=SMALL)
    assert check_uniform(game, view) == number


@pytest.mark.slow
def test_uniform_over_the_order_of_the_deck_too():
    """Five ways to deal, and every order of every hand."""
    hands, setup, actions, seat, number = RAGAZZINI["two signs and a void"]
    game, view = view_of("ragazzini", hands, setup, actions, seat, deck=SMALL)
    fitting = []
    for deck in deals_that_fit(game, view).tolist():
        orders = [itertools.permutations(deck[i : i + 3]) for i in range(0, 12, 3)]
        fitting += [sum(order, ()) for order in itertools.product(*orders)]
    decks = draws(game, view, seed=1, samples=4 * SAMPLES)  # thirty of each: with fewer some are not drawn at all
    found, counts = np.unique(order_of(game, decks), return_counts=True)
    assert found.tolist() == sorted(order_of(game, np.array(fitting)).tolist())
    assert len(fitting) == number * 6**4
    assert chisquare(counts).pvalue > 1e-3


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
def test_in_a_redealt_world_everybody_was_allowed_to_do_what_he_did(variant):
    """The whole deck, every seat, at every play of random games: the signs made are true there, suits were followed."""
    game, _, views, _, _, _ = played(variant)
    flat = jax.tree.map(lambda x: x[:8].reshape(-1, *x.shape[3:]), views)
    _, look = compiled(game)

    def fits(view, key):
        return look(game.redeal(view, key).deck[None], view)[0]

    keys = jax.random.split(jax.random.key(3), len(flat.seat))
    assert np.asarray(jax.jit(jax.vmap(fits))(flat, keys)).all()


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
def test_hidden_cards_change_neither_view_nor_encoders(variant):
    """Exchange two cards that a seat cannot see, in the deal itself: whatever it observes stays the same."""
    game = make("maraffone", variant)
    table = host(game)
    encode = jax.jit(lambda view: [encoder(view) for encoder in game.encoders.values()])
    rng = np.random.default_rng(9)
    changed = 0
    for trial in range(24):
        order = rng.permutation(40)
        start = Deal(jnp.asarray(order, jnp.int8), jnp.asarray([rng.integers(game.spec.setups[0])], jnp.int8))
        state, actions = table.start(start), []
        for _ in range(int(rng.integers(0, 16))):
            actions.append(int(rng.choice(table.legal_actions(state))))
            state = table.play(state, actions[-1])
        view = table.observe(state, trial % 4)
        hidden = [place for place, card in enumerate(order) if not view.held[card] and view.who[card] < 0]
        one, other = rng.choice(hidden, 2, replace=False)
        order[one], order[other] = order[other], order[one]
        try:
            again = table.start(start._replace(deck=jnp.asarray(order, jnp.int8)))
            for action in actions:
                again = table.play(again, action)
        except ValueError:
            continue  # somebody could not have acted so
        second = table.observe(again, trial % 4)
        if int(second.namer) != int(view.namer) or int(second.maraffa) != int(view.maraffa):
            continue  # the two cards were no secret
        assert all((a == b).all() for a, b in zip(view, second, strict=True))
        assert all((a == b).all() for a, b in zip(encode(view), encode(second), strict=True))
        changed += 1
    assert changed >= 12


def test_the_order_in_which_a_hand_was_dealt_is_nobodys_knowledge():
    game = make("maraffone")
    rng = np.random.default_rng(1)
    order = rng.permutation(40)
    mixed = np.concatenate([rng.permutation(hand) for hand in order.reshape(4, 10)])
    one, other = (host(game).start(Deal(jnp.asarray(d, jnp.int8), jnp.zeros(1, jnp.int8))) for d in (order, mixed))
    assert (order != mixed).any()
    assert all((a == b).all() for a, b in zip(one, other, strict=True))
