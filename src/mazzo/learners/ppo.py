"""Proximal policy optimisation with a clipped objective (Schulman et al. 2017).

Play with the current policy; then, several times over the same decisions, raise the probability of those that went
better than the critic expected, but never far from what it was when they were made. Without opponents every seat is
the learner's, and it learns from all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from mazzo.agents.network import Recipe, Weights
from mazzo.core.chance import stream
from mazzo.core.errors import MazzoError, unknown
from mazzo.learners import actor_critic as ac
from mazzo.learners import slow
from mazzo.learners.arena import Arena
from mazzo.learners.learner import Progress
from mazzo.learners.optimiser import Optimiser
from mazzo.ops import losses, returns
from mazzo.ops.exploration import Schedule, parse

PRECISIONS = ("float32", "bfloat16")


@dataclass(frozen=True)
class Config:
    """Schedules are numbers or texts as in `ops.exploration.parse`; they run over decisions taken."""

    networks: ac.Networks = field(default_factory=ac.Networks)
    gathering: ac.Gathering = field(default_factory=ac.Gathering)
    optimiser: Optimiser = field(default_factory=lambda: Optimiser(norm=0.5))
    epochs: int = 4  # how often each batch is gone through
    minibatches: int = 4  # parts into which its places are divided; 1: one step for the whole batch
    rate: str = "1e-3"  # of learning
    value_rate: str = ""  # of the critic, where it is a network apart; empty: the same
    gamma: float = 1.0  # discount
    lambda_: float = 0.95  # of the generalised advantage
    clip: float = 0.2  # how far a probability's ratio may usefully go
    value_clip: float = 0.0  # how far a value may go in one update; 0: anywhere
    entropy: str = "0.01"  # bonus for an undecided policy
    value_weight: float = 0.5  # of the critic's loss
    renormalise: bool = True  # advantages of a batch get mean 0 and deviation 1
    epsilon: str = "0"  # of chance mixed into the policy
    choice: str = "greedy"  # how the trained agent plays: sample or greedy
    magnet: str = ""  # weight of the policy's distance from a slow copy of itself, a schedule; empty: there is no copy
    magnet_pace: float = 0.01  # the part of the way to the policy that the copy moves
    magnet_every: int = 1  # after so many updates
    magnet_distance: str = "reverse"  # KL(policy, copy), or forward: KL(copy, policy)
    average: float = (
        0.0  # the agent is the mean of the weights, of which those after t updates count as t to this power;
    )
    # 20: about the last 20th of a run; 0: the agent is the last of them
    insight: str = ""  # encoder of what the critic sees of the other seats' views, while learning; empty: nothing
    precision: str = "float32"  # in which the networks compute while learning; bfloat16 is faster on a GPU


class Rates(NamedTuple):
    """The settings that are traced: runs that differ in them share a compiled program."""

    rate: Schedule
    value_rate: Schedule
    entropy: Schedule
    epsilon: Schedule
    gamma: Array
    lambda_: Array
    clip: Array
    magnet: slow.Magnet | None = None
    average: Array | None = None


class State(NamedTuple):
    actor: Any
    optimiser: tuple[Any, Any]  # of the policy, of the critic
    experience: ac.Experience
    rates: Rates
    updates: Array
    key: Array
    reference: Any = None  # the policy's slow copy
    mean: Any = None  # of the networks


def rates(config: Config) -> Rates:
    return Rates(
        rate=parse(config.rate),
        value_rate=parse(config.value_rate or config.rate),
        entropy=parse(config.entropy),
        epsilon=parse(config.epsilon),
        gamma=jnp.float32(config.gamma),
        lambda_=jnp.float32(config.lambda_),
        clip=jnp.float32(config.clip),
        magnet=slow.magnet(config.magnet, config.magnet_pace, config.magnet_every),
        average=jnp.float32(config.average) if config.average else None,
    )


def init(arena: Arena, config: Config, key: Array, start: Weights | None = None) -> State:
    """A fresh run, or one that goes on from given weights. The key becomes the run's."""
    _check(config)
    arena = ac.informed(arena, config.insight)
    actor = ac.continued(ac.build(config.networks, arena, stream(key, ac.NETS)), start)
    actor = replace(actor, precision=config.precision)
    experience = ac.begin(arena, config.gathering, stream(key, ac.PLACES))
    optimiser = tuple(config.optimiser.start(eqx.filter(part, eqx.is_array)) for part in (actor.policy, actor.value))
    reference = actor.policy if config.magnet else None
    mean = actor if config.average else None
    return State(actor, optimiser, experience, rates(config), jnp.int32(0), key, reference, mean)


def _check(config: Config) -> None:
    slow.divergence(config.magnet_distance)
    if config.precision not in PRECISIONS:
        raise unknown("precision", config.precision, list(PRECISIONS))
    networks = config.networks
    if config.insight and (networks.shared or networks.apart or not networks.critic):
        raise MazzoError("a critic with insight is one network by itself: leave `shared` and `apart` out")


def loss(
    actor: Any, batch: ac.Batch, rates: Rates, entropy_weight: Array, config: Config, key: Array, pull: ArrayLike = 0.0
) -> Any:
    """(loss, what to tell) of a part of a batch, leaves [n, ...]; `pull` is the weight of the reference."""
    keys = jax.vmap(lambda i: stream(key, i))(jnp.arange(batch.output.shape[0])) if config.networks.dropout else None
    logits, value = jax.vmap(actor)(batch.vector, keys) if keys is not None else jax.vmap(actor)(batch.vector)
    logs = jax.vmap(losses.log_policy)(logits, batch.legal)
    chosen = jnp.take_along_axis(logs, batch.output[:, None], axis=1)[:, 0]
    ratio = jnp.exp(chosen - batch.log_policy)
    advantage = returns.normalise(batch.advantage, batch.weight) if config.renormalise else batch.advantage
    policy_loss, clipped = losses.clipped_surrogate(ratio, advantage, rates.clip)
    value_loss = losses.value_loss(value, batch.target, batch.value, config.value_clip or None)
    told = ac.policy_metrics(logs, batch.weight)

    def mean(x: Array) -> Array:
        return losses.weighted_mean(x, batch.weight)

    total = mean(policy_loss) + config.value_weight * mean(value_loss) - entropy_weight * told["entropy"]
    if batch.reference is not None:
        told["distance"] = mean(jax.vmap(slow.divergence(config.magnet_distance))(logs, batch.reference))
        total += pull * told["distance"]
    return total, told | {
        "policy_loss": mean(policy_loss),
        "value_loss": mean(value_loss),
        "clip_fraction": mean(clipped.astype(jnp.float32)),
    }


def update(arena: Arena, config: Config, state: State) -> tuple[State, dict[str, Array]]:
    """Play, then learn from it."""
    arena = ac.informed(arena, config.insight)
    key = stream(state.key, ac.UPDATE, state.updates)
    rates, taken = state.rates, state.experience.decisions
    experience, batch, metrics = ac.gather(
        arena,
        config.gathering,
        state.actor,
        state.experience,
        rates.epsilon(taken),
        rates.gamma,
        rates.lambda_,
        stream(key, 0),
    )
    rate, value_rate = rates.rate(taken), rates.value_rate(taken)
    entropy_weight = rates.entropy(taken)
    pull = rates.magnet.weight(taken) if rates.magnet is not None else jnp.float32(0)
    batch = batch._replace(reference=_reference(state, batch))
    parts = config.minibatches

    def one(carry: tuple[Any, Any], step: tuple[Array, Array]) -> tuple[Any, dict[str, Array]]:
        actor, (policy_state, value_state) = carry
        columns, own = step
        part = jax.tree.map(lambda leaf: leaf[:, columns].reshape(-1, *leaf.shape[2:]), batch)
        grad: Any = eqx.filter_grad(loss, has_aux=True)
        gradients, told = grad(actor, part, rates, entropy_weight, config, own, pull)
        policy, policy_state = config.optimiser.step(actor.policy, gradients.policy, policy_state, rate)
        value, value_state = actor.value, value_state
        if value is not None:
            value, value_state = config.optimiser.step(value, gradients.value, value_state, value_rate)
        return (replace(actor, policy=policy, value=value), (policy_state, value_state)), told

    def order(epoch: Array) -> Array:
        places = jax.random.permutation(stream(key, 1, epoch), config.gathering.places)
        return places.reshape(parts, -1)

    epochs = jnp.arange(config.epochs)
    columns = jax.vmap(order)(epochs).reshape(config.epochs * parts, -1)
    keys = jax.vmap(lambda i: stream(key, 2, i))(jnp.arange(config.epochs * parts))
    (actor, optimiser), told = jax.lax.scan(one, (state.actor, state.optimiser), (columns, keys))
    told = {name: values.mean(axis=0) for name, values in told.items()} | {"clip_fraction": told["clip_fraction"][-1]}
    metrics |= told | ac.biases(arena.head, told)
    metrics |= {"rate": rate, "entropy_weight": entropy_weight, "epsilon": rates.epsilon(taken)}
    updates = state.updates + 1
    reference, mean = state.reference, state.mean
    if rates.magnet is not None:
        reference = slow.followed(reference, actor.policy, rates.magnet, updates)
        metrics["magnet"] = pull
    if rates.average is not None:
        mean = slow.averaged(mean, actor, rates.average, updates)
    return State(actor, optimiser, experience, rates, updates, state.key, reference, mean), metrics


def _reference(state: State, batch: ac.Batch) -> Array | None:
    """Log-probabilities of the slow copy, leaves [steps, places, outputs]: once for all passes over the batch."""
    if state.reference is None:
        return None
    copy = replace(state.actor, policy=state.reference)

    def one(vector: Any, legal: Array) -> Array:
        return losses.log_policy(copy(vector)[0], legal)

    return jax.lax.map(lambda step: jax.vmap(one)(*step), (batch.vector, batch.legal))


def recipe(arena: Arena, config: Config) -> Recipe:
    return ac.recipe(ac.informed(arena, config.insight), config.networks, config.choice)


def weights(state: State) -> Weights:
    return (state.actor if state.mean is None else state.mean).kept()


def progress(state: State) -> Progress:
    return Progress(state.experience.games, state.experience.decisions, state.updates)
