"""A decision problem small enough to list, and its exact solution: what tables and networks are checked against.

Equation numbers are those of Sutton and Barto (2018), here as in `learners.tabular`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

State: TypeAlias = Hashable
Action: TypeAlias = int
END: State = None  # the terminal state; its values are 0
Values: TypeAlias = dict[State, float]
ActionValues: TypeAlias = dict[tuple[State, Action], float]
Policy: TypeAlias = Mapping[State, Mapping[Action, float]]  # pi(a|s)
MOST_SWEEPS = 10_000


class Dice(Protocol):
    """Where chance comes from: NumPy's Generator, or Python's Random, which is faster."""

    def random(self) -> float: ...  # uniform in [0, 1)


class Outcome(NamedTuple):
    """One way in which a decision may end: p(s', r | s, a) (3.2)."""

    probability: float
    state: State  # s', or END
    reward: float  # r


@dataclass(frozen=True)
class Problem:
    """A finite Markov decision problem, told by every outcome of every decision."""

    start: tuple[Outcome, ...]  # how an episode begins; paid is what the player cannot influence
    dynamics: Mapping[State, Mapping[Action, tuple[Outcome, ...]]]
    discount: float = 1.0  # gamma

    def __post_init__(self) -> None:
        decisions = [outcomes for actions in self.dynamics.values() for outcomes in actions.values()]
        for outcomes in (self.start, *decisions):
            total = sum(outcome.probability for outcome in outcomes)
            if abs(total - 1) > 1e-6:
                raise ValueError(f"the probabilities of {outcomes} sum to {total}; they should sum to 1")

    @property
    def states(self) -> list[State]:
        return list(self.dynamics)

    def actions(self, state: State) -> list[Action]:
        return list(self.dynamics[state])

    def begin(self, dice: Dice) -> State:
        """The first state of an episode in which there is something to decide."""
        while True:
            state = _draw(self.start, dice).state
            if state is not END:
                return state

    def sample(self, state: State, action: Action, dice: Dice) -> tuple[float, State]:
        """(R, S') of one decision."""
        outcome = _draw(self.dynamics[state][action], dice)
        return outcome.reward, outcome.state


def _draw(outcomes: Sequence[Outcome], dice: Dice) -> Outcome:
    if len(outcomes) == 1:
        return outcomes[0]
    left = dice.random()
    for outcome in outcomes:
        left -= outcome.probability
        if left < 0:
            return outcome
    return outcomes[-1]  # the probabilities sum to a little less than 1


# ------------------------------------------------------------------------------------------- dynamic programming


def backup(problem: Problem, values: Values, state: State, action: Action) -> float:
    """Sum over s', r of p(s', r | s, a) [r + gamma v(s')]: the value of an action whose outcomes have these values."""
    gamma = problem.discount
    return sum(p * (r + gamma * values[following]) for p, following, r in problem.dynamics[state][action])


def evaluate(problem: Problem, policy: Policy, tolerance: float = 1e-12) -> Values:
    """v_pi by iterative policy evaluation (4.5)."""

    def expected(values: Values, state: State) -> float:
        return sum(chance * backup(problem, values, state, action) for action, chance in policy[state].items())

    return _sweep(problem, expected, tolerance)


def solve(problem: Problem, tolerance: float = 1e-12) -> Values:
    """v_* by value iteration (4.10)."""

    def best(values: Values, state: State) -> float:
        return max(backup(problem, values, state, action) for action in problem.actions(state))

    return _sweep(problem, best, tolerance)


def _sweep(problem: Problem, update: Callable[[Values, State], float], tolerance: float) -> Values:
    """In place, until nothing changes. Last states first: where none is met twice one sweep is enough."""
    values: Values = dict.fromkeys([*problem.states, END], 0.0)
    order = problem.states[::-1]
    for _ in range(MOST_SWEEPS):
        change = 0.0
        for state in order:
            old, values[state] = values[state], update(values, state)
            change = max(change, abs(values[state] - old))
        if change < tolerance:
            return values
    raise ValueError("the values do not settle; without a discount every episode has to end")


def action_values(problem: Problem, values: Values) -> ActionValues:
    """q(s, a) from v: (3.20) if they are the optimal ones."""
    return {(s, a): backup(problem, values, s, a) for s in problem.states for a in problem.actions(s)}


def worth(problem: Problem, values: Values) -> float:
    """The expected return of an episode."""
    return sum(p * (r + problem.discount * values[state]) for p, state, r in problem.start)


# --------------------------------------------------------------------------------------------------- policies


def uniform(problem: Problem) -> Policy:
    """Every action equally likely."""
    return {s: dict.fromkeys(actions, 1 / len(actions)) for s, actions in problem.dynamics.items()}


def greedy(problem: Problem, Q: ActionValues) -> Policy:
    """The best action of every state (4.9)."""
    return {s: {best_action(Q, s, problem.actions(s)): 1.0} for s in problem.states}


def best_action(Q: ActionValues, state: State, actions: list[Action]) -> Action:
    """The first of those with the greatest value; a pair that was never met counts as 0."""
    return max(actions, key=lambda action: Q.get((state, action), 0.0))
