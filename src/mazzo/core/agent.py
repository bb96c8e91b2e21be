"""The agent protocol: one shape for bots, networks, recurrent networks, search and people's proxies.

An agent is parameters (a pytree) and two functions. Parameters are arguments of the functions and never closed
over, so that another opponent of the same shape does not recompile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
from jax import Array

from mazzo.core.chance import choose

Memory = Any  # what an agent keeps between its own decisions: a pytree
Info = dict[str, Array]  # what hints and reviews show: values, probabilities …


def no_memory(params: Any) -> Memory:
    """`start` of an agent without memory."""
    return ()


@dataclass(frozen=True)
class Agent:
    """`start(params) -> memory` and `act(params, memory, view, key) -> (action, memory, info)`.

    As a pytree it is its parameters; compiled functions do not depend on what it is called.
    """

    name: str
    act: Callable[[Any, Memory, Any, Array], tuple[Array, Memory, Info]]
    start: Callable[[Any], Memory] = no_memory
    params: Any = ()
    doc: str = ""


jax.tree_util.register_pytree_node(
    Agent,
    lambda agent: ((agent.params,), (agent.act, agent.start)),
    lambda functions, params: Agent("", functions[0], functions[1], params[0]),
)


def scripted(name: str, policy: Callable[[Any, Array], Array], doc: str = "") -> Agent:
    """An agent from a plain rule `(view, key) -> action`."""

    def act(params: Any, memory: Memory, view: Any, key: Array) -> tuple[Array, Memory, Info]:
        return policy(view, key), memory, {}

    return Agent(name, act, doc=doc or (policy.__doc__ or "").strip())


def random_legal(view: Any, key: Array) -> Array:
    """Any legal action, all equally likely."""
    return choose(key, view.legal)


RANDOM = scripted("random", random_legal)
