"""mazzo bench"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazzo.cli.output import GameName, Json, Seed, Variant, console, print_json, progress_bar, start_jax
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family

if TYPE_CHECKING:
    from mazzo.learners.settings import Settings

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
def solver(
    game: GameName,
    variant: Variant = None,
    agent: Annotated[str, typer.Option(help="Who plays the games whose positions are solved.")] = "random",
    games: Annotated[int, typer.Option(help="How many games.")] = 50,
    most: Annotated[
        int | None,
        typer.Option(help="How large a position may be: tricks left, or cards to draw.", show_default="the solver's"),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Milliseconds of processor time that a game's exact solver takes to value all actions of a position.

    Once for the position of each game at which it can begin, which is the largest, and once for all that follow too.

    Example: mazzo bench solver maraffone --most 6
    """
    family(game).spec(variant)
    if games < 1:
        raise MazzoError(f"--games is {games}; choose 1 or more")
    if most is not None and most < 1:
        raise MazzoError(f"--most is {most}; choose 1 or more")
    start_jax("cpu")
    from mazzo.agents import find
    from mazzo.evaluation.solver_speed import measure

    made = family(game).make(variant)
    result = measure(made, find(made, agent), games, seed, most)
    if json:
        print_json(result)
        return
    console.print(f"[bold]{game} {result['variant']}[/]: {result['positions']} positions of {games} games by {agent}")
    for which in ("first", "all"):
        mean, p95, slowest = (result[f"{which}_{name}_ms"] for name in ("mean", "p95", "slowest"))
        console.print(f"  {which:6s} {mean:.1f} ms on average, 95 % within {p95:.1f}, the slowest {slowest:.1f}")


@app.command()
def moves(
    game: GameName,
    agent: Annotated[str, typer.Option(help="Who plays; `mazzo agents GAME` lists names and searches.")],
    variant: Variant = None,
    moves: Annotated[int, typer.Option(help="How many moves are timed.")] = 200,
    json: Json = False,
) -> None:
    """Milliseconds for single moves of an agent, as people wait for them: one game after the other, all compiled.

    Only moves at which there is a choice are timed.

    Example: mazzo bench moves briscola --agent search:flat,worlds=64
    """
    if moves < 1:
        raise MazzoError("--moves must be 1 or more")
    family(game).spec(variant)
    start_jax("cpu")
    from mazzo.agents import find
    from mazzo.core import platform
    from mazzo.evaluation.speed import measure_moves

    made = family(game).make(variant)
    result = {**measure_moves(made, find(made, agent), moves), **platform.describe()}
    if json:
        print_json(result)
        return
    console.print(f"[bold]{game} {result['variant']}[/]: {agent}, {result['moves']} moves")
    console.print(f"  median            {result['ms_median']:.1f} ms")
    console.print(f"  95 of 100 within  {result['ms_95']:.1f} ms")
    console.print(f"  longest           {result['ms_most']:.1f} ms")


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


@app.command()
def train(
    seconds: Annotated[float, typer.Option(help="How long each figure is measured, every time.")] = 10.0,
    rounds: Annotated[int, typer.Option(help="How often: in turns, because machines are shared.")] = 2,
    json: Json = False,
) -> None:
    """Decisions per second of training at Briscola, beside Stable-Baselines3 on the same machine in the same run.

    Both learn to play against random cards, from the same 26 numbers, with networks of the same size. PPO goes four
    times over every decision, each library in batches that suit it (mazzo's have 2,048 decisions); DQN has the same
    batches and steps of learning. mazzo's figures include everything: play, learning, metrics, a checkpoint; theirs
    play a game in plain Python. Compiling, which takes some seconds, is left out.

    Needs: pip install 'mazzo[peers]'

    Example: mazzo bench train
    """
    if rounds < 1 or seconds <= 0:
        raise MazzoError("--rounds must be 1 or more, and --seconds more than 0")
    start_jax()
    from mazzo.core import platform
    from mazzo.interop import peers
    from mazzo.learners.speed import decisions_per_second
    from mazzo.papers.mazzo import SPEED

    versions = peers.versions()
    ours = {name: _speed_settings(learner, config) for name, (learner, config) in SPEED.items()}
    measured: dict[str, list[float]] = {}
    with progress_bar("measuring", "figures", quiet=json) as bar:
        everybody = {
            **{name: lambda each=each: decisions_per_second(each, seconds) for name, each in ours.items()},
            "peer_ppo_usual": lambda: peers.maskable_ppo(peers.USUAL, seconds),
            "peer_ppo_best": lambda: peers.maskable_ppo(peers.BEST, seconds),
            "peer_dqn": lambda: peers.dqn(seconds),
        }
        for number in range(rounds):
            for i, (name, measure) in enumerate(everybody.items()):
                bar(number * len(everybody) + i, rounds * len(everybody))
                measured.setdefault(name, []).append(measure())
    rates = {name: median(values) for name, values in measured.items()}
    result: dict[str, Any] = {
        **{f"{name}_per_second": rate for name, rate in rates.items()},
        "ratio_ppo_usual": rates["ppo"] / rates["peer_ppo_usual"],
        "ratio_ppo_best": rates["ppo"] / rates["peer_ppo_best"],
        "ratio_dqn": rates["dqn"] / rates["peer_dqn"],
        "rounds": rounds,
        "versions": versions,
        **platform.describe(),
    }
    if json:
        print_json(result)
        return
    console.print(f"[bold]decisions a second[/] on {result['device_name']}, {result['cores']} cores")
    rows = [("PPO", "ppo", "")]
    for which, setting in (("usual", peers.USUAL), ("best", peers.BEST)):
        told = f"MaskablePPO, {setting.envs}x{setting.steps}, batch {setting.batch:,}"
        rows.append((told, f"peer_ppo_{which}", f"ratio_ppo_{which}"))
    rows += [("DQN", "dqn", ""), ("DQN of Stable-Baselines3", "peer_dqn", "ratio_dqn")]
    for told, rate, ratio in rows:
        beside = f"   mazzo has {result[ratio]:.1f} times as many" if ratio else ""
        console.print(f"  {told:<30} {rates[rate]:>9,.0f}{beside}")


def _speed_settings(learner: str, config: dict[str, Any]) -> Settings:
    """A training against random cards that nothing interrupts."""
    from mazzo.learners.settings import Settings

    endless = 1 << 30
    return Settings(
        game="briscola",
        variant="2p",
        learner=learner,
        encoder="state-1",
        head="slots-3",
        reward="points",
        opponents=(("random", 1.0),),
        scale=1 / 30,
        budget=endless,
        unit="decisions",
        evaluate_every=endless,
        chunk=4 if learner == "ppo" else 500,
        config=config,
    )


@app.command()
def table(
    people: Annotated[int, typer.Option(min=1, max=500, help="How many play at the same time.")] = 50,
    seconds: Annotated[float, typer.Option(help="How long they play.")] = 20.0,
    think: Annotated[float, typer.Option(min=0.0, help="Seconds that a person thinks, on average.")] = 1.0,
    game: Annotated[str, typer.Option(help="What they play.")] = "briscola",
    agent: Annotated[str, typer.Option(help="Against whom.")] = "expert",
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that serve.")] = 1,
    json: Json = False,
) -> None:
    """What people wait for on the page: a server of its own, real connections, a stream of events for each person.

    `move` is the time until a move is answered, `agent` until the agent's move has come by event.

    Example: mazzo bench table --people 50
    """
    family(game)
    if seconds <= 0:
        raise MazzoError("--seconds must be more than 0")
    from mazzo.web.load import measure

    result = measure(people, seconds, think, game, agent, workers)
    if json:
        print_json(result)
        return
    console.print(
        f"[bold]{people} people[/] at {game} against {agent}: {result['moves']} moves, {result['errors']} errors"
    )
    if result["first_error"]:
        console.print(f"  the first error         {result['first_error']}", markup=False)
    console.print(
        f"  a move is answered in   {result['move_ms_median']} ms (median), {result['move_ms_p95']} ms (95 %)"
    )
    console.print(
        f"  the agent has moved in  {result['agent_ms_median']} ms (median), {result['agent_ms_p95']} ms (95 %)"
    )
