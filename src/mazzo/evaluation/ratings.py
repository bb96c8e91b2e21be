"""Ratings from scores: the Elo scale, fitted to all pairs at once, with intervals from resampled deals.

An agent of rating a among k - 1 sides of rating b comes first with the chance a/(a + (k - 1) b), in powers of ten by
400 points: the model of R. A. Bradley and M. E. Terry (1952), and R. D. Luce's (1959) for more than two sides. A draw
is half a win, or the winner's place shared by all who reached it. Agents do not learn while they are measured, so that
the order of the games says nothing, and one likelihood for all says more than ratings that move game by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazzo.evaluation.intervals import Interval

ELO = 400 / np.log(10)
RESAMPLED = 500
Array = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Encounter:
    """What one agent scored against another, deal by deal: numbers of players, not names."""

    agent: int
    against: int
    scores: Array  # [deals], the part of the winner's place that it got, mean of the deal's games
    margins: Array  # [deals], what it had more than the best other, mean of the deal's games


@dataclass(frozen=True)
class Rating:
    """An agent's strength among those that it met."""

    elo: float  # points above the anchor
    elo_ci95: Interval
    margin: float  # points a game more than the best other, mean over the others of the field
    margin_ci95: Interval


def rate(
    encounters: Sequence[Encounter], players: int, sides: int, anchor: int | None = None, seed: int = 0
) -> list[Rating]:
    """Of every player. The anchor has 0 points; without one the mean has."""
    deals = max(len(one.scores) for one in encounters)
    weights = resampling(deals, seed)
    drawn = [_some(weights[:, : len(one.scores)]) for one in encounters]
    counts = np.stack([each.sum(1) for each in drawn], axis=1)
    scores = np.stack([each @ one.scores for each, one in zip(drawn, encounters, strict=True)], axis=1)
    margins = np.stack([each @ one.margins for each, one in zip(drawn, encounters, strict=True)], axis=1) / counts
    pairs = np.array([(one.agent, one.against) for one in encounters])
    elo = ELO * strengths(pairs, scores, counts, players, sides)
    elo -= elo[:, [anchor]] if anchor is not None else elo.mean(1, keepdims=True)
    mean = field_margins(pairs, margins, players, both_ways=sides == 2)
    return [
        Rating(float(elo[0, i]), _interval(elo[1:, i]), float(mean[0, i]), _interval(mean[1:, i]))
        for i in range(players)
    ]


def resampling(deals: int, seed: int) -> Array:
    """[1 + RESAMPLED, deals]: how often each deal counts: once, then as often as chance has it.

    The counts are Poisson's, as those of a bootstrap are when there are many deals; a pair that played fewer deals
    takes the first of them. All pairs play the same deals, so a deal is drawn with all that was played on it.
    """
    drawn = np.random.default_rng(seed).poisson(1.0, (RESAMPLED, deals)).astype(float)
    return np.concatenate([np.ones((1, deals)), drawn])


def _some(weights: Array) -> Array:
    """A sample in which no deal of a pair is left, as there is where it has played few, has all of them once."""
    return np.where(weights.sum(1, keepdims=True) == 0, 1.0, weights)


def strengths(pairs: NDArray[np.integer[Any]], scores: Array, counts: Array, players: int, sides: int = 2) -> Array:
    """[samples, players]: of greatest likelihood, natural logarithms, mean 0. scores and counts are [samples, pairs].

    Each pair has one even game more than it played, so that who never lost is not rated infinite. Newton's method.
    """
    design = np.zeros((len(pairs), players))
    design[np.arange(len(pairs)), pairs[:, 0]] = 1
    design[np.arange(len(pairs)), pairs[:, 1]] = -1
    scores, counts = scores + 1 / sides, counts + 1
    found = np.zeros((len(scores), players))
    for _ in range(100):
        chance = 1 / (1 + np.exp(-(found @ design.T - np.log(sides - 1))))
        slope = (scores - counts * chance) @ design
        curvature = np.einsum("sp,pi,pj->sij", counts * chance * (1 - chance), design, design)
        step = np.einsum("sij,sj->si", np.linalg.pinv(curvature, hermitian=True), slope)
        found += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    return found - found.mean(1, keepdims=True)


def field_margins(pairs: NDArray[np.integer[Any]], margins: Array, players: int, both_ways: bool) -> Array:
    """[samples, players]: the mean margin of each player over those it met; each opponent counts the same."""
    total, met = np.zeros((len(margins), players)), np.zeros(players)
    for pair, (one, other) in enumerate(pairs):
        total[:, one] += margins[:, pair]
        met[one] += 1
        if both_ways:
            total[:, other] -= margins[:, pair]
            met[other] += 1
    return total / np.maximum(met, 1)


def _interval(samples: Array) -> Interval:
    low, high = np.quantile(samples, (0.025, 0.975))
    return float(low), float(high)
