"""Skill and luck: tables of which the parts are known."""

import numpy as np
import pytest

from mazzo import make
from mazzo.evaluation.luck import components, lineup_results, shares
from mazzo.evaluation.match import Match, seatings


def test_by_hand():
    """Line-ups +1 and -1, deals +3 and -3, nothing else: variances 2 and 18 of two values each."""
    table = np.array([[4.0, -2.0], [2.0, -4.0]])
    assert components(table) == pytest.approx([2, 18, 0])
    told = shares(table)
    assert (told.skill, told.deal, told.rest) == pytest.approx((0.1, 0.9, 0))
    assert told.deviation == pytest.approx(np.sqrt(20))


def test_by_hand_with_a_rest():
    """One line-up wins where the other loses: neither who plays nor the deal says anything."""
    assert components(np.array([[1.0, -1.0], [-1.0, 1.0]])) == pytest.approx([0, 0, 4])


def test_known_parts_are_found_again():
    """Variances 9, 4 and 25 of many line-ups and deals."""
    rng = np.random.default_rng(2)
    table = rng.normal(0, 3, (300, 1)) + rng.normal(0, 2, (1, 3000)) + rng.normal(0, 5, (300, 3000))
    found = components(table)
    assert found[0] == pytest.approx(9, rel=0.2)
    assert found[1] == pytest.approx(4, rel=0.1)
    assert found[2] == pytest.approx(25, rel=0.01)
    told = shares(table)
    assert told.deal_ci95[0] < told.deal < told.deal_ci95[1]
    assert told.skill + told.deal + told.rest == pytest.approx(1)


def test_the_parts_are_right_on_average():
    """Of small tables, too: expected mean squares are equated, so that the estimate has no bias."""
    rng = np.random.default_rng(3)
    found = [
        components(rng.normal(0, 2, (12, 1)) + rng.normal(0, 2, (1, 40)) + rng.normal(0, 3, (12, 40)))
        for _ in range(3000)
    ]
    assert np.mean(found, axis=0) == pytest.approx([4, 4, 9], rel=0.05)


def test_nothing_to_tell():
    assert shares(np.ones((3, 10))) is None
    assert shares(np.arange(10.0)[None]) is None


def test_a_line_up_is_told_from_side_0():
    """Where the agent sits in the second place, side 0 is the other's."""
    spec = make("briscola").spec
    returns = np.array([[[70, 50], [40, 80]]], np.float32)  # [deals, rotations, players]
    match = Match(spec, seatings(spec, True), returns, np.full((1, 2), 40, np.int32))
    assert lineup_results(match, 1).tolist() == [[20], [-40]]


def test_alone_the_deal_may_be_everything():
    """Two agents that win the same deals."""
    spec = make("tripeaks").spec
    won = np.random.default_rng(0).integers(0, 2, (100, 1, 1)).astype(np.float32)
    match = Match(spec, seatings(spec, False), won, np.ones((100, 1), np.int32))
    told = shares(np.concatenate([lineup_results(match, 100)] * 2))
    assert told.deal == pytest.approx(1)
