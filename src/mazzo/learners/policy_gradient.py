"""Policy gradients with returns that were played: simple, with a critic, or decision by decision.

Play with the current policy; then raise the log-probability of every decision in proportion to its return (SPG,
Algorithm 1 of the thesis of TU/e) or to how much that was more than a critic expected (VPG, Algorithm 2). The mean is
over all decisions of the batch. REINFORCE (Williams 1992) goes through an episode and takes a step for each decision.

    SPG        networks.critic False
    VPG        networks.critic True; lambda_ below 1 for generalised advantages
    REINFORCE  sequential, gathering.places 1; with networks.critic it has a baseline
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from mazzo.agents.network import Recipe, Weights
from mazzo.core.chance import stream
from mazzo.core.errors import MazzoError
from mazzo.learners import actor_critic as ac
from mazzo.learners.arena import Arena
from mazzo.learners.learner import Progress
from mazzo.learners.optimiser import Optimiser
from mazzo.ops import losses, returns
from mazzo.ops.exploration import Schedule, parse


@dataclass(frozen=True)
class Config:
    """Schedules are numbers or texts as in `ops.exploration.parse`; they run over decisions taken."""

    networks: ac.Networks = field(default_factory=ac.Networks)
    gathering: ac.Gathering = field(default_factory=lambda: ac.Gathering(whole=True))
    optimiser: Optimiser = field(default_factory=Optimiser)
    policy_updates: int = 1  # of the policy, per batch
    value_updates: int = 5  # of the critic, per batch, towards the same targets
    rate: str = "3e-4"  # of learning
    value_rate: str = ""  # of the critic; empty: the same
    gamma: float = 0.99  # discount
    lambda_: float = 1.0  # 1: advantages are returns less values; below: generalised ones
    gamma_power: bool = False  # the decision at t counts gamma^t, as in the policy gradient theorem
    entropy: str = "0"  # bonus for an undecided policy
    renormalise: bool = True  # returns or advantages of a batch get mean 0 and deviation 1
    epsilon: str = "0"  # of chance mixed into the policy that plays; the one that learns is without
    sequential: bool = False  # a step for every decision of a game in turn, not one for the batch
    choice: str = "greedy"  # how the trained agent plays: sample or greedy


class Rates(NamedTuple):
    """The settings that are traced: runs that differ in them share a compiled program."""

    rate: Schedule
    value_rate: Schedule
    entropy: Schedule
    epsilon: Schedule
    gamma: Array
    lambda_: Array
    gamma_power: Array  # 1 or 0


class State(NamedTuple):
    actor: Any
    optimiser: tuple[Any, Any]  # of the policy, of the critic
    experience: ac.Experience
    rates: Rates
    updates: Array
    key: Array


def rates(config: Config) -> Rates:
    return Rates(
        rate=parse(config.rate),
        value_rate=parse(config.value_rate or config.rate),
        entropy=parse(config.entropy),
        epsilon=parse(config.epsilon),
        gamma=jnp.float32(config.gamma),
        lambda_=jnp.float32(config.lambda_),
        gamma_power=jnp.float32(config.gamma_power),
    )


def init(arena: Arena, config: Config, key: Array, start: Weights | None = None) -> State:
    """`start` are weights to go on from. The key becomes the run's."""
    if not config.networks.critic and not (config.gathering.whole and config.lambda_ == 1):
        raise MazzoError("without a critic returns are those of whole games: choose gathering.whole and lambda_ 1")
    actor = ac.continued(ac.build(config.networks, arena, stream(key, ac.NETS)), start)
    experience = ac.begin(arena, config.gathering, stream(key, ac.PLACES))
    parts = (actor.policy, actor.policy if config.networks.shared else actor.value)
    optimiser = tuple(config.optimiser.start(eqx.filter(part, eqx.is_array)) for part in parts)
    return State(actor, optimiser, experience, rates(config), jnp.int32(0), key)


def signals(config: Config, rates: Rates, batch: ac.Batch) -> Array:
    """What each decision's log-probability is weighed with, [steps, places]."""
    signal = returns.normalise(batch.advantage, batch.weight) if config.renormalise else batch.advantage
    return signal * rates.gamma ** (rates.gamma_power * batch.age)


def policy_loss(actor: ac.Actor, batch: ac.Batch, entropy_weight: Array, keys: Array | None) -> Any:
    """(loss, what to tell): the mean of -log pi(a|s) A, less the bonus for entropy. Leaves [n, ...]."""
    logits, _ = jax.vmap(actor)(batch.vector) if keys is None else jax.vmap(actor)(batch.vector, keys)
    logs = jax.vmap(losses.log_policy)(logits, batch.legal)
    chosen = jnp.take_along_axis(logs, batch.output[:, None], axis=1)[:, 0]
    loss = losses.weighted_mean(-chosen * batch.advantage, batch.weight)
    told = ac.policy_metrics(logs, batch.weight)
    return loss - entropy_weight * told["entropy"], told | {"policy_loss": loss}


def value_loss(actor: ac.Actor, batch: ac.Batch, keys: Array | None) -> Any:
    """(loss, what to tell): half the mean of (V(s) - target)^2. Leaves [n, ...]."""
    _, value = jax.vmap(actor)(batch.vector) if keys is None else jax.vmap(actor)(batch.vector, keys)
    loss = losses.weighted_mean(losses.value_loss(value, batch.target, batch.value, None), batch.weight)
    return loss, {"value_loss": loss}


def update(arena: Arena, config: Config, state: State) -> tuple[State, dict[str, Array]]:
    """Play, then learn from it."""
    key = stream(state.key, ac.UPDATE, state.updates)
    rates, taken = state.rates, state.experience.decisions
    rate, value_rate, entropy_weight, epsilon = (
        schedule(taken) for schedule in (rates.rate, rates.value_rate, rates.entropy, rates.epsilon)
    )
    experience, batch, metrics = ac.gather(
        arena, config.gathering, state.actor, state.experience, epsilon, rates.gamma, rates.lambda_, stream(key, 0)
    )
    batch = batch._replace(advantage=signals(config, rates, batch))
    parts = ac.in_order(batch, config.gathering.steps if config.sequential else 1)
    old, (for_policy, for_value) = state.actor, state.optimiser

    def dropout(part: ac.Batch, own: Array) -> Array | None:
        return jax.vmap(lambda i: stream(own, i))(jnp.arange(len(part.output))) if config.networks.dropout else None

    def of_policy(policy: Any, part: ac.Batch, own: Array) -> Any:
        return policy_loss(ac.Actor(policy, old.value, old.critic), part, entropy_weight, dropout(part, own))

    policy, for_policy, told = ac.descend(
        of_policy, config.optimiser, old.policy, for_policy, parts, config.policy_updates, rate, stream(key, 1)
    )
    actor = ac.Actor(policy, old.value, old.critic)
    metrics |= told | ac.biases(arena.head, told) | {"rate": rate, "entropy_weight": entropy_weight, "epsilon": epsilon}
    if config.networks.critic and config.value_updates:
        shared = config.networks.shared

        def with_critic(critic: Any) -> ac.Actor:
            return ac.Actor(critic, None, True) if shared else ac.Actor(policy, critic, True)

        def of_value(critic: Any, part: ac.Batch, own: Array) -> Any:
            return value_loss(with_critic(critic), part, dropout(part, own))

        critic = policy if shared else old.value
        critic, for_value, told = ac.descend(
            of_value, config.optimiser, critic, for_value, parts, config.value_updates, value_rate, stream(key, 2)
        )
        actor = with_critic(critic)
        metrics |= told | {"value_rate": value_rate}
    return State(actor, (for_policy, for_value), experience, rates, state.updates + 1, state.key), metrics


def recipe(arena: Arena, config: Config) -> Recipe:
    return ac.recipe(arena, config.networks, config.choice)


def weights(state: State) -> Weights:
    return Weights(state.actor.policy, state.actor.value)


def progress(state: State) -> Progress:
    return Progress(state.experience.games, state.experience.decisions, state.updates)
