"""What the commands share: settings, JSON, progress bars, error lines."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)
settings: dict[str, Any] = {"device": None, "threads": None}

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; `mazzo games` lists them.")]
Variant = Annotated[
    str | None,
    typer.Option(help="A variant of the rules, with options after commas, as 2p.", show_default="the game's first"),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, for machines.")]
Seed = Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Same seed, same games, same figures.")]


def start_jax(device: str | None = None) -> None:
    """Apply the settings of the command line; `device` is the command's own default."""
    from mazzo.core import platform

    platform.configure(device=settings["device"] or _from_environment() or device, threads=settings["threads"])


def _from_environment() -> str | None:
    import os

    return os.environ.get("MAZZO_DEVICE")


def print_json(value: Any) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False)
    sys.stdout.write("\n")


def complain(message: str) -> None:
    """One line on standard error."""
    print(f"mazzo: {' '.join(message.split())}", file=sys.stderr)


@contextmanager
def progress_bar(what: str, unit: str, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, fed with (done, total); nothing when `quiet` or not on a terminal."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn(unit), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=quiet or not errors.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def percent(rate: float, interval: tuple[float, float] | None = None) -> str:
    """`79.1 % (78.9 – 79.4)`."""
    text = f"{100 * rate:.2f} %"
    return text if interval is None else f"{text} ({100 * interval[0]:.2f} – {100 * interval[1]:.2f})"


def number(value: float, interval: tuple[float, float] | None = None) -> str:
    text = f"{value:.2f}"
    return text if interval is None else f"{text} ({interval[0]:.2f} – {interval[1]:.2f})"


@contextmanager
def training_bar(unit: str, quiet: bool = False) -> Iterator[Callable[..., None]]:
    """A bar fed with (done, total, metrics, what is going on): the time left, and the strength measured last."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
        TextColumn("{task.fields[told]}"),
    )
    with Progress(*columns, console=errors, disable=quiet or not errors.is_terminal) as bar:
        task = bar.add_task("training", total=None, told="compiling …")

        def show(done: int, total: int, metrics: dict[str, float], what: str = "training") -> None:
            known = [name for name in metrics if name.startswith("win_rate") or name in ("score", "perfect", "loss")]
            told = "  ".join(f"{name.replace('_', ' ')} {metrics[name]:.3g}" for name in reversed(known))
            bar.update(task, completed=done, total=total or None, told=told, description=what)

        yield show


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Ctrl-C and SIGTERM ask for a stop after the chunk that is being computed; the second time they end at once."""
    received: list[int] = []

    def ask(number: int, frame: Any) -> None:
        if received:
            raise KeyboardInterrupt
        received.append(number)
        errors.print("Stopping after this chunk, and saving … (again: stop at once)")

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
