"""Imitation of a scripted teacher (appendix A.2 of the thesis of TU/e).

The teacher plays, and the network learns to answer as he did. Or the student plays and the teacher says what he would
have done there (Ross et al. 2011, without keeping what was said earlier), so that it also learns what to do where only
its own mistakes lead. Policy gradients can go on from its weights.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from mazzo.agents.network import Recipe, Weights
from mazzo.core.agent import Agent
from mazzo.core.chance import stream
from mazzo.core.encoding import Head
from mazzo.core.errors import MazzoError, unknown
from mazzo.learners import actor_critic as ac
from mazzo.learners.arena import Arena
from mazzo.learners.learner import Progress
from mazzo.learners.optimiser import Optimiser
from mazzo.ops import losses
from mazzo.ops.exploration import Schedule, parse

ROLLS = ("teacher", "student")
# The distance of a policy (its log-probabilities) from one output, by name.
LOSSES: dict[str, Callable[[Array, Array], Array]] = {
    "squared": lambda logs, label: jnp.square(jnp.exp(logs) - jax.nn.one_hot(label, len(logs))).mean(),
    "cross-entropy": lambda logs, label: -logs[label],
}


@dataclass(frozen=True)
class Config:
    """Schedules are numbers or texts as in `ops.exploration.parse`; they run over decisions taken."""

    teacher: str = ""  # which of the game's bots
    roll: str = "teacher"  # who plays: the teacher, or the student, whom he tells what he would have done
    loss: str = "cross-entropy"  # or squared, as in the thesis
    networks: ac.Networks = field(default_factory=lambda: ac.Networks(critic=False))
    gathering: ac.Gathering = field(default_factory=ac.Gathering)  # places 1 and steps 1: Algorithm 4 of the thesis
    optimiser: Optimiser = field(default_factory=Optimiser)
    epochs: int = 1  # how often each batch is gone through
    minibatches: int = 4  # parts into which its steps are divided
    rate: str = "1e-3"  # of learning
    choice: str = "greedy"  # how the trained agent plays: sample or greedy


class Lesson(NamedTuple):
    """Decisions to learn from; leaves [steps, places, ...]."""

    vector: Array
    legal: Array  # what the policy chooses from
    label: Array  # int32, the teacher's output
    weight: Array  # 1 where the decision counts


class Rates(NamedTuple):
    """The settings that are traced: runs that differ in them share a compiled program."""

    rate: Schedule


class State(NamedTuple):
    actor: Any
    teacher: Agent
    optimiser: Any
    experience: ac.Experience
    rates: Rates
    updates: Array
    key: Array


def rates(config: Config) -> Rates:
    return Rates(parse(config.rate))


def init(arena: Arena, config: Config, key: Array, start: Weights | None = None) -> State:
    """`start` are weights to go on from. The key becomes the run's."""
    for what, name, known in (("roll", config.roll, ROLLS), ("loss", config.loss, tuple(LOSSES))):
        if name not in known:
            raise unknown(what, name, list(known))
    if config.networks.critic:
        raise MazzoError("a teacher tells nothing about values: choose networks.critic False")
    if config.gathering.steps % config.minibatches:
        raise MazzoError(f"{config.gathering.steps} steps cannot be divided into {config.minibatches} equal parts")
    teacher = arena.game.bot(config.teacher)
    actor = ac.continued(ac.build(config.networks, arena, stream(key, ac.NETS)), start)
    optimiser = config.optimiser.start(eqx.filter(actor.policy, eqx.is_array))
    experience = ac.begin(arena, config.gathering, stream(key, ac.PLACES), teacher.start(teacher.params))
    return State(actor, teacher, optimiser, experience, rates(config), jnp.int32(0), key)


def act(
    head: Head, roll: str, params: tuple[ac.Actor, Agent], memory: Any, seen: Any, offered: Array, key: Array
) -> tuple[Array, Any, Any]:
    """The teacher answers; his answer is played, or what the student draws. The key is consumed."""
    (actor, teacher), (view, vector) = params, seen
    action, memory, _ = teacher.act(teacher.params, memory, view, stream(key, 0))
    label = head.output(view, action).astype(jnp.int32)
    legal = head.legal(view)
    output = label
    if roll == "student":
        logits, _ = actor(vector)
        output = jax.random.categorical(stream(key, 1), losses.log_policy(logits, legal)).astype(jnp.int32)
    return output, memory, Lesson(vector, offered, label, legal[label].astype(jnp.float32))


def loss(policy: Any, lesson: Lesson, distance: Callable[[Array, Array], Array], keys: Array | None) -> Any:
    """(loss, what to tell) of a part of a lesson, leaves [n, ...]."""
    actor = ac.Actor(policy, None, False)
    logits, _ = jax.vmap(actor)(lesson.vector) if keys is None else jax.vmap(actor)(lesson.vector, keys)
    logs = jax.vmap(losses.log_policy)(logits, lesson.legal)
    mean = losses.weighted_mean(jax.vmap(distance)(logs, lesson.label), lesson.weight)
    agrees = (jnp.argmax(logs, axis=1) == lesson.label).astype(jnp.float32)
    told = ac.policy_metrics(logs, lesson.weight)
    return mean, told | {"loss": mean, "agreement": losses.weighted_mean(agrees, lesson.weight)}


def update(arena: Arena, config: Config, state: State) -> tuple[State, dict[str, Array]]:
    """Play, then learn what the teacher did, or would have done."""
    key = stream(state.key, ac.UPDATE, state.updates)
    rate = state.rates.rate(state.experience.decisions)
    policy, params = partial(act, arena.head, config.roll), (state.actor, state.teacher)
    fresh = state.teacher.start(state.teacher.params)
    experience, played, _ = ac.play(arena, config.gathering, policy, params, state.experience, stream(key, 0), fresh)
    lesson = played.extra._replace(weight=played.extra.weight * played.live)

    def of_part(network: Any, part: Lesson, own: Array) -> Any:
        keys = jax.vmap(lambda i: stream(own, i))(jnp.arange(len(part.label))) if config.networks.dropout else None
        return loss(network, part, LOSSES[config.loss], keys)

    parts = ac.in_order(lesson, config.minibatches)
    network, optimiser, told = ac.descend(
        of_part, config.optimiser, state.actor.policy, state.optimiser, parts, config.epochs, rate, stream(key, 1)
    )
    actor = ac.Actor(network, None, False)
    metrics = ac.play_metrics(arena, played) | told | ac.biases(arena.head, told) | {"rate": rate}
    return State(actor, state.teacher, optimiser, experience, state.rates, state.updates + 1, state.key), metrics


def recipe(arena: Arena, config: Config) -> Recipe:
    return ac.recipe(arena, config.networks, config.choice)


def weights(state: State) -> Weights:
    return Weights(state.actor.policy, state.actor.value)


def progress(state: State) -> Progress:
    return Progress(state.experience.games, state.experience.decisions, state.updates)
