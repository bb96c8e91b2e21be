"""Agents that are networks: from a view by an encoder to outputs, and by a head to an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from mazzo import nets
from mazzo.core.agent import Agent, Chances, Info, Memory
from mazzo.core.chance import nth_true
from mazzo.core.encoding import Encoder
from mazzo.core.game import Game
from mazzo.ops.losses import log_policy, masked_argmax, masked_max

KINDS = ("policy", "q", "afterstate")
CHOICES = ("sample", "greedy")


@dataclass(frozen=True)
class Recipe:
    """How a network is an agent: everything about it but its weights."""

    kind: str  # policy: outputs are logits; q: values of the outputs; afterstate: the value of what a move leads to
    encoder: str
    head: str
    network: nets.Shape  # with one output more than the head where the last one is the critic's
    value: nets.Shape | None = None  # of a critic apart
    choice: str = "greedy"  # sample: draw from the policy; greedy: the best output
    moves: int = 12  # afterstates: most legal moves there can be


class Weights(eqx.Module):
    """The parameters of a network agent."""

    network: Any
    value: Any = None


def network_agent(game: Game[Any, Any], recipe: Recipe, weights: Weights, name: str, doc: str = "") -> Agent:
    """Agents of one recipe share their functions, so that another one does not recompile."""
    act, start, chances = _functions(game, recipe)
    return Agent(name, act, start, weights, doc, chances)


@cache
def _functions(
    game: Game[Any, Any], recipe: Recipe
) -> tuple[Callable[..., Any], Callable[[Any], Memory], Chances | None]:
    encoder, head = game.encoder(recipe.encoder), game.head(recipe.head)

    def start(weights: Weights) -> Memory:
        return weights.network.start()

    def act(weights: Weights, memory: Memory, view: Any, key: Array) -> tuple[Array, Memory, Info]:
        legal = head.legal(view)
        vector = encoder(view)
        outputs, memory = weights.network(vector, memory)
        info = {"legal": legal}
        if recipe.kind == "q":
            output = masked_argmax(outputs, legal)
            info["values"] = outputs
            info["value"] = masked_max(outputs, legal)
        else:
            logs = log_policy(outputs[: head.size], legal)
            drawn = jax.random.categorical(key, logs)
            output = drawn if recipe.choice == "sample" else masked_argmax(logs, legal)
            info["probabilities"] = jnp.exp(logs)
            if weights.value is not None:
                info["value"] = weights.value(vector)[0][0]
            elif recipe.network.outputs > head.size:
                info["value"] = outputs[-1]
        return head.action(view, output.astype(jnp.int32)).astype(jnp.int32), memory, info

    def act_on_afterstates(weights: Weights, memory: Memory, view: Any, key: Array) -> tuple[Array, Memory, Info]:
        actions, legal, vectors = afterstates(game, encoder, recipe.moves, view)
        values = jax.vmap(lambda vector: weights.network(vector)[0][0])(vectors)
        info = {"actions": actions, "legal": legal, "values": values, "value": masked_max(values, legal)}
        return actions[masked_argmax(values, legal)], memory, info

    def chances(view: Any, info: Info, actions: Array) -> Array:
        return info["probabilities"][jax.vmap(partial(head.output, view))(actions)]

    act_of_kind = act_on_afterstates if recipe.kind == "afterstate" else act
    return act_of_kind, start, chances if recipe.kind == "policy" else None


def afterstates(game: Game[Any, Any], encoder: Encoder, moves: int, view: Any) -> tuple[Array, Array, Array]:
    """(actions, which of them there are, vectors): what each legal move leads to, as its player foresees it."""
    assert game.after is not None, f"{game.spec.title} has no afterstates"
    actions = jax.vmap(lambda nth: nth_true(view.legal, nth))(jnp.arange(moves)).astype(jnp.int32)
    there = jnp.arange(moves) < view.legal.sum()
    after = game.after
    return actions, there, jax.vmap(lambda action: encoder(after(view, action)))(actions)
