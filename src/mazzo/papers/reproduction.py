"""From a work to its report: train what its parts need, make them, write."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mazzo.learners import curve
from mazzo.papers import records, workers
from mazzo.papers.laboratory import Laboratory, Watch
from mazzo.papers.report import Report, write
from mazzo.papers.study import Work


def reproduce(
    work: Work,
    budget: str,
    folder: Path,
    names: Sequence[str],
    watch: Watch,
    command: str,
    publish: Path | None = None,
    side_by_side: tuple[int, workers.Begin] | None = None,
) -> Report:
    """Train, measure and write `report.html` and `report.md` into `folder`; both also into `publish`, by their names,
    with the records that they are made of.

    With `side_by_side` so many trainings run at once, each in a process that is begun as it says.
    """
    parts = work.chosen(budget, names)
    laboratory = Laboratory(work, budget, folder, watch)
    needed = list(dict.fromkeys(name for part in parts.values() for name in part.needs if name in laboratory.trainings))
    if side_by_side:
        workers.train(laboratory, needed, *side_by_side)
    for name in needed:
        laboratory.train(name)
    made = {name: (part, part.make(laboratory)) for name, part in parts.items()}
    report = Report(work, budget, made, _how(laboratory, needed, command), _trainings(laboratory, needed))
    write(report, folder / "report.html", folder / "report.md")
    if publish is not None:
        page = work.name if budget == "paper" else f"{work.name}-{budget}"
        write(report, publish / f"{page}.html", publish / f"{page}.md")
        records.pack(folder, publish / "records" / f"{work.name}-{budget}.tar.gz")
    return report


def _how(laboratory: Laboratory, trainings: Sequence[str], command: str) -> dict[str, str]:
    """Command, versions, hardware and time."""
    measuring = laboratory.seconds("measuring")
    training, together = sum(map(laboratory.seconds, trainings)), laboratory.seconds(workers.SIDE_BY_SIDE)
    overlap = f", side by side in {together / 60:.1f} of the clock" if together else ""

    def noted(kind: str) -> str:
        return "; ".join(
            dict.fromkeys(each for what in (*trainings, "measuring") for each in laboratory.noted(what, kind))
        )

    return {
        "command": f"`{command}`",
        "versions": noted("versions"),
        "hardware": noted("hardware"),
        "wall-clock": f"{training / 60:.1f} minutes of training{overlap}, {measuring / 60:.1f} of measuring",
    }


def _trainings(laboratory: Laboratory, names: Sequence[str]) -> list[list[str]]:
    """What each was, and how far it went: all its lanes and seeds together."""
    rows = [["training", "learner", "lanes", "seeds", "games", "decisions", "steps of learning", "minutes"]]
    for name in names:
        settings = laboratory.settings(name)
        last = {(line.get("lane"), line["seed"]): line for line in curve.read(laboratory.run(name), "training")}
        counted = [f"{sum(line[what] for line in last.values()):,}" for what in ("games", "decisions", "updates")]
        members = [str(len(settings.runs())), str(settings.seeds)]
        rows.append([name, settings.learner, *members, *counted, f"{laboratory.seconds(name) / 60:.1f}"])
    return rows
