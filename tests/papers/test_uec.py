"""He 2021: its tables, and that fewer and larger steps of learning are as much learning."""

from dataclasses import replace

import pytest

from mazzo.ops.exploration import parse
from mazzo.papers import find_work, uec_games, uec_trainings
from mazzo.papers.laboratory import Laboratory
from mazzo.papers.study import Cell, Table
from mazzo.papers.uec import BATCH, ITERATIONS, SCHEDULES, Schedule
from mazzo.papers.uec_trainings import GAMES, SCALES, training, trainings

AFTERSTATES = [(game, name) for game, name in SCHEDULES]


@pytest.fixture(params=["quick", "paper"])
def laboratory(request, tmp_path):
    """Nothing is trained in it."""
    return Laboratory(find_work("uec"), request.param, tmp_path)


def computed(laboratory, part):
    """The cells of a part that needs no training."""
    made = find_work("uec").parts[part].make(laboratory)
    return [cell for table in made if isinstance(table, Table) for cell in table.cells.values()]


@pytest.mark.parametrize("number", ["4.1", *uec_games.NETWORKS])
def test_sizes_are_the_papers(laboratory, number):
    found = computed(laboratory, f"table-{number}")
    assert len(found) == 4
    assert all(cell.verdict == "agrees" for cell in found), found


@pytest.mark.parametrize("number", ["4.7", "4.8", "4.9", "4.10", "4.11", "4.12"])
def test_schedules_are_the_papers(laboratory, number):
    found = computed(laboratory, f"table-{number}")
    assert len(found) == 10
    assert all(cell.ours.mean == pytest.approx(cell.paper, abs=1e-5) for cell in found), found


def test_layouts_are_the_papers(laboratory):
    found = [cell for part in ("figure-4.1", "figure-4.2") for cell in computed(laboratory, part)]
    assert {cell.verdict for cell in found} == {"agrees", "new"}
    piles = [cell.ours.mean for cell in computed(laboratory, "figure-4.2")]
    assert piles == [52, 1, 0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6]  # cards, and how many are face down


def test_a_schedule_in_larger_steps():
    made = Schedule(600, 800, 0.1, 1.0, 0.2).settings(larger=4, part=2)
    epsilon, rate = parse(made["epsilon"]), parse(made["rate"])
    assert [float(epsilon(step)) for step in (0, 75, 87.5, 100, 200)] == pytest.approx([1, 1, 0.55, 0.1, 0.1])
    assert [float(rate(step)) for step in (0, 99, 101, 200)] == pytest.approx([4, 4, 0.8, 0.8])


@pytest.mark.parametrize("budget", ["quick", "paper"])
@pytest.mark.parametrize(("game", "name"), AFTERSTATES)
def test_as_many_samples_as_in_the_paper(budget, game, name):
    """Up to the rounding of a step, and the part that a quick run does."""
    settings, part = trainings(budget)[training(game, name)].settings, SCALES[budget][game].part
    batch = settings.config["batch"]
    assert settings.unit == "updates"
    assert settings.budget * batch * part == pytest.approx(ITERATIONS[game] * BATCH, rel=0.01)


@pytest.mark.parametrize("game", GAMES)
def test_momentum_is_all_that_differs(game):
    usual, plain = (trainings("paper")[training(game, name)].settings for name in ("q2", "q2-plain"))
    assert usual.config["optimiser.momentum"] == 0.9
    assert replace(usual, config={**usual.config, "optimiser.momentum": 0.0}) == plain


def test_what_was_gained_is_beside_what_the_paper_gained(tmp_path, monkeypatch):
    from mazzo.papers import uec_exhibits
    from mazzo.papers.study import Estimate

    found = {"random": Estimate(0.028, 0.027, 0.029)}
    monkeypatch.setattr(
        uec_exhibits, "won", lambda lab, player, game="": found.get(player, Estimate(0.035, 0.03, 0.04))
    )
    laboratory = Laboratory(find_work("uec"), "quick", tmp_path)
    gain = uec_exhibits.gained(laboratory, uec_trainings.learned("russian", "q2"))
    assert (gain.mean, gain.low, gain.high) == pytest.approx((0.007, 0.002, 0.012))
    cells = uec_exhibits.win_rates(laboratory)[-1].cells
    assert cells["Q2", "more than RD"].paper == pytest.approx(0.00274)
    assert isinstance(cells["MC1", "more than RD"], Cell)
