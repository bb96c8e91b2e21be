"""Small networks. A `Shape` is plain data from which a network is built, saved and found again.

Every network has `start() -> memory` and `network(vector, memory, key=None) -> (outputs, memory)`; those that do not
remember have the memory (). A key switches dropout on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from mazzo.core.chance import fold_in
from mazzo.core.errors import MazzoError, unknown

ACTIVATIONS: dict[str, Callable[[Array], Array]] = {
    "relu": jax.nn.relu,
    "tanh": jnp.tanh,
    "sigmoid": jax.nn.sigmoid,
    "gelu": jax.nn.gelu,
    "elu": jax.nn.elu,
    "softmax": jax.nn.softmax,
    "linear": lambda x: x,
}


@dataclass(frozen=True)
class Mlp:
    """Fully connected layers."""

    inputs: int
    outputs: int
    hidden: tuple[int, ...] = (256, 256)
    activation: str = "relu"  # after each hidden layer
    final: str = "linear"  # after the last one
    dropout: float = 0.0  # the part of each hidden layer that is dropped while learning


@dataclass(frozen=True)
class Recurrent:
    """A dense layer, an LSTM, a linear layer (Padova, section 7.3)."""

    inputs: int
    outputs: int
    dense: int = 128
    memory: int = 128
    activation: str = "relu"


@dataclass(frozen=True)
class Conv:
    """A 1x1 convolution over `width` places, a hidden layer, a number from 0 to 1 (UEC, Tables 4.2 to 4.4)."""

    channels: int
    width: int
    filters: int
    hidden: int
    across: bool = False  # the vector is written place by place, not channel by channel

    @property
    def inputs(self) -> int:
        return self.channels * self.width

    @property
    def outputs(self) -> int:
        return 1


Shape = Mlp | Recurrent | Conv
KINDS: dict[str, type[Shape]] = {"mlp": Mlp, "recurrent": Recurrent, "conv": Conv}


class Feedforward(eqx.Module):
    layers: list[eqx.nn.Linear]
    activation: Callable[[Array], Array] = eqx.field(static=True)
    final: Callable[[Array], Array] = eqx.field(static=True)
    dropout: float = eqx.field(static=True)

    def start(self) -> tuple[()]:
        return ()

    def __call__(self, vector: Array, memory: Any = (), key: Array | None = None) -> tuple[Array, Any]:
        for i, layer in enumerate(self.layers[:-1]):
            vector = self.activation(layer(vector))
            if self.dropout and key is not None:
                kept = jax.random.bernoulli(fold_in(key, i), 1 - self.dropout, vector.shape)
                vector = jnp.where(kept, vector / (1 - self.dropout), 0.0)
        return self.final(self.layers[-1](vector)), memory


class Lstm(eqx.Module):
    dense: eqx.nn.Linear
    cell: eqx.nn.LSTMCell
    out: eqx.nn.Linear
    activation: Callable[[Array], Array] = eqx.field(static=True)

    def start(self) -> tuple[Array, Array]:
        zeros = jnp.zeros(self.cell.hidden_size)
        return zeros, zeros

    def __call__(self, vector: Array, memory: Any, key: Array | None = None) -> tuple[Array, Any]:
        memory = self.cell(self.activation(self.dense(vector)), memory)
        return self.out(memory[0]), memory


class Placewise(eqx.Module):
    mix: eqx.nn.Linear  # of the channels, the same at every place
    hidden: eqx.nn.Linear
    out: eqx.nn.Linear
    shape: tuple[int, int] = eqx.field(static=True)
    across: bool = eqx.field(static=True)

    def start(self) -> tuple[()]:
        return ()

    def __call__(self, vector: Array, memory: Any = (), key: Array | None = None) -> tuple[Array, Any]:
        channels, width = self.shape
        grid = vector.reshape(width, channels) if self.across else vector.reshape(channels, width).T
        mixed = jax.nn.relu(jax.vmap(self.mix)(grid))  # [width, filters]
        return jax.nn.sigmoid(self.out(jax.nn.relu(self.hidden(mixed.reshape(-1))))), memory


Network = Feedforward | Lstm | Placewise


def build(shape: Shape, key: Array) -> Network:
    """A network with fresh weights: uniform within 1 / sqrt(inputs) of 0. The key is consumed."""

    def linear(inputs: int, outputs: int, i: int) -> eqx.nn.Linear:
        return eqx.nn.Linear(inputs, outputs, key=fold_in(key, i))

    if isinstance(shape, Mlp):
        sizes = (shape.inputs, *shape.hidden, shape.outputs)
        layers = [linear(a, b, i) for i, (a, b) in enumerate(pairwise(sizes))]
        return Feedforward(layers, ACTIVATIONS[shape.activation], ACTIVATIONS[shape.final], shape.dropout)
    if isinstance(shape, Recurrent):
        cell = eqx.nn.LSTMCell(shape.dense, shape.memory, key=fold_in(key, 1))
        activation = ACTIVATIONS[shape.activation]
        return Lstm(linear(shape.inputs, shape.dense, 0), cell, linear(shape.memory, shape.outputs, 2), activation)
    mix, hidden = linear(shape.channels, shape.filters, 0), linear(shape.filters * shape.width, shape.hidden, 1)
    return Placewise(mix, hidden, linear(shape.hidden, 1, 2), (shape.channels, shape.width), shape.across)


def weights(network: Any) -> int:
    """How many numbers a network has learned."""
    return sum(leaf.size for leaf in jax.tree.leaves(eqx.filter(network, eqx.is_array)))


def describe(shape: Shape) -> dict[str, Any]:
    """As JSON."""
    kind = next(name for name, made in KINDS.items() if isinstance(shape, made))
    return {"kind": kind, **asdict(shape)}


def read(described: Any) -> Shape:
    """The inverse of `describe`; complains in words."""
    if not isinstance(described, dict) or described.get("kind") not in KINDS:
        raise unknown("kind of network", str(described), list(KINDS))
    kind = KINDS[described["kind"]]
    known = {field.name for field in fields(kind)}
    given = {name: value for name, value in described.items() if name != "kind"}
    if set(given) != known:
        raise MazzoError(f"a network of kind {described['kind']} has the fields {', '.join(sorted(known))}")
    if "hidden" in given and isinstance(given["hidden"], list):
        given["hidden"] = tuple(given["hidden"])
    for name, value in given.items():
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(n, (int, float)) and not 0 <= n <= 1 << 20 for n in numbers):
            raise MazzoError(f"the network's {name} is {value}")
    for name in ("activation", "final"):
        if name in given and given[name] not in ACTIVATIONS:
            raise unknown("activation", given[name], list(ACTIVATIONS))
    return kind(**given)
