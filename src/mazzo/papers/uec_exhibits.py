"""What the agents of He 2021 reach, ours beside the thesis's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mazzo.ops.exploration import parse
from mazzo.papers.laboratory import Laboratory, Player, over_seeds
from mazzo.papers.study import Cell, Curves, Estimate, Exhibit, Learned, Line, Remark, Table, exact
from mazzo.papers.uec import BATCH, ITERATIONS, SCHEDULES
from mazzo.papers.uec_trainings import AGENTS, GAMES, LARGER, PLAIN, REWARDS, SCALES, TITLES, learned, training

RANDOM = {"tripeaks": 0.00051, "russian": 0.00220}  # Table 4.6
WON: Mapping[str, Mapping[str, float]] = {
    "tripeaks": {"mc2": 0.27394, "q2": 0.51865},
    "russian": {"mc1": 0.00340, "mc2": 0.00352, "q1": 0.00443, "q2": 0.00494},
}
AIMS = {("tripeaks", "mc2"): 0.274, ("tripeaks", "q2"): 0.519}


def measured(lab: Laboratory) -> int:
    """Games in which a trained agent is measured."""
    return 64 if lab.budget == "quick" else 100_000


def won(lab: Laboratory, player: Player, game: str = "") -> Estimate:
    """How often a player wins; a scripted one is measured in ten times as many games."""
    games = measured(lab) if isinstance(player, Learned) else 10 * measured(lab)
    return lab.measure(player, None, games, game)["win_rate"]


# --------------------------------------------------------------------------------------------------- schedules

SCHEDULED = {
    "4.7": ("tripeaks", "mc2"),
    "4.8": ("tripeaks", "q2"),
    "4.9": ("russian", "mc1"),
    "4.10": ("russian", "mc2"),
    "4.11": ("russian", "q1"),
    "4.12": ("russian", "q2"),
}


def schedule(game: str, name: str, lab: Laboratory) -> Sequence[Exhibit]:
    """Tables 4.7 to 4.12: what the training has, read at the thesis's iterations."""
    config, theirs, scale = lab.settings(training(game, name)).config, SCHEDULES[game, name], SCALES[lab.budget][game]
    epsilon, rate = parse(config["epsilon"]), parse(config["rate"])
    cells = {}
    for iteration in (theirs.gently + 1, theirs.explores, theirs.falls, theirs.falls + 1, ITERATIONS[game]):
        step = iteration / scale.larger / scale.part
        inside = (iteration - 0.5) / scale.larger / scale.part
        chance = 1.0 if iteration <= theirs.explores else theirs.least
        far = theirs.rate if iteration <= theirs.falls else theirs.later
        cells[f"{iteration:,}", "ε"] = Cell(chance, exact(round(float(epsilon(step)), 6)))
        cells[f"{iteration:,}", "rate"] = Cell(far, exact(round(float(rate(inside)) / scale.larger, 6)))
    return [Table("By iteration of 16 samples", cells, percent=False, digits=None)]


# ---------------------------------------------------------------------------------------------------- win rates


def agents(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 4.5, and in how many games each was trained."""
    thesis = {"tripeaks": 1e6, "russian": 1.5e6}
    cells = {
        (f"{name.upper()}: {described}", title): Cell(thesis[game], _played(lab, learned(game, name)))
        for game, title in TITLES.items()
        for name, described in AGENTS.items()
    }
    return [
        Remark("RD plays any move by chance. The others:"),
        Table("Games played in training", cells, percent=False, digits=0),
    ]


def _played(lab: Laboratory, who: Learned) -> Estimate:
    games = lab.curve(who.training, "games", who.lane, "training").values[:, -1]
    return over_seeds([{"games played": float(number)} for number in games])["games played"]


def win_rates(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 4.6."""
    tables = []
    for game, title in TITLES.items():
        cells = {("RD", "games won"): Cell(RANDOM[game], won(lab, "random", game))}
        for name in AGENTS:
            ours = won(lab, learned(game, name))
            cells[name.upper(), "games won"] = Cell(WON[game].get(name), ours, AIMS.get((game, name)))
        tables.append(Table(f"{title}: games won", cells, digits=3))
    gains = {
        (name.upper(), "more than RD"): Cell(
            WON["russian"][name] - RANDOM["russian"], gained(lab, learned("russian", name))
        )
        for name in AGENTS
    }
    return [*tables, Table("Russian Solitaire: games won beyond those of random play", gains, digits=3)]


def gained(lab: Laboratory, who: Learned) -> Estimate:
    """How much oftener an agent of Russian Solitaire wins than the random player, whose rate is taken as exact."""
    ours, chance = won(lab, who), won(lab, "random", "russian").mean
    return replace(ours, mean=ours.mean - chance, low=ours.low - chance, high=ours.high - chance)


def _course(lab: Laboratory, game: str, who: Learned) -> Line:
    """Its win rate over the thesis's iterations."""
    line = lab.curve(who.training, "win_rate", who.lane)
    return Line(line.x * lab.settings(who.training).config["batch"] / BATCH, line.values)


def course(game: str, lab: Laboratory) -> Sequence[Exhibit]:
    """Figures 4.5 and 4.6."""
    lines = {name.upper(): _course(lab, game, learned(game, name)) for name in AGENTS}
    levels = {f"{name.upper()}, thesis": rate for name, rate in WON[game].items()}
    if game == "russian":  # the thesis's four lie too close to be told apart
        levels = {"Q2, thesis": WON[game]["q2"], "RD, ours": won(lab, "random", game).mean}
    return [Curves(f"Training at {TITLES[game]}", "iterations of 16 samples", "games won", lines, levels)]


# ---------------------------------------------------------------------------------------------------- questions


def momentum(lab: Laboratory) -> Sequence[Exhibit]:
    """Learning with momentum, as everywhere else here, and without."""
    exhibits: list[Exhibit] = []
    for game, name in PLAIN:
        what = f"{name.upper()} at {TITLES[game]}, by momentum"
        who = {"momentum 0.9": learned(game, name), "none": learned(game, f"{name}-plain")}
        theirs, aim = WON[game][name], AIMS.get((game, name))
        cells = {(kind, "games won"): Cell(theirs, won(lab, each), aim) for kind, each in who.items()}
        lines = {kind: _course(lab, game, each) for kind, each in who.items()}
        level = {"thesis": theirs}
        exhibits += [
            Table(f"{what}: games won", cells, digits=3),
            Curves(what, "iterations of 16 samples", "games won", lines, level),
        ]
    return exhibits


def larger(lab: Laboratory) -> Sequence[Exhibit]:
    """Q2 of Russian Solitaire, and what is larger in it."""
    who = {"as in the thesis": learned("russian", "q2"), **{f"larger {name}": Learned(name) for name in LARGER}}
    rates = {(row, "games won"): Cell(None, won(lab, each)) for row, each in who.items()}
    gains = {(row, "more than RD"): Cell(None, gained(lab, each)) for row, each in who.items()}
    lines = {row: _course(lab, "russian", each) for row, each in who.items()}
    level = {"random": won(lab, "random", "russian").mean}
    return [
        Table("Q2 at Russian Solitaire", rates | gains, digits=3),
        Curves("Q2 at Russian Solitaire", "iterations of 16 samples", "games won", lines, level),
    ]


def ppo(lab: Laboratory) -> Sequence[Exhibit]:
    """Beside the thesis's best agents and our scripted players."""
    exhibits: list[Exhibit] = []
    for game in GAMES:
        theirs, aim = WON[game]["q2"], AIMS.get((game, "q2"))
        cells = {
            (f"PPO, {lane}", TITLES[game]): Cell(theirs, won(lab, Learned(f"{game}-ppo", lane)), aim)
            for lane in REWARDS
        }
        cells |= {(bot, TITLES[game]): Cell(None, won(lab, bot, game)) for bot in ("random", "heuristic", "expert")}
        lines = {lane: lab.curve(f"{game}-ppo", "win_rate", lane) for lane in REWARDS}
        exhibits += [
            Table(f"{TITLES[game]}: games won; the thesis: Q2", cells),
            Curves(f"PPO at {TITLES[game]}", "decisions", "games won", lines, {"Q2, thesis": theirs}),
        ]
    return exhibits
