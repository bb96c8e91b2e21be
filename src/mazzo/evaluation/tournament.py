"""Everybody against everybody: cross tables and ratings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
from openskill.models import PlackettLuce

from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game
from mazzo.evaluation.match import Evaluation, Match, evaluate, play_match

RATED_GAMES = 2000  # of each pair: beyond that a rating says no more, and openskill counts one game at a time


@dataclass(frozen=True)
class Rating:
    """openskill's estimate of an agent's strength, on its usual scale: newcomers have 25 +- 8.33."""

    agent: str
    rating: float
    uncertainty: float  # one standard deviation


@dataclass(frozen=True)
class Tournament:
    table: dict[tuple[str, str], Evaluation]  # (agent, against)
    ratings: list[Rating]  # best first


def play_tournament(
    game: Game[Any, Any],
    agents: dict[str, Agent],
    games: int,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tournament:
    """`games` games of every pair on the same deals; with two sides a pair is played once, else both ways round."""
    if len(agents) < 2:
        raise MazzoError("a tournament needs at least two different agents")
    if game.spec.kind != "competitive":
        raise MazzoError(f"{game.spec.title} has no opponents; use evaluate")
    pairs = list((combinations if game.spec.sides == 2 else permutations)(agents, 2))
    table: dict[tuple[str, str], Evaluation] = {}
    outcomes: list[tuple[str, str, float]] = []
    for i, (one, other) in enumerate(pairs):

        def told(done: int, total: int, before: int = i * games) -> None:
            progress(before + done * games // total, len(pairs) * games)

        match = play_match(game, (agents[one], agents[other]), games, seed, progress=told)
        table[one, other] = evaluate(match, one, other, seed)
        if game.spec.sides == 2:
            table[other, one] = evaluate(_turned_round(match), other, one, seed)
        outcomes += [(one, other, float(result)) for result in _results(match)]
    return Tournament(table, rate(list(agents), outcomes, seed))


def rate(agents: list[str], outcomes: list[tuple[str, str, float]], seed: int) -> list[Rating]:
    """Ratings from (agent, opponent, 1 won / 0 drawn / -1 lost), taken in random order.

    Agents do not learn during a tournament, so nothing is added to the uncertainty between games (tau = 0).
    """
    model = PlackettLuce(tau=0.0)
    ratings = {name: model.rating(name=name) for name in agents}
    for i in np.random.default_rng(seed).permutation(len(outcomes)):
        one, other, result = outcomes[i]
        ranks = [0, 0] if result == 0 else [0, 1] if result > 0 else [1, 0]
        (ratings[one],), (ratings[other],) = model.rate([[ratings[one]], [ratings[other]]], ranks=ranks)
    found = [Rating(name, rating.mu, rating.sigma) for name, rating in ratings.items()]
    return sorted(found, key=lambda rating: -rating.rating)


def _results(match: Match) -> np.ndarray[Any, Any]:
    return np.sign(match.own - match.best_other).reshape(-1)[:RATED_GAMES]


def _turned_round(match: Match) -> Match:
    """The same games from the other side."""
    return Match(match.spec, 1 - match.seating, match.returns, match.plays)
