"""mazzo agents"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from mazzo.cli.output import GameName, Json, Variant, console, print_json, start_jax
from mazzo.core.errors import MazzoError

if TYPE_CHECKING:
    from mazzo.core.game import Game


def command(
    game: GameName,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="One of them: its card.")] = None,
    variant: Variant = None,
    json: Json = False,
) -> None:
    """List the agents that play a game, how strong they were measured to be, and how it can be searched.

    With a name, show that agent's card: how it was made, by which command, and its measured strength. Each name can be
    given to --agent, --against and --agents. So can a search with its settings, which thinks with one of the agents or
    with the folder of a saved one.

    Examples: mazzo agents briscola
    mazzo evaluate briscola --agent search:flat,rollout=rules,worlds=32 --against rules --games 200
    """
    from mazzo import family

    family(game).spec(variant)  # complain before JAX is loaded
    start_jax("cpu")
    made = family(game).make(variant)
    if name is not None:
        _show_card(made, name, json)
        return
    agents, searches = _agents(made), _searches()
    if json:
        print_json([*agents, *searches])
        return
    table = Table("agent", "kind", "measured", "what it is", box=None, header_style="bold")
    for one in agents:
        table.add_row(one["agent"], one["kind"], one["strength"], one["what"])
    of_all = set.intersection(*(set(search["settings"]) for search in searches))
    for search in [*searches, {**searches[0], "agent": "search:…", "what": "Settings of every search."}]:
        table.add_row()
        table.add_row(search["agent"], "", "", search["what"])
        for setting, told in search["settings"].items():
            if (setting in of_all) == (search["agent"] == "search:…"):
                default = "" if told["default"] == "" else f" ({told['default']})"
                table.add_row(f"  [dim],{setting}=[/]", "", "", f"[dim]{told['what']}{default}[/]")
    console.print(table)
    if all(one["kind"] == "scripted" for one in agents):
        console.print(f"\n{_none_shipped(made)}")


def _agents(game: Game[Any, Any]) -> list[dict[str, Any]]:
    """Every agent of a game, strongest first: what it is, and how strong, by a ladder or else by its card."""
    from mazzo.agents import by_strength, catalogue, kind, strengths
    from mazzo.agents.card import headline, load_card

    shipped, measured, found = catalogue.shipped(game.spec), strengths(game), []
    for name in by_strength(game):
        card = load_card(shipped[name]) if name not in game.bots else None
        what = game.bots[name].doc if name in game.bots else card.what if card else ""
        strength = measured[name].told if name in measured else headline(card) if card else ""
        found.append({"agent": name, "kind": kind(game, name), "strength": strength, "what": _line(what)})
    return found


def _show_card(game: Game[Any, Any], name: str, json: bool) -> None:
    from rich.markdown import Markdown

    from mazzo.agents import catalogue, find
    from mazzo.agents.card import load_card, page

    find(game, name)  # complain about names that there are not
    folder = catalogue.shipped(game.spec).get(name)
    card = load_card(folder) if folder and name not in game.bots else None
    if card is None and name in game.bots:
        told = {"agent": name, "kind": "scripted", "strength": "", "what": _line(game.bots[name].doc)}
        print_json(told) if json else console.print(f"[bold]{name}[/], a scripted player: {told['what']}")
        return
    if card is None:
        raise MazzoError(f"{name} has no card; agents get one when they are shipped: mazzo ship")
    print_json(asdict(card)) if json else console.print(Markdown(page(card)))


def _none_shipped(game: Game[Any, Any]) -> str:
    """What to say where a variant has no agents of its own."""
    from mazzo.agents import catalogue

    spec = game.spec
    elsewhere = [variant for variant in catalogue.variants_with_agents(spec.game) if variant != spec.variant]
    told = f"; there are some for {', '.join(elsewhere)}" if elsewhere else ""
    return f"No trained agents come with mazzo for {spec.game} {spec.variant}{told}."


def _searches() -> list[dict[str, Any]]:
    """Every method of search with its settings: what each means, and what it is if left out."""
    from mazzo.search.settings import METHODS, PREFIX

    return [
        {
            "agent": PREFIX + name,
            "kind": "search",
            "strength": "",
            "what": _line(kind.__doc__ or ""),
            "settings": {f.name: {"what": f.metadata["doc"], "default": f.default} for f in fields(kind)},
        }
        for name, kind in METHODS.items()
    ]


def _line(doc: str) -> str:
    return " ".join(doc.split())
