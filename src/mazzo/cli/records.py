"""mazzo records"""

from __future__ import annotations

import json as encode
import sys

import typer

from mazzo.cli.output import start_jax

app = typer.Typer(help="The games that people played on the page.", no_args_is_help=True)


@app.callback()
def _records() -> None:
    """Keeps `export` a command of its own while it is the only one."""


@app.command()
def export() -> None:
    """Write all finished games as JSON lines, for research.

    They hold the deal, the moves, the agents' names and the result; nothing identifies anyone, and nothing says when
    a game was played. Games with a deal that was played before are marked `shared`.

    Example: mazzo records export > games.jsonl
    """
    start_jax("cpu")
    from mazzo.core import record as records
    from mazzo.web.settings import from_environment
    from mazzo.web.store import Store

    store = Store(from_environment().database)
    store.migrate()
    for stored in store.finished():
        line = encode.loads(records.dumps(stored.finished))
        sys.stdout.write(encode.dumps(line, ensure_ascii=False) + "\n")
    store.close()
