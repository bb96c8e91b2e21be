"""Beliefs: against counting by hand, and against what an agent gives away."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core.agent import Agent
from mazzo.core.game import Deal, host
from mazzo.evaluation.beliefs import WORLDS, belief, habits

GAME = make("briscola")


def after(game, plays, agent="random", seed=0):
    """A state some moves into a game."""
    table, player = host(game), game.bots[agent]
    act = jax.jit(player.act)
    state = table.start(game.deal(jax.random.key(seed)))
    for number in range(plays):
        view = table.observe(state, state.turn)
        state = table.play(state, int(act(player.params, (), view, jax.random.key(number))[0]))
    return state


def test_without_habits_all_unseen_cards_are_equally_likely():
    """Three of the unseen cards are in the other's hand, the turned one under the stock."""
    state = after(GAME, 2)
    seat = int(state.turn)
    found = belief(GAME, state, ["random", "random"], seed=1)
    assert found.places == (f"seat {1 - seat}", "stock")
    turned, own = int(state.deck[-1]), {int(card) for card in state.hands[seat]}
    unseen = np.array([int(state.who[card]) < 0 and card not in {turned, *own} for card in range(40)])
    hand, stock = found.even
    assert abs(hand[unseen] - 3 / unseen.sum()).max() < 5 * np.sqrt(3 / unseen.sum() / WORLDS)
    np.testing.assert_allclose((hand + stock)[unseen], 1, atol=1e-5)
    assert not hand[~unseen].any()
    assert stock[turned] == pytest.approx(1)
    assert np.flatnonzero(found.truth[0]).tolist() == sorted(int(card) for card in state.hands[1 - seat])
    np.testing.assert_allclose(found.weighed, found.even, atol=1e-5)  # who plays at random gives nothing away


def test_habits_give_cards_away(monkeypatch):
    """Who always plays the lowest card of the hand has none that is lower than the one that was played."""

    def lowest(params, memory, view, key):
        return view.legal.argmax().astype(np.int32), memory, {}

    monkeypatch.setitem(GAME.bots, "lowest", Agent("lowest", lowest))
    hand = (20, 30, 35)
    table, deck = host(GAME), (*hand, *(card for card in range(40) if card not in hand))
    state = table.play(table.start(Deal(jnp.array(deck, jnp.int8), jnp.zeros(0, jnp.int8))), 20)
    found = belief(GAME, state, ["lowest", "lowest"])
    even, weighed = (chances[0, :20].sum() for chances in (found.even, found.weighed))
    assert even > 0.8  # of two cards
    assert weighed < even / 5  # but for the doubt that is left
    assert found.insight(found.weighed) > found.insight(found.even)


@pytest.mark.every_variant
@pytest.mark.parametrize(("game", "variant"), [("maraffone", "official"), ("hanabi", "full-2p")])
def test_what_is_believed_fits_the_truth(game, variant):
    """As many cards in each place as there are, and nothing that is true is ruled out."""
    made = make(game, variant)
    state = after(made, 12)
    found = belief(made, state, ["random"] * made.spec.players)
    np.testing.assert_allclose(found.even.sum(1), found.truth.sum(1), atol=1e-3)
    assert (found.even[found.truth] > 0).all()
    hands, seat = np.asarray(state.hands), int(state.turn)
    there = {f"seat {other}": hands[other] for other in range(made.spec.players) if other != seat}
    if game == "hanabi":
        there = {f"card {slot + 1}": hands[seat, slot : slot + 1] for slot in range(5)}
    for place, truth in zip(found.places, found.truth, strict=True):
        assert np.flatnonzero(truth).tolist() == sorted(card for card in there.pop(place) if card >= 0)
    assert not there


def test_there_is_nothing_to_believe_at_the_end_or_where_nothing_is_hidden():
    assert belief(GAME, after(GAME, 40), ["random", "random"]) is None
    alone = make("tripeaks")
    assert belief(alone, after(alone, 0), ["random"]) is None


def test_people_are_taken_to_play_like_the_judge():
    assert habits(GAME, ["person", "rules"], "expert") == ("expert", "rules")
    assert habits(GAME, ["somebody", "search:flat"], "expert") == ("expert", "expert")
