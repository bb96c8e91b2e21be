"""mazzo evaluate"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazzo.cli.output import (
    GameName,
    Json,
    Seed,
    Variant,
    console,
    number,
    percent,
    print_json,
    progress_bar,
    start_jax,
)
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family

if TYPE_CHECKING:
    from mazzo.core.agent import Agent
    from mazzo.core.game import Game
    from mazzo.evaluation.match import Evaluation


def command(
    game: GameName,
    agent: Annotated[str, typer.Option(help="The agent to be measured; `mazzo agents GAME` lists them.")],
    against: Annotated[str | None, typer.Option(help="Its opponent, in games with opponents.")] = None,
    partner: Annotated[
        str | None, typer.Option("--with", help="Who holds the other seats, in games that are played together.")
    ] = None,
    variant: Variant = None,
    games: Annotated[int, typer.Option(help="How many games, rounded up to whole deals.")] = 10_000,
    matches: Annotated[
        int, typer.Option(help="How many matches of several deals, in games that have them; 0 leaves them out.")
    ] = 1_000,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Measure an agent on duplicate deals, with 95 % intervals.

    Every deal is played once with the agent in each place, so that the luck of the deal cancels; the interval treats
    the games of one deal as one cluster. Win rates count wins; draws have their own column.

    Example: mazzo evaluate briscola --agent rules --against random --games 100000
    """
    kind = family(game).spec(variant).kind
    other = _other(game, kind, against, partner)
    if games < 1:
        raise MazzoError(f"--games is {games}; choose 1 or more")
    if matches < 0:
        raise MazzoError(f"--matches is {matches}; choose 0 or more")
    start_jax()
    from mazzo.agents import find
    from mazzo.evaluation.match import evaluate, play_match

    made = family(game).make(variant)
    agents = tuple(find(made, name) for name in (agent, other) if name is not None)
    with progress_bar(f"{agent} – {other}" if other else agent, "games", quiet=json) as progress:
        match = play_match(made, agents, games, seed, progress=progress)
    result = evaluate(match, agent, other, seed)
    if made.match is not None and matches:
        result = _with_matches(made, (agents[0], agents[1]), matches, seed, result, quiet=json)
    if json:
        print_json(result.fields())
    else:
        _show(result)


def _with_matches(
    game: Game[Any, Any], agents: tuple[Agent, Agent], matches: int, seed: int, result: Evaluation, quiet: bool
) -> Evaluation:
    from mazzo.evaluation.intervals import rate_interval
    from mazzo.evaluation.series import play_series

    with progress_bar(f"{result.agent} – {result.against}", "matches", quiet) as progress:
        won = play_series(game, agents, matches, seed, progress)
    rate = {"match_win_rate": float(won.mean()), "match_win_rate_ci95": rate_interval(won)}
    return replace(result, matches=won.size, **rate)


def _other(game: str, kind: str, against: str | None, partner: str | None) -> str | None:
    """Who holds the seats that the agent does not hold; complains if the question does not fit the kind of game."""
    if kind == "competitive":
        if against is None or partner is not None:
            raise MazzoError(
                f"{game} is played against someone: name the opponent with --against (and leave --with out)"
            )
        return against
    if against is not None:
        raise MazzoError(f"{game} has no opponents: leave --against out")
    if kind == "solitaire" and partner is not None:
        raise MazzoError(f"{game} is played alone: leave --with out")
    return partner


def _show(result: Evaluation) -> None:
    joined = "" if result.against is None else f" – {result.against}"
    console.print(
        f"[bold]{result.game} {result.variant}[/]: {result.agent}{joined}, {result.games} games on {result.deals} deals"
    )
    rows: list[tuple[str, str]] = []
    if result.win_rate is not None:
        rows.append(("won", percent(result.win_rate, result.win_rate_ci95)))
    if result.draws is not None:
        rows.append(("drawn", percent(result.draws / result.games)))
    if result.losses is not None:
        rows.append(("lost", percent(result.losses / result.games)))
    if result.perfect_rate is not None and result.zero_rate is not None:
        rows.append(("perfect", percent(result.perfect_rate, result.perfect_rate_ci95)))
        rows.append(("zero", percent(result.zero_rate, result.zero_rate_ci95)))
    if result.match_win_rate is not None:
        rows.append(("matches", f"{percent(result.match_win_rate, result.match_win_rate_ci95)} of {result.matches}"))
    rows.append(("points", number(result.points_mean, result.points_ci95)))
    if result.points_difference_mean is not None:
        rows.append(("difference", number(result.points_difference_mean, result.points_difference_ci95)))
    for name, value in rows:
        console.print(f"  {name:10s} {value}")
