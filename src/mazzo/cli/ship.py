"""mazzo ship"""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated

import typer

from mazzo.cli.output import Json, Seed, Variant, console, print_json, progress_bar, start_jax
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family

if TYPE_CHECKING:
    from mazzo.agents.card import Card
    from mazzo.agents.storage import Saved
    from mazzo.evaluation.shipping import Order


def command(
    source: Annotated[str, typer.Argument(help="The folder of a run or of a saved agent; or a search, search:….")],
    name: Annotated[
        str, typer.Option(help="What it will be called: beginner, intermediate, champion, champion+search.")
    ],
    game: Annotated[str, typer.Option(help="Of a search: which game it plays.")] = "",
    variant: Variant = None,
    what: Annotated[str, typer.Option(help="What it is, in a line.", show_default="from the run")] = "",
    made_by: Annotated[
        str, typer.Option("--command", help="The command that trained it, if the run does not tell.")
    ] = "",
    against: Annotated[
        str, typer.Option(help="Who measures it, joined by commas.", show_default="all quick agents; of a search, one")
    ] = "",
    games: Annotated[
        int, typer.Option(help="Against each opponent; 0: 20,000, and 400 for a search.", show_default=False)
    ] = 0,
    whole: Annotated[bool, typer.Option("--whole", help="Do not try to halve the precision of the weights.")] = False,
    to: Annotated[Path | None, typer.Option(help="A directory of agents.", show_default="inside the package")] = None,
    replace_it: Annotated[bool, typer.Option("--replace", help="Put it in the place of one of the same name.")] = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Ship an agent: measure it, write its card, and put it where `--agent NAME` finds it.

    A network's card says the exact command, settings, seed, steps, hardware and learning curve of its run. Its weights
    are halved if that costs no strength, which is measured. What does not fit is refused.

    Examples: mazzo ship runs/briscola --name champion
    mazzo ship search:lookahead,agent=champion,worlds=32 --game briscola --name champion+search
    """
    from mazzo.search.settings import is_search

    if is_search(source):
        if not game:
            raise MazzoError("name the game that the search plays: --game GAME, and --variant if not the first")
        family(game).spec(variant)
    elif game or variant:
        raise MazzoError("a saved agent says itself what it plays: leave --game and --variant out")
    if games < 0:
        raise MazzoError(f"--games is {games}; choose 1 or more, or 0")
    start_jax("cpu")
    from mazzo.agents import catalogue, naming
    from mazzo.core import platform
    from mazzo.evaluation.shipping import Order, ship_network, ship_search

    with progress_bar(f"measuring {name}", "games", quiet=json) as progress:
        order = Order(
            name,
            to or catalogue.SHIPPED,
            tuple(naming.split(against)),
            games,
            whole,
            replace_it,
            seed,
            {"command": f"mazzo {join(sys.argv[1:])}", **platform.describe()},
            progress,
        )
        if is_search(source):
            made = family(game).make(variant)
            card, spec = ship_search(order, made, source, what), made.spec
        else:
            saved, card = _made(order, Path(source), what, made_by)
            card, spec = ship_network(order, saved, card), saved.game.spec
    if json:
        print_json({"folder": str(order.folder(spec)), **asdict(card)})
        return
    from rich.markdown import Markdown

    from mazzo.agents.card import page

    console.print(Markdown(page(card)))
    console.print(f"Shipped as {order.folder(spec)}", soft_wrap=True)


def _made(order: Order, source: Path, what: str, made_by: str) -> tuple[Saved, Card]:
    """A network, and the part of its card that tells how it was made."""
    from mazzo.agents.card import Card
    from mazzo.agents.storage import load_agent
    from mazzo.evaluation.shipping import check_place
    from mazzo.learners.curve import history

    saved = load_agent(source, order.name)
    check_place(order, saved.game)
    run = history(source, saved.made)
    command = made_by or run.command
    if not command:
        raise MazzoError(f"{source} does not tell the command that trained it: say it with --command")
    spec, made = saved.game.spec, saved.made
    return saved, Card(
        name=order.name,
        game=spec.game,
        variant=spec.variant,
        kind="network",
        what=what or str(made.get("what") or "a network"),
        command=command,
        settings=dict(made.get("settings") or {}),
        seed=made.get("seed"),
        steps={unit: int(made[unit]) for unit in ("games", "decisions", "updates") if unit in made},
        seconds=run.seconds,
        hardware=run.hardware,
        curve=run.curve,
    )
