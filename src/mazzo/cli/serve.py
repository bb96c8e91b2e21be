"""mazzo serve"""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from typing import Annotated, Any

import typer

from mazzo.cli.output import errors
from mazzo.core.errors import MazzoError

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def command(
    host: Annotated[str, typer.Option(help="The address to listen at; others can reach you at 0.0.0.0.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for a free one.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that serve.")] = 1,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Show the page in the browser.")] = False,
) -> None:
    """Serve the page on which people play against the agents and review their games.

    Games are kept in the user's data folder, or where MAZZO_DATA or MAZZO_DATABASE_URL says. Beyond this machine, name
    the hosts by which browsers may call with MAZZO_HOSTS, and put a server that speaks TLS in front.

    Example: mazzo serve --open
    """
    import uvicorn

    from mazzo.web import logs
    from mazzo.web.settings import from_environment
    from mazzo.web.store import Store

    if host not in LOOPBACK:
        os.environ.setdefault("MAZZO_HOSTS", "*")
    store = Store(from_environment().database)  # complain now, and change the tables once, before the workers start
    store.migrate()
    store.close()
    logs.start()
    config = uvicorn.Config(
        "mazzo.web.app:served",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    _serve(config, f"http://{'localhost' if host in LOOPBACK else host}", open_page)


def _serve(config: Any, address: str, open_page: bool) -> None:
    """Bind first, so that the address that is told is the one that answers."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    listening = _bind(config.host, config.port)
    address = f"{address}:{listening.getsockname()[1]}"
    errors.print(f"mazzo is at [bold]{address}[/]   (Ctrl-C ends it)", soft_wrap=True)
    if open_page:
        threading.Timer(1.5, webbrowser.open, [address]).start()
    if config.workers > 1:
        Multiprocess(config, sockets=[listening]).run()
    else:
        uvicorn.Server(config).run(sockets=[listening])


def _bind(host: str, port: int) -> socket.socket:
    """A socket that says TCP: asyncio sends without delay (40 ms for every answer) only on those."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        raise MazzoError(f"cannot listen at {host}:{port}: {error.strerror}; choose another --port") from error
    listening.set_inheritable(True)
    return listening
