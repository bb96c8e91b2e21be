import numpy as np
import pytest

from mazzo.evaluation.intervals import mean_interval, rate_interval


def test_mean_interval_by_hand():
    """Clusters 1, 2, 3: mean 2, standard error 1 / sqrt(3)."""
    low, high = mean_interval(np.array([[0.0, 2.0], [2.0, 2.0], [3.0, 3.0]]))
    assert (low + high) / 2 == pytest.approx(2)
    assert high - 2 == pytest.approx(1.959964 / np.sqrt(3))


def test_rate_interval_is_wilsons_for_independent_games():
    """5 of 10: Wilson gives 0.2366 to 0.7634; here with the sample variance, n = 9 instead of 10."""
    hits = np.array([[True]] * 5 + [[False]] * 5)
    n, p, z = 9.0, 0.5, 1.959964
    half = z / (1 + z**2 / n) * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    assert rate_interval(hits) == pytest.approx((0.5 - half, 0.5 + half))


def test_a_certain_rate_keeps_its_doubt():
    low, high = rate_interval(np.ones((100, 2), bool))
    assert high == 1
    assert low == pytest.approx(100 / (100 + 1.959964**2))


def test_clusters_count_once():
    """Two equal games of a deal say no more than one."""
    rng = np.random.default_rng(0)
    once = rng.random((400, 1)) < 0.3
    assert rate_interval(np.repeat(once, 2, axis=1)) == pytest.approx(rate_interval(once))


def test_opposite_games_of_a_deal_say_more():
    """Where the deal decides and seats are exchanged, the mean of each deal is the same: no doubt is left."""
    luck = np.random.default_rng(0).random(400) < 0.5
    duplicate = np.stack([luck, ~luck], axis=1)
    low, high = mean_interval(duplicate.astype(float))
    assert (low, high) == (0.5, 0.5)


def test_ninety_five_percent_of_intervals_hold_the_truth():
    rng = np.random.default_rng(1)
    deals, truth = 200, 0.6
    shares = rng.beta(6, 4, (2000, deals, 1))  # each deal has its own chance
    hits = rng.random((2000, deals, 2)) < shares
    covered = [low <= truth <= high for low, high in map(rate_interval, hits)]
    assert 0.935 <= np.mean(covered) <= 0.965


def test_one_deal_tells_as_much_as_one_game():
    """Two of its three games are won: Wilson's interval of a rate of 2/3 in one game."""
    n, p, z = 1.0, 2 / 3, 1.959964
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    assert rate_interval(np.array([[True, True, False]])) == pytest.approx((centre - half, min(1, centre + half)))
