"""The report of a reproduction: one self-contained HTML file, and a Markdown page with its pictures beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any

from mazzo.core.files import write_whole
from mazzo.papers.pictures import draw
from mazzo.papers.study import Cell, Exhibit, Part, Remark, Table, Work

HEADS = ("", "", "paper", "ours", "95 % interval", "seeds", "verdict")
DIFFERENT = ("falls short", "higher", "lower", "missing")
MARKS = {"reached": "✓", "falls short": "✗", "agrees": "=", "higher": "↑", "lower": "↓", "new": "+", "missing": "?"}
VERDICTS = (
    "Verdicts: *reached* or *falls short* of what was aimed at; *agrees* where the work's figure lies in our interval, "
    "else *higher* or *lower*; *new* where the work gives none. Intervals are over the seeds of training (Student's "
    "t); of what was not trained, or once only, over the deals."
)
QUICK = "**This is a quick run: it shows that everything works, not what the methods reach.**"


@dataclass(frozen=True)
class Report:
    """What was made of a work at one budget."""

    work: Work
    budget: str
    parts: Mapping[str, tuple[Part, Sequence[Exhibit]]]
    made: Mapping[str, str]  # command, versions, hardware, time
    trainings: Sequence[Sequence[str]] = ()  # rows, the first is their head

    def cells(self) -> Iterator[tuple[str, Table, tuple[str, str], Cell]]:
        """(part, table, place, cell) of every table."""
        for name, (_, exhibits) in self.parts.items():
            for table in exhibits:
                if isinstance(table, Table):
                    for place, cell in table.cells.items():
                        yield name, table, place, cell

    def summary(self) -> str:
        found = Counter(_kind(cell) for *_, cell in self.cells())
        counted = ", ".join(f"{number} {verdict}" for verdict, number in found.most_common())
        figures = f"{found.total()} figures: {counted}." if found else ""
        return f"{QUICK if self.budget == 'quick' else ''} {figures}".strip()

    def differences(self) -> str:
        """What is not as the work has it, or is missing."""
        found: dict[str, list[str]] = {}
        for _, table, (row, column), cell in self.cells():
            if _kind(cell) in DIFFERENT:
                ours = "" if cell.ours is None else f" {table.shown(cell.ours.mean)}"
                aim = f" (at least {table.shown(cell.at_least)})" if cell.at_least is not None else ""
                paper = f" ({table.shown(cell.paper)})" if cell.paper is not None and not aim else ""
                found.setdefault(_kind(cell), []).append(f"{table.title}: {row}, {column}{ours}{aim}{paper}")
        return "\n".join(f"- **{verdict}**: {'; '.join(places)}" for verdict, places in found.items())


def _kind(cell: Cell) -> str:
    return cell.verdict.partition(":")[0]


def told(report: Report) -> dict[str, Any]:
    """Every figure, for machines."""
    cells = [
        {"part": name, "table": table.title, "row": row, "column": column, "verdict": cell.verdict, **asdict(cell)}
        for name, table, (row, column), cell in report.cells()
    ]
    head, *trainings = report.trainings or [()]
    listed = [dict(zip(head, row, strict=True)) for row in trainings]
    made = {"made": dict(report.made), "trainings": listed}
    return {"work": report.work.name, "budget": report.budget, **made, "cells": _without_nan(cells)}


def _without_nan(value: Any) -> Any:
    """JSON has no word for what is no number."""
    if isinstance(value, dict):
        return {name: _without_nan(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without_nan(each) for each in value]
    return None if value != value else value


def write(report: Report, html: Path | None, markdown: Path | None) -> None:
    """Write the files that are asked for; the Markdown's pictures go into a folder of the page's name."""
    if html is not None:
        write_whole(html, _page(report).encode())
    if markdown is not None:
        folder = markdown.with_suffix("")

        def beside(name: str, svg: str) -> str:
            write_whole(folder / f"{name}.svg", svg.encode())
            return f"![{name}]({folder.name}/{name}.svg)"

        write_whole(markdown, text(report, beside).encode())


def text(report: Report, picture: Callable[[str, str], str]) -> str:
    """The report as Markdown; `picture(name, svg)` says how a picture is shown."""
    return "\n\n".join(block for block in _blocks(report, picture) if block) + "\n"


def _blocks(report: Report, picture: Callable[[str, str], str]) -> Iterator[str]:
    work = report.work
    yield f"# {work.name}: {work.about}"
    yield work.citation
    yield report.summary()
    yield _rows([("how it was made", ""), *report.made.items()])
    if len(report.trainings) > 1:
        yield _rows(report.trainings)
    yield VERDICTS
    if differences := report.differences():
        yield f"Not as the work has it:\n\n{differences}"
    for name, (part, exhibits) in report.parts.items():
        yield f"## {part.title}"
        for number, exhibit in enumerate(exhibits):
            if isinstance(exhibit, Table):
                yield f"*{exhibit.title}*"
                yield _table(exhibit)
            elif isinstance(exhibit, Remark):
                yield exhibit.text
            else:
                yield picture(f"{name}-{number}", draw(exhibit))
        yield part.remark
    if work.readings:
        yield "## How the work is read"
        yield "\n".join(f"- {reading}" for reading in work.readings)


def _table(table: Table) -> str:
    return _rows([HEADS, *(_row(table, *place, cell) for place, cell in table.cells.items())])


def _row(table: Table, row: str, column: str, cell: Cell) -> tuple[str, ...]:
    shown, verdict = table.shown, f"{MARKS[_kind(cell)]} {cell.verdict}"
    if cell.at_least is not None:
        verdict += f" (at least {shown(cell.at_least)})"
    if cell.ours is None:
        return row, column, shown(cell.paper), "–", "–", "–", verdict
    ours = cell.ours
    high = min(ours.high, 1) if table.percent else ours.high  # Student's t does not know that rates end there
    interval = f"{shown(ours.low)} to {shown(high)}" if ours.seeds or ours.games else "–"
    return row, column, shown(cell.paper), shown(ours.mean), interval, str(len(ours.seeds) or "–"), verdict


def _rows(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; the first row is its head."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
td, th { padding: .25rem .75rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
h2 { margin-top: 2.5rem; } figure { margin: 1rem 0; } svg { max-width: 100%; height: auto; background: #fff; }
@media (prefers-color-scheme: dark) {
  body { background: #1b1b1b; color: #ddd; } td, th { border-color: #444; } a { color: #8ab4f8; }
}
"""


def _page(report: Report) -> str:
    """HTML with everything in it."""
    from markdown_it import MarkdownIt

    def inline(name: str, svg: str) -> str:
        drawn = "\n".join(line for line in svg[svg.index("<svg") :].splitlines() if line.strip())
        return f"<figure>\n{drawn}\n</figure>"

    body = MarkdownIt("commonmark").enable("table").render(text(report, inline))
    title = escape(f"{report.work.name}, budget {report.budget}")
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n{body}</html>\n"
    )
