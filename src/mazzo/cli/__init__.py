"""The `mazzo` command. One thin file per command; JAX is imported only by the commands that compute."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from mazzo import MazzoError, __version__
from mazzo.cli import (
    agents,
    bench,
    check,
    curve,
    evaluate,
    games,
    ladder,
    learners,
    play,
    records,
    replay,
    reproduce,
    review,
    serve,
    ship,
    solve,
    tensorboard,
    tournament,
    train,
    verify,
)
from mazzo.cli.output import complain, settings

app = typer.Typer(
    help="Machines learn to play card games, prove how well they play, and play against people.\n\n"
    "Start with [bold]mazzo games[/], then [bold]mazzo play briscola[/].",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


UsageError: Any = typer.BadParameter.__base__  # of click, which newer versions of Typer carry inside


def _version(wanted: bool) -> None:
    if wanted:
        print(f"mazzo {__version__}")
        raise typer.Exit


@app.callback()
def common(
    device: Annotated[
        str | None, typer.Option(help="cpu, gpu or auto. Also MAZZO_DEVICE.", show_default="auto; cpu for play")
    ] = None,
    threads: Annotated[int | None, typer.Option(help="CPU threads. Also MAZZO_THREADS.", show_default="all")] = None,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print it.")] = False,
) -> None:
    settings.update(device=device, threads=threads)


for module in (
    games,
    agents,
    play,
    serve,
    evaluate,
    tournament,
    solve,
    ladder,
    replay,
    review,
    verify,
    train,
    reproduce,
    ship,
    learners,
    curve,
    tensorboard,
    check,
):
    app.command(name=module.__name__.rsplit(".", 1)[-1])(module.command)
app.add_typer(bench.app, name="bench")
app.add_typer(records.app, name="records")


# Packages that not every installation has -> the extra that brings them.
EXTRAS = {
    "gymnasium": "interop",
    "pettingzoo": "interop",
    "stable_baselines3": "peers",
    "sb3_contrib": "peers",
    "tensorboardX": "tensorboard",
    "fastapi": "web",
    "uvicorn": "web",
    "sqlalchemy": "web",
    "alembic": "web",
    "psycopg": "web",
}


def main() -> None:
    """Run the command line. Exit codes: 0 done, 1 a check found faults, 2 bad input, 130 interrupted."""
    try:
        code = app(standalone_mode=False)
    except MazzoError as error:
        complain(str(error))
        code = 2
    except UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # `mazzo` alone prints its help, which is no complaint
            print(error.format_message())
        else:
            complain(error.format_message())
        code = 2
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        complain(f"this needs {error.name}, which is not installed: pip install 'mazzo[{EXTRAS[error.name]}]'")
        code = 2
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:  # the reader of our output has gone, as with `| head`
        sys.stderr.close()
        code = 0
    except OSError as error:  # folders that may not be read, names that are too long, full disks
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        code = 2
    if code == 130:  # Typer's own answer to Ctrl-C, too
        complain("interrupted")
        sys.stdout.flush()
        os._exit(130)  # XLA's threads may still compute, and an orderly exit would pull their memory away
    sys.exit(code if isinstance(code, int) else 0)
