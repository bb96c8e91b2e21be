"""mazzo curve"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Annotated

import typer

from mazzo.cli.output import Json, console, print_json
from mazzo.core.errors import MazzoError


def command(
    runs: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Folders of runs.")],
    metric: Annotated[list[str] | None, typer.Option(help="What to draw; can be repeated.")] = None,
    training: Annotated[bool, typer.Option("--training", help="Metrics of training, not of evaluation.")] = False,
    out: Annotated[Path, typer.Option(help="The picture: .svg, .png or .pdf.")] = Path("curve.svg"),
    json: Json = False,
) -> None:
    """Draw the learning curves of runs together.

    The line is the mean of a run's seeds, the band reaches from the lowest to the highest. With --json the numbers are
    printed instead.

    Example: mazzo curve runs/one runs/other --metric win_rate_random
    """
    from mazzo.learners.curve import lanes, metrics, plot, series

    if out.suffix not in (".svg", ".png", ".pdf"):
        raise MazzoError(f"--out is {out}; end it in .svg, .png or .pdf")
    kind = "training" if training else "evaluation"
    if json:
        table = {}
        for folder in runs:
            table[str(folder)] = {}
            for name, lane in product(metric or metrics([folder], kind), lanes(folder)):
                x, values = series(folder, name, kind, "games", lane)
                told = {"games": x.tolist(), "seeds": values.tolist()}
                table[str(folder)][" ".join(filter(None, (name, lane)))] = told
        print_json(table)
        return
    names = plot(runs, out, metric or (), kind)
    console.print(f"{', '.join(names)}: {out}", soft_wrap=True)
