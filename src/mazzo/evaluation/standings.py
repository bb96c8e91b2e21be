"""What a ladder's games say, as plain data: ratings, pairs, cross-play, skill and luck, and how far agents can be
exploited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazzo.agents import find, identity, kind
from mazzo.agents.storage import digest
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game
from mazzo.evaluation.intervals import mean_interval, rate_interval
from mazzo.evaluation.ladder import Pair, Plan, crossplay, scores
from mazzo.evaluation.luck import lineup_results, shares
from mazzo.evaluation.match import Evaluation, Match, evaluate, play_match
from mazzo.evaluation.ratings import Encounter, rate

FORMAT = 1
ANCHOR = "random"


def standings(
    game: Game[Any, Any],
    plan: Plan,
    matches: dict[Pair, Match],
    series: Mapping[Pair, NDArray[np.bool_]] = MappingProxyType({}),
) -> dict[str, Any]:
    """Everything that a strength page tells of one variant. `series` are matches of several deals."""
    spec = game.spec
    found: dict[str, Any] = {
        "format": FORMAT,
        "game": spec.game,
        "variant": spec.variant,
        "rules": spec.version,
        "kind": spec.kind,
        "sides": spec.sides,
        "seed": plan.seed,
        "agents": [_introduced(game, name) for name in plan.agents],
        "results": [
            row for pair, match in matches.items() for row in _results(match, pair, plan.seed, series.get(pair))
        ],
        "luck": _luck(game, plan, matches),
    }
    if spec.kind == "competitive":
        found["ratings"] = _ratings(plan, matches)
    partners = [name for name in plan.agents if name != ANCHOR]  # nobody understands chance
    if spec.kind == "cooperative" and (table := crossplay(partners, matches)) is not None:
        found["crossplay"] = {"agents": partners, **_crossplay(table)}
    return found


def _introduced(game: Game[Any, Any], name: str) -> dict[str, Any]:
    what = " ".join(find(game, name).doc.split())
    return {"agent": name, "kind": kind(game, name), "what": what, "weights": _weights(game, name)}


def _weights(game: Game[Any, Any], name: str) -> str:
    """Which weights a network has; nothing of others."""
    return identity(game, name) if kind(game, name) == "network" else ""


def _results(match: Match, pair: Pair, seed: int, series: NDArray[np.bool_] | None) -> list[dict[str, Any]]:
    """Of a pair; where it played once for both, from both sides."""
    one, other = pair
    rows = [_with_series(evaluate(match, one, other, seed), series)]
    if other is not None and match.spec.kind == "competitive" and match.spec.sides == 2:
        turned = replace(match, seating=(1 - match.seating).astype(np.int8))
        lost = None if series is None else ~series
        rows.append(_with_series(evaluate(turned, other, one, seed), lost))
    return [row.fields() for row in rows]


def _with_series(row: Evaluation, won: NDArray[np.bool_] | None) -> Evaluation:
    if won is None:
        return row
    return replace(row, matches=won.size, match_win_rate=float(won.mean()), match_win_rate_ci95=rate_interval(won))


def _ratings(plan: Plan, matches: dict[Pair, Match]) -> list[dict[str, Any]]:
    """Best first."""
    place = {name: i for i, name in enumerate(plan.agents)}
    encounters = [
        Encounter(place[one], place[other], scores(match).mean(1), (match.own - match.best_other).mean(1))
        for (one, other), match in matches.items()
        if other is not None
    ]
    sides = next(iter(matches.values())).spec.sides
    rated = rate(encounters, len(plan.agents), sides, place.get(ANCHOR), plan.seed)
    told = [{"agent": name, **asdict(rating)} for name, rating in zip(plan.agents, rated, strict=True)]
    return sorted(told, key=lambda one: -float(one["elo"]))


def _crossplay(table: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Means of [agents, agents, deals], and the mean off the diagonal."""
    off = table[~np.eye(len(table), dtype=bool)].mean(0)
    own = table[np.eye(len(table), dtype=bool)].mean(0)
    return {
        "deals": table.shape[-1],
        "mean": table.mean(-1).tolist(),
        "off_diagonal_mean": float(off.mean()),
        "off_diagonal_ci95": mean_interval(off[:, None]),
        "diagonal_mean": float(own.mean()),
        "diagonal_ci95": mean_interval(own[:, None]),
    }


def _luck(game: Game[Any, Any], plan: Plan, matches: dict[Pair, Match]) -> list[dict[str, Any]]:
    """Skill and luck among the agents that answer at once: of all of them, and without the random player."""
    quick = [name for name in plan.agents if kind(game, name) != "search"]
    fields = [quick] + ([[name for name in quick if name != ANCHOR]] if ANCHOR in quick else [])
    found = []
    for field in fields:
        # In a game of one team a line-up is an agent in all seats.
        own = [
            match
            for (one, other), match in matches.items()
            if one in field and (other is None if game.spec.kind != "competitive" else other in field)
        ]
        if not own:
            continue
        deals = min(len(match.plays) for match in own)
        told = shares(np.concatenate([lineup_results(match, deals) for match in own]), plan.seed)
        if told is not None:
            found.append({"agents": field, **asdict(told)})
    return found


# ------------------------------------------------------------------------------------------------- best responses


def best_response(
    game: Game[Any, Any], run: str, history: Mapping[str, Any], settings: Mapping[str, Any], games: int, seed: int
) -> dict[str, Any]:
    """A record of an attack: which agent was attacked, by which training, and what came of it.

    `settings` are those of the attacker's run, whose only opponent is the attacked; `history` tells its command,
    hardware, seconds and decisions.
    """
    opponents = [str(name) for name, _ in settings.get("opponents") or ()]
    if len(opponents) != 1 or opponents[0] in ("self", "past"):
        raise MazzoError(
            f"{run} is no best response: it trained against {', '.join(opponents) or 'itself'}, not one agent"
        )
    attacked = opponents[0]
    match = play_match(game, (find(game, run), find(game, attacked)), games, seed)
    return {
        "format": FORMAT,
        "game": game.spec.game,
        "variant": game.spec.variant,
        "attacked": attacked,
        "attacked_weights": _weights(game, attacked),
        "attacker": digest(run),
        "learner": settings.get("learner", ""),
        **history,
        "result": evaluate(match, run, attacked, seed).fields(),
    }
