"""95 % intervals that treat a deal as one cluster: the games of a deal, with seats exchanged, are not independent."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Z = 1.959964  # the normal distribution's 97.5 % point
T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)  # Student's, of 1, 2, … degrees of freedom
Interval = tuple[float, float]


def mean_interval(values: NDArray[np.floating]) -> Interval:
    """Interval of the mean of values[deals, games per deal]."""
    clusters = values.mean(axis=1)
    mean, error = float(clusters.mean()), _standard_error(clusters)
    return mean - Z * error, mean + Z * error


def rate_interval(hits: NDArray[np.bool_]) -> Interval:
    """Wilson's interval of a rate, from hits[deals, games per deal].

    The number of games is replaced by the number of independent ones with the same variance, so that it is right for
    clusters and does not shrink to nothing at 0 % or 100 %.
    """
    clusters = hits.mean(axis=1)
    rate, error = float(clusters.mean()), _standard_error(clusters)
    n = rate * (1 - rate) / error**2 if 0 < rate < 1 and error > 0 else float(len(clusters))
    if n == 0:  # a single deal that was won in part says nothing
        return 0.0, 1.0
    centre = (rate + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * math.sqrt(rate * (1 - rate) / n + Z**2 / (4 * n**2))
    return max(0.0, centre - half), min(1.0, centre + half)


def seeds_interval(values: NDArray[np.floating]) -> Interval:
    """Interval of the mean of values[seeds], each from a training of its own: Student's t, for there are few."""
    mean, error = float(values.mean()), _standard_error(values)
    quantile = T[len(values) - 2] if 2 <= len(values) <= len(T) + 1 else Z
    return mean - quantile * error, mean + quantile * error


def _standard_error(clusters: NDArray[np.floating]) -> float:
    n = len(clusters)
    return float(clusters.std(ddof=1)) / math.sqrt(n) if n > 1 else math.inf
