"""mazzo games"""

from __future__ import annotations

from rich.table import Table

from mazzo.cli.output import Json, console, print_json
from mazzo.core import registry


def command(json: Json = False) -> None:
    """List the games and their variants.

    A game is a folder: those that come with mazzo, and those in the folders named by MAZZO_GAMES.
    """
    specs = [family.spec(variant) for family in map(registry.family, registry.names()) for variant in family.variants]
    if json:
        shown = ("game", "title", "variant", "summary", "kind", "players", "sides", "actions", "longest", "version")
        print_json([{name: getattr(spec, name) for name in shown} for spec in specs])
        return
    table = Table("game", "variant", "players", "actions", "what it is", box=None, header_style="bold")
    for spec in specs:
        table.add_row(spec.game, spec.variant, str(spec.players), str(spec.actions), spec.summary)
    console.print(table)
