"""How strong an agent is by now, in a few figures: what training shows on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mazzo.agents import find
from mazzo.core.agent import Agent
from mazzo.core.game import Game
from mazzo.evaluation.match import evaluate, play_match


def strength(game: Game[Any, Any], agent: Agent, against: Sequence[str], games: int, seed: int) -> dict[str, float]:
    """Win rates against the named opponents; in other games the win rate, or the score."""
    if game.spec.kind != "competitive":
        result = evaluate(play_match(game, (agent,), games, seed), agent.name, None, seed)
        if game.spec.kind == "solitaire":
            return {"win_rate": result.win_rate or 0.0}
        return {"score": result.score_mean or 0.0, "perfect": result.perfect_rate or 0.0}
    found: dict[str, float] = {}
    for name in against:
        result = evaluate(play_match(game, (agent, find(game, name)), games, seed), agent.name, name, seed)
        found[f"win_rate_{name}"] = result.win_rate or 0.0
        found[f"difference_{name}"] = result.points_difference_mean or 0.0
    return found
