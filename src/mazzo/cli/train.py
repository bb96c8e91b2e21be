"""mazzo train"""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazzo import __version__
from mazzo.cli.output import Json, Seed, Variant, console, errors, interruptible, print_json, start_jax, training_bar
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family

if TYPE_CHECKING:
    from mazzo.learners.driver import Outcome, Run
    from mazzo.learners.settings import Settings


def command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="A game's name; not with --resume.")] = None,
    variant: Variant = None,
    learner: Annotated[str | None, typer.Option(help="The algorithm: `mazzo learners` lists them.")] = None,
    preset: Annotated[str | None, typer.Option(help="Settings by name: `mazzo learners GAME` lists them.")] = None,
    encoder: Annotated[str | None, typer.Option(help="How views become vectors.")] = None,
    head: Annotated[str | None, typer.Option(help="What the network's outputs mean.")] = None,
    reward: Annotated[str | None, typer.Option(help="What is paid.")] = None,
    weight: Annotated[
        list[str] | None,
        typer.Option(help="Of a term of the reward, as `fits=10`, or a schedule over decisions. Can be repeated."),
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option(help="Who else plays: `random`, `random:0.3,greedy:0.7`, a saved agent's folder; self: nobody."),
    ] = None,
    episodes: Annotated[int | None, typer.Option(help="Stop after so many games.")] = None,
    decisions: Annotated[int | None, typer.Option(help="Stop after so many decisions.")] = None,
    updates: Annotated[int | None, typer.Option(help="Stop after so many steps of learning.")] = None,
    decks: Annotated[int | None, typer.Option(help="How many different deals there are; 0: all.")] = None,
    penalty: Annotated[float | None, typer.Option(help="What an illegal move is paid; left out: masked.")] = None,
    patience: Annotated[int | None, typer.Option(help="Illegal moves after which a game is given up.")] = None,
    scale: Annotated[
        str | None, typer.Option(help="Rewards are multiplied by it: a number, or a schedule over decisions.")
    ] = None,
    augmentation: Annotated[str | None, typer.Option(help="Other ways in which situations are shown.")] = None,
    handicap: Annotated[
        str | None, typer.Option(help="What games begin with, over decisions: `lives linear 20 3 500000`.")
    ] = None,
    start: Annotated[Path | None, typer.Option(help="The folder of an agent from whose weights to go on.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="Any setting of the learner, as `rate=1e-4`. Can be repeated.")
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(help="Train several settings side by side, as `rate=1e-3|1e-4` or `opponent=random|rules`."),
    ] = None,
    seeds: Annotated[int | None, typer.Option(help="How many runs side by side.", show_default="1")] = None,
    seed: Seed = 0,
    evaluate_against: Annotated[str | None, typer.Option(help="Opponents that measure it, joined by commas.")] = None,
    evaluate_games: Annotated[int | None, typer.Option(help="Games of each measurement.")] = None,
    evaluate_every: Annotated[int | None, typer.Option(help="How often, in the unit of the budget.")] = None,
    snapshots: Annotated[
        str | None, typer.Option(help="Where agents are kept on the way, in the unit of the budget: `1000,5000`.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The run's folder.", show_default="runs/GAME-LEARNER-TIME")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the run in this folder.")] = None,
    checkpoint_seconds: Annotated[
        float, typer.Option(min=0, help="Between checkpoints; 0: after every chunk. Changes no result.")
    ] = 60,
    json: Json = False,
) -> None:
    """Train an agent.

    Experience, network and learning run in one compiled program. Without further settings the game's own preset is
    used. The run's folder gets the settings, the metrics, checkpoints, the learning curve and the agents; Ctrl-C saves,
    and --resume goes on as if nothing had happened.

    Examples: mazzo train briscola
    mazzo train briscola --learner dqn --preset padova --opponent rules --episodes 25000 --seeds 4
    mazzo train --resume runs/briscola-dqn-20300101-120000
    """
    given = {
        "variant": variant,
        "learner": learner,
        "encoder": encoder,
        "head": head,
        "reward": reward,
        "decks": decks,
        "penalty": penalty,
        "patience": patience,
        "scale": scale,
        "augmentation": augmentation,
        "handicap": handicap,
        "start": None if start is None else str(start),
        "seeds": seeds,
        "evaluate_games": evaluate_games,
        "evaluate_every": evaluate_every,
        "snapshots": None if snapshots is None else _whole_numbers("--snapshots", snapshots),
    }
    given = {name: value for name, value in given.items() if value is not None}
    if resume is not None:
        others = (
            game,
            preset,
            given,
            set_,
            weight,
            opponent,
            episodes,
            decisions,
            updates,
            sweep,
            evaluate_against,
            out,
        )
        if any(others):
            raise MazzoError("--resume goes on with the settings of the run: leave the others out")
        start_jax()
        from mazzo.learners.settings import load

        settings, folder = load(resume / "run.json"), resume
    else:
        if game is None:
            raise MazzoError("name a game, or a run to go on with by --resume; `mazzo games` lists the games")
        family(game).spec(variant)  # complain before JAX is loaded
        start_jax()
        budget = _budget(episodes, decisions, updates)
        settings = _settings(game, preset, given, opponent, budget, set_ or [], weight or [], seed)
        if sweep:
            settings = replace(settings, lanes=_lanes(sweep)).checked()
        if evaluate_against is not None:
            from mazzo.agents import split

            against = tuple(split(evaluate_against))
            settings = replace(settings, evaluate_against=against).checked()
        folder = out or Path("runs") / f"{game}-{settings.learner}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    _run(settings, folder, resume is not None, checkpoint_seconds, json)


def _budget(episodes: int | None, decisions: int | None, updates: int | None) -> dict[str, Any]:
    budgets = {"games": episodes, "decisions": decisions, "updates": updates}
    given = [{"budget": n, "unit": unit} for unit, n in budgets.items() if n is not None]
    if len(given) > 1:
        raise MazzoError("give one of --episodes, --decisions and --updates")
    return given[0] if given else {}


def _settings(
    game: str,
    preset: str | None,
    given: dict[str, Any],
    opponent: str | None,
    budget: dict[str, Any],
    changes: list[str],
    weights: list[str],
    seed: int,
) -> Settings:
    """The preset's settings, with those of the command line over them."""
    from mazzo.learners.settings import Settings
    from mazzo.papers import find_preset

    base = find_preset(game, given.get("learner"), preset, given.get("variant"))
    config = {**base.pop("config", {}), **dict(_assigned("--set", change) for change in changes)}
    weighed = dict(_assigned("--weight", each) for each in weights)
    base["reward_weights"] = {**base.get("reward_weights", {}), **weighed}
    if opponent is not None:
        base["opponents"] = _opponents(opponent)
    return Settings(game=game, config=config, seed=seed, **{"variant": "", **base, **given, **budget}).checked()


def _assigned(option: str, text: str) -> tuple[str, str]:
    """`rate=1e-4` -> ("rate", "1e-4")"""
    name, equals, value = text.partition("=")
    if not equals:
        raise MazzoError(f"{option} {text!r}: write it as name=value")
    return name.strip(), value.strip()


def _whole_numbers(option: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise MazzoError(f"{option} {text!r}: write whole numbers joined by commas") from None


def _opponents(text: str) -> tuple[tuple[str, float], ...]:
    """`random:0.3,greedy:0.7`; `self`: none."""
    from mazzo.agents.naming import weighted

    return () if text == "self" else tuple(weighted(text).items())


def _lanes(sweeps: list[str]) -> dict[str, dict[str, Any]]:
    """`rate=1e-3|1e-4` and `opponent=random|rules`: four lanes, every value of one with every one of the other."""
    from mazzo.learners.settings import LANE_FIELDS, amount

    axes = []
    for sweep in sweeps:
        name, equals, values = sweep.partition("=")
        if not equals or not values:
            raise MazzoError(f"--sweep {sweep!r}: write it as name=one|other")
        axes.append([(name.strip(), value.strip()) for value in values.split("|")])
    lanes = {}
    numbers = {"scale": amount, "penalty": float, "decks": int, "deck_seed": int}
    for point in product(*axes):
        lane: dict[str, Any] = {"config": {}}
        for name, value in point:
            if name == "opponent":
                lane["opponents"] = _opponents(value)
            elif name in LANE_FIELDS:
                try:
                    lane[name] = numbers.get(name, str)(value)
                except ValueError:
                    raise MazzoError(f"{name} is {value!r} in --sweep; write a number") from None
            else:
                lane["config"][name] = value
        lanes[",".join(f"{name}={value.replace(' ', '_')}" for name, value in point)] = lane
    return lanes


def _run(settings: Settings, folder: Path, resumed: bool, checkpoint_seconds: float, json: bool) -> None:
    from mazzo.evaluation.strength import strengths
    from mazzo.learners.driver import Run, Watch

    with interruptible() as interrupted, training_bar(settings.unit, quiet=json) as bar:
        watch = Watch(
            progress=bar,
            evaluate=lambda game, agents, seeds: strengths(
                game, agents, settings.evaluate_against, settings.evaluate_games, seeds
            ),
            complain=lambda text: errors.print(f"mazzo: {text}", soft_wrap=True),
            stop=lambda: bool(interrupted),
            checkpoint_seconds=checkpoint_seconds,
        )
        run = Run(settings, folder, watch)
        (run.resume if resumed else run.begin)()
        _note_origin(folder)
        try:
            outcome = run.train()
        except MazzoError as error:
            if not isinstance(error.__cause__, OSError):
                raise
            raise MazzoError(
                f"{error}; the run goes on after its last checkpoint: mazzo train --resume {folder}"
            ) from error
    if not outcome.finished:
        errors.print(f"Saved. Go on with: mazzo train --resume {folder}", soft_wrap=True)
        raise typer.Abort
    _finish(settings, run, outcome, json)


def _note_origin(folder: Path) -> None:
    """The command and the hardware, which an agent's card will tell; one line each time that the run goes on."""
    import json

    from mazzo.core import platform
    from mazzo.learners.curve import ORIGIN

    told = {"command": f"mazzo {shlex.join(sys.argv[1:])}", "mazzo": __version__, **platform.describe()}
    with (folder / ORIGIN).open("a", encoding="utf-8") as file:
        file.write(json.dumps(told) + "\n")


def _finish(settings: Settings, run: Run, outcome: Outcome, json: bool) -> None:
    from mazzo.learners.curve import plot

    folder = outcome.folder
    plot([folder], folder / "curve.svg")
    if json:
        measured = zip(outcome.members, outcome.strengths, strict=True)
        strengths = {str(member.seed) if not member.lane else member.name: told for member, told in measured}
        best = outcome.members[outcome.best]
        print_json({"folder": str(folder), **outcome.progress, "strengths": strengths, "best": best.told()})
        return
    for member, strength in zip(outcome.members, outcome.strengths, strict=True):
        told = ", ".join(f"{name} {value:.4g}" for name, value in strength.items())
        console.print(f"{member.name}: {told}", highlight=False)
    variant = "" if settings.variant == family(settings.game).default else f" --variant {settings.variant}"
    console.print(f"The learning curve: {folder / 'curve.svg'}", soft_wrap=True)
    if run.game.spec.players > 1:
        console.print(f"Play against it:    mazzo play {settings.game}{variant} --agents {folder}", soft_wrap=True)
    against = " --against random" if run.game.spec.kind == "competitive" else ""
    console.print(
        f"Measure it:         mazzo evaluate {settings.game}{variant} --agent {folder}{against}", soft_wrap=True
    )
