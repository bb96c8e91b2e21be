"""mazzo verify"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mazzo.cli.output import Json, console, print_json, start_jax
from mazzo.core.errors import MazzoError


def command(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record, as the page and `mazzo play` save it.")],
    json: Json = False,
) -> None:
    """Check that a game was fair: the deal is the one that was committed to before the first card.

    The commitment is SHA-256 of a secret number and the deal. Whoever wrote it down when the game began can compare it
    with the one printed here. Every move and the result are checked, too; a record that fails is refused.

    Example: mazzo verify game.json
    """
    start_jax("cpu")
    from mazzo.core import record as records

    read = records.load(record)
    if read.commitment is None:
        raise MazzoError(f"{record} carries no commitment: whether its deal was fixed beforehand cannot be told")
    if json:
        print_json({"verified": True, "commitment": read.commitment, "nonce": read.nonce, "moves": len(read.actions)})
        return
    console.print(f"The deal is the one committed to as\n[bold]{read.commitment}[/]")
    console.print(f"(SHA-256 of the number {read.nonce}, a colon and the deal).")
    console.print(f"All {len(read.actions)} moves are legal, and the result is right.")
