"""How strong the agents of a variant were measured to be: `strength.json` on the shelf, beside the agents' folders.

A ladder writes it from its record, so that no figure is kept by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from mazzo.agents import catalogue
from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole
from mazzo.core.spec import Spec

FORMAT = 1
FILE = "strength.json"
Unit = Literal["elo", "score", "won"]  # the score is a team's; what is won alone, a part of the games
FIGURES: dict[str, tuple[Unit, str, str]] = {  # of each kind of game: the unit, and where records have it
    "competitive": ("elo", "elo", "elo_ci95"),
    "cooperative": ("score", "score_mean", "score_ci95"),
    "solitaire": ("won", "win_rate", "win_rate_ci95"),
}


@dataclass(frozen=True)
class Strength:
    """A figure with its 95 % interval."""

    unit: Unit
    value: float
    low: float
    high: float
    weights: str = ""  # which of a network were measured

    @property
    def told(self) -> str:
        """In a few words."""
        if self.unit == "won":
            return f"{100 * self.value:.1f} % won"
        return f"{self.value:.0f} Elo" if self.unit == "elo" else f"{self.value:.1f} points"


def of_record(record: Mapping[str, Any]) -> dict[str, Strength]:
    """By agent, strongest first: of a ladder's record the one figure that compares them all."""
    unit, value, interval = FIGURES[record["kind"]]
    weights = {one["agent"]: one.get("weights", "") for one in record["agents"]}
    rows = record.get("ratings") or [row for row in record["results"] if row["against"] is None]

    def strength(row: Mapping[str, Any]) -> Strength:
        low, high = row[interval]
        return Strength(unit, row[value], low, high, weights[row["agent"]])

    return {row["agent"]: strength(row) for row in sorted(rows, key=lambda row: -float(row[value]))}


def save(shelf: Path, record: Mapping[str, Any]) -> Path:
    """Put what a ladder found on a shelf."""
    path = shelf / record["game"] / record["variant"] / FILE
    write_whole(path, dumped(record).encode())
    return path


def dumped(record: Mapping[str, Any]) -> str:
    found = {name: asdict(strength) for name, strength in of_record(record).items()}
    told = {"format": FORMAT, "rules": record["rules"], "command": record["command"], "agents": found}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def figures(spec: Spec) -> dict[str, Strength]:
    """Of a variant's agents, from the first shelf that has figures for its rules; none, where nobody has measured."""
    for shelf in catalogue.directories():
        path = shelf / spec.game / spec.variant / FILE
        if path.is_file() and (told := _read(path))["rules"] == spec.version:
            return {name: Strength(**fields) for name, fields in told["agents"].items()}
    return {}


def _read(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise MazzoError(f"{path} is not JSON: {error}") from error
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise MazzoError(f"{path} is not of format {FORMAT}, which this mazzo reads")
    return told
