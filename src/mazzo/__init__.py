"""mazzo: machines learn to play card games, prove how well they play, and play against people."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from mazzo.core.errors import MazzoError
from mazzo.core.registry import family, make, names

try:
    __version__ = version("mazzo")
except PackageNotFoundError:  # run from the source folder
    __version__ = "0+source"

__all__ = ["MazzoError", "__version__", "family", "make", "names"]
