"""Agents and people of one game, from the games that were played on the page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from mazzo.core.spec import Spec
from mazzo.evaluation.intervals import mean_interval
from mazzo.evaluation.tournament import rate
from mazzo.web.messages import Skill, Standing, Standings
from mazzo.web.store import PERSON, Stored


def standings(spec: Spec, games: Iterable[Stored]) -> Standings:
    """Who won how often, with ratings from one pool; and the average result by the skill that people declared.

    A deal that was played before is not counted: somebody may know its cards.
    """
    counted = [game for game in games if game.origin is None and game.record.returns is not None]
    results: dict[str, list[tuple[float, float]]] = defaultdict(list)  # name -> (return, won) of each game
    skills: dict[int, list[float]] = defaultdict(list)
    outcomes: list[tuple[str, str, float]] = []
    for game in counted:
        names, returns = game.record.players, game.record.returns or ()
        for seat, name in enumerate(names):
            results[name].append((returns[seat], _won(spec, returns, seat)))
        outcomes += _duels(spec, names, returns)
        for seat, skill in game.skills.items():
            skills[skill].append(returns[seat])
    ratings = {one.agent: one for one in rate(sorted(results), outcomes, seed=0)} if outcomes else {}
    players = [
        Standing(
            name=name,
            games=len(seen),
            wins=float(np.mean([won for _, won in seen])),
            points=float(np.mean([points for points, _ in seen])),
            rating=ratings[name].rating if name in ratings else None,
            uncertainty=ratings[name].uncertainty if name in ratings else None,
        )
        for name, seen in results.items()
    ]
    players.sort(key=lambda one: (-(one.rating or 0.0), -one.wins, one.name))
    declared = [_skill(skill, np.array(points)) for skill, points in sorted(skills.items())]
    return Standings(games=len(counted), players=players, skills=declared)


def _won(spec: Spec, returns: Sequence[float], seat: int) -> float:
    """1 for a win, ½ for a draw; alone and together, 1 for all that there is."""
    if spec.kind != "competitive":
        return float(returns[seat] == spec.returns[1])
    best = max(points for other, points in enumerate(returns) if spec.teams[other] != spec.teams[seat])
    return float(returns[seat] > best) + 0.5 * (returns[seat] == best)


def _duels(spec: Spec, names: Sequence[str], returns: Sequence[float]) -> list[tuple[str, str, float]]:
    """One outcome for each pair of different players on different sides; the person's side is counted as the person."""
    duels = []
    for one in range(len(names)):
        for other in range(one + 1, len(names)):
            apart = spec.teams[one] != spec.teams[other] and names[one] != names[other]
            if apart and PERSON in (names[one], names[other]):
                duels.append((names[one], names[other], float(np.sign(returns[one] - returns[other]))))
    return duels


def _skill(skill: int, points: NDArray[np.float64]) -> Skill:
    low, high = mean_interval(points[:, None]) if len(points) > 1 else (None, None)
    return Skill(skill=skill, games=len(points), points=float(points.mean()), low=low, high=high)
