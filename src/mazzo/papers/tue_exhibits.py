"""What chapter 6 of Grooten 2021 shows, ours beside the thesis's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from mazzo.agents.network import network_agent
from mazzo.agents.storage import load_agent
from mazzo.evaluation.match import play_match
from mazzo.learners import curve
from mazzo.papers import tue_runs as runs
from mazzo.papers.laboratory import Laboratory, over_seeds
from mazzo.papers.study import Bars, Cell, Curves, Estimate, Exhibit, Learned, Line, Remark, Table
from mazzo.papers.tue_plan import Where, plan
from mazzo.papers.tue_runs import Runs

LAST = 0.05  # of a training, over which its end is told
BEST_SCORE = 25

# ------------------------------------------------------------------------------------------------- while training


def course(lab: Laboratory, learned: Learned, metric: str) -> Line:
    """As it went while training: chance moves included."""
    return lab.curve(learned.training, metric, learned.lane, "training", unit="decisions")


def curves(lab: Laboratory, title: str, each: Runs, metric: str, where: Where | None = None) -> Curves:
    found = where or plan(lab.budget).side
    lines = {name: course(lab, found[run], metric) for name, run in each.items() if run in found}
    return Curves(f"{title}: {metric}", "decisions", metric, lines)


def beginning(line: Line, until: float) -> Line:
    return Line(line.x[line.x <= until], line.values[:, line.x <= until])


def at_the_end(lab: Laboratory, learned: Learned, metric: str = "score") -> Estimate:
    """The mean over the last part of a training."""
    values = course(lab, learned, metric).values
    return mean_of_seeds(values[:, -max(1, round(LAST * values.shape[1])) :].mean(axis=1))


def afterwards(lab: Laboratory, learned: Learned, metric: str = "score") -> Estimate:
    """In the games at the end, by the likeliest action."""
    return mean_of_seeds(lab.curve(learned.training, metric, learned.lane).values[:, -1])


def mean_of_seeds(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Estimate:
    return over_seeds([{"value": float(value)} for value in values])["value"]


def ends(lab: Laboratory, title: str, each: Runs) -> list[Exhibit]:
    """Scores and fireworks at the end of training, and who comes first."""
    found = {name: plan(lab.budget).side[run] for name, run in each.items()}
    cells: dict[tuple[str, str], Cell] = {}
    for name, learned in found.items():
        cells[name, "score while training"] = Cell(None, at_the_end(lab, learned))
        cells[name, "score afterwards"] = Cell(None, afterwards(lab, learned))
        cells[name, "fireworks while training"] = Cell(None, at_the_end(lab, learned, "fireworks"))
    order = sorted(found, key=lambda name: -cells[name, "fireworks while training"].ours.mean)  # type: ignore[union-attr]
    return [
        Table(f"{title}: at the end", cells, percent=False),
        Remark(f"In the order of our fireworks at the end: {', '.join(order)}."),
    ]


def figure(number: str, lab: Laboratory) -> Sequence[Exhibit]:
    """Two or more settings compared."""
    each, title = runs.FIGURES[number], f"Figure {number}"
    return [*(curves(lab, title, each, metric) for metric in ("score", "fireworks")), *ends(lab, title, each)]


def entropies(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 6.7."""
    return [curves(lab, "Figure 6.7", runs.FIGURES["6.6"], "entropy")]


def biases(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 6.8: (max p - min p) / sum of p, over the outputs that differ in position only."""
    each = runs.FIGURES["6.6"]
    return [curves(lab, "Figure 6.8", each, f"bias_{what}") for what in ("play", "discard")]


def probabilities(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 6.9: mean probabilities of the outputs, late in the training."""
    series = {name: _probabilities(lab, plan(lab.budget).side[runs.FIGURES["6.6"][name]]) for name in ("β 0", "β 0.01")}
    outputs = [*(f"d{i}" for i in range(5)), *(f"p{i}" for i in range(5)), "h"]
    return [Bars("Mean probability of each output", "probability", outputs, series)]


def _probabilities(lab: Laboratory, learned: Learned) -> list[Estimate]:
    """Of each output, over the last part of a training."""
    told = [line for line in curve.read(lab.run(learned.training), "training") if line["lane"] == learned.lane]
    seeds = sorted({line["seed"] for line in told})
    each = np.array([[line["probabilities"] for line in told if line["seed"] == seed] for seed in seeds])
    late = each[:, -max(1, round(LAST * each.shape[1])) :].mean(axis=1)  # [seeds, outputs]
    return [mean_of_seeds(column) for column in late.T]


# ------------------------------------------------------------------------------------------------- after training

# Table 6.8, over 1,000 games.
TESTED: dict[str, dict[str, float]] = {
    "SPG": {"mean score": 18.37, "median score": 18, "standard deviation": 2.33, "perfect games": 0.0},
    "VPG": {"mean score": 24.38, "median score": 25, "standard deviation": 1.20, "perfect games": 0.705},
    "PPO": {"mean score": 20.50, "median score": 21, "standard deviation": 2.16, "perfect games": 0.010},
}
CHOICES = {"greedy": "likeliest action", "sample": "drawn from the policy"}


def _choices(lab: Laboratory) -> dict[str, str]:
    """A quick look leaves the second one out: each is a program of its own."""
    return {"greedy": CHOICES["greedy"]} if lab.budget == "quick" else CHOICES


def games(lab: Laboratory) -> int:
    return 100 if lab.budget == "quick" else 10_000


def scores(lab: Laboratory, learned: Learned, choice: str = "greedy") -> dict[str, Estimate]:
    """Scores of the agent of every seed, and how often there is which."""
    number = games(lab)
    return lab.estimate(learned, f"scores of {number} games, {choice}", partial(shares_of, choice, number))


def shares_of(choice: str, number: int, path: Path) -> dict[str, float]:
    saved = load_agent(path)
    agent = network_agent(saved.game, replace(saved.recipe, choice=choice), saved.agent.params, "trained")
    return distribution(play_match(saved.game, (agent,), number).own.ravel())


def distribution(scores: np.ndarray[tuple[int], np.dtype[np.float32]]) -> dict[str, float]:
    """The figures of Table 6.8, and the bars of a histogram."""
    shares = np.bincount(scores.astype(int), minlength=BEST_SCORE + 1) / len(scores)
    return {
        "mean score": float(scores.mean()),
        "median score": float(np.median(scores)),
        "standard deviation": float(scores.std()),
        "perfect games": float(shares[BEST_SCORE]),
        **{f"score {score}": float(share) for score, share in enumerate(shares)},
    }


def histogram(title: str, series: Mapping[str, Mapping[str, Estimate]]) -> Bars:
    groups = [str(score) for score in range(BEST_SCORE + 1)]
    bars = {name: [found[f"score {score}"] for score in groups] for name, found in series.items()}
    return Bars(title, "part of the games", groups, bars)


def compared(lab: Laboratory, each: Runs) -> dict[str, Learned]:
    where = plan(lab.budget).compared
    return {name: where[run] for name, run in each.items() if run in where}


def _aims(algorithm: str) -> dict[str, float]:
    """What is to be reached: the thesis's mean score, and VPG's perfect games."""
    return {
        what: TESTED[algorithm][what] for what in ("mean score", *(["perfect games"] if algorithm == "VPG" else []))
    }


def scores_table(lab: Laboratory, each: Runs) -> list[Table]:
    """Table 6.8, by either way to play, and its perfect games; the thesis's scores are aimed at by the likeliest."""
    tables: list[Table] = []
    for choice, told in _choices(lab).items():
        found = {name: scores(lab, learned, choice) for name, learned in compared(lab, each).items()}
        cells: dict[tuple[str, str], Cell] = {}
        for name, figures in found.items():
            algorithm = name[:3]
            aims = _aims(algorithm) if choice == "greedy" else {}
            shown = TESTED[algorithm] if choice == "greedy" else _aims("VPG")
            for what in shown:
                cells[name, what] = Cell(TESTED[algorithm][what], figures[what], aims.get(what))
        perfect = {place: cell for place, cell in cells.items() if place[1] == "perfect games"}
        others = {place: cell for place, cell in cells.items() if place not in perfect}
        tables += [Table(f"Scores, {told}", others, percent=False), Table(f"Perfect games, {told}", perfect)]
    return tables


def comparison(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 6.8."""
    return scores_table(lab, runs.BOTH)


def masked(lab: Laboratory) -> Sequence[Exhibit]:
    """The same without penalties: illegal outputs cannot be chosen."""
    where = plan(lab.budget).compared
    exhibits: list[Exhibit] = [*scores_table(lab, runs.MASKED)]
    for name, run in runs.MASKED.items():
        if run in where:
            fined = runs.BOTH[f"{name[:3]}, vector 136"]
            exhibits.append(curves(lab, name[:3], {"masked": run, "fined": fined}, "score", where))
    return exhibits


def learning(part: float, number: str, lab: Laboratory) -> Sequence[Exhibit]:
    """Figures 6.18 and 6.19, which is the first part of it."""
    levels = {f"{name}, thesis at the end": figures["mean score"] for name, figures in TESTED.items()}
    pictures = []
    for vector in (136, 186):
        each = {name[:3]: run for name, run in runs.BOTH.items() if run.vector == vector}
        drawn = curves(lab, f"Figure {number}, vector {vector}", each, "score", plan(lab.budget).compared)
        until = part * max(line.x.max() for line in drawn.lines.values())
        lines = {name: beginning(line, until) for name, line in drawn.lines.items()}
        pictures.append(replace(drawn, lines=lines, levels=levels if part == 1 else {}))
    return pictures


def histograms(algorithm: str, lab: Laboratory) -> Sequence[Exhibit]:
    """Figures 6.20 to 6.22."""
    each = {name: run for name, run in runs.BOTH.items() if name.startswith(algorithm)}
    found = {name: scores(lab, learned) for name, learned in compared(lab, each).items()}
    return [histogram(f"Scores of {algorithm} in {games(lab):,} games", found)]
