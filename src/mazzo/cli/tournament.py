"""mazzo tournament"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from mazzo.cli.output import GameName, Json, Seed, Variant, console, percent, print_json, progress_bar, start_jax
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family


def command(
    game: GameName,
    agents: Annotated[str, typer.Option(help="Names joined by commas; all that answer at once if left out.")] = "",
    variant: Variant = None,
    games: Annotated[int, typer.Option(help="How many games for every pair.")] = 10_000,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play every pair of agents on the same deals; print the cross table and ratings.

    Ratings are openskill's (Plackett-Luce) on its usual scale, with one standard deviation.

    Example: mazzo tournament briscola --agents random,greedy,rules,expert --games 20000
    """
    family(game).spec(variant)
    if games < 1:
        raise MazzoError(f"--games is {games}; choose 1 or more")
    start_jax()
    from mazzo.agents import find, kind, names, split
    from mazzo.evaluation.tournament import play_tournament

    made = family(game).make(variant)
    chosen = split(agents) or [name for name in names(made) if kind(made, name) != "search"]
    players = {name: find(made, name) for name in chosen}
    with progress_bar("tournament", "games", quiet=json) as progress:
        result = play_tournament(made, players, games, seed, progress)
    if json:
        print_json(
            {
                "game": game,
                "variant": made.spec.variant,
                "games_per_pair": games,
                "seed": seed,
                "ratings": [vars(rating) for rating in result.ratings],
                "results": [evaluation.fields() for evaluation in result.table.values()],
            }
        )
        return
    order = [rating.agent for rating in result.ratings]
    table = Table("agent", "rating", *(f"against {name}" for name in order), box=None, header_style="bold")
    for rating in result.ratings:
        cells = [
            ""
            if name == rating.agent
            else percent(
                result.table[rating.agent, name].win_rate or 0.0, result.table[rating.agent, name].win_rate_ci95
            )
            for name in order
        ]
        table.add_row(rating.agent, f"{rating.rating:.1f} ± {rating.uncertainty:.1f}", *cells)
    console.print(table)
