"""mazzo agents"""

from __future__ import annotations

from rich.table import Table

from mazzo.cli.output import GameName, Json, Variant, console, print_json, start_jax


def command(game: GameName, variant: Variant = None, json: Json = False) -> None:
    """List the agents that play a game.

    Each name can be given to --agent, --against and --agents.
    """
    from mazzo import family

    family(game).spec(variant)  # complain before JAX is loaded
    start_jax("cpu")
    made = family(game).make(variant)
    if json:
        print_json([{"agent": bot.name, "what": _line(bot.doc)} for bot in made.bots.values()])
        return
    table = Table("agent", "what it is", box=None, header_style="bold")
    for bot in made.bots.values():
        table.add_row(bot.name, _line(bot.doc))
    console.print(table)


def _line(doc: str) -> str:
    return " ".join(doc.split())
