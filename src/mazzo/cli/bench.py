"""mazzo bench"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from mazzo.cli.output import GameName, Json, Variant, console, print_json, start_jax
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family

app = typer.Typer(help="Measure speed.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Measure speed."""


@app.command()
def env(
    game: GameName,
    variant: Variant = None,
    batch: Annotated[int, typer.Option(help="Games side by side; 0 chooses for the device.")] = 0,
    seconds: Annotated[float, typer.Option(help="How long each figure is measured.")] = 3.0,
    encoder: Annotated[str, typer.Option(help="What is observed.")] = "full",
    json: Json = False,
) -> None:
    """Plays per second of whole random games, deal included; without and with an encoded observation of every play.

    `first_result_seconds` is the time until the first batch is there, with everything compiled: what one waits for.
    The figures are medians over repeated batches, because machines are shared.

    Example: mazzo bench env briscola
    """
    if batch < 0 or seconds <= 0:
        raise MazzoError("--batch must be 0 or more, and --seconds more than 0")
    family(game).spec(variant)
    start_jax()
    from mazzo.core import platform
    from mazzo.evaluation.speed import measure

    result = {**measure(family(game).make(variant), batch, seconds, encoder), **platform.describe()}
    if json:
        print_json(result)
        return
    console.print(
        f"[bold]{game} {result['variant']}[/] on {result['device_name']}, {result['batch']} games side by side"
    )
    console.print(f"  plays                {result['plays_per_second']:,.0f} a second")
    console.print(f"  with observation     {result['with_observation_per_second']:,.0f} a second ({result['encoder']})")
    console.print(f"  first result after   {result['first_result_seconds']:.1f} s")


@app.command()
def vector(
    game: GameName,
    variant: Variant = None,
    batch: Annotated[int, typer.Option(help="Games side by side in the vector environment.")] = 4096,
    seconds: Annotated[float, typer.Option(help="How long each figure is measured.")] = 3.0,
    json: Json = False,
) -> None:
    """Steps per second of Gymnasium's interfaces: a Python loop over one environment, and the batched one.

    Example: mazzo bench vector briscola
    """
    if batch < 1 or seconds <= 0:
        raise MazzoError("--batch must be 1 or more, and --seconds more than 0")
    family(game).spec(variant)
    start_jax()
    from mazzo.core import platform
    from mazzo.interop.speed import compare

    result: dict[str, Any] = {**compare(game, variant, batch, seconds), **platform.describe()}
    if json:
        print_json(result)
        return
    console.print(f"[bold]{game}[/], random legal actions against `random`, on {result['device_name']}")
    console.print(f"  one environment      {result['single_steps_per_second']:,.0f} steps a second")
    console.print(f"  {batch} in a batch      {result['vector_steps_per_second']:,.0f} steps a second")
    console.print(f"  ratio                {result['ratio']:.0f}")
