"""Value lookahead: every legal action in the same worlds, played on to an own later decision, where a critic judges.

With one decision the critic sees what the others answered; with more its own player has answered them in turn.
"""

from __future__ import annotations

from typing import Any

from jax import Array

from mazzo.search.rollout import Line, Thought, try_all
from mazzo.search.tally import Tally


def lookahead(thought: Thought, worlds: int, decisions: int, view: Any, key: Array) -> Tally:
    """The goal is what the critic of the first player foresees. The key is consumed."""

    def worth(line: Line, seat: Array) -> Array:
        return thought.judged(thought.play_to_own_turn(line, seat, decisions), seat)[seat]

    return try_all(thought, worlds, view, key, worth)
