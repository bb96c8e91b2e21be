"""How strong agents are by now, in a few figures: what training shows on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mazzo.agents import find
from mazzo.core.agent import Agent
from mazzo.core.game import Game
from mazzo.evaluation.match import evaluate, play_matches


def strengths(
    game: Game[Any, Any], players: Agent, against: Sequence[str], games: int, seeds: Sequence[int]
) -> list[dict[str, float]]:
    """Of several agents side by side (the leaves of their parameters [agents, ...]), each with a seed of its own.

    Win rates against the named opponents; in other games the win rate, or the score.
    """
    found: list[dict[str, float]] = [{} for _ in seeds]
    for name in against if game.spec.kind == "competitive" else ("",):
        others = (find(game, name),) if name else ()
        matches = play_matches(game, players, others, games, seeds)
        for told, match, seed in zip(found, matches, seeds, strict=True):
            result = evaluate(match, players.name, name or None, seed)
            if game.spec.kind == "competitive":
                told |= {f"win_rate_{name}": result.win_rate or 0.0, f"unbeaten_{name}": result.unbeaten_rate or 0.0}
                told |= {f"difference_{name}": result.points_difference_mean or 0.0}
            elif game.spec.kind == "solitaire":
                told |= {"win_rate": result.win_rate or 0.0}
            else:
                told |= {"score": result.score_mean or 0.0, "perfect": result.perfect_rate or 0.0}
    return found
