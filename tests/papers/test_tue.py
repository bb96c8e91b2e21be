"""What the thesis of TU/e proves and counts, by machine; its runs and how they are trained together."""

import numpy as np
import pytest

from mazzo.papers import tue_plan, tue_properties, tue_runs
from mazzo.papers.tue import Run, lane, shared, sooner
from mazzo.papers.tue_exhibits import distribution


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "longest", "perfect"), [(2, 89, 71), (3, 80, 63), (4, 79, 63), (5, 72, 56)], ids=str
)
def test_longest_games(players, longest, perfect):
    """Propositions 4 and 5, and 56 where Table 7.4 has 57; `tests/games/hanabi/test_facts.py` plays such games."""
    rules = tue_properties.rules_of(players)
    assert tue_properties.longest(rules, perfect=False) == longest
    assert tue_properties.longest(rules, perfect=True) == perfect


@pytest.mark.parametrize(("size", "ours", "theirs"), [(4, 371_460, 372_600), (5, 8_964_050, 9_095_150)])
def test_ordered_hands(size, ours, theirs):
    """Section 7.3 counts hands with two pairs twice, and is right about all others."""
    found, paper = tue_properties.hands(size), tue_properties.HANDS[size]
    assert sum(found.values()) == ours
    assert sum(paper.values()) == theirs
    pairs = (2, 2, 1)[: size - 2]
    assert paper[pairs] == 2 * found[pairs]
    assert {grouping for grouping, number in found.items() if paper[grouping] != number} == {pairs}


def test_no_action_adds_turns():
    """Table 7.1, over all that can happen; with a full budget of tokens a five is a play like any other."""
    found = tue_properties.effects(tue_properties.rules_of(2))
    last = found.pop("that empties the stock")
    assert max(last) == 0
    none = ("discard", "hint", "play a five", "when the stock is empty")
    assert found == {"play": {-1}, **{kind: {0} for kind in none}}


def test_time_steps_of_a_state():
    """Proposition 6: one without completed fireworks, and another for each that is completed."""
    assert tue_properties.time_steps(tue_properties.rules_of(2)) == {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}


def test_the_figures_of_a_distribution():
    found = distribution(np.array([25, 25, 20, 0], np.float32))
    assert found["mean score"] == pytest.approx((25 * 2 + 20 + 0) / 4)
    assert found["median score"] == 22.5
    assert found["standard deviation"] == pytest.approx(10.308, abs=1e-3)
    assert (found["perfect games"], found["score 20"], found["score 0"], found["score 24"]) == (0.5, 0.25, 0.25, 0)


def test_schedules_go_faster_in_shorter_runs():
    assert sooner("0", 20) == "0"
    assert sooner("linear 10 3 1000", 20) == "linear 10 3 50"
    kind, start, factor = sooner("exponential 0.5 0.9", 2).split()
    assert (kind, start, float(factor)) == ("exponential", "0.5", pytest.approx(0.81))
    fast = tue_runs.EPSILONS["0.5, fast decay"]
    assert 0.5 * float(fast.split()[2]) ** (500 * 10_000) == pytest.approx(0.001, rel=1e-6)  # footnote 4


def test_the_large_table():
    """58 runs; the highest score of each algorithm is in bold in the thesis; three rows are one setting."""
    assert len(tue_runs.TABLE) == 68
    best = {
        name: max(row.score for row in tue_runs.TABLE if row.run.algorithm == name) for name in ("spg", "vpg", "ppo")
    }
    assert best == {"spg": 19.10, "vpg": 24.22, "ppo": 20.50}
    assert tue_runs.scored(Run("vpg", illegal=-0.5, lambda_=1.0)) == [18.32, 20.15, 16.97]
    assert tue_runs.scored(tue_runs.BOTH["SPG, vector 186"]) == [18.37]
    assert tue_runs.scored(tue_runs.BOTH["PPO, vector 186"]) == [20.50]


@pytest.mark.parametrize("budget", ["quick", "paper", "best"])
def test_every_run_is_a_lane(budget):
    """What is shown is trained as the run says."""
    plan = tue_plan.plan(budget)
    for run, learned in [*plan.side.items(), *plan.compared.items()]:
        settings = plan.trainings[learned.training].settings.lane(learned.lane)
        assert (settings.penalty is None) == (run.illegal is None)
        assert settings.reward_weights["fits"] == run.success
        if budget != "quick":
            assert settings.encoder == shared(run)["encoder"]
            assert tuple(settings.config["hidden"]) == run.hidden
            assert settings.config["entropy"] == lane(run)["config"]["entropy"]


def test_runs_that_share_a_program_are_trained_together():
    plan = tue_plan.plan("paper")
    rewards = {plan.side[run].training for run in tue_runs.FIGURES["6.12"].values()}
    assert rewards == {"spg-136-64x64"}
    assert len({plan.side[run] for run in tue_runs.FIGURES["6.12"].values()}) == 4
