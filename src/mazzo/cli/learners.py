"""mazzo learners"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from mazzo.cli.output import Json, console, print_json, start_jax


def command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Show only its presets.")] = None,
    settings: Annotated[str | None, typer.Option(help="List every setting of this learner.", metavar="NAME")] = None,
    json: Json = False,
) -> None:
    """List the learning algorithms, their presets, and with --settings what can be set.

    Example: mazzo learners --settings ppo
    """
    start_jax("cpu")
    from mazzo import family
    from mazzo.learners.learner import LEARNERS, find
    from mazzo.learners.settings import flat
    from mazzo.papers import presets

    if game is not None:
        family(game)
    if settings is not None:
        values = flat(find(settings).Config())
        if json:
            print_json(values)
            return
        for name, value in values.items():
            console.print(f"{name} = {','.join(map(str, value)) if isinstance(value, list) else value}", markup=False)
        return
    named = [key for key in presets() if game in (None, key[0])]
    if json:
        listed = [{"game": g, "learner": learner, "preset": name} for g, learner, name in named]
        print_json({"learners": list(LEARNERS), "presets": listed})
        return
    table = Table("learner", "what it is", "presets", box=None, header_style="bold")
    for name in LEARNERS:
        what = (find(name).__doc__ or "").strip().splitlines()[0]
        fitting = ", ".join(f"{g}/{preset}" for g, learner, preset in named if learner == name)
        table.add_row(name, what, fitting)
    console.print(table)
