"""mazzo ladder"""

from __future__ import annotations

import json as text
import sys
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazzo.cli.output import GameName, Json, Seed, Variant, console, errors, print_json, progress_bar, start_jax
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family

if TYPE_CHECKING:
    from mazzo.core.game import Game

PAGES = Path("docs") / "strength"


def command(
    game: GameName,
    variant: Variant = None,
    agents: Annotated[
        str, typer.Option(help="Names and folders joined by commas; all agents of the game if left out.")
    ] = "",
    games: Annotated[int, typer.Option(help="Of each pair of agents that answer at once.")] = 20_000,
    search_games: Annotated[int, typer.Option(help="Of each pair in which one searches.")] = 400,
    matches: Annotated[
        int, typer.Option(help="Of several deals, of each such pair, in games that have them; 0: none.")
    ] = 1_000,
    apart: Annotated[bool, typer.Option("--apart", help="In games of one team: leave out cross-play.")] = False,
    best_response: Annotated[
        list[str] | None, typer.Option(help="A run that trained against one of the agents; can be repeated.")
    ] = None,
    kept: Annotated[
        Path | None, typer.Option(help="Where games are kept.", show_default="runs/ladder/GAME-VARIANT")
    ] = None,
    publish: Annotated[
        bool, typer.Option("--publish", help="Write the strength page, and the figures that lists of agents show.")
    ] = False,
    pages: Annotated[Path, typer.Option(help="The folder of the strength pages.")] = PAGES,
    to: Annotated[
        Path | None, typer.Option(help="A directory of agents, which gets the figures.", show_default="in the package")
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """All agents of a game on the same deals: ratings, every pair, skill and luck; with 95 % intervals.

    With opponents every pair plays, each deal once with each in every place; ratings are on the Elo scale, `random` has
    0. In games of one team agents play with themselves and with each other (cross-play); alone each plays alone. The
    games of every pair are kept: a ladder that was stopped goes on, and what has not changed is not played again.

    --best-response RUN measures how far an agent can be exploited: a run against that agent alone, with its budget.

    Examples: mazzo ladder briscola --publish
    mazzo ladder hanabi --agents runs/one,runs/two,conventional
    """
    family(game).spec(variant)
    for option, value in (("--games", games), ("--search-games", search_games)):
        if value < 1:
            raise MazzoError(f"{option} is {value}; choose 1 or more")
    if matches < 0:
        raise MazzoError(f"--matches is {matches}; choose 0 or more")
    start_jax()
    import mazzo
    from mazzo.agents import names, split
    from mazzo.core import platform
    from mazzo.evaluation.ladder import Plan, play_all_matches, play_ladder
    from mazzo.evaluation.standings import standings

    made = family(game).make(variant)
    chosen = tuple(dict.fromkeys(split(agents) or names(made)))
    if made.spec.kind == "competitive" and len(chosen) < 2:
        raise MazzoError("a ladder needs at least two different agents")
    plan = Plan(chosen, games, search_games, seed, together=not apart, matches=matches)
    folder = kept or Path("runs") / "ladder" / f"{game}-{made.spec.variant}"
    with progress_bar("playing", "%", quiet=json) as progress:
        played = play_ladder(made, plan, folder, progress)
    with progress_bar("matches", "pairs", quiet=json or made.match is None) as progress:
        series = play_all_matches(made, plan, folder, progress)
    about = {
        "command": f"mazzo {join(sys.argv[1:])}",
        "hardware": platform.describe(),
        "mazzo": mazzo.__version__,
    }
    record = {**standings(made, plan, played, series), **about}
    attacks = [_attack(made, run, games, seed) for run in best_response or []]
    if publish:
        _publish(pages, to, record, attacks, best_response or [])
    if json:
        print_json({**record, "best_responses": attacks})
        return
    from rich.markdown import Markdown

    from mazzo.evaluation.pages import section

    console.print(Markdown("\n".join(section(record, attacks))))


def _publish(
    pages: Path, shelf: Path | None, record: dict[str, Any], attacks: list[dict[str, Any]], runs: list[str]
) -> None:
    from mazzo.agents import catalogue, measured
    from mazzo.evaluation import pages as writer

    path = writer.publish(pages, record)
    measured.save(shelf or catalogue.SHIPPED, record)
    for attack, run in zip(attacks, runs, strict=True):
        writer.publish_attack(pages, attack, Path(run).absolute().name)
    errors.print(f"Written: {path}", soft_wrap=True)


def _attack(game: Game[Any, Any], run: str, games: int, seed: int) -> dict[str, Any]:
    """The record of a best response, with the budgets of both."""
    from mazzo.agents import kind
    from mazzo.agents.storage import load_agent
    from mazzo.evaluation.standings import best_response
    from mazzo.learners.curve import history

    made = load_agent(run).made
    told = history(Path(run), made)
    about = {
        "command": told.command,
        "hardware": dict(told.hardware),
        "seconds": told.seconds,
        "decisions": int(made.get("decisions", 0)),
        "seed": made.get("seed"),
    }
    record = best_response(game, run, about, made.get("settings") or {}, games, seed)
    attacked = record["attacked"]
    if kind(game, attacked) == "network":
        record["attacked_decisions"] = _decisions(game, attacked)
    return record


def _decisions(game: Game[Any, Any], name: str) -> int:
    """How many decisions a network learned from."""
    from mazzo.agents import catalogue

    folder = catalogue.shipped(game.spec).get(name, Path(name))
    described = text.loads((folder / "agent.json").read_text(encoding="utf-8"))
    return int(described["made"].get("decisions", 0))
