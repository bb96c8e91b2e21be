"""The agents at the table: they move outside the event loop, in bounded time, and are compiled once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

import jax
import numpy as np

from mazzo import agents
from mazzo.core import chance
from mazzo.core.agent import Agent
from mazzo.core.errors import unknown
from mazzo.core.game import Game
from mazzo.web.course import Course

log = logging.getLogger("mazzo.web")
T = TypeVar("T")
THINKERS = 4  # agents that think at the same time; as many again, who search


def known(game: Game[Any, Any], name: str) -> Agent:
    """An agent of this game by name. What a browser names is looked up in a list, and never opened as a file."""
    if name not in agents.names(game):
        raise unknown(f"{game.spec.game} agent", name, agents.names(game))
    return agents.find(game, name)


class Answer(NamedTuple):
    """A move, and who made it if the agent that was asked was late."""

    action: int
    instead: str | None = None


def _decision(act: Callable[..., Any]) -> Callable[..., Any]:
    """(params, memory, view, seed, number) -> (action, memory)"""

    def decide(params: Any, memory: Any, view: Any, seed: Any, number: Any) -> Any:
        action, memory, _ = act(params, memory, view, chance.stream(jax.random.key(seed), number))
        return action, memory

    return decide


@cache
def _compiled(act: Callable[..., Any]) -> Callable[..., Any]:
    return jax.jit(_decision(act))


class Once:
    """Compiled functions: the first to call one compiles it, and the others wait instead of compiling it, too."""

    def __init__(self) -> None:
        self._locks: dict[Any, threading.Lock] = {}
        self._ready: set[Any] = set()
        self._lock = threading.Lock()

    def call(self, which: Any, function: Callable[[], T]) -> T:
        if which in self._ready:
            return function()
        with self._lock:
            lock = self._locks.setdefault(which, threading.Lock())
        with lock:
            result = function()
            self._ready.add(which)
        return result

    def prepare(self, which: Any, function: Callable[[], object]) -> None:
        """Call the function unless somebody has."""
        if which not in self._ready:
            self.call(which, lambda: which in self._ready or function())


class Players:
    """Asks agents for their moves."""

    def __init__(self, seconds: float):
        self._seconds = seconds
        self._quick = ThreadPoolExecutor(THINKERS, "agent")
        self._searching = ThreadPoolExecutor(THINKERS, "search")  # whose late thoughts keep nobody else waiting
        self._once = Once()

    def move(self, course: Course, name: str, number: int, seed: int) -> Answer:
        """What the agent plays in this position; if it is late, what its stand-in plays: for a search, the agent that
        it thinks with.

        The same game and number give the same move in every process, unless somebody was late.
        """
        game = course.game
        threads = self._searching if agents.kind(game, name) == "search" else self._quick
        thought = threads.submit(self._think, course, known(game, name), number, seed)
        try:
            return Answer(thought.result(self._seconds))
        except Late:
            thought.cancel()
            instead = agents.stand_in(game, name)
            log.warning("late", extra={"fields": {"game": game.spec.game, "agent": name, "instead": instead}})
            return Answer(self._think(course, agents.find(game, instead), number, seed), instead)

    def _think(self, course: Course, agent: Agent, number: int, seed: int) -> int:
        if agent.by_clock:
            self._once.prepare((course.game, agent.name), lambda: agent.start(agent.params))
            return self._decide(course, agent, (), number, seed)[0]
        start = agent.start(agent.params)
        if not jax.tree.leaves(start):
            return self._decide(course, agent, start, number, seed)[0]
        seat = int(course.positions[number].state.turn)
        with course.lock:  # what it remembers comes from its own decisions, made again if need be
            seen, memory = course.memories.get((seat, agent.name), (0, start))
            for earlier in range(min(seen, number), number):
                if int(course.positions[earlier].state.turn) == seat:
                    _, memory = self._decide(course, agent, memory, earlier, seed)
            course.memories[seat, agent.name] = (number, memory)
        return self._decide(course, agent, memory, number, seed)[0]

    def _decide(self, course: Course, agent: Agent, memory: Any, number: int, seed: int) -> tuple[int, Any]:
        state = course.positions[number].state
        view = course.table.observe(state, state.turn)
        decide = _decision(agent.act) if agent.by_clock else _compiled(agent.act)
        answer = partial(decide, agent.params, memory, view, np.uint32(seed), np.int32(number))
        action, memory = answer() if agent.by_clock else self._once.call((course.game, agent.act), answer)
        return int(action), memory

    def close(self) -> None:
        for threads in (self._quick, self._searching):
            threads.shutdown(wait=False, cancel_futures=True)
