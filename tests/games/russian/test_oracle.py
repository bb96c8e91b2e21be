"""The fast rules against an independent, plain implementation."""

import jax
import numpy as np

from mazzo import make
from tests.helpers import few_or_many, random_games, row
from tests.oracles import russian as oracle


def legal_of(array) -> set[int]:
    return set(np.flatnonzero(array).tolist())


def same_view(view, plain) -> None:
    """The player's view against the oracle's."""
    seen = plain.view()
    piles = len(seen["piles"])
    lies = {
        card: (pile, height)
        for pile, cards in enumerate(seen["piles"])
        for height, card in enumerate(cards)
        if card is not None
    }
    for suit, count in enumerate(seen["foundations"]):
        lies.update({13 * suit + rank: (piles, rank) for rank in range(count)})
    assert view.pile.tolist() == [lies.get(card, (-1, 0))[0] for card in range(52)]
    assert view.height.tolist() == [lies.get(card, (-1, 0))[1] for card in range(52)]
    assert view.sizes.tolist() == [len(cards) for cards in seen["piles"]]
    assert view.down.tolist() == seen["down"] == [cards.count(None) for cards in seen["piles"]]
    assert view.tops.tolist() == [cards[-1] if cards else -1 for cards in seen["piles"]]
    assert view.moves.tolist() == seen["options"]
    assert view.deck.tolist() == [-1 if card is None else card for card in seen["known"]]
    assert view.actions[: int(view.plays)].tolist() == seen["actions"]
    assert (view.actions[int(view.plays) :] == -1).all()
    assert legal_of(view.legal) == seen["legal"]
    assert bool(view.done) == seen["done"]
    assert int(view.turn) == int(view.seat) == 0


def compare(game, deals, seed, views_of) -> tuple[int, int]:
    """Play random deals to the end on both sides; returns how many were won and how many allowed no move at all."""
    states, views, actions, last, returns = random_games(game, deals, seed)
    rules = game.spec.rules
    wins = stuck = 0
    for i in range(deals):
        plain = oracle.Russian(states.deck[i, 0].tolist(), rules.down, rules.up, rules.suits, rules.ranks)
        ply = 0
        while not plain.done:
            assert not states.done[i, ply]
            assert plain.legal() == legal_of(views.legal[i, ply, 0])
            if i < views_of:
                same_view(row(views, i, ply, 0), plain)
            plain.play(int(actions[i, ply]))
            ply += 1
        # The game is over; what follows is padding.
        assert states.done[i, ply:].all()
        assert not views.legal[i, ply:].any()
        assert bool(last.done[i])
        assert last.actions[i].tolist() == plain.actions + [-1] * (game.spec.longest - ply)
        assert returns[i].tolist() == plain.returns()
        if i < views_of and ply < game.spec.longest:
            same_view(row(views, i, ply, 0), plain)
        wins += plain.won
        stuck += ply == 0
    return wins, stuck


@few_or_many
def test_random_games_agree(deals):
    """1,000 deals, in the long checks 5,000: legal actions at every move, the end and the result; some views too."""
    game = make("russian")
    results = [compare(game, 1000, seed=21 + chunk, views_of=0 if chunk else 100) for chunk in range(deals // 1000)]
    wins, stuck = np.sum(results, axis=0)
    assert wins > deals / 100
    assert stuck > 0


def test_smaller_layouts_agree():
    """Three piles of eight cards, where most deals bring empty piles and kings that move."""
    game = make("russian", down=(0, 1, 2), up=(1, 2, 2), suits=2, ranks=4)
    wins, _ = compare(game, 500, seed=31, views_of=200)
    assert wins > 50


def test_the_moves_of_the_paper_agree():
    """200 deals: which of the 2,191 moves are legal, the action that each stands for, the move for each action."""
    game = make("russian")
    head = game.head("moves-2191")
    assert head.size == 2191
    states, views, actions, _, _ = random_games(game, 1000, seed=21)  # a program that is compiled already

    meant: list[dict[int, int]] = []  # by position
    chosen: list[dict[int, int]] = []
    where: list[tuple[int, int, int]] = []
    for i in range(200):
        plain = oracle.Russian(states.deck[i, 0].tolist())
        while not plain.done:
            where.append((i, len(plain.actions), 0))
            meant.append(plain.outputs())
            chosen.append({action: plain.output(action) for action in plain.legal()})
            plain.play(int(actions[i, len(plain.actions)]))
    views = jax.tree.map(lambda x: x[tuple(np.array(where).T)], views)
    assert any(len(outputs) > len(set(outputs.values())) for outputs in meant)  # a king and several empty piles

    legal = np.asarray(jax.jit(jax.vmap(head.legal))(views))
    for outputs, fast in zip(meant, legal, strict=True):
        assert set(outputs) == legal_of(fast)
    for pairs, function in ((meant, head.action), (chosen, head.output)):
        at, given, expected = np.array([(n, *pair) for n, some in enumerate(pairs) for pair in some.items()]).T
        found = jax.jit(jax.vmap(function))(jax.tree.map(lambda x, at=at: x[at], views), given.astype(np.int32))
        assert np.asarray(found).tolist() == expected.tolist()
