"""mazzo agents"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rich.table import Table

from mazzo.cli.output import GameName, Json, Variant, console, print_json, start_jax


def command(game: GameName, variant: Variant = None, json: Json = False) -> None:
    """List the agents that play a game, and how it can be searched.

    Each name can be given to --agent, --against and --agents. So can a search with its settings, which thinks with
    one of the agents or with the folder of a saved one.

    Example: mazzo evaluate briscola --agent search:flat,rollout=rules,worlds=32 --against rules --games 200
    """
    from mazzo import family

    family(game).spec(variant)  # complain before JAX is loaded
    start_jax("cpu")
    made = family(game).make(variant)
    searches = _searches()
    if json:
        listed = [{"agent": bot.name, "what": _line(bot.doc)} for bot in made.bots.values()]
        print_json([*listed, *searches])
        return
    table = Table("agent", "what it is", box=None, header_style="bold")
    for bot in made.bots.values():
        table.add_row(bot.name, _line(bot.doc))
    of_all = set.intersection(*(set(search["settings"]) for search in searches))
    for search in [*searches, {**searches[0], "agent": "search:…", "what": "Settings of every search."}]:
        table.add_row()
        table.add_row(search["agent"], search["what"])
        for name, setting in search["settings"].items():
            if (name in of_all) == (search["agent"] == "search:…"):
                default = "" if setting["default"] == "" else f" ({setting['default']})"
                table.add_row(f"  [dim],{name}=[/]", f"[dim]{setting['what']}{default}[/]")
    console.print(table)


def _searches() -> list[dict[str, Any]]:
    """Every method of search with its settings: what each means, and what it is if left out."""
    from mazzo.search.settings import METHODS, PREFIX

    return [
        {
            "agent": PREFIX + name,
            "what": _line(kind.__doc__ or ""),
            "settings": {f.name: {"what": f.metadata["doc"], "default": f.default} for f in fields(kind)},
        }
        for name, kind in METHODS.items()
    ]


def _line(doc: str) -> str:
    return " ".join(doc.split())
