"""The fast rules against an independent, plain implementation."""

from dataclasses import replace

import numpy as np
import pytest

from mazzo import make
from tests.helpers import few_or_many, random_games, row
from tests.oracles import tripeaks as oracle


def often_eager(game):
    """The same game with players who, if the deal's first card is odd, turn the stock only where no card fits.

    Choosing evenly among the legal moves almost never wins.
    """

    def choices(state):
        legal = game.legal(state)
        eager = (state.deck[0] % 2 == 1) & legal[:-1].any()
        return legal.at[-1].set(legal[-1] & ~eager)

    return replace(game, legal=choices)


def same_view(view, plain) -> None:
    """The player's view against the oracle's."""
    seen = plain.view()
    card = {**dict.fromkeys(seen["down"], -2), **dict.fromkeys(seen["gone"], -1), **seen["up"]}
    places = range(plain.places)
    assert view.tableau.tolist() == [card[place] for place in places]
    assert view.covered.tolist() == [
        -1 if place in seen["gone"] else sum(cover not in seen["gone"] for cover in plain.covers[place])
        for place in places
    ]
    assert int(view.waste) == seen["top"]
    assert int(view.stock) == seen["stock"]
    assert view.deck.tolist() == [-1 if card is None else card for card in seen["known"]]
    assert view.actions[: int(view.plays)].tolist() == seen["actions"]
    assert (view.actions[int(view.plays) :] == -1).all()
    assert set(np.flatnonzero(view.legal).tolist()) == seen["legal"]
    assert bool(view.done) == seen["done"]
    assert int(view.turn) == int(view.seat) == 0


def compare(game, deals, seed, views_of) -> int:
    """Play random deals to the end on both sides; returns how many were won."""
    states, views, actions, last, returns = random_games(often_eager(game), deals, seed)
    rules = game.spec.rules
    wins = 0
    for i in range(deals):
        plain = oracle.TriPeaks(states.deck[i, 0].tolist(), rules.peaks, rules.rows)
        ply = 0
        while not plain.done:
            assert not states.done[i, ply]
            assert plain.legal() == set(np.flatnonzero(views.legal[i, ply, 0]).tolist())
            if i < views_of:
                same_view(row(views, i, ply, 0), plain)
            plain.play(int(actions[i, ply]))
            ply += 1
        assert states.done[i, ply:].all()
        assert not views.legal[i, ply:].any()
        assert bool(last.done[i])
        assert last.actions[i].tolist() == plain.actions + [-1] * (game.spec.longest - ply)
        assert returns[i].tolist() == plain.returns()
        if i < views_of and ply < game.spec.longest:
            same_view(row(views, i, ply, 0), plain)
        wins += plain.won
    return wins


@few_or_many
def test_random_games_agree(deals):
    """1,000 deals, in the long checks 5,000: legal actions at every move, the end and the result; some views too."""
    game = make("tripeaks")
    wins = sum(compare(game, 1000, seed=21 + chunk, views_of=0 if chunk else 100) for chunk in range(deals // 1000))
    assert wins > deals / 12


@pytest.mark.parametrize(
    ("peaks", "rows", "cards"),
    [(2, 3, 20), pytest.param(1, 2, 6, marks=pytest.mark.slow), pytest.param(3, 2, 13, marks=pytest.mark.slow)],
)
def test_smaller_layouts_agree(peaks, rows, cards):
    deck = tuple(range(52 - cards, 52))
    assert compare(make("tripeaks", peaks=peaks, rows=rows, deck=deck), 500, seed=31, views_of=200) > 0
