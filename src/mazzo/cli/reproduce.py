"""mazzo reproduce"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from subprocess import Popen
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from mazzo.cli.output import Json, console, errors, interruptible, print_json, settings, start_jax, training_bar
from mazzo.core.errors import MazzoError

if TYPE_CHECKING:
    from mazzo.papers.laboratory import Watch
    from mazzo.papers.report import Report
    from mazzo.papers.study import Work


def command(
    work: Annotated[str | None, typer.Argument(metavar="WORK", help="padova, sapienza, ragazzini, uec or tue.")] = None,
    budget: Annotated[
        str,
        typer.Option(
            help="quick: minutes on two cores; paper: the work's own; best: our recipe for the same question."
        ),
    ] = "quick",
    table: Annotated[list[str] | None, typer.Option(help="Only this table, as 7.4. Can be repeated.")] = None,
    figure: Annotated[list[str] | None, typer.Option(help="Only this figure. Can be repeated.")] = None,
    part: Annotated[list[str] | None, typer.Option(help="Only this part, as --list names it. Can be repeated.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="Show the parts and how long their training takes.")] = False,
    out: Annotated[Path | None, typer.Option(help="The folder.", show_default="reproduced/WORK-BUDGET")] = None,
    publish: Annotated[Path | None, typer.Option(help="Also write the report into this folder, by its name.")] = None,
    records: Annotated[
        Path | None,
        typer.Option(help="Begin with these records of an earlier reproduction: nothing in them is redone."),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="How many trainings run side by side, each in a process of its own.")
    ] = 1,
    train: Annotated[str | None, typer.Option(hidden=True, help="Only this training: what --workers begins.")] = None,
    json: Json = False,
) -> None:
    """Reproduce a published work: train its agents, measure them, and set its tables and figures beside ours.

    The folder gets report.html, report.md and everything they came from. What is there already is not done again:
    after Ctrl-C the same command goes on.

    Examples: mazzo reproduce padova
    mazzo reproduce padova --budget paper --table 7.4
    mazzo reproduce tue --list
    """
    start_jax()
    from mazzo.papers import find_work, works
    from mazzo.papers.records import unpack

    if work is None:
        if not list_:
            raise MazzoError(f"name a work: {', '.join(works())}")
        for name, each in works().items():
            console.print(f"[bold]{name}[/]  {each.about}")
        return
    chosen = find_work(work)
    names = [f"table-{name}" for name in table or []] + [f"figure-{name}" for name in figure or []] + (part or [])
    if list_:
        _show_parts(chosen, budget, names, json)
        return
    if records is not None:
        unpack(records, _folder(chosen, budget, out))
    if train:
        _train(chosen, budget, out, train, json)
    else:
        _reproduce(chosen, budget, names, out, publish, workers, json)


def _show_parts(work: Work, budget: str, names: list[str], json: bool) -> None:
    parts = work.chosen(budget, names)
    trainings = work.trainings(budget)
    minutes = {
        name: sum(trainings[need].minutes for need in part.needs if need in trainings) for name, part in parts.items()
    }
    if json:
        print_json(
            [
                {"part": name, "title": part.title, "needs": part.needs, "minutes": minutes[name]}
                for name, part in parts.items()
            ]
        )
        return
    shown = Table("part", "what it is", "trainings", "minutes", box=None, header_style="bold")
    for name, part in parts.items():
        shown.add_row(name, part.title, ", ".join(part.needs), f"{minutes[name]:.0f}")
    console.print(shown)
    total = sum(
        trainings[need].minutes
        for need in {need for part in parts.values() for need in part.needs if need in trainings}
    )
    where = "two cores" if budget == "quick" else "one GPU"
    console.print(f"Trainings are shared by parts: about {total:.0f} minutes in all, on {where}.")


def _reproduce(
    work: Work, budget: str, names: list[str], out: Path | None, publish: Path | None, workers: int, json: bool
) -> None:
    from mazzo.papers.reproduction import reproduce

    folder = _folder(work, budget, out)
    asked = [f"--budget {budget}", *(f"--part {name}" for name in names), *([f"--out {out}"] if out else [])]
    command = " ".join(["mazzo reproduce", work.name, *asked, *([f"--workers {workers}"] if workers > 1 else [])])
    begin = partial(_begin, work.name, budget, folder, workers)
    with _watched(command, json) as watch:
        side_by_side = (workers, begin) if workers > 1 else None
        report = reproduce(work, budget, folder, names, watch, command, publish, side_by_side)
    _show(report, folder, json)


def _train(work: Work, budget: str, out: Path | None, name: str, json: bool) -> None:
    from mazzo.papers.laboratory import Laboratory

    with _watched(f"mazzo reproduce {work.name} --budget {budget}", json) as watch:
        Laboratory(work, budget, _folder(work, budget, out), watch).train(name)


def _begin(work: str, budget: str, folder: Path, workers: int, name: str, said: Path) -> Popen[bytes]:
    """A process that trains: with its part of cores or of the GPU's memory; Ctrl-C does not reach it, we pass it on."""
    own = {"MAZZO_THREADS": str(max(1, (os.cpu_count() or 1) // workers)), "MAZZO_MEMORY": f"{0.9 / workers:.3f}"}
    chosen = {f"MAZZO_{what.upper()}": str(value) for what, value in settings.items() if value is not None}
    said.parent.mkdir(parents=True, exist_ok=True)
    asked = ["--budget", budget, "--out", str(folder), "--train", name, "--json"]
    with said.open("wb") as file:
        return Popen(
            [sys.executable, "-m", "mazzo", "reproduce", work, *asked],
            stdout=file,
            stderr=file,
            env={**own, **os.environ, **chosen},
            start_new_session=True,
        )


def _folder(work: Work, budget: str, out: Path | None) -> Path:
    return out or Path("reproduced") / f"{work.name}-{budget}"


@contextmanager
def _watched(command: str, quiet: bool) -> Iterator[Watch]:
    """Progress and complaints on standard error; Ctrl-C keeps what is done."""
    from mazzo.papers.laboratory import Interrupted, Watch

    with interruptible() as interrupted, training_bar("", quiet=quiet) as bar:

        def training(name: str, done: int, total: int, metrics: dict[str, float]) -> None:
            bar(done, total, metrics, name)

        try:
            yield Watch(
                training=training,
                measuring=lambda what: bar(0, 0, {}, f"measuring {what.partition('|')[0].strip()}"),
                complain=lambda text: errors.print(f"mazzo: {text}", soft_wrap=True),
                stop=lambda: bool(interrupted),
            )
        except Interrupted:
            errors.print(f"Kept. Go on with: {command}", soft_wrap=True)
            raise typer.Abort from None


def _show(report: Report, folder: Path, json: bool) -> None:
    if json:
        from mazzo.papers.report import told

        print_json({"folder": str(folder), **told(report)})
        return
    console.print(report.summary().replace("**", ""), soft_wrap=True)
    console.print(f"The report: {folder / 'report.html'}", soft_wrap=True)
