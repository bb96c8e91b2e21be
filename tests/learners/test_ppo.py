import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.learners import actor_critic as ac
from mazzo.learners import ppo
from mazzo.learners.arena import make_arena
from tests.helpers import toy
from tests.learners.tiny import strengths, train


@pytest.mark.parametrize("shared", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_finds_the_best_answer_to_highest(shared):
    """1.9 of 3 tricks: the optimum of test_enumerate.py. The standard error of 4,000 games is 0.01."""
    arena = make_arena(toy("higher", "six"), opponents=[(toy("higher", "six").bots["highest"], 1.0)])
    config = ppo.Config(
        networks=ac.Networks(hidden=(32,), shared=shared),
        gathering=ac.Gathering(places=128, steps=9),
        minibatches=2,
        rate="3e-3",
        value_clip=0.2 if shared else 0.0,
    )
    states, metrics = train(ppo, arena, config, 150)
    assert min(strengths(ppo, arena, config, states, 4000, "highest")) > 1.86
    assert (np.asarray(metrics["entropy"]) < 0.5).all()
    assert np.asarray(ppo.progress(states).decisions).tolist() == [150 * 128 * 9] * 3


@pytest.mark.slow
def test_self_play_finds_the_equilibrium_of_kuhn_poker_within_a_tenth_of_a_chip():
    """Against the equilibrium it must not lose more than 0.1 (0 on average over both seats is the optimum)."""
    game = toy("kuhn")
    arena = make_arena(game, reward="chips")
    config = ppo.Config(
        networks=ac.Networks(hidden=(32,)),
        gathering=ac.Gathering(places=256, steps=12),
        rate="linear 3e-3 0 450000",
        entropy="linear 0.1 0.01 450000",
        choice="sample",
    )
    states, _ = train(ppo, arena, config, 150)
    assert min(strengths(ppo, arena, config, states, 20000, "equilibrium")) > -0.1


def test_the_loss_by_hand():
    """Two decisions, a policy of 1/2 and 1/2: ratios 1 / (2 * old), advantages without renormalising."""

    def actor(vector):
        return jnp.zeros(2), jnp.float32(0.5)

    batch = ac.Batch(
        vector=jnp.zeros((2, 1)),
        legal=jnp.ones((2, 2), bool),
        output=jnp.array([0, 1]),
        log_policy=jnp.log(jnp.array([0.4, 0.5])),  # ratios 1.25, beyond the clip of 0.2, and 1
        value=jnp.zeros(2),
        advantage=jnp.array([2.0, -1.0]),
        target=jnp.array([1.5, 0.5]),
        weight=jnp.ones(2),
        age=jnp.zeros(2, jnp.int32),
    )
    config = ppo.Config(renormalise=False, value_weight=0.5)
    rates = ppo.Rates(*[None] * 4, gamma=jnp.float32(1), lambda_=jnp.float32(1), clip=jnp.float32(0.2))
    loss, told = ppo.loss(actor, batch, rates, jnp.float32(0.1), config, None)
    policy = -(1.2 * 2.0 + 1.0 * -1.0) / 2
    value = ((0.5 - 1.5) ** 2 + 0.0) / 2 / 2
    assert float(told["policy_loss"]) == pytest.approx(policy)
    assert float(told["value_loss"]) == pytest.approx(value)
    assert float(told["clip_fraction"]) == 0.5
    assert float(loss) == pytest.approx(policy + 0.5 * value - 0.1 * np.log(2), rel=1e-5)
