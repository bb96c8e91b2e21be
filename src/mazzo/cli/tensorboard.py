"""mazzo tensorboard"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mazzo.cli.output import Json, console, print_json
from mazzo.core.errors import MazzoError


def command(
    run: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")],
    out: Annotated[Path | None, typer.Option(help="Where the event files go.", show_default="DIR/tensorboard")] = None,
    json: Json = False,
) -> None:
    """Convert a run's metrics for TensorBoard, one log per seed of every lane.

    Example: mazzo tensorboard runs/one, then: tensorboard --logdir runs/one/tensorboard
    """
    from mazzo.learners.curve import read

    try:
        from tensorboardX import SummaryWriter
    except ImportError as error:
        raise MazzoError("this needs tensorboardX: pip install 'mazzo[tensorboard]'") from error
    target = out or run / "tensorboard"
    lines = read(run)
    if target.exists() and any(target.iterdir()):
        raise MazzoError(f"{target} is not empty; remove it, or name another folder with --out")
    writers: dict[str, SummaryWriter] = {}
    count = 0
    for line in lines:
        member = "-".join(filter(None, (line.get("lane", ""), f"seed-{line['seed']}")))
        if member not in writers:
            writers[member] = SummaryWriter(str(target / member))
        for name, value in line.items():
            if name in ("kind", "lane", "seed"):
                continue
            values = value if isinstance(value, list) else [value]
            for i, number in enumerate(values):
                tag = f"{line['kind']}/{name}" + (f"/{i}" if isinstance(value, list) else "")
                writers[member].add_scalar(tag, number, line["decisions"])
                count += 1
    for writer in writers.values():
        writer.close()
    if json:
        print_json({"folder": str(target), "values": count, "logs": sorted(writers)})
    else:
        console.print(f"{count} values: tensorboard --logdir {target}", soft_wrap=True)
