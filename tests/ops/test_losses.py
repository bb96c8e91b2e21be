import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.ops import losses


def row(*numbers):
    return jnp.array(numbers, jnp.float32)


def allowed(text):
    """`x.x`: the first and the third are legal."""
    return jnp.array([letter == "x" for letter in text])


def close(found, *expected):
    np.testing.assert_allclose(found, np.squeeze(expected), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("huber", (4.5, 0.5, 0.125, 0, 0.125, 0.5, 1.5)),  # x²/2 up to 1, then |x| - 1/2: the ends 5 - 1/2 and 2 - 1/2
        ("squared", (25, 1, 0.25, 0, 0.25, 1, 4)),
        ("absolute", (5, 1, 0.5, 0, 0.5, 1, 2)),
    ],
)
def test_distances(both, name, expected):
    close(both(losses.DISTANCES[name])(row(-5, -1, -0.5, 0, 0.5, 1, 2)), expected)


def test_the_slope_of_huber_is_the_error_held_within_1(both):
    slope = both(jax.vmap(jax.grad(losses.DISTANCES["huber"])))
    close(slope(row(-5, -1, -0.5, 0, 0.25, 1, 3)), (-1, -1, -0.5, 0, 0.25, 1, 1))


@pytest.mark.parametrize(
    ("legal", "greatest", "first"),
    [("xxxx", 5, 1), ("x.xx", 3, 2), ("x...", -1, 0), ("..xx", 3, 2), (".x.x", 5, 1), ("....", 0, 0)],
)
def test_masked_max_and_argmax(both, legal, greatest, first):
    values = row(-1, 5, 3, 3)
    assert both(losses.masked_max)(values, allowed(legal)) == greatest
    assert both(losses.masked_argmax)(values, allowed(legal)) == first


def test_a_maximum_of_negative_values_is_not_that_of_what_is_forbidden(both):
    assert both(losses.masked_max)(row(-3, -2, 7), allowed("xx.")) == -2


def test_nothing_legal_has_no_slope(both):
    slope = both(jax.grad(losses.masked_max))
    assert slope(row(1, 2), allowed("..")).tolist() == [0, 0]
    assert slope(row(1, 2), allowed("x.")).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("discount", "legal", "plain", "double"),
    [
        (0.5, "xxx", 1 + 8 / 2, 1 + 2 / 2),  # the other network likes the last one best, which is worth 2
        (0.5, "xx.", 1 + 8 / 2, 1 + 4 / 2),  # of the first two, the first, which is worth 4
        (0.5, "...", 1, 1),
        (0.0, "xxx", 1, 1),
    ],
)
def test_targets_of_q_learning(both, discount, legal, plain, double):
    online, target = row(6, 5, 7), row(4, 8, 2)
    reward, legal = jnp.float32(1), allowed(legal)
    assert both(losses.q_target)(reward, discount, target, legal) == plain
    assert both(losses.double_q_target)(reward, discount, online, target, legal) == double


def test_log_policy(both):
    # e^log 1, e^log 2, e^log 5 of which the last is forbidden: 1/3, 2/3
    logs = both(losses.log_policy)(jnp.log(row(1, 2, 5)), allowed("xx."))
    close(jnp.exp(logs), (1 / 3, 2 / 3, 0))
    close(logs[:2], (np.log(1 / 3), np.log(2 / 3)))
    assert logs[2] < losses.LOW / 2


def test_log_policy_of_one_legal_action_and_of_none(both):
    assert both(losses.log_policy)(row(-50, 80), allowed("x."))[0] == 0
    close(both(losses.log_policy)(row(3, 8), allowed("..")), (np.log(0.5), np.log(0.5)))  # finite


def test_forbidden_logits_have_no_slope(both):
    slope = both(jax.grad(lambda logits: losses.log_policy(logits, allowed("x.x"))[0]))
    close(slope(row(0, 3, 0)), (0.5, 0, -0.5))  # 1 - p of the action itself, - p of the others


@pytest.mark.parametrize(
    ("odds", "legal", "expected"),
    [
        ((1, 1, 1, 1), "xxxx", np.log(4)),
        ((1, 1, 1, 1), "xx..", np.log(2)),  # what is forbidden adds nothing, and no NaN
        ((1, 3, 9, 9), "xx..", 0.25 * np.log(4) + 0.75 * np.log(4 / 3)),
        ((1, 1, 1, 1), "x...", 0),
    ],
)
def test_entropy(both, odds, legal, expected):
    close(both(losses.entropy)(losses.log_policy(jnp.log(row(*odds)), allowed(legal))), expected)


def test_the_slope_of_entropy_is_finite_where_actions_are_forbidden(both):
    slope = both(jax.grad(lambda logits: losses.entropy(losses.log_policy(logits, allowed("xx.")))))
    # d/dz of the entropy is -p (log p + H): with p = 1/2 and H = log 2 it is 0
    close(slope(row(1, 1, 5)), (0, 0, 0))


@pytest.mark.parametrize(
    ("ratio", "advantage", "loss", "clipped"),
    [
        (1.0, 2.0, -2.0, False),
        (1.5, 2.0, -2.4, True),  # a good action is likely enough: 1.2 * 2
        (0.5, 2.0, -1.0, False),  # a good action became unlikely: mend it
        (0.5, -2.0, 1.6, True),  # a bad action is unlikely enough: 0.8 * -2
        (1.5, -2.0, 3.0, False),  # a bad action became likely
        (1.1, 2.0, -2.2, False),
    ],
)
def test_clipped_surrogate(both, ratio, advantage, loss, clipped):
    found, held = both(losses.clipped_surrogate)(jnp.float32(ratio), jnp.float32(advantage), 0.2)
    close(found, loss)
    assert held == clipped


def test_what_is_clipped_has_no_slope(both):
    slope = both(jax.grad(lambda ratio, advantage: losses.clipped_surrogate(ratio, advantage, 0.2)[0]))
    assert slope(1.5, 2.0) == 0
    assert slope(0.5, 2.0) == -2


@pytest.mark.parametrize(
    ("value", "clip", "expected"),
    [
        (5.0, None, 2.0),  # (5 - 3)² / 2
        (5.0, 0.5, 2.0),  # held at 4 + 0.5, half of 1.5² = 2.25 is less than half of 2² = 4
        (3.0, 0.5, 0.125),  # on the target, but held at 4 - 0.5: half of 0.5²
        (4.25, 0.5, 0.78125),  # not held: 1.25² / 2
    ],
)
def test_value_loss(both, value, clip, expected):
    """The target is 3 and the value before the update was 4."""
    loss = both(lambda value: losses.value_loss(value, jnp.float32(3), jnp.float32(4), clip))
    close(loss(jnp.float32(value)), expected)


def test_kl(both):
    p, q = (losses.log_policy(jnp.log(row(*odds)), allowed("xx.")) for odds in ((1, 1, 7), (1, 3, 9)))
    # 1/2 log(1/2 / 1/4) + 1/2 log(1/2 / 3/4)
    close(both(losses.kl)(p, q), 0.5 * np.log(2) + 0.5 * np.log(2 / 3))
    close(both(losses.kl)(q, p), 0.25 * np.log(1 / 2) + 0.75 * np.log(3 / 2))
    assert both(losses.kl)(p, p) == 0


@pytest.mark.parametrize(("weights", "mean"), [((1, 1, 1), 4), ((1, 0, 1), 5), ((0, 1, 0), 2), ((0, 0, 0), 0)])
def test_weighted_mean(both, weights, mean):
    assert both(losses.weighted_mean)(row(3, 2, 7), row(*weights)) == mean
