"""From a work to its report: train what its parts need, make them, write."""

from __future__ import annotations

import platform as machine
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from mazzo.core import platform
from mazzo.learners import curve
from mazzo.papers.laboratory import Laboratory, Watch
from mazzo.papers.report import Report, write
from mazzo.papers.study import Work


def reproduce(
    work: Work, budget: str, folder: Path, names: Sequence[str], watch: Watch, command: str, publish: Path | None = None
) -> Report:
    """Train, measure and write `report.html` and `report.md` into `folder`; the page also into `publish`."""
    parts = work.chosen(budget, names)
    laboratory = Laboratory(work, budget, folder, watch)
    needed = list(dict.fromkeys(name for part in parts.values() for name in part.needs if name in laboratory.trainings))
    for name in needed:
        laboratory.train(name)
    made = {name: (part, part.make(laboratory)) for name, part in parts.items()}
    report = Report(work, budget, made, _how(laboratory, needed, command))
    write(report, folder / "report.html", folder / "report.md")
    if publish is not None:
        write(report, None, publish / f"{work.name}.md")
    return report


def _how(laboratory: Laboratory, trainings: Sequence[str], command: str) -> dict[str, str]:
    """Command, versions, hardware, time and steps."""
    seconds = sum(laboratory.seconds(name) for name in trainings)
    decisions = sum(_decisions(laboratory.run(name)) for name in trainings)
    device = platform.describe()
    seeds = sorted({laboratory.settings(name).seeds for name in trainings})
    return {
        "command": f"`{command}`",
        "versions": f"mazzo {version('mazzo')}, jax {version('jax')}, Python {machine.python_version()}",
        "hardware": f"{device['device_name']}, {device['cores']} cores",
        "training": f"{len(trainings)} runs, {seconds / 60:.1f} minutes, {decisions:,} decisions of the learners",
        "seeds": ", ".join(map(str, seeds)) or "–",
    }


def _decisions(run: Path) -> int:
    """Of all its lanes and seeds together."""
    last = {(line.get("lane"), line["seed"]): line["decisions"] for line in curve.read(run, "training")}
    return sum(last.values())
