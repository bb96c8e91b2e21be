"""Finds the games: every folder in `mazzo.games` is one, and so is every folder in a directory of `MAZZO_GAMES`."""

from __future__ import annotations

import importlib
import os
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Any

import mazzo.games
from mazzo.core.errors import MazzoError, unknown
from mazzo.core.spec import Family

if TYPE_CHECKING:
    from mazzo.core.game import Game


@cache
def _packages(extra: str) -> tuple[str, ...]:
    for folder in filter(None, extra.split(os.pathsep)):
        if not os.path.isdir(folder):
            raise MazzoError(
                f"MAZZO_GAMES names {folder!r}, which is not a folder; name folders that hold game folders"
            )
        if folder not in mazzo.games.__path__:
            mazzo.games.__path__.append(folder)
    return tuple(sorted(m.name for m in pkgutil.iter_modules(mazzo.games.__path__) if m.ispkg))


def names() -> list[str]:
    """All games, alphabetically."""
    return list(_packages(os.environ.get("MAZZO_GAMES", "")))


def family(game: str) -> Family:
    """A game with its variants."""
    if game not in names():
        raise unknown("game", game, names())
    found = importlib.import_module(f"mazzo.games.{game}").GAME
    assert isinstance(found, Family), f"mazzo.games.{game} must export GAME, a Family"
    return found


def make(game: str, variant: str | None = None, **options: Any) -> Game[Any, Any]:
    """The playable game: `make("briscola")`, `make("briscola", "4p")`."""
    return family(game).make(variant, **options)
