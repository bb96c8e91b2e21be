"""Learning with a table: the methods of Sutton and Barto (2018), chapters 5, 6, 7 and 12.

Written to be read beside the book: plain Python, and the numbers in brackets are its equations. What these learn from
experience `learners.problem` computes exactly, and `learners.enumerate` makes a problem of a small card game. One loop
per algorithm on purpose: the loop is the algorithm.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import count
from typing import NamedTuple, TypeAlias

from mazzo.learners.problem import END, Action, ActionValues, Dice, Problem, State, best_action

Rate: TypeAlias = Callable[[int], float]  # a number that changes with how often something was done, from 1


def constant(value: float) -> Rate:
    return lambda n: value


def average(n: int) -> float:
    """As a step size it makes an estimate the average of its targets (2.3)."""
    return 1 / n


def decaying(power: float, least: float = 0.0) -> Rate:
    """n^-power. As a step size with a power between 1/2 and 1 it converges (2.7) and forgets early targets."""
    return lambda n: max(n**-power, least)


class Practice(NamedTuple):
    """How long and how boldly to learn."""

    episodes: int
    alpha: Rate  # the step size of the nth update of a pair
    epsilon: Rate  # how often to explore in the kth episode


class _Table(defaultdict[tuple[State, Action], float]):
    """Q(s, a), 0 at first, with a step size for each pair. Q(END, any) is never updated and stays 0."""

    def __init__(self, rate: Rate, begin: ActionValues | None):
        super().__init__(float, begin or {})
        self._rate = rate
        self._updates: Counter[tuple[State, Action]] = Counter()

    def alpha(self, state: State, action: Action) -> float:
        """The step size of the update that is now made."""
        self._updates[state, action] += 1
        return self._rate(self._updates[state, action])


def explore(problem: Problem, Q: ActionValues, state: State, epsilon: float, dice: Dice) -> Action:
    """Epsilon-greedy: any action with chance epsilon, else the best one (section 2.2). At the END any number does."""
    if state is END:
        return 0
    actions = problem.actions(state)
    if dice.random() < epsilon:
        return actions[int(dice.random() * len(actions))]
    return best_action(Q, state, actions)


class Step(NamedTuple):
    state: State
    action: Action
    reward: float


def play(problem: Problem, Q: ActionValues, epsilon: float, dice: Dice) -> list[Step]:
    """An episode: S0, A0, R1, S1, A1, R2, ..."""
    episode = []
    s = problem.begin(dice)
    while s is not END:
        a = explore(problem, Q, s, epsilon, dice)
        r, following = problem.sample(s, a, dice)
        episode.append(Step(s, a, r))
        s = following
    return episode


def monte_carlo(problem: Problem, practice: Practice, dice: Dice, begin: ActionValues | None = None) -> ActionValues:
    """On-policy first-visit Monte Carlo control (section 5.4); the policy is the epsilon-greedy one of Q."""
    Q, gamma = _Table(practice.alpha, begin), problem.discount
    for k in range(1, practice.episodes + 1):
        episode = play(problem, Q, practice.epsilon(k), dice)
        met: dict[tuple[State, Action], int] = {}
        for t, (s, a, _) in enumerate(episode):
            met.setdefault((s, a), t)
        g = 0.0
        for t, (s, a, r) in reversed(list(enumerate(episode))):
            g = r + gamma * g  # (3.9)
            if met[s, a] == t:
                Q[s, a] += Q.alpha(s, a) * (g - Q[s, a])  # (2.3), (6.1)
    return Q


def sarsa(problem: Problem, practice: Practice, dice: Dice, begin: ActionValues | None = None) -> ActionValues:
    """On-policy control by temporal differences (section 6.4)."""
    Q, gamma = _Table(practice.alpha, begin), problem.discount
    for k in range(1, practice.episodes + 1):
        epsilon = practice.epsilon(k)
        s = problem.begin(dice)
        a = explore(problem, Q, s, epsilon, dice)
        while s is not END:
            r, s_ = problem.sample(s, a, dice)
            a_ = explore(problem, Q, s_, epsilon, dice)
            Q[s, a] += Q.alpha(s, a) * (r + gamma * Q[s_, a_] - Q[s, a])  # (6.7)
            s, a = s_, a_
    return Q


def q_learning(problem: Problem, practice: Practice, dice: Dice, begin: ActionValues | None = None) -> ActionValues:
    """Off-policy: it explores, and learns about the policy that does not (section 6.5)."""
    Q, gamma = _Table(practice.alpha, begin), problem.discount
    for k in range(1, practice.episodes + 1):
        epsilon = practice.epsilon(k)
        s = problem.begin(dice)
        while s is not END:
            a = explore(problem, Q, s, epsilon, dice)
            r, s_ = problem.sample(s, a, dice)
            best = 0.0 if s_ is END else max(Q[s_, a_] for a_ in problem.actions(s_))
            Q[s, a] += Q.alpha(s, a) * (r + gamma * best - Q[s, a])  # (6.8)
            s = s_
    return Q


def n_step_sarsa(
    problem: Problem, practice: Practice, dice: Dice, n: int, begin: ActionValues | None = None
) -> ActionValues:
    """n rewards, then the value of the pair reached (section 7.2). n = 1 is Sarsa, n without bound Monte Carlo."""
    Q, gamma = _Table(practice.alpha, begin), problem.discount
    for k in range(1, practice.episodes + 1):
        epsilon = practice.epsilon(k)
        S = [problem.begin(dice)]
        A = [explore(problem, Q, S[0], epsilon, dice)]
        R: list[float] = [0.0]  # R[t + 1] is paid for A[t]
        for t in count():
            if S[-1] is not END:
                r, s_ = problem.sample(S[t], A[t], dice)
                R.append(r)
                S.append(s_)
                A.append(explore(problem, Q, s_, epsilon, dice))
            tau = t - n + 1  # the time whose pair is updated
            if tau >= 0:
                h = min(tau + n, len(S) - 1)  # Q at the END is 0: past it the return is complete
                g = sum(gamma ** (i - tau - 1) * R[i] for i in range(tau + 1, h + 1))
                g += gamma ** (h - tau) * Q[S[h], A[h]]  # (7.4)
                Q[S[tau], A[tau]] += Q.alpha(S[tau], A[tau]) * (g - Q[S[tau], A[tau]])  # (7.5)
            if S[-1] is END and tau == len(S) - 2:
                break
    return Q


def lambda_return_sarsa(
    problem: Problem, practice: Practice, dice: Dice, lambda_: float, begin: ActionValues | None = None
) -> ActionValues:
    """Sarsa(lambda), forward view: at an episode's end, towards the average of all n-step returns (12.2), off line."""
    Q, gamma = _Table(practice.alpha, begin), problem.discount
    for k in range(1, practice.episodes + 1):
        episode = play(problem, Q, practice.epsilon(k), dice)
        targets = []
        g, s_, a_ = 0.0, END, 0
        for s, a, r in reversed(episode):
            g = r + gamma * ((1 - lambda_) * Q[s_, a_] + lambda_ * g)  # (12.19), the recursive form of (12.2)
            targets.append(g)
            s_, a_ = s, a
        for (s, a, _), g in zip(episode, reversed(targets), strict=True):
            Q[s, a] += Q.alpha(s, a) * (g - Q[s, a])  # (12.4), for pairs
    return Q


def sarsa_lambda(
    problem: Problem, practice: Practice, dice: Dice, lambda_: float, begin: ActionValues | None = None
) -> ActionValues:
    """Sarsa(lambda), backward view: every error is shared with the pairs that led there (section 12.7).

    Where no state is met twice in an episode, as in a game whose states hold its history, a pair's value is not touched
    before it is left: then this is exactly the forward view, however large the steps.
    """
    Q, gamma = _Table(practice.alpha, begin), problem.discount
    for k in range(1, practice.episodes + 1):
        epsilon = practice.epsilon(k)
        z: defaultdict[tuple[State, Action], float] = defaultdict(float)  # how eligible each pair is
        alpha: ActionValues = {}
        s = problem.begin(dice)
        a = explore(problem, Q, s, epsilon, dice)
        while s is not END:
            r, s_ = problem.sample(s, a, dice)
            a_ = explore(problem, Q, s_, epsilon, dice)
            delta = r + gamma * Q[s_, a_] - Q[s, a]  # (12.6), for pairs
            z[s, a] += 1  # (12.5): the gradient of a table is 1 at its entry
            alpha[s, a] = Q.alpha(s, a)
            for pair in z:
                Q[pair] += alpha[pair] * delta * z[pair]  # (12.7)
                z[pair] *= gamma * lambda_
            s, a = s_, a_
    return Q
