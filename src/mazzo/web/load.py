"""A load test: many people at once, with real connections, against a server of its own."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import numpy as np

from mazzo.core.errors import MazzoError

START = 120.0  # seconds for the server, and for its agents to be compiled
PATIENCE = 30.0  # seconds without news, which count as an error


@dataclass
class Tally:
    """What everybody saw, in milliseconds."""

    moves: list[float] = field(default_factory=list)  # from a move to its answer
    answers: list[float] = field(default_factory=list)  # from a move to the agent's move, by event
    errors: list[str] = field(default_factory=list)


def measure(people: int, seconds: float, think: float, game: str, agent: str, workers: int) -> dict[str, Any]:
    """Let people play for a while: medians and 95th percentiles of what they waited."""
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder), workers) as port:
        _play_one(port, game, agent, Tally(), time.monotonic() + 1, 0.0)  # everything is compiled
        tally, end = Tally(), time.monotonic() + seconds
        threads = [
            threading.Thread(target=_play_one, args=(port, game, agent, tally, end, think)) for _ in range(people)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    figures: dict[str, Any] = {"people": people, "game": game, "agent": agent, "moves": len(tally.moves)}
    for name, values in (("move", tally.moves), ("agent", tally.answers)):
        p50, p95 = np.percentile(values or [np.nan], [50, 95])
        figures |= {f"{name}_ms_median": round(float(p50), 1), f"{name}_ms_p95": round(float(p95), 1)}
    figures |= {"errors": len(tally.errors), "first_error": tally.errors[0] if tally.errors else None}
    return {**figures, "seconds": seconds, "think": think, "workers": workers}


@contextmanager
def _server(folder: Path, workers: int) -> Iterator[int]:
    log = folder / "log"
    environment = {"MAZZO_DATA": str(folder), "MAZZO_REQUESTS": "1e6", "MAZZO_NEW_GAMES": "1e6", "COLUMNS": "200"}
    command = [sys.executable, "-m", "mazzo", "serve", "--port", "0", "--workers", str(workers)]
    with log.open("w") as file:
        process = subprocess.Popen(
            command, stdout=file, stderr=file, env={**os.environ, **environment}, start_new_session=True
        )
    try:
        yield _port(process, log)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _port(process: subprocess.Popen[bytes], log: Path) -> int:
    """Where it listens, once it is ready and warm."""
    end = time.monotonic() + START
    while time.monotonic() < end:
        found = re.search(r"mazzo is at http://\S+:(\d+)", log.read_text())
        if found:
            port = int(found[1])
            with suppress(OSError), closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
                if _call(connection, "GET", "/api/ready")[0]["warm"]:
                    return port
        if process.poll() is not None:
            break
        time.sleep(0.2)
    raise MazzoError(f"the server does not start: {log.read_text()[-300:]}")


def _play_one(port: int, game: str, agent: str, tally: Tally, end: float, think: float) -> None:
    """One person: game after game, with a stream of events for each."""
    random = np.random.default_rng()
    try:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
            while time.monotonic() < end:
                table, headers = _call(connection, "POST", "/api/games", {"game": game, "agents": [agent]})
                cookie = {"cookie": headers["set-cookie"].partition(";")[0]}
                _one_game(connection, port, table, cookie, tally, end, think * (0.5 + random.random()))
    except (OSError, http.client.HTTPException, Empty, MazzoError) as error:
        tally.errors.append(f"{type(error).__name__}: {error}")


def _one_game(
    connection: http.client.HTTPConnection,
    port: int,
    table: dict[str, Any],
    cookie: dict[str, str],
    tally: Tally,
    end: float,
    think: float,
) -> None:
    news: Queue[tuple[float, dict[str, Any]]] = Queue()
    path = f"/api/tables/{table['id']}"
    threading.Thread(target=_listen, args=(port, f"{path}/events?since=-1", cookie, news), daemon=True).start()
    moved: float | None = None
    while time.monotonic() < end:
        at, frame = news.get(timeout=PATIENCE)
        if moved is not None and frame["player"] not in (None, table["seat"]):
            tally.answers.append(1000 * (at - moved))
            moved = None
        if frame["done"]:
            return
        if frame["legal"]:
            time.sleep(think)
            moved = time.monotonic()
            action = {"number": frame["number"], "action": frame["legal"][0]}
            _call(connection, "POST", f"{path}/moves", action, cookie)
            tally.moves.append(1000 * (time.monotonic() - moved))


def _listen(port: int, path: str, cookie: dict[str, str], news: Queue[tuple[float, dict[str, Any]]]) -> None:
    with (
        suppress(OSError, http.client.HTTPException),  # the end of the measurement
        closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection,
    ):
        connection.request("GET", path, headers=cookie)
        with connection.getresponse() as answer:
            for line in answer:
                if line.startswith(b"data: "):
                    news.put((time.monotonic(), json.loads(line[6:])))


def _call(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    body: dict[str, Any] | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[dict[str, Any], http.client.HTTPMessage]:
    content = None if body is None else json.dumps(body)
    connection.request(method, path, content, {"content-type": "application/json", **(headers or {})})
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 400:
        raise MazzoError(f"{answer.status}: {text[:200].decode(errors='replace')}")
    return json.loads(text), answer.headers
