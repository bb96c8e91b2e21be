import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.core.chance import fold_in
from mazzo.core.errors import MazzoError
from mazzo.ops import exploration
from mazzo.ops.exploration import parse


def follows(both, schedule, *corners):
    """The schedule has these values at these steps."""
    for step, value in corners:
        np.testing.assert_allclose(both(type(schedule).__call__)(schedule, step), value, rtol=1e-5)


def test_constant(both):
    follows(both, exploration.constant(0.25), (0, 0.25), (1, 0.25), (10**7, 0.25))


def test_linear(both):
    # from 1 to 0.2 in 8 steps: 0.1 a step
    follows(both, exploration.linear(1, 0.2, 8), (0, 1), (1, 0.9), (4, 0.6), (7, 0.3), (8, 0.2), (9, 0.2), (10**7, 0.2))


def test_exponential(both):
    follows(both, exploration.exponential(2, 0.5, 0.2), (0, 2), (1, 1), (2, 0.5), (3, 0.25), (4, 0.2), (99, 0.2))


def test_exponential_over_millions_of_steps(both):
    """0.999998 rounded to float32 would be 2.6 % off here."""
    follows(both, exploration.exponential(1, 0.999998), (10**6, 0.999998**10**6), (3 * 10**6, 0.999998 ** (3 * 10**6)))


def test_staged(both):
    # UEC's way: all random at first, then less and less, then no more change; and a jump
    schedule = exploration.staged([(4, 1, 1), (8, 1, 0.2), (10, 0.1, 0.0)])
    corners = (0, 1), (3, 1), (4, 1), (6, 0.6), (7, 0.4), (8, 0.1), (9, 0.05), (10, 0), (11, 0), (10**7, 0)
    follows(both, schedule, *corners)


def test_runs_with_other_numbers_share_one_program():
    compiled = []

    @jax.jit
    def now(schedule, step):
        compiled.append(step)
        return schedule(step)

    found = [float(now(exploration.linear(1, end, 10), 5)) for end in (0, 0.5)]
    found += [float(now(exploration.exponential(1, 0.5), 1)), float(now(exploration.constant(0.125), 1))]
    assert found == [0.5, 0.75, 0.5, 0.125]
    assert len(compiled) == 1


@pytest.mark.parametrize(
    ("text", "corners"),
    [
        (0.1, [(0, 0.1), (5, 0.1)]),
        ("0.1", [(0, 0.1), (5, 0.1)]),
        ("3e-4", [(5, 0.0003)]),
        ("linear 1 0.1 5000", [(0, 1), (2500, 0.55), (5000, 0.1)]),
        ("exponential 1 0.5", [(0, 1), (3, 0.125), (10, 2.0**-10)]),
        ("exponential 1 0.5 0.1", [(3, 0.125), (4, 0.1)]),
        ("staged 500000:1:1 700000:1:0.2", [(0, 1), (500000, 1), (600000, 0.6), (700000, 0.2), (800000, 0.2)]),
    ],
)
def test_what_is_written_is_read(text, corners):
    follows(lambda function: function, parse(text), *corners)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fast",
        "linear",
        "linear 1 0.1",
        "linear 1 0.1 10 3",
        "linear one two 3",
        "exponential 1",
        "exponential 1 1",  # neither falls
        "exponential 1 2",
        "exponential 1 0",
        "0.1 0.2",
        "staged 5:1",
        "staged 5:1:a",
        "cosine 1 0 10",
    ],
)
def test_other_texts_are_refused_in_words(text):
    with pytest.raises(MazzoError, match="is no schedule; write a number, `linear FROM TO STEPS`"):
        parse(text)


# ------------------------------------------------------------------------------------------------- choices

VALUES, LEGAL = jnp.array([1.0, 9.0, 5.0, 3.0]), jnp.array([True, False, True, True])


def choices(epsilon, legal=LEGAL):
    """How often each action is chosen in 6000 draws."""
    keys = jax.vmap(lambda i: fold_in(jax.random.key(3), i))(jnp.arange(6000))
    choose = jax.vmap(exploration.epsilon_greedy, in_axes=(0, None, None, None))
    return np.bincount(jax.jit(choose)(keys, VALUES, legal, epsilon), minlength=4) / 6000


@pytest.mark.parametrize(
    ("epsilon", "expected"),
    [
        (0.0, (0, 0, 1, 0)),  # the best legal one
        (0.6, (0.2, 0, 0.6, 0.2)),  # 0.6 shared by three, and 0.4 more for the best
        (1.0, (1 / 3, 0, 1 / 3, 1 / 3)),
    ],
)
def test_epsilon_greedy(epsilon, expected):
    found = choices(epsilon)
    assert found[1] == 0
    np.testing.assert_allclose(found, expected, atol=0.03)  # 4.5 standard deviations


def test_with_nothing_legal_there_is_still_an_action():
    assert choices(0.5, jnp.zeros(4, bool)).tolist() == [1, 0, 0, 0]


def test_one_choice(both):
    choose = both(exploration.epsilon_greedy)
    assert choose(jax.random.key(0), VALUES, LEGAL, 0.0) == 2
    assert choose(jax.random.key(0), VALUES, jnp.arange(4) == 3, 1.0) == 3
    assert choose(jax.random.key(0), VALUES, jnp.zeros(4, bool), 0.5) == 0


def test_a_mixed_policy(both):
    # of 3 legal actions each gets 0.3 / 3 = 0.1 beside 0.7 of its own
    logs = jnp.log(jnp.array([0.5, 1e-30, 0.5, 1e-30]))
    found = np.exp(both(exploration.mixed)(logs, LEGAL, 0.3))
    np.testing.assert_allclose(found, [0.45, 0, 0.45, 0.1], atol=1e-6)
    np.testing.assert_allclose(np.exp(both(exploration.mixed)(logs, LEGAL, 0.0)), [0.5, 0, 0.5, 0], atol=1e-6)
    np.testing.assert_allclose(np.exp(both(exploration.mixed)(logs, LEGAL, 1.0)), [1 / 3, 0, 1 / 3, 1 / 3], atol=1e-6)


def test_a_mixed_policy_stays_finite(both):
    logs = jnp.full(4, -1e9)
    assert np.isfinite(both(exploration.mixed)(logs, LEGAL, 0.0)).all()
    assert np.isfinite(both(exploration.mixed)(logs, jnp.zeros(4, bool), 0.5)).all()
