"""What an agent's card says about its strength: matches against others, the cost of halving its weights, its pace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mazzo import agents
from mazzo.core.agent import Agent
from mazzo.core.game import Game
from mazzo.evaluation.intervals import mean_interval
from mazzo.evaluation.match import Evaluation, Match, evaluate, play_match

LOSS = 0.005  # in standard deviations of a result: how much halving may cost at most, by the interval's lower end


def yardsticks(game: Game[Any, Any], name: str) -> list[str]:
    """Whom an agent is measured against, weakest first: all other quick agents of its game. Nobody where there are no
    opponents."""
    if game.spec.kind != "competitive":
        return []
    quick = [other for other in agents.by_strength(game) if agents.kind(game, other) != "search"]
    return [other for other in reversed(quick) if other != name]


def examine(
    game: Game[Any, Any],
    agent: Agent,
    against: list[str],
    games: int,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Evaluation]:
    """`games` games against each, or by itself."""
    others: list[str | None] = list(against) or [None]
    found = []
    for i, other in enumerate(others):

        def told(done: int, total: int, before: int = i * games) -> None:
            progress(before + done * games // total, len(others) * games)

        seats = (agent,) if other is None else (agent, agents.find(game, other))
        found.append(evaluate(play_match(game, seats, games, seed, progress=told), agent.name, other, seed))
    return found


def halving(
    game: Game[Any, Any], whole: Agent, half: Agent, against: str | None, games: int, seed: int = 0
) -> dict[str, Any]:
    """What halving an agent's weights costs: both play the same deals with the same luck. Points a game, paired."""
    others = () if against is None else (agents.find(game, against),)
    before, after = (results(play_match(game, (agent, *others), games, seed)) for agent in (whole, half))
    gained = after - before
    low, high = mean_interval(gained)
    allowed = -LOSS * float(before.std())
    return {
        "against": against,
        "games": gained.size,
        "gained_mean": float(gained.mean()),
        "gained_ci95": [low, high],
        "allowed": allowed,
        "harmless": bool(np.isfinite(gained).all() and low >= allowed),
    }


def results(match: Match) -> np.ndarray[Any, Any]:
    """[deals, rotations]: what agent 0 had more than the best other; its return where there is no other side."""
    return match.own - match.best_other if match.spec.kind == "competitive" else match.own
