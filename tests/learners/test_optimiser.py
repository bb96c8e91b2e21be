from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.core.errors import MazzoError
from mazzo.learners.optimiser import Optimiser

PARAMS = {"one": jnp.array([1.0, -2.0]), "other": jnp.array(3.0)}


def descend(optimiser, *gradients, rate=0.1):
    """The three weights after a step along each of the gradients (three numbers each)."""
    params, state = PARAMS, optimiser.start(PARAMS)
    step = jax.jit(optimiser.step)
    for a, b, c in gradients:
        params, state = step(params, {"one": jnp.array([a, b]), "other": jnp.array(c)}, state, jnp.float32(rate))
    return [*params["one"].tolist(), float(params["other"])]


close = partial(pytest.approx, rel=1e-5, abs=1e-6)


def test_sgd():
    # 1 - 0.1 * 4, -2 + 0.1 * 2, 3; then the same again with 1, 0, 5
    assert descend(Optimiser("sgd"), (4.0, -2.0, 0.0)) == close([0.6, -1.8, 3])
    assert descend(Optimiser("sgd"), (4.0, -2.0, 0.0), (1.0, 0.0, 5.0)) == close([0.5, -1.8, 2.5])


def test_sgd_with_momentum():
    # the second step is along 1 + 0.9 * 4 = 4.6; 0.9 * -2 = -1.8; 5
    two = descend(Optimiser("sgd", momentum=0.9), (4.0, -2.0, 0.0), (1.0, 0.0, 5.0))
    assert two == close([0.6 - 0.46, -1.8 + 0.18, 3 - 0.5])


def test_adam():
    """m = 0.1 g and v = 0.001 g², both brought back to the size of g: the first step is g / (|g| + 1e-5)."""
    first = descend(Optimiser("adam"), (4.0, -2.0, 1e-5))
    assert first == close([1 - 0.1 * 4 / 4.00001, -2 + 0.1 * 2 / 2.00001, 3 - 0.1 / 2])
    # second step of the first weight, along 1: m = (0.9 * 0.1 * 4 + 0.1 * 1) / (1 - 0.9²) = 0.46 / 0.19
    # v = (0.999 * 0.001 * 16 + 0.001 * 1) / (1 - 0.999²) = 0.016984 / 0.001999
    step = (0.46 / 0.19) / (np.sqrt(0.016984 / 0.001999) + 1e-5)
    second = descend(Optimiser("adam"), (4.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert second == close([1 - 0.1 * 4 / 4.00001 - 0.1 * step, -2, 3])


def test_rmsprop():
    """v = 0.01 g² at first: a step of ten whatever the gradient."""
    first = descend(Optimiser("rmsprop"), (4.0, -2.0, 0.0))
    assert first == close([1 - 0.1 * 10, -2 + 0.1 * 10, 3])
    # a small one: v = 1e-18, and 1e-8 is added to its root
    assert descend(Optimiser("rmsprop"), (1e-8, 0.0, 0.0))[0] == close(1 - 0.1 * 1e-8 / (1e-9 + 1e-8))
    # then along 1: v = 0.99 * 0.16 + 0.01 = 0.1684
    second = descend(Optimiser("rmsprop"), (4.0, -2.0, 0.0), (1.0, 0.0, 0.0))
    assert second == close([-0.1 / np.sqrt(0.1684), -1, 3])


def test_rmsprop_with_momentum():
    second = descend(Optimiser("rmsprop", momentum=0.5), (4.0, -2.0, 0.0), (1.0, 0.0, 0.0))
    assert second == close([-0.1 * (1 / np.sqrt(0.1684) + 5), -1 + 0.5, 3])


def test_gradients_are_scaled_down_to_a_norm():
    # |(1, 2, 2)| = 3, over all weights together: a third of it to 1, and nothing to 4
    assert descend(Optimiser("sgd", norm=1.0), (1.0, 2.0, 2.0)) == close([1 - 0.1 / 3, -2 - 0.2 / 3, 3 - 0.2 / 3])
    assert descend(Optimiser("sgd", norm=4.0), (1.0, 2.0, 2.0)) == close([0.9, -2.2, 2.8])


def test_gradients_are_clipped_at_a_value():
    assert descend(Optimiser("sgd", value=1.5), (4.0, -2.0, 1.0)) == close([1 - 0.15, -2 + 0.15, 2.9])


def test_values_are_clipped_before_the_norm_is_taken():
    # (9, 2, 2) is clipped to (1, 1, 1), of norm √3, not scaled to (0.95, 0.21, 0.21) first
    both = descend(Optimiser("sgd", value=1.0, norm=1.0), (9.0, 2.0, 2.0))
    assert both == close([x - 0.1 / np.sqrt(3) for x in (1, -2, 3)])


def test_momentum_gathers_what_is_left_after_clipping():
    two = descend(Optimiser("sgd", momentum=0.5, value=1.0), (4.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert two == close([1 - 0.1 * 1 - 0.1 * 1.5, -2, 3])


@pytest.mark.parametrize("kind", ["sgd", "rmsprop", "adam"])
def test_weight_decay_pulls_to_zero_beside_the_gradient(kind):
    """By 0.1 * 0.5 of each weight, whatever the optimiser does to gradients. Loshchilov and Hutter (2019)."""
    assert descend(Optimiser(kind, decay=0.5), (0.0, 0.0, 0.0)) == close([0.95, -1.9, 2.85])


def test_the_rate_is_an_argument():
    gradients = (4.0, -2.0, 0.0)
    assert descend(Optimiser("adam"), gradients, rate=0.0) == [1, -2, 3]
    once, twice = (descend(Optimiser("adam"), gradients, rate=rate)[0] for rate in (0.1, 0.2))
    assert 1 - twice == close(2 * (1 - once))


def test_another_kind_is_refused():
    with pytest.raises(MazzoError, match="no optimiser is called 'adamw'; choose one of: adam, rmsprop, sgd"):
        Optimiser("adamw").start(PARAMS)


def test_adams_eps_holds_small_gradients_back():
    # The first step is rate * g / (|g| + eps)
    assert descend(Optimiser("adam", eps=1.0), (4.0, -1.0, 0.0)) == close([1 - 0.08, -2 + 0.05, 3])
    assert descend(Optimiser("adam", eps=1e-7), (4e-5, -1.0, 0.0)) == pytest.approx([0.9, -1.9, 3], abs=1e-3)
