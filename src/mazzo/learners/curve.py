"""Learning curves, from the metrics of runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from mazzo.agents.card import Curve
from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole

ORIGIN = "origin.jsonl"  # of a run: each command that went on with it, and the hardware


def read(folder: Path, kind: str | None = None) -> list[dict[str, Any]]:
    """The lines of a run's metrics; `kind` training or evaluation."""
    try:
        text = (folder / "metrics.jsonl").read_text(encoding="utf-8")
    except OSError as error:
        raise MazzoError(f"{folder} holds no metrics ({error.strerror}); name the folder of a run") from error
    lines = [_line(folder, line) for line in text.splitlines() if line]
    return [line for line in lines if kind is None or line.get("kind") == kind]


@dataclass(frozen=True)
class History:
    """How one agent of a run came about."""

    command: str = ""  # that began the run
    hardware: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    curve: Curve | None = None


def history(folder: Path, made: Mapping[str, Any]) -> History:
    """Of an agent in a run's folder or below it: of its lane and seed, up to where it was kept (`made`).

    Nothing is known of an agent outside of a run.
    """
    run = next((place for place in (folder, *folder.absolute().parents) if (place / "run.json").is_file()), None)
    if run is None:
        return History()
    unit = str(json.loads((run / "run.json").read_text(encoding="utf-8"))["unit"])
    lane = _lane_of(folder.absolute(), run.absolute(), made)
    own = [line for line in read(run) if line.get("seed") == made.get("seed") and line.get("lane", "") == lane]
    own = [line for line in own if line[unit] <= made.get(unit, 0)]
    chunks = sum(line["kind"] == "training" for line in own)
    seconds = [json.loads(line)["seconds"] for line in _lines(run / "speed.jsonl")][:chunks]
    begun = [json.loads(line) for line in _lines(run / ORIGIN)][:1]
    command, hardware = (begun[0].pop("command", ""), begun[0]) if begun else ("", {})
    return History(command, hardware, sum(seconds) if seconds else None, _curve(own, unit))


def _lane_of(folder: Path, run: Path, made: Mapping[str, Any]) -> str:
    """The lane in whose folder an agent is; else the one that has its settings."""
    parts = folder.relative_to(run).parts
    if "lanes" in parts:
        return parts[parts.index("lanes") + 1]
    return next((lane for lane in lanes(run) if lane and _has(run, lane, made)), "")


def _has(run: Path, lane: str, made: Mapping[str, Any]) -> bool:
    """Was an agent made with a lane's settings?"""
    path = run / "lanes" / lane / "agent.json"
    return path.is_file() and json.loads(path.read_text(encoding="utf-8"))["made"]["settings"] == made.get("settings")


def _curve(lines: Sequence[Mapping[str, Any]], unit: str) -> Curve | None:
    """The first figure of the evaluations."""
    told = [line for line in lines if line["kind"] == "evaluation"]
    skip = {"kind", "lane", "seed", "games", "decisions", "updates"}
    name = next((name for name in (told[-1] if told else {}) if name not in skip), None)
    if name is None:
        return None
    return Curve(name, unit, [line[unit] for line in told], [line[name] for line in told]).thinned()


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def _line(folder: Path, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError as error:
        raise MazzoError(f"{folder / 'metrics.jsonl'} is damaged: {text[:60]!r} is not JSON") from error
    return dict(line)


def metrics(folders: Sequence[Path], kind: str = "evaluation") -> list[str]:
    """The metrics that all the runs have, numbers only, in the order in which they were written."""
    found: list[list[str]] = []
    for folder in folders:
        lines = read(folder, kind)
        names = lines[-1] if lines else {}
        skip = {"kind", "lane", "seed", "games", "decisions", "updates"}
        found.append([name for name, value in names.items() if name not in skip and not isinstance(value, list)])
    return [name for name in found[0] if all(name in names for names in found)] if found else []


def lanes(folder: Path) -> list[str]:
    """Of a run; one without a name where there are none."""
    return list(dict.fromkeys(line.get("lane", "") for line in read(folder, "training"))) or [""]


def series(
    folder: Path, metric: str, kind: str, unit: str, lane: str = ""
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """(x[points], values[seeds, points]): as many points as every seed has."""
    seeds: dict[int, list[tuple[float, float]]] = {}
    for line in read(folder, kind):
        if metric in line and line.get("lane", "") == lane:
            seeds.setdefault(line["seed"], []).append((line[unit], line[metric]))
    if not seeds:
        raise MazzoError(f"{folder} has no {kind} metric {metric!r}; it has: {', '.join(metrics([folder], kind))}")
    points = min(map(len, seeds.values()))
    table = np.array([values[:points] for values in seeds.values()], float)
    return table[:, :, 0].mean(0), table[:, :, 1]


def plot(folders: Sequence[Path], target: Path, chosen: Sequence[str] = (), kind: str = "evaluation") -> list[str]:
    """Draw runs, and their lanes, together, a panel per metric: the mean of the seeds, and the band from the lowest to
    the highest."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    names = list(chosen) or metrics(folders, kind)[:4]
    if not names:
        raise MazzoError(f"there is nothing to plot yet in {', '.join(map(str, folders))}")
    lines = [(folder, lane) for folder in folders for lane in lanes(folder)]
    unit = json.loads((folders[0] / "run.json").read_text(encoding="utf-8"))["unit"]
    figure, panels = plt.subplots(1, len(names), figsize=(4.6 * len(names), 3.4), squeeze=False, layout="constrained")
    for panel, name in zip(panels[0], names, strict=True):
        for (folder, lane), colour in zip(lines, _colours(), strict=False):
            x, values = series(folder, name, kind, unit, lane)
            panel.fill_between(x, values.min(0), values.max(0), color=colour, alpha=0.2, linewidth=0)
            panel.plot(x, values.mean(0), color=colour, label=" ".join(filter(None, (folder.name, lane))))
        panel.set(title=name.replace("_", " "), xlabel=unit)
        panel.grid(alpha=0.3)
        if len(lines) > 1:
            panel.legend(fontsize="small")
    form, drawn = target.suffix.removeprefix("."), BytesIO()
    with plt.rc_context({"svg.hashsalt": "mazzo"}):
        figure.savefig(drawn, format=form, metadata={"Date": None} if form == "svg" else None)
    plt.close(figure)
    write_whole(target, drawn.getvalue())
    return names


def _colours() -> Iterator[str]:
    """Told apart by people who do not see all colours (Okabe and Ito)."""
    while True:
        yield from ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
