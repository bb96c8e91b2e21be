"""Flat Monte Carlo: every legal action in the same worlds, each played to its end."""

from __future__ import annotations

from typing import Any

from jax import Array

from mazzo.search.rollout import Line, Thought, try_all
from mazzo.search.tally import Tally


def flat(thought: Thought, worlds: int, view: Any, key: Array) -> Tally:
    """The key is consumed."""

    def worth(line: Line, seat: Array) -> Array:
        return thought.worth(thought.play_out(line))[seat]

    return try_all(thought, worlds, view, key, worth)
