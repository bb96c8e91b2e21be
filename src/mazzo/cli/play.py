"""mazzo play"""

from __future__ import annotations

import dataclasses
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazzo.cli.output import GameName, Json, Variant, errors, print_json, start_jax
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family

if TYPE_CHECKING:
    from mazzo.core.game import Game
    from mazzo.core.record import Record


def command(
    game: GameName,
    variant: Variant = None,
    seat: Annotated[int, typer.Option(help="Where you sit.")] = 0,
    agents: Annotated[
        str, typer.Option(help="Who holds the other seats, in order, joined by commas; one name is enough for all.")
    ] = "",
    seed: Annotated[int | None, typer.Option(help="A fixed deal instead of a fresh one.", show_default="fresh")] = None,
    record: Annotated[Path | None, typer.Option(help="Where the game is saved.", show_default="a new file")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game that was saved unfinished.")] = None,
    json: Json = False,
) -> None:
    """Play in the terminal.

    Type a card as it is shown (3d, rb …) or its number in the list; q saves the game and leaves, and --resume goes
    on with it. Every game is dealt from the operating system's entropy and committed to before the first card; the
    record is saved at the end. With --json moves are read from standard input and the record is printed at the end.

    Example: mazzo play briscola --agents expert
    """
    found = family(game)
    spec = found.spec(variant)
    if not 0 <= seat < spec.players:
        raise MazzoError(f"--seat is {seat}; choose 0 to {spec.players - 1}")
    start_jax("cpu")
    from mazzo.core import record as records

    made = found.make(variant)
    if resume is not None:
        begun = records.load(resume)
        if begun.game != game or begun.returns is not None or "you" not in begun.players:
            raise MazzoError(f"{resume} is not an unfinished game of {game} with you in it")
        made = found.make(begun.variant)
        path = resume
    else:
        names = _opponents(made, seat, agents)
        begun = records.begin(made, _deal(made, seed), names)
        path = record or Path(f"mazzo-{game}-{datetime.now(UTC):%Y%m%d-%H%M%S}.json")
        errors.print(f"The deal is committed to as {begun.commitment}.", style="dim")
    played = begun
    try:
        played = _play(made, begun)
    except _Left as left:
        played = left.record
    records.save(played, path)
    go_on = "" if played.returns else f" Go on with: mazzo play {game} --resume {path}"
    errors.print(f"\nSaved to {path}.{go_on}", soft_wrap=True)  # a path that is cut in two cannot be copied
    if json:
        print_json(_plain(records.dumps(played)))


class _Left(Exception):
    """The player left before the end."""

    def __init__(self, record: Record):
        self.record = record


def _opponents(game: Game[Any, Any], seat: int, agents: str) -> list[str]:
    """Who sits where; `you` at the own seat."""
    from mazzo.agents import by_strength, find, split

    others = game.spec.players - 1
    names = split(agents)
    if not names:
        names = by_strength(game)[:1]
    if len(names) == 1:
        names *= others
    if len(names) != others:
        raise MazzoError(f"--agents names {len(names)} agents for {others} seats; name one, or one for each")
    for name in names:
        find(game, name)
    return [*names[:seat], "you", *names[seat:]]


def _deal(game: Game[Any, Any], seed: int | None) -> tuple[list[int], list[int]]:
    from mazzo.core.record import fresh_deal

    if seed is None:
        deck, setup = fresh_deal(game.spec)
        return list(deck), list(setup)
    import jax

    deal = game.deal(jax.random.key(seed))
    return deal.deck.tolist(), deal.setup.tolist()


def _play(game: Game[Any, Any], begun: Record) -> Record:
    import jax

    from mazzo.agents import find
    from mazzo.core.agent import asked
    from mazzo.core.game import host
    from mazzo.core.record import fresh_deal, replay

    table = host(game)
    seat = begun.players.index("you")
    bots = {i: find(game, name) for i, name in enumerate(begun.players) if name != "you"}
    acts = {i: asked(bot) for i, bot in bots.items()}
    memories = {i: bot.start(bot.params) for i, bot in bots.items()}
    state = list(replay(begun))[-1]
    actions = list(begun.actions)
    key = jax.random.key(int.from_bytes(bytes(fresh_deal(game.spec)[0])[:3]))  # of the agents' own choices
    while not bool(state.done):
        turn = int(state.turn)
        if turn == seat:
            action = _ask(game, table.observe(state, seat), dataclasses.replace(begun, actions=tuple(actions)))
        else:
            view = table.observe(state, turn)
            own = jax.random.fold_in(key, len(actions))
            answer, memories[turn], _ = acts[turn](bots[turn].params, memories[turn], view, own)
            action = int(answer)
        before = table.observe(state, seat)
        state = table.play(state, action)
        actions.append(action)
        who = "you play" if turn == seat else f"{begun.players[turn]} (seat {turn}) plays"
        told = game.text.tell(before, action, table.observe(state, seat))
        errors.print(f"{who} [bold]{game.text.action(action)}[/]" + (f"  [italic]{told}[/]" if told else ""))
    returns = tuple(float(r) for r in table.returns(state))
    errors.print("\n" + "   ".join(f"{name}: {points:g}" for name, points in zip(begun.players, returns, strict=True)))
    return dataclasses.replace(begun, actions=tuple(actions), returns=returns)


def _ask(game: Game[Any, Any], view: Any, so_far: Record) -> int:
    """Ask until the answer is a legal action; leaving raises _Left with the record so far."""
    legal = [i for i, allowed in enumerate(view.legal.tolist()) if allowed]
    errors.print("\n" + game.text.show(view))
    choices = "  ".join(f"[dim]{i + 1}[/] {game.text.action(action)}" for i, action in enumerate(legal))
    while True:
        errors.print(f"{choices}   [dim]q leave[/]\n> ", end="")
        try:
            answer = sys.stdin.readline()
        except KeyboardInterrupt:
            answer = ""
        if not answer or answer.strip().lower() in ("q", "quit"):
            raise _Left(so_far)
        text = answer.strip()
        if text.isdigit() and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        try:
            action = game.text.parse_action(text)
        except MazzoError as error:
            errors.print(str(error), style="red", markup=False)
            continue
        if action in legal:
            return action
        errors.print(f"{game.text.action(action)} cannot be played now", style="red")


def _plain(text: str) -> Any:
    import json

    return json.loads(text)
