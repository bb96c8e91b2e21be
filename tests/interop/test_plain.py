"""The Briscola of the benchmark is Briscola: it is played beside the rules."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core.game import Deal
from mazzo.interop.plain import PlainBriscola


@pytest.mark.parametrize("seat", [0, 1])
def test_the_plain_game_is_the_game(seat):
    game, dice = make("briscola", "2p"), np.random.default_rng(seat)
    start, play = jax.jit(game.start), jax.jit(game.play)
    observe = jax.jit(lambda state: game.observe(state, jnp.int8(seat)))
    encode, offered = jax.jit(game.encoder("state-1")), jax.jit(game.head("slots-3").legal)
    plain = PlainBriscola()
    for _ in range(20):
        deck = dice.permutation(40)
        plain.deal(deck.tolist(), seat)
        state, followed, paid = start(Deal(jnp.array(deck, jnp.int8), jnp.zeros(0, jnp.int8))), 0, 0.0
        over = False
        while not over:
            for action in plain.actions[followed:]:  # the other's, before and after the learner's own
                state = play(state, jnp.int32(action))
            followed = len(plain.actions)
            view = observe(state)
            np.testing.assert_array_equal(plain._observation(), encode(view))
            np.testing.assert_array_equal(plain.action_masks(), offered(view))
            slot = int(dice.integers(int(plain.action_masks().sum())))
            _, reward, over, _, _ = plain.step(slot)
            paid += reward
        for action in plain.actions[followed:]:
            state = play(state, jnp.int32(action))
        assert bool(state.done)
        own, other = np.asarray(game.returns(state))[[seat, 1 - seat]]
        assert (plain.points, paid) == (own, own - other)
