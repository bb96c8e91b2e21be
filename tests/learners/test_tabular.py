"""Tables: every update by hand, identities between the methods, and optima that are known exactly."""

from functools import partial
from random import Random

import pytest

from mazzo.learners.problem import (
    END,
    Outcome,
    Problem,
    action_values,
    best_action,
    evaluate,
    greedy,
    solve,
    uniform,
    worth,
)
from mazzo.learners.tabular import (
    Practice,
    average,
    constant,
    decaying,
    lambda_return_sarsa,
    monte_carlo,
    n_step_sarsa,
    play,
    q_learning,
    sarsa,
    sarsa_lambda,
)
from tests.learners.test_enumerate import problem

METHODS = {
    "monte carlo": monte_carlo,
    "sarsa": sarsa,
    "q-learning": q_learning,
    "2-step sarsa": partial(n_step_sarsa, n=2),
    "lambda-returns": partial(lambda_return_sarsa, lambda_=0.8),
    "sarsa(lambda)": partial(sarsa_lambda, lambda_=0.8),
}
SEEDS = (0, 1, 2)
every_method = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)


def surely(state, reward):
    return (Outcome(1.0, state, reward),)


class Rolls:
    """Dice that were thrown before."""

    def __init__(self, *rolls):
        self.rolls = list(rolls)

    def random(self):
        return self.rolls.pop(0)


# ------------------------------------------------------------------------------------------------------------ by hand

CHAIN = Problem(surely("a", 0), {"a": {0: surely("b", 1)}, "b": {0: surely("c", 2)}, "c": {0: surely(END, 4)}}, 0.5)


@pytest.mark.parametrize(
    ("method", "episodes", "expected"),
    [
        (monte_carlo, 1, (1.5, 2, 2)),  # half of the returns 3, 4, 4
        (monte_carlo, 2, (2.25, 3, 3)),
        (sarsa, 1, (0.5, 1, 2)),  # half of the rewards
        (sarsa, 2, (1, 2, 3)),  # a: 1/2 + (1 + 1/2 - 1/2) / 2; b: 1 + (2 + 1 - 1) / 2; c: 2 + (4 - 2) / 2
        (q_learning, 2, (1, 2, 3)),
        (partial(n_step_sarsa, n=2), 1, (1, 2, 2)),  # half of 1 + 2/2, 2 + 4/2, 4
        (partial(n_step_sarsa, n=2), 2, (1.75, 3, 3)),  # a: 1 + (1 + 1 + 2/4 - 1) / 2
        (partial(lambda_return_sarsa, lambda_=0.5), 1, (0.875, 1.5, 2)),  # half of 1 + 3/4, 2 + 4/4, 4
        (partial(lambda_return_sarsa, lambda_=0.5), 2, (1.5625, 2.5, 3)),  # towards 1 + (1.5 + 3.5) / 4, 2 + 6/4, 4
        (partial(sarsa_lambda, lambda_=0.5), 1, (0.875, 1.5, 2)),  # errors 1, 2, 4, fading to a quarter each step
        (partial(sarsa_lambda, lambda_=0.5), 2, (1.5625, 2.5, 3)),
    ],
)
def test_updates_on_a_chain(method, episodes, expected):
    """Rewards 1, 2, 4; gamma and alpha 1/2."""
    Q = method(CHAIN, Practice(episodes, constant(0.5), constant(0.0)), Random(0))
    assert tuple(Q[state, 0] for state in "abc") == pytest.approx(expected)


@pytest.mark.parametrize(("method", "expected"), [(sarsa, 1.0), (q_learning, 1.5)])
def test_sarsa_learns_from_what_is_done_and_q_learning_from_what_is_best(method, expected):
    fork = Problem(surely("a", 0), {"a": {0: surely("b", 1)}, "b": {0: surely(END, 0), 1: surely(END, 4)}}, 0.5)
    explores_into_the_worse = Rolls(0.9, 0.1, 0.0)
    begin = {("b", 0): 2.0, ("b", 1): 4.0}
    Q = method(fork, Practice(1, constant(0.5), constant(0.5)), explores_into_the_worse, begin)
    assert Q["a", 0] == expected  # half of 1 + 2/2, of 1 + 4/2
    assert (Q["b", 0], Q["b", 1]) == (1.0, 4.0)


ROUND = Problem(surely("a", 0), {"a": {0: (Outcome(0.5, "a", 1), Outcome(0.5, END, 1))}})
ONCE_ROUND = (0.9, 0.2, 0.9, 0.7)  # does not explore, stays; does not explore, ends


@pytest.mark.parametrize(
    ("method", "alpha", "expected"),
    [
        (monte_carlo, 0.5, 1.0),  # half of the first visit's return, 2; the second's, 1, does not count
        (partial(sarsa_lambda, lambda_=0.5), 0.5, 0.875),  # errors 1 and 1/2, traces 1 and 3/2: 1/2 + 3/8
    ],
)
def test_a_state_that_is_met_twice(method, alpha, expected):
    Q = method(ROUND, Practice(1, constant(alpha), constant(0.0)), Rolls(*ONCE_ROUND))
    assert Q["a", 0] == expected


def test_a_step_size_of_one_nth_averages():
    coin = Problem(surely("a", 0), {"a": {0: (Outcome(0.5, END, 0), Outcome(0.5, END, 3))}})
    rolls = Rolls(0.9, 0.1, 0.9, 0.6, 0.9, 0.7)  # 0, 3, 3
    assert monte_carlo(coin, Practice(3, average, constant(0.0)), rolls)["a", 0] == pytest.approx(2)


def test_rates():
    assert [decaying(0.5, 0.4)(n) for n in (1, 4, 16)] == [1, 0.5, 0.4]
    assert [average(n) for n in (1, 4)] == [1, 0.25]


def test_exact_values_by_hand():
    """A choice between 1 now and a coin for 3 later, at gamma = 1/2."""
    now, later = surely(END, 1), (Outcome(0.5, "b", 0), Outcome(0.5, END, 0))
    choice = Problem(surely("a", 2), {"a": {0: now, 1: later}, "b": {0: surely(END, 3)}}, 0.5)
    best, fair = solve(choice), evaluate(choice, uniform(choice))
    assert (best["a"], best["b"]) == (1, 3)
    assert action_values(choice, best) == {("a", 0): 1, ("a", 1): 0.75, ("b", 0): 3}
    assert greedy(choice, action_values(choice, best)) == {"a": {0: 1}, "b": {0: 1}}
    assert (worth(choice, best), worth(choice, fair)) == (2.5, 2 + (1 + 0.75) / 4)


def test_what_cannot_be_solved_is_refused():
    forever = Problem(surely("a", 0), {"a": {0: surely("a", 1)}})
    with pytest.raises(ValueError, match="every episode has to end"):
        solve(forever)
    with pytest.raises(ValueError, match=r"sum to 0\.75"):
        Problem(surely("a", 0), {"a": {0: (Outcome(0.75, END, 1),)}})


# --------------------------------------------------------------------------------------------------------- identities

STEPS, OFTEN = decaying(0.8), decaying(0.3)


def same(one, other):
    return all(one[pair] == pytest.approx(other[pair], abs=1e-9) for pair in {*one, *other})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (partial(lambda_return_sarsa, lambda_=0.7), partial(sarsa_lambda, lambda_=0.7)),
        (sarsa, partial(n_step_sarsa, n=1)),
        (sarsa, partial(sarsa_lambda, lambda_=0.0)),
        (monte_carlo, partial(n_step_sarsa, n=100)),
        (monte_carlo, partial(sarsa_lambda, lambda_=1.0)),
        (monte_carlo, partial(lambda_return_sarsa, lambda_=1.0)),
    ],
    ids=["forward is backward", "1 step", "lambda 0", "all steps", "lambda 1", "lambda 1 forward"],
)
def test_where_no_state_is_met_twice_the_ends_of_the_spectrum_are_the_plain_methods(one, other):
    tree = problem("higher", 0, "highest")
    practice = Practice(300, STEPS, OFTEN)
    assert same(one(tree, practice, Random(5)), other(tree, practice, Random(5)))


def test_elsewhere_forward_and_backward_differ():
    """Or the identity above would say nothing."""
    practice = Practice(50, constant(0.5), constant(0.0))
    one, other = (method(WALK, practice, Random(5)) for method in (METHODS["lambda-returns"], METHODS["sarsa(lambda)"]))
    assert not same(one, other)


# -------------------------------------------------------------------------------------------------- the book's examples

WALK = Problem(
    surely("C", 0),
    {
        here: {0: (Outcome(0.5, left, 0), Outcome(0.5, right, float(here == "E")))}
        for left, here, right in zip([END, *"ABCD"], "ABCDE", [*"BCDE", END], strict=True)
    },
)


def test_the_random_walk_exactly():
    """Example 6.2: the states are worth 1/6 to 5/6."""
    values = solve(WALK)
    assert [values[state] for state in "ABCDE"] == pytest.approx([n / 6 for n in range(1, 6)])


@every_method
@pytest.mark.parametrize("seed", SEEDS)
def test_the_random_walk_is_learnt(method, seed):
    """Within 0.1 of the values everywhere; the start, all 0, is off by 5/6."""
    Q = method(WALK, Practice(1500, decaying(0.7), constant(0.0)), Random(seed))
    assert [Q[state, 0] for state in "ABCDE"] == pytest.approx([n / 6 for n in range(1, 6)], abs=0.1)


def cliff():
    """Example 6.6: 4 rows of 12; up, right, down, left; from the lower left to the lower right, past a cliff."""
    start, goal = (3, 0), (3, 11)

    def step(row, column):
        row, column = min(max(row, 0), 3), min(max(column, 0), 11)
        if row == 3 and 0 < column < 11:
            return surely(start, -100.0)
        return surely(END if (row, column) == goal else (row, column), -1.0)

    places = [(row, column) for row in range(4) for column in range(12) if row < 3 or column == 0]
    moves = ((-1, 0), (0, 1), (1, 0), (0, -1))
    return Problem(
        surely(start, 0),
        {(r, c): {a: step(r + down, c + right) for a, (down, right) in enumerate(moves)} for r, c in places},
    )


def greedy_return(problem, Q):
    """Of a problem without chance; the policy may walk in circles where it has hardly been."""
    state, total = problem.begin(Random(0)), 0.0
    for _ in range(100):
        reward, state = problem.sample(state, best_action(Q, state, problem.actions(state)), Random(0))
        total += reward
        if state is END:
            return total
    return float("-inf")


def test_the_cliff_exactly():
    assert worth(cliff(), solve(cliff())) == -13


@pytest.mark.parametrize("seed", SEEDS)
def test_q_learning_walks_along_the_cliff_and_sarsa_further_up(seed):
    """As in the book: 500 episodes, alpha 1/2, epsilon 1/10. Sarsa learns what its own slips cost."""
    walk, practice = cliff(), Practice(500, constant(0.5), constant(0.1))
    assert greedy_return(walk, q_learning(walk, practice, Random(seed))) == -13
    assert -20 < greedy_return(walk, sarsa(walk, practice, Random(seed))) < -13


# --------------------------------------------------------------------------------------------------------- small games


@pytest.mark.slow
@every_method
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("game", "seat", "others", "states", "episodes", "within"),
    [
        ("kuhn", 0, "equilibrium", "views", 2000, 1e-6),
        ("kuhn", 1, "equilibrium", "views", 2000, 1e-6),
        ("kuhn", 0, "random", "views", 2000, 1e-6),
        ("higher", 0, "highest", "views", 3000, 0.02),
        ("higher", 1, "highest", "views", 3000, 0.02),
        ("tripeaks", 0, None, "full", 5000, 0.05),
    ],
)
def test_small_games_are_learnt(method, seed, game, seat, others, states, episodes, within):
    """What the learnt policy would win is computed, not played; random play is at least 0.1 worse.

    The expert of TriPeaks is 0.076 worse than the best.
    """
    small = problem(game, seat, others, states)
    best, fair = worth(small, solve(small)), worth(small, evaluate(small, uniform(small)))
    assert fair < best - 0.1
    Q = method(small, Practice(episodes, STEPS, decaying(0.3, 0.05)), Random(seed))
    assert worth(small, evaluate(small, greedy(small, Q))) == pytest.approx(best, abs=within)


@pytest.mark.parametrize("seed", SEEDS)
def test_q_learning_finds_the_values_though_it_always_explores(seed):
    """Within 0.2 chips everywhere; values are between -2 and 2. Off-policy: the policy it follows loses."""
    kuhn = problem("kuhn", 0, "equilibrium")
    exact = action_values(kuhn, solve(kuhn))
    Q = q_learning(kuhn, Practice(10_000, decaying(0.8), constant(1.0)), Random(seed))
    assert max(abs(Q[pair] - exact[pair]) for pair in exact) < 0.2


def test_an_episode_is_played_to_its_end():
    steps = play(CHAIN, {}, 0.0, Random(0))
    assert [(step.state, step.reward) for step in steps] == [("a", 1), ("b", 2), ("c", 4)]
