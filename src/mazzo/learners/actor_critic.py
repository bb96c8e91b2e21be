"""What the policy gradients share: a policy, a critic, and batches of decisions with their returns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from mazzo import nets
from mazzo.core.agent import Agent
from mazzo.core.chance import stream
from mazzo.learners.arena import Arena, Decision, Place, collect, open_places
from mazzo.ops import losses, returns
from mazzo.ops.exploration import Schedule, mixed, parse

PLACES, NETS, UPDATE = 0, 1, 2  # purposes of the random streams of a run


@dataclass(frozen=True)
class Networks:
    """The shapes of policy and critic."""

    hidden: tuple[int, ...] = (256, 256)  # hidden layers of the policy
    value_hidden: tuple[int, ...] = ()  # of the critic; none: as the policy
    critic: bool = True  # there is one
    shared: bool = False  # policy and critic are one network with one output more
    activation: str = "relu"  # after hidden layers
    dropout: float = 0.0  # part of each hidden layer dropped while learning

    def policy_shape(self, arena: Arena) -> nets.Mlp:
        outputs = arena.head.size + (self.critic and self.shared)
        return nets.Mlp(arena.encoder.size, outputs, self.hidden, self.activation, "linear", self.dropout)

    def value_shape(self, arena: Arena) -> nets.Mlp | None:
        if not self.critic or self.shared:
            return None
        hidden = self.value_hidden or self.hidden
        return nets.Mlp(arena.encoder.size, 1, hidden, self.activation, "linear", self.dropout)


class Actor(eqx.Module):
    """The networks: `policy`, and a `value` network if it is apart."""

    policy: Any
    value: Any
    critic: bool = eqx.field(static=True)

    def __call__(self, vector: Array, key: Array | None = None) -> tuple[Array, Array]:
        """(logits, value)"""
        logits, _ = self.policy(vector, (), key)
        if self.value is not None:
            return logits, self.value(vector, (), key)[0][0]
        return (logits[:-1], logits[-1]) if self.critic else (logits, jnp.float32(0))


def build(networks: Networks, arena: Arena, key: Array) -> Actor:
    """Fresh networks; the policy's last layer starts small, so that it begins near uniform. The key is consumed."""
    policy = nets.build(networks.policy_shape(arena), stream(key, 0))
    policy = eqx.tree_at(lambda net: net.layers[-1].weight, policy, replace_fn=lambda weight: weight * 0.01)
    shape = networks.value_shape(arena)
    value = None if shape is None else nets.build(shape, stream(key, 1))
    return Actor(policy, value, networks.critic)


@dataclass(frozen=True)
class Gathering:
    """How much is played between two updates."""

    places: int = 256  # tables side by side
    steps: int = 40  # decisions at each of them
    whole: bool = False  # deal anew for every update and play each game to its end, in at most `steps` decisions


class Batch(NamedTuple):
    """Decisions ready to be learned from; leaves [steps, places, ...]."""

    vector: Array
    legal: Array  # what the policy chose from
    output: Array
    log_policy: Array  # of the chosen output, when it was chosen
    value: Array  # the critic's, then
    advantage: Array
    target: Array  # for the critic
    weight: Array  # 1 where the decision counts
    age: Array  # how many decisions of the same game came before


class Experience(NamedTuple):
    """The part of a learner's state that plays."""

    places: Place
    opponents: tuple[Agent, ...]
    games: Array  # int32, finished so far
    decisions: Array  # int32, taken so far


def begin(arena: Arena, gathering: Gathering, key: Array) -> Experience:
    """The key is consumed."""
    places = open_places(arena, gathering.places, key, arena.opponents)
    return Experience(places, arena.opponents, jnp.int32(0), jnp.int32(0))


def act(epsilon: Array, actor: Actor, memory: Any, vector: Array, legal: Array, key: Array) -> tuple[Array, Any, Any]:
    """Draw an output from the policy, mixed with `epsilon` of chance. The key is consumed."""
    logits, value = actor(vector)
    log_policy = mixed(losses.log_policy(logits, legal), legal, epsilon)
    output = jax.random.categorical(key, jnp.where(legal, log_policy, losses.LOW)).astype(jnp.int32)
    return output, memory, (vector, legal, log_policy[output], value)


def gather(
    arena: Arena,
    gathering: Gathering,
    actor: Actor,
    experience: Experience,
    epsilon: Array,
    gamma: Array,
    lambda_: Array,
    key: Array,
) -> tuple[Experience, Batch, dict[str, Array]]:
    """Play, and work out what every decision was worth. The key is consumed."""
    places, opponents = experience.places, experience.opponents
    if gathering.whole:
        places = open_places(arena, gathering.places, key, opponents)

    def keep(decision: Decision) -> Decision:
        return decision._replace(view=())

    again = not gathering.whole
    places, played = collect(
        arena, partial(act, epsilon), actor, opponents, places, gathering.steps, keep, again=again
    )
    vector, legal, log_policy, value = played.extra
    last_seat = places.table.state.turn
    last_value = jax.vmap(lambda place: actor(arena.encoder(arena.game.observe(place.table.state, place.table.state.turn)))[1])(places)
    if gathering.whole:
        last_value = jnp.zeros_like(last_value)
    steps = returns.Seats(played.seat, played.reward, played.over, played.live)
    worth = partial(returns.seat_returns, gamma=gamma, lambda_=lambda_)
    advantage, target, complete = jax.vmap(worth, in_axes=(1, 1, 0), out_axes=1)(steps, value, (last_seat, last_value))
    weight = (complete & played.live).astype(jnp.float32)
    batch = Batch(vector, legal, played.output, log_policy, value, advantage, target, weight, _ages(played.over))
    over = played.over.sum()
    experience = Experience(
        places, opponents, experience.games + over, experience.decisions + played.live.sum(dtype=jnp.int32)
    )
    return experience, batch, _metrics(arena, played, batch)


def _ages(over: Array) -> Array:
    """int32[steps, places]: decisions since the last game that ended in the batch."""

    def one(age: Array, over: Array) -> tuple[Array, Array]:
        return jnp.where(over, 0, age + 1), age

    return jax.lax.scan(one, jnp.zeros(over.shape[1], jnp.int32), over)[1]


def _metrics(arena: Arena, played: Decision, batch: Batch) -> dict[str, Array]:
    """What happened while playing (section 5.2 of the thesis of TU/e)."""
    games = jnp.maximum(played.over.sum(), 1)
    own = jax.nn.one_hot(played.seat, arena.game.spec.players)  # the seat that decided last holds the learner's side
    live = jnp.maximum(played.live.sum(), 1)
    return {
        "games": played.over.sum(),
        "decisions": played.live.sum(),
        "return": (played.reward * own).sum() / games,
        "score": (played.returns * own).sum() / games,
        "length": live / games,
        "illegal": (~played.allowed & played.live).sum(),
        "value": losses.weighted_mean(batch.value, batch.weight),
        "target": losses.weighted_mean(batch.target, batch.weight),
        **{name: measure.sum() / games for name, measure in played.measures.items()},
    }


def policy_metrics(arena: Arena, actor: Actor, batch: Batch) -> dict[str, Array]:
    """What the policy is like on the decisions of a batch: entropy, mean probabilities, bias towards positions."""
    logits, _ = jax.vmap(jax.vmap(lambda vector: actor(vector)))(batch.vector)
    logs = jax.vmap(jax.vmap(losses.log_policy))(logits, batch.legal)
    entropy = losses.weighted_mean(jax.vmap(jax.vmap(losses.entropy))(logs), batch.weight)
    mean = (jnp.exp(logs) * batch.weight[..., None]).sum((0, 1)) / jnp.maximum(batch.weight.sum(), 1)
    bias = {
        f"bias_{name}": (mean[jnp.array(group)].max() - mean[jnp.array(group)].min())
        / jnp.maximum(mean[jnp.array(group)].sum(), 1e-9)
        for name, group in arena.head.groups.items()
    }
    return {"entropy": entropy, "probabilities": mean, **bias}
