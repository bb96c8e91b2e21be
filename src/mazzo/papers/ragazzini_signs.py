"""Do signs help? Beyond Ragazzini 2022: under the official rules, the same agent with and without them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from mazzo.agents.network import network_agent
from mazzo.agents.storage import load_agent
from mazzo.evaluation.match import evaluate, play_match
from mazzo.papers.laboratory import Laboratory
from mazzo.papers.ragazzini_play import WORDS, habits
from mazzo.papers.study import Cell, Exhibit, Learned, Table

GAMES, MATCHES, DEALS = 10_000, 1_000, 4_096  # of a measurement
TEAMS = ("signs", "silent", "listening")  # trainings
# Its tongue stopped, its ears stopped: what the trained agent learned stays as it was.
STOPPED: Mapping[str, tuple[bool, bool]] = {
    "makes none": (True, False),
    "hears none": (False, True),
    "does neither": (True, True),
}


def stopped(mute: bool, deaf: bool, games: int, path: Path) -> dict[str, float]:
    """By how much a trained agent beats itself where it lacks signs, in points a deal."""
    saved = load_agent(path)
    recipe = replace(saved.recipe, head="silent-45") if mute else saved.recipe
    recipe = replace(recipe, encoder="deaf") if deaf else recipe
    without = network_agent(saved.game, recipe, saved.agent.params, "without")
    result = evaluate(play_match(saved.game, (saved.agent, without), games), "signs", "without", 0)
    return {"difference": result.points_difference_mean or 0.0}


def do_signs_help(lab: Laboratory) -> Sequence[Exhibit]:
    """Teams that were trained with signs and without; and one team with and without."""
    teams = {name: Learned(name) for name in TEAMS}
    pairs = [
        ("signs", "silent"),
        ("signs", "listening"),
        ("silent", "listening"),
        *((name, "expert") for name in TEAMS),
    ]
    won, points = {}, {}
    for one, other in pairs:
        found = lab.measure(teams[one], teams.get(other, other), GAMES, matches=MATCHES)
        won[f"{one} – {other}", "win ratio"] = Cell(None, found["match_win_rate"])
        points[f"{one} – {other}", "difference"] = Cell(None, found["points_difference_mean"])
    return [
        Table("Matches won under the official rules", won, digits=1),
        Table("Points a deal", points, percent=False),
        Table("Points a deal of the team with signs against itself without", _less(lab, teams["signs"]), percent=False),
        Table("Part of the own leads with a sign, against the expert", _used(lab, teams["signs"])),
    ]


def _less(lab: Laboratory, team: Learned) -> dict[tuple[str, str], Cell]:
    cells = {}
    for what, (mute, deaf) in STOPPED.items():
        compute = partial(stopped, mute, deaf, GAMES)
        found = lab.estimate(team, f"{GAMES} games against itself, which {what}", compute)
        cells[f"against itself, which {what}", "difference"] = Cell(None, found["difference"])
    return cells


def _used(lab: Laboratory, team: Learned) -> dict[tuple[str, str], Cell]:
    def compute(path: Path) -> dict[str, float]:
        return habits(load_agent(path).game, str(path), "expert", DEALS)

    found = lab.estimate(team, f"habits against expert, {DEALS} deals", compute)
    return {("signs", word): Cell(None, found[word]) for word in ("signs", *WORDS)}
