"""The fast rules against an independent, plain implementation."""

import numpy as np
import pytest

from mazzo import make
from tests.helpers import few_or_many, random_games, row
from tests.oracles import briscola as oracle

VARIANTS = ("2p", "3p", "4p")


def same_view(view, plain) -> None:
    """One seat's view against the oracle's."""

    def some(array):
        return [int(card) for card in array if card >= 0]

    assert int(view.seat) == plain["seat"]
    assert int(view.turn) == plain["turn"]
    assert bool(view.done) == plain["done"]
    assert some(view.hand) == plain["hand"]
    assert some(view.table) == plain["table"]
    assert view.points.tolist() == plain["points"]
    assert set(np.flatnonzero(view.legal).tolist()) == plain["legal"]
    assert some(view.actions) == plain["actions"]
    assert some(view.partner) == plain["partner"]
    assert int(view.turned) == plain["known"][-1]
    places = {card: place for place, card in enumerate(plain["known"]) if card is not None}
    assert {int(card): int(view.place[card]) for card in np.flatnonzero(view.place >= 0)} == places
    assert {int(c): int(view.when[c]) for c in np.flatnonzero(view.who >= 0)} == {
        card: play for play, card in enumerate(plain["actions"])
    }


@few_or_many
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_agree(variant, deals):
    """1,000 deals, in the long checks 5,000: legal cards, turn and points at every play; some views too."""
    game = make("briscola", variant)
    players = game.spec.players
    states, views, actions, last, returns = random_games(game, deals, seed=11)
    legal = views.legal[np.arange(deals)[:, None], np.arange(game.spec.longest)[None, :], states.turn]
    for i in range(deals):
        plain = oracle.Briscola(states.deck[i, 0].tolist(), players)
        for ply in range(game.spec.longest):
            assert plain.turn == states.turn[i, ply]
            assert plain.points == states.points[i, ply].tolist()
            assert plain.legal() == set(np.flatnonzero(legal[i, ply]).tolist())
            if i < 60:
                for seat in range(players):
                    same_view(row(views, i, ply, seat), plain.view(seat))
            plain.play(int(actions[i, ply]))
        assert plain.done
        assert bool(last.done[i])
        assert plain.returns() == returns[i].tolist()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ["rules", "greedy"])
def test_scripted_players_agree(variant, name):
    """The bots choose the same card as their descriptions, written a second time, in 300 random games."""
    import jax

    game = make("briscola", variant)
    players = game.spec.players
    states, views, _, _, _ = random_games(game, 300, seed=12)
    own = jax.tree.map(lambda x: x[np.arange(300)[:, None], np.arange(game.spec.longest)[None, :], states.turn], views)
    bot = game.bots[name]
    act = jax.jit(jax.vmap(jax.vmap(lambda view: bot.act((), (), view, jax.random.key(0))[0])))
    chosen = np.asarray(act(own))
    plain_bot = {"rules": oracle.rules_agent, "greedy": oracle.greedy_agent}[name]
    for i in range(300):
        for ply in range(game.spec.longest):
            view = row(own, i, ply)
            plain = {
                "seat": int(view.seat),
                "hand": [int(c) for c in view.hand if c >= 0],
                "table": [int(c) for c in view.table if c >= 0],
                "points": view.points.tolist(),
                "known": [int(view.turned)],
            }
            assert plain_bot(plain, players) == chosen[i, ply], (plain, ply)
