"""Compile in the background what the first game will need, so that the page is there at once."""

from __future__ import annotations

import logging
import threading
import time

import numpy as np

from mazzo import agents
from mazzo.core import record as records
from mazzo.core import registry
from mazzo.evaluation import review
from mazzo.web.course import replayed
from mazzo.web.players import Players, known

log = logging.getLogger("mazzo.web")


QUIET = 3.0  # seconds without a request, before more is compiled


class Calls:
    """When somebody called last: compiling takes turns with answering in Python, and may wait."""

    def __init__(self) -> None:
        self._last = 0.0

    def note(self) -> None:
        self._last = time.monotonic()

    def quiet(self) -> bool:
        return time.monotonic() - self._last > QUIET


def warm(ready: threading.Event, stop: threading.Event, calls: Calls) -> None:
    """The main variant of every game, one after the other; `ready` after the first, the others when it is quiet."""
    players = Players(seconds=600)
    for name in registry.names():
        while ready.is_set() and not calls.quiet():
            stop.wait(0.5)
        if stop.is_set():
            return
        start = time.perf_counter()
        try:
            _warm(players, name)
        except Exception:
            log.exception("warm")
        took = round(time.perf_counter() - start, 1)
        log.info("warm", extra={"fields": {"game": name, "seconds": took}})
        ready.set()
    players.close()


def _warm(players: Players, name: str) -> None:
    game = registry.make(name)
    best = agents.by_strength(game)[0]
    record = records.begin(game, records.fresh_deal(game.spec), [best] * game.spec.players)
    course = replayed(record)
    course.follow([players.move(course, best, 0, 0).action])
    course.frame(1, 0)
    course.table.returns(course.last.state)
    state = course.positions[0].state
    seat = np.int8(int(state.turn))
    legal = course.table.legal_actions(state)
    review.outlook(game, known(game, best), course.table.observe(state, seat), legal)
