"""What appendices A and B of Grooten 2021 show, what its chapter 8 leaves open, ours beside the thesis's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mazzo.agents import find
from mazzo.core.registry import family
from mazzo.evaluation.match import play_match
from mazzo.papers import tue_runs as runs
from mazzo.papers.laboratory import Laboratory, over_seeds
from mazzo.papers.study import Bars, Cell, Curves, Estimate, Exhibit, Learned, Line, Remark, Table
from mazzo.papers.tue_exhibits import (
    TESTED,
    afterwards,
    at_the_end,
    beginning,
    compared,
    course,
    curves,
    distribution,
    ends,
    games,
    histogram,
    scores,
)
from mazzo.papers.tue_plan import GOES_ON, OWN_BATCH, RATES, plan
from mazzo.papers.tue_runs import Runs

# --------------------------------------------------------------------------------------------------- appendix A.1


def playability(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure A.1: scores, fireworks, lives, illegal outputs."""
    learned = plan(lab.budget).side[runs.PLAYABILITY["tanh, batch 500"]]
    pictures: list[Exhibit] = [
        Curves(f"Playability vector, 32 units: {metric}", "decisions", metric, {"tanh": course(lab, learned, metric)})
        for metric in ("score", "fireworks", "lives", "illegal")
    ]
    cells = {
        ("score", "while training"): Cell(22, at_the_end(lab, learned)),
        ("score", "afterwards"): Cell(None, afterwards(lab, learned)),
    }
    return [*pictures, Table("At the end", cells, percent=False)]


def activations(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure A.2."""
    each = runs.PLAYABILITY
    batches: dict[str, Runs] = {
        f"batch {n}": {name: run for name, run in each.items() if run.batch == n} for n in (1, 500)
    }
    pictures = [curves(lab, f"Playability vector, {name}", part, "score") for name, part in batches.items()]
    return [*pictures, *ends(lab, "Playability vector", each)]


# --------------------------------------------------------------------------------------------------- appendix A.2

TEACHER = {"mean score": 24.1, "perfect games": 0.628}
IMITATED, HALF = 21.0, 0.45  # what is to be reached


def _rates(lab: Laboratory) -> list[str]:
    return [rate for rate in RATES if rate in lab.settings("imitation").lanes]


def imitation(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure A.3, and the score."""
    lines = {rate: course(lab, Learned("imitation", rate), "loss") for rate in _rates(lab)}
    cells = {}
    for rate in _rates(lab):
        found = scores(lab, Learned("imitation", rate))
        aim = IMITATED if rate == "1e-3" else None
        cells[f"rate {rate}", "mean score"] = Cell(21.0 if aim else None, found["mean score"], aim)
    strength = Curves(
        "Score of the student",
        "decisions",
        "score",
        {rate: lab.curve("imitation", "score", rate) for rate in _rates(lab)},
        {"teacher of the thesis": TEACHER["mean score"]},
    )
    return [
        Curves("Squared error", "decisions", "loss", lines),
        strength,
        Table("Scores of the student", cells, percent=False),
    ]


def teacher(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure A.4; the strongest scripted player beside it."""
    shown: dict[str, dict[str, Estimate]] = {}
    mean, perfect = {}, {}
    for name in ("teacher", "cheater"):
        told = lab.remember(f"scores of {name}, {games(lab)} games", partial(_scores, lab, name))
        shown[name] = over_seeds([told])
        found = lab.measure(name, None, games(lab), "hanabi/simplified-2p")
        theirs = TEACHER if name == "teacher" else {}
        mean[name, "mean score"] = Cell(theirs.get("mean score"), found["score_mean"])
        perfect[name, "perfect games"] = Cell(theirs.get("perfect games"), found["perfect_rate"])
    return [
        histogram(f"Scores in {games(lab):,} games", shown),
        Table("Scripted players", mean, percent=False),
        Table("Scripted players: perfect games", perfect),
    ]


def _scores(lab: Laboratory, name: str) -> dict[str, float]:
    game = family("hanabi").make("simplified-2p")
    return distribution(play_match(game, (find(game, name),), games(lab)).own.ravel())


def continued(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure A.5: SPG goes on from the imitations."""
    rates = _continued(lab)
    lines = {rate: course(lab, learned, "score") for rate, learned in rates.items()}
    cells: dict[tuple[str, str], Cell] = {}
    for rate, learned in rates.items():
        before = scores(lab, Learned("imitation", rate))
        cells[f"rate {rate}", "before"] = Cell(None, before["mean score"])
        cells[f"rate {rate}", "after"] = Cell(None, scores(lab, learned)["mean score"])
    return [
        Curves("SPG from imitated weights", "decisions", "score", lines),
        Table("Mean score before and after", cells, percent=False),
    ]


def _continued(lab: Laboratory) -> dict[str, Learned]:
    return {rate: Learned(f"continued-{rate}", "spg") for rate in GOES_ON if f"continued-{rate}" in lab.trainings}


def continued_games(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure A.6: the best agent of these."""
    found = {f"rate {rate}": scores(lab, learned) for rate, learned in _continued(lab).items()}
    cells: dict[tuple[str, str], Cell] = {}
    for rate, figures in found.items():
        aim = HALF if rate == "rate 1e-4" else None
        cells[rate, "perfect games"] = Cell(0.5 if aim else None, figures["perfect games"], aim)
        cells[rate, "games with no points"] = Cell(None, figures["score 0"])
    return [histogram(f"Scores in {games(lab):,} games", found), Table("After further training", cells)]


# ------------------------------------------------------------------------------------------ appendices A.3 to B.2


def every_score(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure A.7 is Figure 6.12 with less smoothing: here nothing is smoothed."""
    return [curves(lab, "Figure A.7", runs.FIGURES["6.12"], "score")]


def table(lab: Laboratory) -> Sequence[Exhibit]:
    """The large table of appendix A.4."""
    where = plan(lab.budget).side
    cells: dict[tuple[str, str], Cell] = {}
    for row in runs.TABLE:
        if row.run in where:
            cells[row.name, "score while training"] = Cell(row.score, at_the_end(lab, where[row.run]))
            cells[row.name, "fireworks while training"] = Cell(None, at_the_end(lab, where[row.run], "fireworks"))
        else:
            why = "networks of this size are trained with vector 136 alone"
            cells[row.name, "score while training"] = Cell(row.score, None, missing=why)
    return [
        Table("Scores", cells, percent=False),
        Remark(
            "`vpg_fast 0`, `vpg_gae 0` and `vpg_gae 2` are one setting three times: generalised advantages with "
            "λ = 1 are the basic ones. Their scores in the thesis, 18.32, 20.15 and 16.97, show how much of a "
            "difference is chance in runs with one seed each."
        ),
    ]


def own_batch(lab: Laboratory) -> Sequence[Exhibit]:
    """VPG with the thesis's own batch, and with games side by side, over as many steps."""
    other = course(lab, plan(lab.budget).side[runs.BOTH["VPG, vector 136"]], "fireworks")
    lines: dict[str, Line] = {"side by side": other}
    if OWN_BATCH in lab.trainings:
        own = course(lab, Learned(OWN_BATCH), "fireworks")
        epochs = f"{lab.settings(OWN_BATCH).budget:,} epochs of the thesis"
        lines = {epochs: own, "side by side": beginning(other, own.x[-1])}
    return [Curves("VPG, +10, vector 136: fireworks", "decisions", "fireworks", lines)]


# ---------------------------------------------------------------------------------------- what chapter 8 leaves open


def open_questions(each: Runs, usual: str, lab: Laboratory) -> Sequence[Exhibit]:
    """Settings that the thesis proposes, beside its own."""
    where = plan(lab.budget).compared
    found = {name: scores(lab, learned) for name, learned in compared(lab, each).items()}
    means = {(name, "mean score"): Cell(None, figures["mean score"]) for name, figures in found.items()}
    perfect = {(name, "perfect games"): Cell(None, figures["perfect games"]) for name, figures in found.items()}
    exhibits: list[Exhibit] = [
        curves(lab, "While training", each, "score", where),
        Table("Scores", means, percent=False),
        Table("Perfect games", perfect),
    ]
    if usual in found:
        base = found[usual]["mean score"]
        better = [name for name, figures in found.items() if figures["mean score"].low > base.high]
        worse = [name for name, figures in found.items() if figures["mean score"].high < base.low]
        told = f"clearly more points: {', '.join(better) or 'none'}; clearly fewer: {', '.join(worse) or 'none'}"
        exhibits.append(Remark(f"Beside *{usual}*, {told} (intervals that do not meet)."))
    return exhibits


BEST = 24.82  # the scripted player of hanabi.rs that sees the own cards


def recipe(lab: Laboratory) -> Sequence[Exhibit]:
    """Ours, for the thesis's first question: how to play simplified Hanabi well."""
    found = scores(lab, Learned("recipe"))
    scripted = lab.measure("cheater", None, games(lab), "hanabi/simplified-2p")
    theirs = TESTED["VPG"]
    return [
        Curves("PPO, our settings", "decisions", "score", {"score": lab.curve("recipe", "score")}),
        Table(
            "Mean score",
            {
                ("PPO, our settings", "mean score"): Cell(theirs["mean score"], found["mean score"], BEST),
                ("scripted: cheater", "mean score"): Cell(None, scripted["score_mean"]),
            },
            percent=False,
            digits=3,
        ),
        Table(
            "Perfect games",
            {
                ("PPO, our settings", "perfect games"): Cell(theirs["perfect games"], found["perfect games"]),
                ("scripted: cheater", "perfect games"): Cell(None, scripted["perfect_rate"]),
            },
        ),
        Bars(
            "Scores",
            "part of the games",
            [str(n) for n in range(20, 26)],
            {"PPO, our settings": [found[f"score {n}"] for n in range(20, 26)]},
        ),
    ]
