"""The tables of settings of Grooten 2021, and the figures that follow from definitions alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np

from mazzo.core.game import Weighted
from mazzo.core.registry import family
from mazzo.learners.settings import Settings
from mazzo.ops.exploration import mixed
from mazzo.ops.losses import clipped_surrogate
from mazzo.papers import tue_runs as runs
from mazzo.papers.laboratory import Laboratory
from mazzo.papers.study import Bars, Cell, Curves, Exhibit, Learned, Line, Remark, Table, exact
from mazzo.papers.tue import ENCODERS, Run
from mazzo.papers.tue_plan import Where, plan
from mazzo.papers.tue_runs import Runs

GAME = "hanabi"

# ------------------------------------------------------------------------------------------------- tables of runs

# What is called how in a run, and in our settings.
ROWS: dict[str, tuple[str, str]] = {
    "hidden layers π": ("hidden", "networks.hidden"),
    "hidden layers V": ("value_hidden", "networks.value_hidden"),
    "activation": ("activation", "networks.activation"),
    "entropy coefficient": ("entropy", "entropy"),
    "renormalise": ("renormalise", "renormalise"),
    "learning rate π": ("rate", "rate"),
    "ε": ("epsilon", "epsilon"),
    "λ": ("lambda_", "lambda_"),
}
# Of a table of settings: the runs that it describes.
TABLES: dict[str, Mapping[str, Runs]] = {
    "6.2": {number: runs.FIGURES[number] for number in ("6.1", "6.2", "6.3")},
    "6.3": {"epsilon": runs.FIGURES["6.5"], "entropy": runs.FIGURES["6.6"], "shuffle": runs.FIGURES["6.10"]},
    "6.5": {"A": runs.FIGURES["6.11"], **{f"B, figure {n}": runs.FIGURES[n] for n in ("6.12", "6.13", "6.14")}},
    "6.6": {f"figure {number}": runs.FIGURES[number] for number in ("6.15", "6.16", "6.17")},
    "A.1": {"[32]": runs.PLAYABILITY},
}


def settings(number: str, lab: Laboratory) -> Sequence[Exhibit]:
    """Tables 6.2, 6.3, 6.5, 6.6 and A.1."""
    each = {f"{what}: {name}": run for what, group in TABLES[number].items() for name, run in group.items()}
    return [Remark(described(lab, each, plan(lab.budget).side))]


def compared(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 6.7."""
    return [Remark(described(lab, {**runs.BOTH, **runs.MASKED}, plan(lab.budget).compared))]


def described(lab: Laboratory, each: Runs, where: Where) -> str:
    """A Markdown table: how runs were trained, and in brackets the thesis's value where it is another one."""
    found = {name: (run, _of(lab, where[run])) for name, run in each.items() if run in where}
    head = ["", "vector", "played card", "illegal", "shaped", *ROWS]
    lines = [head, ["---"] * len(head)]
    for name, (run, ours) in found.items():
        fits = ours.reward_weights["fits"] * ours.scale
        penalty = "masked" if ours.penalty is None else _both(run.illegal, ours.penalty)
        told = [_both(ENCODERS[run.vector], ours.encoder), _both(run.success, fits), penalty, _word(run.shaped)]
        lines.append([name, *told, *(_shown(run, what, called, ours.config) for what, called in ROWS.values())])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _of(lab: Laboratory, learned: Learned) -> Settings:
    """The settings of one lane."""
    return lab.settings(learned.training).checked().lane(learned.lane).checked()


def _shown(run: Run, what: str, called: str, config: Mapping[str, Any]) -> str:
    theirs, ours = getattr(run, what), config.get(called)
    if run.algorithm == "spg" and what in ("value_hidden", "lambda_"):
        return "–"
    if what in ("value_hidden", "hidden"):
        layers = (theirs or run.hidden, ours or config["networks.hidden"])
        return _both(*(" ".join(map(str, each)) for each in layers))
    if what == "epsilon" and theirs != "0":
        return " ".join(word[:10] for word in str(ours).split())  # faster than the thesis's, for fewer steps
    return _both(_word(theirs), _word(ours))


def _word(value: Any) -> Any:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def _both(theirs: Any, ours: Any) -> str:
    """Ours, and the thesis's if it differs."""
    try:
        same = bool(np.isclose(float(theirs), float(ours)))
        theirs, ours = f"{float(theirs):g}", f"{float(ours):g}"
    except (TypeError, ValueError):
        same = str(theirs) == str(ours)
    return f"{ours}" if same else f"{ours} ({theirs})"


# ----------------------------------------------------------------------------------------------- tables of the game


def vectors(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 6.1: how long the observation vectors are."""
    game = family(GAME).make("simplified-2p")
    cells = {(name, "numbers"): Cell(size, exact(game.encoder(name).size)) for size, name in ENCODERS.items()}
    cells["initial-15", "numbers"] = Cell(15, exact(game.encoder("initial-15").size))
    return [Table("Observation vectors", cells, percent=False, digits=0)]


DEFAULTS = {"fits": 1, "lost_score": -1, "life": 0, "discard": 0, "play": 0, "hint": 0}
DEFAULTS |= {"discard_playable": 0, "discard_useless": 0, "discard_unique": 0}
TRIED = {"life": -0.1, "play": 0.02, "hint": -0.02}
TRIED |= {"discard_playable": -0.1, "discard_useless": 0.1, "discard_unique": -0.1}


def rewards(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 6.4: the weights of what is paid."""
    game = family(GAME).make("simplified-2p")
    cells: dict[tuple[str, str], Cell] = {}
    for column, theirs in (("standard", DEFAULTS), ("shaped-1", {**DEFAULTS, **TRIED})):
        reward = game.reward(column)
        ours = reward.weights if isinstance(reward, Weighted) else {}
        cells |= {(name, column): Cell(value, exact(ours[name])) for name, value in theirs.items()}
    return [Table("What is paid", cells, percent=False)]


# ------------------------------------------------------------------------------------------------------- pictures

CLIP = 0.2


def surrogate(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 4.1: what PPO maximises for a single decision, against the ratio of its probabilities."""
    ratio = np.linspace(0, 2, 201)

    def line(advantage: float) -> Line:
        loss, _ = clipped_surrogate(jnp.asarray(ratio), jnp.float32(advantage), CLIP)
        return Line(ratio, -np.asarray(loss, float)[None])

    return [Curves("Clipped at 0.2", "r", "objective", {"A = 1": line(1.0), "A = -1": line(-1.0)})]


# The picture gives no numbers: these are ours.
POLICY = (0.02, 0.05, 0.01, 0.1, 0.02, 0.3, 0.03, 0.25, 0.02, 0.1, 0.1)


def shifted(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 6.4: a policy with ε of chance among the legal actions, which here are all."""
    logs, legal = jnp.log(jnp.array(POLICY)), jnp.ones(len(POLICY), bool)
    outputs = [*(f"d{i}" for i in range(5)), *(f"p{i}" for i in range(5)), "h"]
    series = {f"ε = {e:g}": [exact(float(p)) for p in jnp.exp(mixed(logs, legal, e))] for e in (0.0, 0.5)}
    return [Bars("Probabilities of the outputs", "probability", outputs, series)]


def others(lab: Laboratory) -> Sequence[Exhibit]:
    """What has a number and is no result."""
    return [
        Remark(
            "Tables 2.1 and 2.2 are results of other authors at the full game, and Table 3.1 names kinds of problems. "
            "Figures 1.1, 3.1, 5.1 and B.1 are drawings: a photograph, an agent and its environment, a state of the "
            "game (whose observation vectors are checked by tests of the encoders), a belief."
        )
    ]
