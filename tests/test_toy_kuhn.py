"""Kuhn poker, the toy on which learners show that they can bluff: its rules, and that it keeps the protocol."""

from collections import Counter

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.core.checks import check_game
from mazzo.core.game import Deal, IllegalAction, host
from tests.helpers import toy

JACK, QUEEN, KING = range(3)
PASS, BET = 0, 1


@pytest.fixture(scope="module")
def kuhn():
    return toy("kuhn")


def played(kuhn, cards, actions):
    table = host(kuhn)
    state = table.start(Deal(jnp.array([*cards, 3 - sum(cards)], jnp.int8), jnp.zeros(0, jnp.int8)))
    for action in actions:
        state = table.play(state, action)
    return state


@pytest.mark.slow
def test_it_keeps_the_protocol(kuhn):
    assert check_game(kuhn) == []


@pytest.mark.parametrize(
    ("actions", "with_queen", "with_king"),  # what the first player wins with the one against the other
    [
        ((PASS, PASS), -1, 1),
        ((PASS, BET, PASS), -1, -1),
        ((PASS, BET, BET), -2, 2),
        ((BET, PASS), 1, 1),
        ((BET, BET), -2, 2),
    ],
)
def test_every_way_to_play_it(kuhn, actions, with_queen, with_king):
    """Kuhn (1950), table of payoffs."""
    for cards, won in (((QUEEN, KING), with_queen), ((KING, QUEEN), with_king)):
        state = played(kuhn, cards, actions)
        assert state.done
        assert host(kuhn).returns(state).tolist() == [won, -won]
        before = played(kuhn, cards, actions[:-1])
        assert not before.done
        assert kuhn.reward("chips")(before, jnp.int32(actions[-1]), state).tolist() == [won, -won]
        with pytest.raises(IllegalAction, match="the game is over"):
            host(kuhn).play(state, PASS)


def test_the_players_take_turns(kuhn):
    assert [int(played(kuhn, (JACK, KING), actions).turn) for actions in ((), (PASS,), (PASS, BET))] == [0, 1, 0]


def test_a_card_is_never_shown_to_the_other(kuhn):
    actions = (BET, BET)
    views = [host(kuhn).observe(played(kuhn, cards, actions), jnp.int8(0)) for cards in ((QUEEN, JACK), (QUEEN, KING))]
    assert jax.tree.all(jax.tree.map(lambda a, b: bool((a == b).all()), *views))


def test_the_other_has_either_card(kuhn):
    """400 draws of a fair coin: 200 ± 50 is five standard deviations."""
    view = host(kuhn).observe(played(kuhn, (QUEEN, KING), (PASS,)), jnp.int8(1))
    keys = jax.random.split(jax.random.key(0), 400)
    deals = np.asarray(jax.jit(jax.vmap(lambda key: kuhn.redeal(view, key).deck))(keys))
    drawn = Counter(map(tuple, deals.tolist()))
    assert set(drawn) == {(QUEEN, KING, JACK), (JACK, KING, QUEEN)}
    assert abs(drawn[QUEEN, KING, JACK] - 200) < 50


@pytest.mark.parametrize(
    ("actions", "bets"),
    [((), (0, 0, 0)), ((PASS,), (1 / 3, 0, 1)), ((BET,), (0, 1 / 3, 1)), ((PASS, BET), (0, 1 / 3, 1))],
)
def test_the_equilibrium_bets_as_often_as_it_should(kuhn, actions, bets):
    """600 draws: 0.1 is five standard deviations of a third."""
    seat = len(actions) % 2
    keys = jax.random.split(jax.random.key(1), 600)
    for card, often in enumerate(bets):
        cards = [(card + 1) % 3] * 2
        cards[seat] = card
        view = host(kuhn).observe(played(kuhn, cards, actions), jnp.int8(seat))
        drawn, _, _ = jax.vmap(kuhn.bot("equilibrium").act, in_axes=(None, None, None, 0))((), (), view, keys)
        assert abs(float(drawn.mean()) - often) < (0.1 if 0 < often < 1 else 1e-9)
