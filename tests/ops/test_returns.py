from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.ops import returns
from mazzo.ops.returns import Seats


def row(*numbers):
    return jnp.array(numbers, jnp.float32)


def close(found, *expected):
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


# Three steps that pay 1, 2, 4; what comes later counts half.
REWARDS, HALF = row(1, 2, 4), row(0.5, 0.5, 0.5)
ENDS = row(0.5, 0, 0.5)  # the episode ends after the second step


def test_discounted(both):
    # 4; 2 + 4/2 = 4; 1 + 4/2 = 3
    close(both(returns.discounted)(REWARDS, HALF), 3, 4, 4)


def test_discounted_with_something_after_the_last_step(both):
    # 4 + 8/2 = 8; 2 + 8/2 = 6; 1 + 6/2 = 4
    close(both(returns.discounted)(REWARDS, HALF, 8.0), 4, 6, 8)


def test_discounted_stops_where_an_episode_ends(both):
    # 4 + 8/2 = 8; 2; 1 + 2/2 = 2
    close(both(returns.discounted)(REWARDS, ENDS, 8.0), 2, 2, 8)


NEXT_VALUES = row(10, 20, 8)


@pytest.mark.parametrize(
    ("lambda_", "discounts", "expected"),
    [
        (0.0, HALF, (6, 12, 8)),  # one reward and the next value: 1 + 10/2, 2 + 20/2, 4 + 8/2
        (1.0, HALF, (4, 6, 8)),  # all rewards and the last value, as above
        (0.5, HALF, (5.75, 9, 8)),  # 4 + 8/2 = 8; 2 + (10 + 8/2)/2 = 9; 1 + (5 + 9/2)/2 = 5.75
        (0.5, ENDS, (4, 2, 8)),  # 8; 2; 1 + (5 + 2/2)/2 = 4
    ],
)
def test_lambda_returns(both, lambda_, discounts, expected):
    close(both(returns.lambda_returns)(REWARDS, discounts, NEXT_VALUES, lambda_), *expected)


@pytest.mark.parametrize(
    ("n", "discounts", "expected"),
    [
        (1, HALF, (6, 12, 8)),
        (2, HALF, (7, 6, 8)),  # 1 + (2 + 20/2)/2 = 7; 2 + (4 + 8/2)/2 = 6; the last: as far as there is something
        (2, ENDS, (2, 2, 8)),  # 1 + 2/2; 2; 4 + 8/2
        (3, HALF, (4, 6, 8)),
        (5, HALF, (4, 6, 8)),  # more than there are steps: to the end of them
    ],
)
def test_n_step(both, n, discounts, expected):
    close(both(partial(returns.n_step, n=n))(REWARDS, discounts, NEXT_VALUES), *expected)


@pytest.mark.parametrize(
    ("lambda_", "discounts", "expected"),
    [
        # values 4, 10, 20, and 8 comes after: deltas 1 + 10/2 - 4 = 2; 2 + 20/2 - 10 = 2; 4 + 8/2 - 20 = -12
        (0.0, HALF, (2, 2, -12)),
        (0.5, HALF, (1.75, -1, -12)),  # a quarter of what follows: 2 - 12/4 = -1; 2 - 1/4 = 1.75
        (1.0, HALF, (0, -4, -12)),  # the returns 4, 6, 8 less the values
        (0.5, ENDS, (0, -8, -12)),  # the second delta is 2 - 10 = -8 and nothing follows; 2 - 8/4 = 0
    ],
)
def test_gae(both, lambda_, discounts, expected):
    found = both(returns.gae)(REWARDS, discounts, row(4, 10, 20), NEXT_VALUES, lambda_)
    close(found, *expected)


# ---------------------------------------------------------------------------------- several seats at one table


def table(decisions, players=2):
    """From (seat, value, rewards, what else): `over` the game ended, `dead` nothing was decided."""
    seats, values, rewards, words = zip(*((*d, "") if len(d) == 3 else d for d in decisions), strict=True)
    over, live = (jnp.array([word in w.split() for w in words]) for word in ("over", "dead"))
    paid = jnp.array(rewards, jnp.float32).reshape(len(seats), players)
    return Seats(jnp.array(seats, jnp.int8), paid, over, ~live), jnp.array(values, jnp.float32)


def worth(both, decisions, last=(0, 0.0), gamma=0.5, lambda_=0.5):
    steps, values = table(decisions)
    found = both(returns.seat_returns)(steps, values, (jnp.int8(last[0]), jnp.float32(last[1])), gamma, lambda_)
    return [np.asarray(x) for x in found]


def test_seats_follow_their_own_decisions(both):
    advantages, worths, complete = worth(
        both,
        [
            (0, 4.0, (1, 2)),
            (1, 6.0, (3, 4)),
            (0, 8.0, (5, 6)),
            (1, 2.0, (7, 8), "over"),
        ],
    )
    # seat 1 at the end:     8 - 2 = 6
    # seat 0 before it:      5 + 7 - 8 = 4, the game ends before its next decision
    # seat 1: 4 + 6 until its next decision, worth 2:  10 + 2/2 - 6 = 5; and a quarter of the 6 that follow: 6.5
    # seat 0: 1 + 3, then 8:  4 + 8/2 - 4 = 4; and 4/4: 5. What was paid to seat 1 before it decided (2) is nobody's.
    close(advantages, 5, 6.5, 4, 6)
    close(worths, 9, 12.5, 12, 8)
    assert complete.all()


def test_a_game_that_ends_in_the_middle_keeps_its_own(both):
    advantages, _, complete = worth(
        both,
        [
            (0, 4.0, (1, 2)),
            (1, 6.0, (3, 4), "over"),
            (1, 8.0, (5, 6)),
            (0, 2.0, (7, 8), "over"),
        ],
    )
    # the first game: 1 + 3 - 4 = 0 and 4 - 6 = -2; the second: 6 + 8 - 8 = 6 and 7 - 2 = 5
    close(advantages, 0, -2, 6, 5)
    assert complete.all()


def test_a_batch_that_ends_between_two_decisions(both):
    advantages, _, complete = worth(
        both,
        [
            (0, 4.0, (1, 2)),
            (1, 6.0, (3, 4)),
            (0, 8.0, (5, 6)),
            (1, 2.0, (7, 8)),
        ],
        last=(0, 10.0),
    )
    # seat 0 decides next, at a value of 10: 5 + 7 + 10/2 - 8 = 9; before it 1 + 3 + 8/2 - 4 + 9/4 = 6.25
    # seat 1 does not: its second decision is incomplete, its first one bootstraps from it: 10 + 2/2 - 6 = 5
    assert complete.tolist() == [True, True, True, False]
    close(advantages, 6.25, 5, 9, 0)


def test_a_seat_may_decide_twice_running_and_another_never(both):
    advantages, _, complete = worth(both, [(1, 4.0, (1, 2)), (1, 6.0, (3, 4))], last=(1, 8.0))
    # 4 + 8/2 - 6 = 2; 2 + 6/2 - 4 + 2/4 = 1.5
    close(advantages, 1.5, 2)
    assert complete.all()


def test_where_nothing_was_decided_payments_still_count(both):
    advantages, _, complete = worth(
        both,
        [(0, 4.0, (1, 0)), (1, 9.0, (2, 0), "dead"), (0, 6.0, (3, 0), "over")],
    )
    # 3 - 6 = -3; 1 + 2 + 6/2 - 4 - 3/4 = 1.25
    assert complete.tolist() == [True, False, True]
    close(advantages, 1.25, 0, -3)


def test_one_seat_alone_is_gae(both):
    """With one player, what is decided at a table is one episode after the other."""
    steps = Seats(jnp.zeros(3, jnp.int8), REWARDS[:, None], ENDS == 0, jnp.ones(3, bool))
    values = row(4, 10, 20)
    found = both(returns.seat_returns)(steps, values, (jnp.int8(0), jnp.float32(8)), 0.5, 0.5)
    close(found[0], 0, -8, -12)  # as in test_gae


def test_tables_are_batched_by_vmap():
    steps, values = table([(0, 4.0, (1, 2)), (1, 6.0, (3, 4), "over")])
    two = jax.tree.map(lambda x: jnp.stack([x, x]), (steps, values, (jnp.int8(0), jnp.float32(0))))
    advantages, _, _ = jax.vmap(partial(returns.seat_returns, gamma=0.5, lambda_=0.5))(*two)
    assert advantages.tolist() == [[0, -2], [0, -2]]


# ----------------------------------------------------------------------------------------------- normalise


def test_normalise(both):
    # of 1, 3, 5, 7: mean 4, variance (9 + 1 + 1 + 9) / 4 = 5
    found = both(returns.normalise)(row(1, 3, 5, 7), jnp.ones(4))
    close(found, *(np.array([-3, -1, 1, 3]) / np.sqrt(5)))


def test_normalise_looks_only_at_what_counts(both):
    # of 1 and 5: mean 3, variance 4
    found = both(returns.normalise)(row(1, 99, 5), row(1, 0, 1))
    close(found[np.array([0, 2])], -1, 1)


@pytest.mark.parametrize("weights", [row(0, 0), row(1, 1), row(1, 0)])
def test_normalise_divides_by_nothing(both, weights):
    """Nothing counts, or all that counts is equal."""
    found = both(returns.normalise)(row(2, 2), weights)
    assert np.isfinite(found).all()
    close(found * weights, 0, 0)
