"""How much of a game's result is skill, and how much the deal.

A table of results, line-ups by deals: a line-up says who sits where, and every line-up has played every deal once. The
two-way layout with random effects (R. A. Fisher's analysis of variance),

    result = mean + line-up + deal + rest,

splits the variance of the result of an ordinary game, in which line-up and deal are drawn at random, into three parts:
who plays, what was dealt, and the rest: how this line-up fits this deal, and the players' own chance. The parts are
estimated by equating the mean squares to what they are expected to be. What counts as skill depends on who is in the
field: with a random player in it there is more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazzo.evaluation.intervals import Interval
from mazzo.evaluation.match import Match

RESAMPLED = 200
MOST_DEALS = 4000  # that are looked at: beyond that the shares hardly change


@dataclass(frozen=True)
class Shares:
    """Parts of the variance of a game's result; together 1."""

    lineups: int
    deals: int
    deviation: float  # standard deviation of an ordinary game's result
    skill: float
    skill_ci95: Interval
    deal: float
    deal_ci95: Interval
    rest: float
    rest_ci95: Interval


def shares(table: NDArray[np.floating[Any]], seed: int = 0) -> Shares | None:
    """Of results[line-ups, deals]; intervals by resampling deals. None if nothing varies, or there is one line-up."""
    table = np.asarray(table, np.float64)[:, :MOST_DEALS]
    lineups, deals = table.shape
    if lineups < 2 or deals < 2:
        return None
    parts = components(table)
    if parts.sum() <= 0:
        return None
    rng = np.random.default_rng(seed)
    drawn = np.array([components(table[:, rng.integers(deals, size=deals)]) for _ in range(RESAMPLED)])
    drawn = drawn / np.maximum(drawn.sum(1, keepdims=True), 1e-12)
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    skill, deal, rest = parts / parts.sum()
    ends = [(float(one), float(other)) for one, other in zip(low, high, strict=True)]
    return Shares(
        lineups, deals, float(np.sqrt(parts.sum())), float(skill), ends[0], float(deal), ends[1], float(rest), ends[2]
    )


def components(table: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """The variances of line-ups, deals and the rest, none below 0.

    Expected mean squares: rest; rest + deals x line-up; rest + line-ups x deal.
    """
    lineups, deals = table.shape
    by_lineup, by_deal, mean = table.mean(1), table.mean(0), table.mean()
    rest = table - by_lineup[:, None] - by_deal + mean
    of_rest = float(np.square(rest).sum()) / ((lineups - 1) * (deals - 1))
    of_lineups = max(0.0, float(by_lineup.var(ddof=1)) - of_rest / deals)
    of_deals = max(0.0, float(by_deal.var(ddof=1)) - of_rest / lineups)
    return np.array([of_lineups, of_deals, of_rest])


def lineup_results(match: Match, deals: int) -> NDArray[np.floating[Any]]:
    """[rotations, deals]: what side 0 had more than the best other in each rotation; the return where there is no other
    side."""
    returns = match.returns[:deals].astype(np.float64)
    if match.spec.kind != "competitive":
        return match.own[:deals].T.astype(np.float64)
    own = np.array(match.spec.teams) == match.spec.teams[0]
    return (returns[..., own].max(-1) - returns[..., ~own].max(-1)).T
