"""mazzo check"""

from __future__ import annotations

from typing import Annotated

import typer

from mazzo.cli.output import GameName, Json, Seed, Variant, console, print_json, start_jax
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family


def command(
    game: GameName,
    variant: Variant = None,
    games: Annotated[int, typer.Option(help="How many random games to watch.")] = 32,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Check that a game keeps every promise of the protocol; explain each fault.

    For authors of new games. Checks all variants unless one is named; exits with 1 if there are faults.
    """
    if games < 1:
        raise MazzoError(f"--games is {games}; choose 1 or more")
    found = family(game)
    variants = list(found.variants) if variant is None else [found.spec(variant).variant]
    start_jax("cpu")
    from mazzo.core.checks import check_game

    faults = {name: check_game(found.make(name), games, seed) for name in variants}
    if json:
        listed = {name: [vars(fault) for fault in each] for name, each in faults.items()}
        print_json({"game": game, "ok": not any(faults.values()), "faults": listed})
    else:
        for name, each in faults.items():
            console.print(f"[bold]{game} {name}[/]: {'all promises hold' if not each else f'{len(each)} faults'}")
            for fault in each:
                console.print(f"  [red]{fault.check}[/]: {fault.found}\n      likely cause: {fault.cause}")
    if any(faults.values()):
        raise typer.Exit(1)
