"""`redeal` draws uniformly from the deals that fit a view: compared with a list of all of them, made without it."""

import itertools
from collections.abc import Iterator
from functools import cache

import jax
import numpy as np
import pytest
from scipy.stats import chisquare

from mazzo import make
from mazzo.core.game import Deal, host
from tests.oracles.briscola import Briscola

SAMPLES = 200_000


@cache
def drawing(game):
    """Draw decks from a view; compiled once per game."""
    return jax.jit(jax.vmap(lambda view, key: game.redeal(view, key).deck, in_axes=(None, 0)))


def deals_that_fit(plain: Briscola, seat: int) -> Iterator[tuple[int, ...]]:
    """All decks that give `seat` the same view after the same actions, found by trying.

    Each other player's places hold the cards he is known to have had and some unseen ones, in any order; the oracle
    says which of these decks really look the same.
    """
    view = plain.view(seat)
    unseen = set(plain.deck) - {card for card in view["known"] if card is not None}
    groups = []  # (places of the deck that one other player got, or the stock; cards known to be among them)
    played_by: dict[int, list[int]] = {}
    replay = Briscola(plain.deck, plain.players)
    for card in plain.actions:
        played_by.setdefault(replay.turn, []).append(card)
        replay.play(card)
    for owner in [*range(plain.players), None]:
        places = [p for p, o in enumerate(view["owner"]) if o == owner and view["known"][p] is None]
        shown = list(played_by.get(owner, []))
        if plain.players == 4 and owner == (seat + 2) % 4:
            shown += view["partner"]
        groups.append((places, [card for card in shown if card in unseen]))
    free = sorted(unseen - {card for _, shown in groups for card in shown})

    def fill(deck: list[int | None], rest: list[int], left: list) -> Iterator[tuple[int, ...]]:
        if not left:
            yield tuple(deck)
            return
        (places, shown), *others = left
        for extra in itertools.combinations(rest, len(places) - len(shown)):
            for order in itertools.permutations([*shown, *extra]):
                filled = list(deck)
                for place, card in zip(places, order, strict=True):
                    filled[place] = card
                yield from fill(filled, [card for card in rest if card not in extra], others)

    for deck in fill(list(view["known"]), free, groups):
        other = Briscola(deck, plain.players)
        try:
            for card in plain.actions:
                other.play(card)
        except ValueError:
            continue
        if other.view(seat) == view:
            yield deck


CASES = [
    # players, deck, plays before the look, seat
    (2, (0, 2, 9, 11, 12, 20, 31, 39), 0, 0),  # 3 own cards, the turned one, 4 hidden
    pytest.param(*(2, (0, 2, 9, 11, 12, 20, 31, 39), 1, 1), marks=pytest.mark.slow),  # a lead to answer
    (2, (0, 2, 9, 11, 12, 20, 31, 39), 3, 0),  # the stock is gone, the turned card is in a hand
    pytest.param(*(2, (0, 2, 9, 11, 12, 20, 31, 39, 7, 17), 4, 1), marks=pytest.mark.slow),  # two draws
    (2, (0, 2, 9, 11, 12, 20, 31, 39, 7, 17), 6, 0),
    pytest.param(*(3, (0, 2, 9, 11, 12, 20, 31, 39, 7, 17, 5, 25), 7, 0), marks=pytest.mark.slow),
    (4, (0, 2, 9, 11, 12, 20, 31, 39, 7, 17, 5, 25, 36, 18, 24, 33), 12, 1),  # the partner's hand is seen
]


@pytest.mark.parametrize(("players", "deck", "plays", "seat"), CASES)
def test_uniform_over_all_deals_that_fit(players, deck, plays, seat):
    game = make("briscola", f"{players}p", deck=deck)
    table = host(game)
    rng = np.random.default_rng(players * 100 + plays)
    order = [int(card) for card in rng.permutation(deck)]
    plain = Briscola(order, players)
    state = table.start(Deal(jax.numpy.asarray(order, jax.numpy.int8), jax.numpy.zeros(0, jax.numpy.int8)))
    for _ in range(plays):
        card = int(rng.choice(sorted(plain.legal())))
        plain.play(card)
        state = table.play(state, card)
    view = table.observe(state, seat)
    decks = np.asarray(drawing(game)(view, jax.random.split(jax.random.key(plays), SAMPLES)))
    fitting = set(deals_that_fit(plain, seat))
    assert tuple(order) in fitting
    found, counts = np.unique(decks, axis=0, return_counts=True)
    assert {tuple(deck) for deck in found.tolist()} == fitting
    assert len(fitting) * 5 <= SAMPLES
    assert chisquare(counts).pvalue > 1e-3


@pytest.mark.parametrize("variant", ["2p", "3p", "4p"])
def test_hidden_cards_change_neither_view_nor_encoders(variant):
    """Exchange two cards that a seat cannot see, in the deal itself: whatever it observes stays the same."""
    game = make("briscola", variant)
    table = host(game)
    encode = jax.jit(lambda view: [encoder(view) for encoder in game.encoders.values()])
    rng = np.random.default_rng(9)
    changed = 0
    for trial in range(30):
        order = rng.permutation(game.spec.deck).tolist()
        state = table.start(Deal(jax.numpy.asarray(order, jax.numpy.int8), jax.numpy.zeros(0, jax.numpy.int8)))
        actions = []
        for _ in range(int(rng.integers(0, game.spec.longest - 2 * game.spec.players))):
            actions.append(int(rng.choice(table.legal_actions(state))))
            state = table.play(state, actions[-1])
        seat = trial % game.spec.players
        view = table.observe(state, seat)
        shown = {c for c in range(40) if view.place[c] >= 0 or view.who[c] >= 0} | set(view.partner.tolist())
        hidden = [place for place, card in enumerate(order) if card not in shown]
        if len(hidden) < 2:
            continue
        one, other = rng.choice(hidden, 2, replace=False)
        order[one], order[other] = order[other], order[one]
        again = table.start(Deal(jax.numpy.asarray(order, jax.numpy.int8), jax.numpy.zeros(0, jax.numpy.int8)))
        for action in actions:
            again = table.play(again, action)
        second = table.observe(again, seat)
        assert all((a == b).all() for a, b in zip(view, second, strict=True))
        assert all((a == b).all() for a, b in zip(encode(view), encode(second), strict=True))
        changed += 1
    assert changed >= 20
