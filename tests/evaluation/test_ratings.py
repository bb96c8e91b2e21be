"""Ratings: known answers, and intervals that hold the truth as often as they say."""

import numpy as np
import pytest

from mazzo.evaluation.ratings import ELO, Encounter, field_margins, rate, resampling, strengths


def encounter(one, other, scores, margins=None):
    scores = np.asarray(scores, float)
    return Encounter(one, other, scores, np.zeros(len(scores)) if margins is None else np.asarray(margins, float))


def test_two_players_by_hand():
    """3/4 of the games: odds of 3, which are 400 log10(3) points; the one even game more takes a little."""
    scores, counts = np.array([[7500.0]]), np.array([[10_000.0]])
    found = ELO * strengths(np.array([[0, 1]]), scores, counts, 2)[0]
    assert found[0] - found[1] == pytest.approx(400 * np.log10(7500.5 / 2500.5))


def test_three_sides_by_hand():
    """Against two others a third of the wins is even play; one half means odds of 2."""
    pairs = np.array([[0, 1]])
    even = strengths(pairs, np.array([[1000.0]]), np.array([[3000.0]]), 2, sides=3)[0]
    assert even == pytest.approx([0, 0], abs=1e-9)
    half = strengths(pairs, np.array([[1.5e6]]), np.array([[3e6]]), 2, sides=3)[0]
    assert ELO * (half[0] - half[1]) == pytest.approx(400 * np.log10(2), rel=1e-4)


def test_true_strengths_are_found_again():
    """Four players whose expected scores follow the model exactly."""
    truth = np.array([1.2, 0.3, -0.4, -1.1])
    pairs = np.array([(i, j) for i in range(4) for j in range(i)])
    chance = 1 / (1 + np.exp(-(truth[pairs[:, 0]] - truth[pairs[:, 1]])))
    games = 1e7
    found = strengths(pairs, (chance * games)[None], np.full((1, len(pairs)), games), 4)[0]
    assert found == pytest.approx(truth, abs=1e-5)


def test_who_never_lost_is_not_infinite():
    rated = rate([encounter(0, 1, np.ones(100))], 2, 2, anchor=1)
    assert 400 < rated[0].elo < 1200
    assert rated[0].elo == pytest.approx(400 * np.log10(100.5 / 0.5))
    assert rated[1].elo == 0


def test_a_draw_is_half_a_win():
    halves = rate([encounter(0, 1, np.full(200, 0.5))], 2, 2)
    assert [one.elo for one in halves] == pytest.approx([0, 0], abs=1e-9)


def test_margins_are_means_over_the_field():
    """0 beats 1 by 4 and 2 by 10; 1 beats 2 by 1."""
    pairs, margins = np.array([[0, 1], [0, 2], [1, 2]]), np.array([[4.0, 10.0, 1.0]])
    assert field_margins(pairs, margins, 3, both_ways=True)[0] == pytest.approx([7, -1.5, -5.5])


def test_intervals_hold_the_truth():
    """A hundred small tournaments of which the truth is known: the intervals of the difference hold it in about 95."""
    rng, truth = np.random.default_rng(0), 0.6
    held = 0
    for number in range(100):
        deal = rng.normal(0, 1.0, 300)  # some deals suit one of them
        chance = 1 / (1 + np.exp(-(truth + deal)))
        scores = (rng.random((300, 2)) < chance[:, None]).mean(1)
        expected = 0.6217674  # the mean of the logistic function of a normal number of mean 0.6 and deviation 1
        low, high = rate([encounter(0, 1, scores)], 2, 2, anchor=1, seed=number)[0].elo_ci95
        held += low <= 400 * np.log10(expected / (1 - expected)) <= high
    assert 89 <= held <= 99


def test_pairs_that_played_fewer_deals_are_less_certain():
    rng = np.random.default_rng(1)
    many, few = (rng.integers(0, 2, n).astype(float) for n in (4000, 100))
    rated = rate([encounter(0, 1, many), encounter(2, 1, few)], 3, 2, anchor=1)
    width = [one.elo_ci95[1] - one.elo_ci95[0] for one in rated]
    assert 4 < width[2] / width[0] < 9  # the square root of 40 is 6.3


def test_the_first_sample_is_what_was_played():
    weights = resampling(50, 3)
    assert (weights[0] == 1).all()
    assert weights[1:].mean() == pytest.approx(1, abs=0.02)


def test_a_few_deals_are_enough_to_be_rated():
    rated = rate([encounter(0, 1, np.ones(1000)), encounter(2, 1, [1, 0], [3, -1])], 3, 2)
    assert np.isfinite([one.elo_ci95 for one in rated]).all()
    assert rated[2].margin == 1
