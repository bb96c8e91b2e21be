"""The agent protocol: one shape for bots, networks, recurrent networks, search and people's proxies.

An agent is parameters (a pytree) and two functions. Parameters are arguments of the functions and never closed
over, so that another opponent of the same shape does not recompile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from mazzo.core.chance import choose

Memory = Any  # what an agent keeps between its own decisions: a pytree
Info = dict[str, Array]  # what hints and reviews show: values, probabilities …
Chances = Callable[[Any, Info, Array], Array]  # (view, info, actions) -> float[actions]


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
    chances: Chances | None = None  # how likely it was to choose each of some legal actions, after what `act` told
    lanes: int = 1  # games that it plays side by side in its mind for one decision
    by_clock: bool = False  # `act` runs on the host until its time is over: it can be called, but not compiled

    @property
    def remembers(self) -> bool:
        """Has it a memory?"""
        return bool(jax.tree.leaves(jax.eval_shape(self.start, self.params)))


jax.tree_util.register_pytree_node(
    Agent,
    lambda agent: ((agent.params,), (agent.act, agent.start, agent.chances, agent.lanes, agent.by_clock)),
    lambda kept, params: Agent("", kept[0], kept[1], params[0], "", *kept[2:]),
)


def scripted(name: str, policy: Callable[[Any, Array], Array], doc: str = "", chances: Chances | None = None) -> Agent:
    """An agent from a plain rule `(view, key) -> action`."""

    def act(params: Any, memory: Memory, view: Any, key: Array) -> tuple[Array, Memory, Info]:
        return policy(view, key), memory, {}

    return Agent(name, act, doc=doc or (policy.__doc__ or "").strip(), chances=chances)


def random_legal(view: Any, key: Array) -> Array:
    """Any legal action, all equally likely."""
    return choose(key, view.legal)


def evenly(view: Any, info: Info, actions: Array) -> Array:
    """The chances of an agent that chooses any legal action."""
    return jnp.full(actions.shape, 1 / jnp.maximum(view.legal.sum(), 1))


RANDOM = scripted("random", random_legal, chances=evenly)


def asked(agent: Agent) -> Callable[[Any, Memory, Any, Array], tuple[Array, Memory, Info]]:
    """`act` for one decision on the host: compiled, unless the agent plays by the clock."""
    return agent.act if agent.by_clock else jax.jit(agent.act)
