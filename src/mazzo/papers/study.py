"""What a reproduction is: a `Work` has trainings and parts; a part is a table or figure of the work beside ours.

Everything here is plain data. `laboratory.py` trains and measures, `report.py` writes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazzo.core.errors import unknown
from mazzo.learners.settings import Settings

if TYPE_CHECKING:
    from mazzo.papers.laboratory import Laboratory

# quick: minutes on two cores, to see that it works; paper: the work's own number of episodes; best: our own recipe for
# the same question.
BUDGETS = ("quick", "paper", "best")


@dataclass(frozen=True)
class Learned:
    """The agents that a training left, one for each of its seeds."""

    training: str
    lane: str = ""
    at: int | None = None  # the snapshot there; None: at the end


@dataclass(frozen=True)
class Training:
    """A run that parts need: its lanes and seeds are trained side by side."""

    settings: Settings
    minutes: float  # expected: for `quick` on two cores, else on one GPU
    start: Learned | None = None  # it goes on from the best of these, which are trained before
    against: Mapping[str, Learned] = field(default_factory=dict)  # lane -> an opponent of weight 1 beside its others:
    # the best of the agents that an earlier training left, which learns no more


@dataclass(frozen=True)
class Estimate:
    """A measured figure with a 95 % interval: over the seeds of training if there are several, else over the games."""

    mean: float
    low: float
    high: float
    seeds: tuple[float, ...] = ()  # of each seed; empty where nothing was trained
    games: int = 0  # of each seed


def exact(value: float) -> Estimate:
    """What is so by construction."""
    return Estimate(value, value, value)


@dataclass(frozen=True)
class Cell:
    """One figure of a table: the work's and ours."""

    paper: float | None  # None: the work does not give it
    ours: Estimate | None
    at_least: float | None = None  # what has to be reached
    missing: str = ""  # why there is none of ours

    @property
    def verdict(self) -> str:
        if self.ours is None:
            return f"missing: {self.missing}"
        if self.at_least is not None:
            return "reached" if self.ours.mean >= self.at_least else "falls short"
        if self.paper is None:
            return "new"
        if self.ours.low <= self.paper <= self.ours.high:
            return "agrees"
        return "higher" if self.ours.mean > self.paper else "lower"


@dataclass(frozen=True)
class Table:
    """Cells by row and column."""

    title: str
    cells: Mapping[tuple[str, str], Cell]
    percent: bool = True  # figures are rates
    digits: int | None = 2  # after the point; None: as many as there are

    def shown(self, value: float | None) -> str:
        """A figure as text."""
        if value is None or value != value:
            return "–"
        form = ",.10g" if self.digits is None else f".{self.digits}f"
        return f"{100 * value:{form}} %" if self.percent else f"{value:{form}}"


@dataclass(frozen=True)
class Line:
    """A learning curve: one row of values for each seed."""

    x: NDArray[np.float64]  # [points]
    values: NDArray[np.float64]  # [seeds, points]


@dataclass(frozen=True)
class Curves:
    """Learning curves together; the band of each reaches from its lowest seed to its highest."""

    title: str
    x: str  # what the axis shows
    y: str
    lines: Mapping[str, Line]
    levels: Mapping[str, float] = field(default_factory=dict)  # horizontal lines, as the work's final figure


@dataclass(frozen=True)
class Bars:
    """Figures side by side: in every group one bar of each series."""

    title: str
    y: str
    groups: Sequence[str]
    series: Mapping[str, Sequence[Estimate]]


@dataclass(frozen=True)
class Remark:
    """A paragraph."""

    text: str


Exhibit = Table | Curves | Bars | Remark


@dataclass(frozen=True)
class Part:
    """A numbered table or figure of the work, or a question that it left open."""

    title: str
    make: Callable[[Laboratory], Sequence[Exhibit]]
    needs: tuple[str, ...] = ()  # trainings
    budgets: tuple[str, ...] = BUDGETS  # in which it is made
    remark: str = ""  # what agrees, what does not, and why


@dataclass(frozen=True)
class Work:
    """A published work."""

    name: str
    citation: str
    about: str  # in one sentence
    trainings: Callable[[str], Mapping[str, Training]]  # of a budget, by name
    parts: Mapping[str, Part]  # by a short name: table-7.4, figure-7.1, …
    readings: Sequence[str] = ()  # how we read what the work leaves open

    def chosen(self, budget: str, names: Sequence[str] = ()) -> dict[str, Part]:
        """The parts of a budget: all, or those named."""
        if budget not in BUDGETS:
            raise unknown("budget", budget, list(BUDGETS))
        known = {name: part for name, part in self.parts.items() if budget in part.budgets}
        for name in names:
            if name not in known:
                raise unknown(f"part of {self.name} at --budget {budget}", name, list(known))
        return {name: part for name, part in known.items() if not names or name in names}
