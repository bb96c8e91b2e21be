"""What every learner is: a module with a `Config` and the functions below. `LEARNERS` names them."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple, Protocol

from jax import Array

from mazzo.agents.network import Recipe, Weights
from mazzo.core.errors import unknown
from mazzo.learners.arena import Arena

# A name on the command line -> the module that learns so.
LEARNERS = {
    "ppo": "mazzo.learners.ppo",
    "dqn": "mazzo.learners.dqn",
    "drqn": "mazzo.learners.drqn",
    "policy-gradient": "mazzo.learners.policy_gradient",
    "imitation": "mazzo.learners.imitation",
    "afterstate": "mazzo.learners.afterstate",
}


class Progress(NamedTuple):
    """How far a run has come; int32 each."""

    games: Array  # finished
    decisions: Array  # taken by the learner
    updates: Array  # steps of learning


class Learner(Protocol):
    """The functions are pure; the driver compiles them, and vmaps them over seeds."""

    Config: Any  # a frozen dataclass, a line per field
    Rates: Any  # a NamedTuple of those fields of Config that are traced: schedules and numbers

    def init(self, arena: Arena, config: Any, key: Array) -> Any:
        """A fresh state: a pytree of arrays. The key becomes the run's.

        Learners that can go on from an agent take its weights as another argument, `start`.
        """

    def rates(self, config: Any) -> Any:
        """The traced settings. A state holds them as `rates`."""

    def update(self, arena: Arena, config: Any, state: Any) -> tuple[Any, dict[str, Array]]:
        """Play and learn a little; metrics are scalars or short vectors."""

    def recipe(self, arena: Arena, config: Any) -> Recipe:
        """How the trained network is an agent."""

    def weights(self, state: Any) -> Weights:
        """Its weights as they are now."""

    def progress(self, state: Any) -> Progress: ...


def find(name: str) -> Learner:
    """The learner called `name`; raises MazzoError naming those there are."""
    if name not in LEARNERS:
        raise unknown("learner", name, list(LEARNERS))
    return import_module(LEARNERS[name])
