"""mazzo solve"""

from __future__ import annotations

from typing import Annotated

import typer

from mazzo.cli.output import GameName, Json, Seed, Variant, console, percent, print_json, progress_bar, start_jax
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family


def command(
    game: GameName,
    variant: Variant = None,
    deals: Annotated[int, typer.Option(help="How many deals.")] = 1_000,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option(help="Threads that solve deals side by side.")] = 1,
    json: Json = False,
) -> None:
    """Count the deals of a solitaire that can be won with all cards known: the ceiling of every player.

    They are the deals of [bold]mazzo evaluate[/] with the same seed. Every deal is decided exactly, and every winning
    line is played through the game's rules.

    Example: mazzo solve tripeaks --deals 20000
    """
    if family(game).spec(variant).kind != "solitaire":
        raise MazzoError(f"{game} is played by several; solve takes solitaires, in which a deal can be won or not")
    for name, value in (("deals", deals), ("workers", workers)):
        if value < 1:
            raise MazzoError(f"--{name} is {value}; choose 1 or more")
    start_jax("cpu")
    from mazzo.evaluation.ceiling import ceiling

    with progress_bar(f"solving {game}", "deals", quiet=json) as progress:
        result = ceiling(family(game).make(variant), deals, seed, workers, progress)
    if json:
        print_json(vars(result))
        return
    console.print(f"[bold]{result.game} {result.variant}[/]: {result.deals} deals with all cards known")
    console.print(f"  winnable   {percent(result.rate, result.rate_ci95)}")
    console.print(f"  plays      {result.plays_mean:.1f} in a winning line")
    console.print(f"  seconds    {result.seconds:.1f}; of processor time {result.solving_seconds:.1f}")
    console.print(f"  slowest    {result.slowest:.2f} s of processor time for a deal")
