"""Trainings of a work side by side, each in a process of its own: one alone seldom fills a GPU."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import Popen
from typing import Any

from mazzo.core.errors import MazzoError
from mazzo.papers.laboratory import Interrupted, Laboratory

SIDE_BY_SIDE = "side-by-side"  # what the clock calls it
STOPPED = 130  # how a process ends that was asked to stop, and has saved
LOOK = 0.5  # seconds between two looks at the processes
TAIL = 1 << 16  # bytes in which a whole line is found
Begin = Callable[[str, Path], Popen[Any]]  # (training, file for what it says) -> the process that trains it


def train(laboratory: Laboratory, names: Sequence[str], workers: int, begin: Begin) -> None:
    """Train all of them and whatever they need, `workers` at a time."""
    waiting = [name for name in _with_needed(laboratory, names) if not laboratory.trained(name)]
    if waiting:
        with laboratory.timed(SIDE_BY_SIDE):
            _train(laboratory, waiting, workers, begin)


def _train(laboratory: Laboratory, waiting: list[str], workers: int, begin: Begin) -> None:
    running: dict[str, Popen[Any]] = {}
    try:
        while waiting or running:
            if laboratory.watch.stop():
                raise Interrupted
            ready = [name for name in waiting if all(map(laboratory.trained, laboratory.before(name)))]
            for name in ready[: workers - len(running)]:
                waiting.remove(name)
                running[name] = begin(name, _said(laboratory, name))
            for name in [name for name, process in running.items() if process.poll() is not None]:
                _check(laboratory, name, running.pop(name).returncode)
            _tell(laboratory, list(running))
            time.sleep(LOOK)
    finally:  # asked to stop, or one of them failed: the others save
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.wait()


def _with_needed(laboratory: Laboratory, names: Sequence[str]) -> list[str]:
    """Each once, after those that it needs."""
    found: list[str] = []
    for name in names:
        found += [each for each in (*_with_needed(laboratory, laboratory.before(name)), name) if each not in found]
    return found


def _said(laboratory: Laboratory, name: str) -> Path:
    return laboratory.run(name).with_suffix(".log")


def _check(laboratory: Laboratory, name: str, code: int) -> None:
    if code == STOPPED:
        raise Interrupted
    if code:
        said = _said(laboratory, name).read_text(encoding="utf-8", errors="replace").strip().splitlines()
        raise MazzoError(f"the training {name} failed ({code}): {said[-1] if said else 'it said nothing'}")


def _tell(laboratory: Laboratory, running: Sequence[str]) -> None:
    """How far those are that run now, together."""
    all_settings = {name: laboratory.settings(name) for name in running}
    done = sum(
        min(_reached(laboratory.run(name) / "metrics.jsonl", settings.unit), settings.budget)
        for name, settings in all_settings.items()
    )
    laboratory.watch.training(", ".join(running), done, sum(each.budget for each in all_settings.values()), {})


def _reached(metrics: Path, unit: str) -> int:
    """How far a run is by the last whole line that it has written."""
    try:
        with metrics.open("rb") as file:
            file.seek(max(0, metrics.stat().st_size - TAIL))
            lines = file.read().split(b"\n")[:-1]
    except FileNotFoundError:
        return 0
    return int(json.loads(lines[-1])[unit]) if lines else 0
