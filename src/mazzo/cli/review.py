"""mazzo review"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from mazzo.cli.output import Json, Seed, console, print_json, progress_bar, start_jax
from mazzo.core.errors import MazzoError

if TYPE_CHECKING:
    from mazzo.core.game import Game
    from mazzo.core.record import Record
    from mazzo.evaluation.beliefs import Belief
    from mazzo.evaluation.review import Decision, Judged

PEOPLE = ("you", "person")  # how records call them
BARS = "▁▂▃▄▅▆▇█"


def command(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record, as the page and `mazzo play` save it.")],
    agent: Annotated[str, typer.Option(help="Who plays the game out from every move.", show_default="the best")] = "",
    seat: Annotated[int | None, typer.Option(help="Whose expectations are shown.", show_default="yours")] = None,
    worst: Annotated[int, typer.Option(min=1, help="How many costly moves are listed.")] = 5,
    worlds: Annotated[int, typer.Option(min=16, max=65536, help="Games played out for each position.")] = 1024,
    beliefs: Annotated[
        bool, typer.Option("--beliefs/--no-beliefs", help="Also what could be believed of hidden cards.")
    ] = True,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Review a game: what could be expected after every move, which moves cost most, and what could be believed.

    Every position is seen as its player saw it. In many worlds that fit, each legal move is tried and the game is
    played out by one agent in all seats; a move's cost is how much less it brings on average than the best one.

    A belief is how likely each hidden card was to lie in each place, for the seat on turn: by the cards alone, and by
    how the others played, too, if each plays like its agent, and people like the judge.

    Example: mazzo review game.json --worst 3
    """
    start_jax("cpu")
    from mazzo.agents import by_strength, find
    from mazzo.core import record as records
    from mazzo.core.registry import make
    from mazzo.evaluation.review import review
    from mazzo.evaluation.review import worst as costliest

    read = records.load(record)
    game = make(read.game, read.variant)
    judge = find(game, agent or by_strength(game)[0])
    if seat is None:
        seat = next((i for i, name in enumerate(read.players) if name in PEOPLE), 0)
    if not 0 <= seat < game.spec.players:
        raise MazzoError(f"--seat is {seat}; choose 0 to {game.spec.players - 1}")
    judged: list[Judged] = []
    with progress_bar("reviewing", "moves", quiet=json) as progress:
        for one in review(read, judge, seat, seed, worlds):
            judged.append(one)
            progress(len(judged), len(read.actions) + 1)
    found = costliest(judged, worst)
    believed = _believed(game, read, judge.name, json) if beliefs else {}
    if json:
        told = {"beliefs": [_belief(game, plays, one) for plays, one in believed.items()]} if beliefs else {}
        print_json({**_fields(game, read, judge.name, seat, judged, found), **told})
    else:
        _show(game, read, judge.name, seat, judged, found)
        if believed:
            _show_beliefs(_names(game, read), list(believed.values()))


def _believed(game: Game[Any, Any], read: Record, judge: str, quiet: bool) -> dict[int, Belief]:
    """By the number of moves before."""
    from mazzo.core.record import replay
    from mazzo.evaluation.beliefs import belief, habits

    like = habits(game, read.players or [judge] * game.spec.players, judge)
    found = {}
    with progress_bar("believing", "moves", quiet=quiet or game.hidden is None) as progress:
        for plays, state in enumerate(replay(read)):
            if (one := belief(game, state, like, plays)) is not None:
                found[plays] = one
            progress(plays, len(read.actions))
    return found


def _belief(game: Game[Any, Any], plays: int, belief: Belief) -> dict[str, Any]:
    """Of each card that could lie in a place: how likely, even and weighed, and whether it did."""
    places = {
        place: {
            game.text.card(card): [round(float(even[card]), 3), round(float(weighed[card]), 3), bool(truth[card])]
            for card in range(len(truth))
            if even[card] > 0 or truth[card]
        }
        for place, even, weighed, truth in belief.by_place()
    }
    return {"move": plays + 1, "player": belief.seat, "places": places}


def _show_beliefs(names: Sequence[str], believed: Sequence[Belief]) -> None:
    """How likely the truth was to each player, on average and from move to move."""
    console.print("\nHow likely the truth about the hidden cards was to who was on turn:")
    table = Table("player", "by the cards", "by the play, too", "", box=None, header_style="bold")
    for seat, name in enumerate(names):
        own = [one for one in believed if one.seat == seat]
        if own:
            even = [one.insight(one.even) for one in own]
            weighed = [one.insight(one.weighed) for one in own]
            table.add_row(name, *(f"{100 * sum(v) / len(own):.0f} %" for v in (even, weighed)), _line(weighed))
    console.print(table)


def _fields(
    game: Game[Any, Any], read: Record, agent: str, seat: int, judged: list[Judged], found: list[Decision]
) -> dict[str, Any]:
    return {
        "game": read.game,
        "variant": read.variant,
        "agent": agent,
        "seat": seat,
        "worlds": len(judged[0].outlook.results),
        "expected": [round(one.outlook.value, 4) for one in judged],
        "costly": [
            {
                "move": move.plays + 1,
                "player": move.player,
                "action": game.text.action(move.action),
                "better": game.text.action(move.best.action),
                "cost": round(move.cost, 4),
            }
            for move in found
        ],
    }


def _show(
    game: Game[Any, Any], read: Record, agent: str, seat: int, judged: list[Judged], found: list[Decision]
) -> None:
    names = _names(game, read)
    values = [one.outlook.value for one in judged]
    worlds = len(judged[0].outlook.results)
    console.print(f"What {names[seat]} (seat {seat}) could expect, judged by {agent} in {worlds} worlds:")
    console.print(f"{min(values):.2f} to {max(values):.2f}   {_line(values)}   at the end {values[-1]:g}\n")
    if not found:
        console.print("No move was clearly worse than another.")
        return
    table = Table("move", "player", "played", "better", "cost", box=None, header_style="bold")
    for move in found:
        action, best = game.text.action(move.action), game.text.action(move.best.action)
        worth = f"{best} ({move.best.value:.2f} instead of {move.chosen.value:.2f})"
        table.add_row(str(move.plays + 1), f"{names[move.player]}", action, worth, f"{move.cost:.2f}")
    console.print(table)


def _names(game: Game[Any, Any], read: Record) -> tuple[str, ...]:
    return read.players or tuple(f"seat {i}" for i in range(game.spec.players))


def _line(values: list[float]) -> str:
    """The curve as blocks."""
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    return "".join(BARS[int((value - low) / span * (len(BARS) - 1))] for value in values)
