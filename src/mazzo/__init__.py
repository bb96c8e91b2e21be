"""mazzo: machines learn to play card games, prove how well they play, and play against people."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from mazzo.core.errors import MazzoError
from mazzo.core.registry import family, make, names

if TYPE_CHECKING:
    from mazzo.agents.storage import Loaded

try:
    __version__ = version("mazzo")
except PackageNotFoundError:  # run from the source folder
    __version__ = "0+source"

__all__ = ["MazzoError", "__version__", "family", "load", "make", "names"]


def load(name: str | Path) -> Loaded:
    """An agent with its game: `load("runs/one").agent`, from the folder of a saved one, or `load("briscola/champion")`,
    one that comes with mazzo. Nothing from a folder is executed."""
    from mazzo import agents

    return agents.load(name)
