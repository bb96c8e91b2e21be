"""Our functions beside DeepMind's rlax, on random input; rlax.json says how it was made."""

import json
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.ops import losses, returns

THEIRS = json.loads(Path(__file__).with_name("rlax.json").read_text())
EPISODE, Q, POLICY = THEIRS["episode"], THEIRS["q"], THEIRS["policy"]
close = partial(np.testing.assert_allclose, rtol=1e-5, atol=1e-5)


def numbers(section, *names):
    return [jnp.array(section[name], jnp.float32) for name in names]


def results(section, name):
    return [pytest.param(float(key), value, id=key) for key, value in section["results"][name].items()]


@pytest.mark.parametrize(("lambda_", "theirs"), results(EPISODE, "lambda_returns"))
def test_lambda_returns(both, lambda_, theirs):
    rewards, discounts, values = numbers(EPISODE, "rewards", "discounts", "values")
    close(both(returns.lambda_returns)(rewards, discounts, values[1:], lambda_), theirs)


@pytest.mark.parametrize(("n", "theirs"), results(EPISODE, "n_step"))
def test_n_step(both, n, theirs):
    rewards, discounts, values = numbers(EPISODE, "rewards", "discounts", "values")
    close(both(partial(returns.n_step, n=int(n)))(rewards, discounts, values[1:]), theirs)


@pytest.mark.parametrize(("lambda_", "theirs"), results(EPISODE, "gae"))
def test_gae(both, lambda_, theirs):
    rewards, discounts, values = numbers(EPISODE, "rewards", "discounts", "values")
    close(both(returns.gae)(rewards, discounts, values[:-1], values[1:], lambda_), theirs)


def test_q_learning(both):
    """Theirs is the target less the value of the action taken."""
    q, reward, discount, online, target = numbers(Q, "q", "reward", "discount", "online", "target")
    taken = q[jnp.arange(len(q)), jnp.array(Q["action"])]
    legal = jnp.ones_like(q, bool)
    plain = both(jax.vmap(losses.q_target))(reward, discount, target, legal)
    double = both(jax.vmap(losses.double_q_target))(reward, discount, online, target, legal)
    close(plain - taken, Q["results"]["q_learning"])
    close(double - taken, Q["results"]["double_q_learning"])
    assert not np.allclose(plain, double)


def test_clipped_surrogate(both):
    ratios, advantages = numbers(POLICY, "ratios", "advantages")
    ours, clipped = both(jax.vmap(lambda r, a: losses.clipped_surrogate(r, a, 0.2)))(ratios, advantages)
    close(ours, POLICY["results"]["clipped_surrogate"])
    assert 0 < clipped.sum() < len(clipped)  # the input shows both


def test_huber(both):
    (errors,) = numbers(POLICY, "errors")
    close(both(losses.DISTANCES["huber"])(errors), POLICY["results"]["huber"])
    assert 0 < (abs(errors) > 1).sum() < len(errors)


def test_entropy(both):
    (logits,) = numbers(POLICY, "logits")
    ours = both(jax.vmap(lambda x: losses.entropy(losses.log_policy(x, jnp.ones_like(x, bool)))))
    close(ours(logits), POLICY["results"]["entropy"])
