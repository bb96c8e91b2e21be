"""mazzo replay"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mazzo.cli.output import Json, console, print_json, start_jax


def command(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record file, as `mazzo play` saves it.")],
    json: Json = False,
) -> None:
    """Verify a recorded game and show it, play by play.

    The deck, every action, the result and the commitment to the deal are checked; a record that fails is refused.
    """
    start_jax("cpu")
    from mazzo import make
    from mazzo.core import record as records
    from mazzo.core.game import host

    read = records.load(record)
    game = make(read.game, read.variant)
    table = host(game)
    states = list(records.replay(read))
    if json:
        plays = [
            {"seat": int(state.turn), "action": game.text.action(action)}
            for state, action in zip(states, read.actions, strict=False)
        ]
        returns = None if read.returns is None else list(read.returns)
        shown = {"game": read.game, "variant": read.variant, "players": list(read.players)}
        print_json({**shown, "plays": plays, "returns": returns, "verified": True})
        return
    names = read.players or tuple(f"seat {seat}" for seat in range(game.spec.players))
    for state, after, action in zip(states, states[1:], read.actions, strict=False):
        seat = int(state.turn)
        view = table.observe(state, seat)
        console.print(f"\n[bold]{names[seat]}[/] (seat {seat})\n{game.text.show(view)}")
        told = game.text.tell(view, action, table.observe(after, seat))
        console.print(f"plays [bold]{game.text.action(action)}[/]{f'; {told}' if told else ''}")
    if read.returns is None:
        console.print("\nnot finished")
    else:
        console.print(
            "\n" + "   ".join(f"{name}: {points:g}" for name, points in zip(names, read.returns, strict=True))
        )
