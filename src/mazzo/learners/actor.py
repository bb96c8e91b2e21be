"""The networks of a policy gradient: a policy, a critic, how they begin, and what of them is saved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from mazzo import nets
from mazzo.agents.network import Recipe, Weights
from mazzo.core.chance import stream
from mazzo.core.errors import MazzoError
from mazzo.learners.arena import Arena, Sight

T = TypeVar("T")


@dataclass(frozen=True)
class Networks:
    """The shapes of policy and critic."""

    hidden: tuple[int, ...] = (256, 256)  # hidden layers of the policy
    value_hidden: tuple[int, ...] = ()  # of the critic; none: as the policy
    critic: bool = True  # there is one
    shared: bool = False  # policy and critic are one network with one output more
    activation: str = "relu"  # after hidden layers
    dropout: float = 0.0  # part of each hidden layer dropped while learning
    apart: bool = False  # each place of a team has networks of its own; the encoder ends with +place
    gain: float = 2.45  # hidden weights begin so many times as large as PyTorch's; sqrt(6): He et al. (2015), for relu
    glorot: bool = False  # instead all weights begin as Keras's

    def policy_shape(self, arena: Arena) -> nets.Shape:
        return self._shape(arena, arena.head.size + (self.critic and self.shared), self.hidden)

    def value_shape(self, arena: Arena) -> nets.Shape | None:
        if not self.critic or self.shared:
            return None
        others = 0 if arena.insight is None else arena.insight.size * (arena.game.spec.players - 1)
        return self._shape(arena, 1, self.value_hidden or self.hidden, others)

    def _shape(self, arena: Arena, outputs: int, hidden: tuple[int, ...], more: int = 0) -> nets.Shape:
        shape = nets.Mlp(arena.encoder.size + more, outputs, hidden, self.activation, "linear", self.dropout)
        return nets.by_place(shape, arena.encoder) if self.apart else shape


class Actor(eqx.Module):
    """The networks: `policy`, and a `value` network if it is apart."""

    policy: Any
    value: Any
    critic: bool = eqx.field(static=True)
    precision: str = eqx.field(static=True, default="float32")  # in which it computes; what it answers is float32

    def __call__(self, vector: Any, key: Array | None = None) -> tuple[Array, Array]:
        """(logits, value)"""
        policy, value = self._rounded_network(self.policy), self._rounded_network(self.value)
        vector = self.rounded(vector)
        logits = policy(self.policy_sees(vector), (), key)[0].astype(jnp.float32)
        if value is not None:
            return logits, value(self.critic_sees(vector), (), key)[0][0].astype(jnp.float32)
        return (logits[:-1], logits[-1]) if self.critic else (logits, jnp.float32(0))

    def rounded(self, tree: T) -> T:
        """Numbers in the precision of the networks."""
        return jax.tree.map(lambda x: x.astype(self.precision) if jnp.issubdtype(x.dtype, jnp.floating) else x, tree)

    def _rounded_network(self, network: Any) -> Any:
        """All but the last layer, so that what it answers is as fine as float32."""
        if network is None or self.precision == "float32":
            return network
        return eqx.tree_at(lambda net: _layers(net)[-1], self.rounded(network), _layers(network)[-1])

    def policy_sees(self, vector: Any) -> Array:
        return vector

    def critic_sees(self, vector: Any) -> Array:
        return vector

    def kept(self) -> Weights:
        """What an agent is saved with."""
        return Weights(self.policy, self.value)


class Informed(Actor):
    """Its critic sees the views of all seats, which leaves it less to guess; nobody has it when the agent plays, so
    it is not saved."""

    def policy_sees(self, vector: Sight) -> Array:
        return vector.own

    def critic_sees(self, vector: Sight) -> Array:
        return jnp.concatenate([vector.own, vector.others])

    def kept(self) -> Weights:
        return Weights(self.policy)


def _layers(network: Any) -> list[eqx.nn.Linear]:
    return (network.each if isinstance(network, nets.Apart) else network).layers


def build(networks: Networks, arena: Arena, key: Array) -> Actor:
    """Fresh networks; the policy's last layer starts small, so that it begins near uniform, unless all weights begin as
    Keras's. The key is consumed."""
    shape, make = networks.value_shape(arena), Actor if arena.insight is None else Informed
    if networks.glorot:
        policy = nets.glorot(nets.build(networks.policy_shape(arena), stream(key, 0)))
        value = None if shape is None else nets.glorot(nets.build(shape, stream(key, 1)))
        return make(policy, value, networks.critic)

    def hidden_weights(network: Any) -> list[Array]:
        return [layer.weight for layer in _layers(network)[:-1]]

    def fresh(shape: nets.Shape, key: Array) -> Any:
        return eqx.tree_at(hidden_weights, nets.build(shape, key), replace_fn=lambda weight: weight * networks.gain)

    policy = fresh(networks.policy_shape(arena), stream(key, 0))
    policy = eqx.tree_at(lambda net: _layers(net)[-1].weight, policy, replace_fn=lambda weight: weight * 0.01)
    value = None if shape is None else fresh(shape, stream(key, 1))
    return make(policy, value, networks.critic)


def continued(actor: Actor, start: Weights | None) -> Actor:
    """Networks that go on from given weights; a critic that these lack stays fresh."""
    if start is None:
        return actor
    policy, value = start.network, actor.value if start.value is None or actor.kept().value is None else start.value
    for what, fresh, given in (("policy", actor.policy, policy), ("critic", actor.value, value)):
        sizes = [[leaf.shape for leaf in jax.tree.leaves(network)] for network in (fresh, given)]
        if sizes[0] != sizes[1]:
            raise MazzoError(f"the {what} to start from has layers of shapes {sizes[1]}; here they are {sizes[0]}")
    return replace(actor, policy=policy, value=value)


def informed(arena: Arena, insight: str) -> Arena:
    """The arena of a learner whose critic sees of every other seat what the encoder `insight` writes of its view."""
    return replace(arena, insight=arena.game.encoder(insight)) if insight else arena


def recipe(arena: Arena, networks: Networks, choice: str) -> Recipe:
    """How the trained policy is an agent."""
    return Recipe(
        "policy",
        arena.encoder.name,
        arena.head.name,
        networks.policy_shape(arena),
        networks.value_shape(arena) if arena.insight is None else None,
        choice,
    )
