"""mazzo: machines learn to play card games, prove how well they play, and play against people."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from mazzo.core.errors import MazzoError
from mazzo.core.registry import family, make, names

if TYPE_CHECKING:
    from mazzo.agents.storage import Saved

try:
    __version__ = version("mazzo")
except PackageNotFoundError:  # run from the source folder
    __version__ = "0+source"

__all__ = ["MazzoError", "__version__", "family", "load", "make", "names"]


def load(folder: str | Path) -> Saved:
    """A saved agent with its game: `load("runs/one").agent`. Nothing from the folder is executed."""
    from mazzo.agents.storage import load_agent

    return load_agent(folder)
