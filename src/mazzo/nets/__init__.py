"""Small networks. A `Shape` is plain data from which a network is built, saved and found again.

Every network has `start() -> memory` and `network(vector, memory, key=None) -> (outputs, memory)`; those that do not
remember have the memory (). A key switches dropout on.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from itertools import pairwise
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from mazzo.core.chance import fold_in
from mazzo.core.encoding import Encoder
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
MOST_LAYERS = 64  # that are read: building more takes long, even without numbers


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


@dataclass(frozen=True)
class ByPlace:
    """A network for each place of a team. The last inputs say whose turn it is; the networks do not see them."""

    places: int
    each: Mlp | Recurrent

    @property
    def inputs(self) -> int:
        return self.each.inputs + self.places

    @property
    def outputs(self) -> int:
        return self.each.outputs


Shape = Mlp | Recurrent | Conv | ByPlace
KINDS: dict[str, type[Shape]] = {"mlp": Mlp, "recurrent": Recurrent, "conv": Conv, "by-place": ByPlace}


def by_place(shape: Mlp | Recurrent, encoder: Encoder) -> ByPlace:
    """In place of one network for all that `encoder` writes, one for each of the places that it ends with."""
    last = encoder.pieces[-1]
    if last.name != "place":
        raise MazzoError(f"the place in the team tells networks apart: choose the encoder {encoder.name}+place")
    return ByPlace(last.size, replace(shape, inputs=shape.inputs - last.size))


class Feedforward(eqx.Module):
    layers: list[eqx.nn.Linear]
    activation: Callable[[Array], Array] = eqx.field(static=True)
    final: Callable[[Array], Array] = eqx.field(static=True)
    dropout: float = eqx.field(static=True)

    def start(self) -> tuple[()]:
        return ()

    def __call__(self, vector: Array, memory: Any = (), key: Array | None = None) -> tuple[Array, Any]:
        for i, layer in enumerate(self.layers[:-1]):
            vector = self.activation(_through(layer, vector))
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


class Apart(eqx.Module):
    each: Any  # a network with leaves [places, ...]
    places: int = eqx.field(static=True)

    def start(self) -> Any:
        return self.each.start()

    def __call__(self, vector: Array, memory: Any = (), key: Array | None = None) -> tuple[Array, Any]:
        """All answer, one counts: batches of products of matrices are quicker than picking weights for each vector."""
        seen, place = vector[: -self.places], vector[-self.places :]
        answers = jax.vmap(lambda network: network(seen, memory, key))(self.each)

        def own(answer: Array) -> Array:
            return jnp.where(place.reshape(-1, *[1] * (answer.ndim - 1)) > 0, answer, 0.0).sum(axis=0)

        outputs, memory = jax.tree.map(own, answers)
        return outputs, memory


Network = Feedforward | Lstm | Placewise | Apart


def _through(layer: eqx.nn.Linear, vector: Array) -> Array:
    """`layer(vector)`. The matrix units of a GPU want rows of a multiple of 8 numbers, so there zeros fill them up."""
    missing = -vector.shape[0] % 8
    if not missing or jax.default_backend() == "cpu":
        return layer(vector)
    weight = jnp.pad(layer.weight, ((0, 0), (0, missing)))
    return eqx.tree_at(lambda layer: layer.weight, layer, weight)(jnp.pad(vector, (0, missing)))


def build(shape: Shape, key: Array) -> Network:
    """A network with fresh weights: uniform within 1 / sqrt(inputs) of 0. The key is consumed."""

    def linear(inputs: int, outputs: int, i: int) -> eqx.nn.Linear:
        return eqx.nn.Linear(inputs, outputs, key=fold_in(key, i))

    if isinstance(shape, ByPlace):
        return Apart(jax.vmap(lambda i: build(shape.each, fold_in(key, i)))(jnp.arange(shape.places)), shape.places)

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


def glorot(network: Any) -> Any:
    """A fresh network as Keras would begin it: weights uniform within sqrt(6 / (inputs + outputs)) of 0, biases 0.
    Glorot and Bengio (2010)."""
    return _begun(network, lambda inputs, outputs: math.sqrt(6 * inputs / (inputs + outputs)))


def caffe(network: Any) -> Any:
    """A fresh network as the filler `xavier` of Caffe would begin it: weights uniform within sqrt(3 / inputs) of 0,
    biases 0."""
    return _begun(network, lambda inputs, outputs: math.sqrt(3))


def _begun(network: Any, times: Callable[[int, int], float]) -> Any:
    """Weights of each layer so many times as large, without biases."""

    def one(layer: Any) -> Any:
        if not isinstance(layer, eqx.nn.Linear):
            return layer
        inputs, outputs = layer.weight.shape[-1], layer.weight.shape[-2]
        begun = (layer.weight * times(inputs, outputs), jax.tree.map(jnp.zeros_like, layer.bias))
        return eqx.tree_at(lambda layer: (layer.weight, layer.bias), layer, begun)

    return jax.tree.map(one, network, is_leaf=lambda node: isinstance(node, eqx.nn.Linear))


def weights(network: Any) -> int:
    """How many numbers a network has learned."""
    return sum(leaf.size for leaf in jax.tree.leaves(eqx.filter(network, eqx.is_array)))


def describe(shape: Shape) -> dict[str, Any]:
    """As JSON."""
    kind = next(name for name, made in KINDS.items() if isinstance(shape, made))
    described = {"kind": kind, **asdict(shape)}
    return described | {"each": describe(shape.each)} if isinstance(shape, ByPlace) else described


def read(described: Any) -> Shape:
    """The inverse of `describe`; complains in words."""
    if not isinstance(described, dict) or described.get("kind") not in list(KINDS):
        raise unknown("kind of network", str(described), list(KINDS))
    kind = KINDS[described["kind"]]
    known = {field.name for field in fields(kind)}
    given = {name: value for name, value in described.items() if name != "kind"}
    if set(given) != known:
        raise MazzoError(f"a network of kind {described['kind']} has the fields {', '.join(sorted(known))}")
    if "each" in given:
        given["each"] = read(given["each"])
        if not isinstance(given["each"], (Mlp, Recurrent)):
            raise MazzoError("the networks of a team are of kind mlp or recurrent")
    if "hidden" in given and isinstance(given["hidden"], list):
        given["hidden"] = tuple(given["hidden"])
    for field in fields(kind):
        value = given[field.name]
        if field.type == "str" and value not in list(ACTIVATIONS):
            raise unknown("activation", str(value), list(ACTIVATIONS))
        if not _fits(str(field.type), value):
            raise MazzoError(f"the network's {field.name} is {str(value)[:80]}")
    return kind(**given)


def _fits(kind: str, value: Any) -> bool:
    """Can a field of this type have this value, from JSON?"""
    if kind == "int":
        return type(value) is int and 1 <= value <= 1 << 20
    if kind == "float":
        return type(value) in (int, float) and 0 <= value < 1
    if kind == "tuple[int, ...]":
        return type(value) is tuple and len(value) <= MOST_LAYERS and all(_fits("int", size) for size in value)
    return kind != "bool" or type(value) is bool
