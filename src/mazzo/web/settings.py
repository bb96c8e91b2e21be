"""What the service reads from its environment, `MAZZO_*`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mazzo.core.errors import MazzoError


@dataclass(frozen=True)
class Settings:
    database: str  # an address as SQLAlchemy reads it
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")  # names by which browsers may call us; "*" for any
    move_seconds: float = 10.0  # an agent that thinks longer is answered for by its stand-in
    requests: float = 40.0  # a second, from one address; short bursts may be four times as many
    new_games: float = 60.0  # a minute, from one address
    open_games: int = 10_000  # begun within a day and not finished, of everybody
    body: int = 8192  # bytes of a request, at most


def data_folder() -> Path:
    """Where the games are kept: `MAZZO_DATA`, or the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(os.environ.get("MAZZO_DATA") or f"{home}/mazzo").expanduser()


def from_environment(environment: Mapping[str, str] | None = None) -> Settings:
    """What `MAZZO_DATABASE_URL`, `_HOSTS`, `_MOVE_SECONDS`, `_REQUESTS`, `_NEW_GAMES` and `_OPEN_GAMES` say."""
    given = os.environ if environment is None else environment
    hosts = tuple(host.strip() for host in given.get("MAZZO_HOSTS", "").split(",") if host.strip())
    return Settings(
        database=_address(given.get("MAZZO_DATABASE_URL", "")),
        hosts=hosts or Settings.hosts,
        move_seconds=_positive(given, "MAZZO_MOVE_SECONDS", Settings.move_seconds),
        requests=_positive(given, "MAZZO_REQUESTS", Settings.requests),
        new_games=_positive(given, "MAZZO_NEW_GAMES", Settings.new_games),
        open_games=int(_positive(given, "MAZZO_OPEN_GAMES", Settings.open_games)),
    )


def _address(url: str) -> str:
    """PostgreSQL is spoken to by psycopg, whatever the address calls it."""
    if not url:
        return f"sqlite:///{data_folder() / 'table.sqlite'}"
    for name in ("postgres://", "postgresql://"):
        if url.startswith(name):
            return "postgresql+psycopg://" + url.removeprefix(name)
    if not url.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise MazzoError("MAZZO_DATABASE_URL must begin with postgresql:// or sqlite:///")
    return url


def _positive(given: Mapping[str, str], name: str, default: float) -> float:
    text = given.get(name)
    if not text:
        return default
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise MazzoError(f"{name} is {text!r}; write a number above 0")
    return number
