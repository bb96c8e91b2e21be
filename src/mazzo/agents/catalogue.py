"""The agents that come with mazzo: folders `shipped/GAME/VARIANT/NAME`, found by looking. Nothing lists them by name.

Such a folder holds a network as `storage` writes it, or `search.json`: a search in words, with its settings and the
agents that it thinks with. `MAZZO_AGENTS` names more directories laid out like `shipped`, which are looked into first.
"""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from mazzo.agents.storage import Saved, is_agent, load_agent
from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole
from mazzo.core.spec import Spec
from mazzo.search.settings import is_search, read

SHIPPED = Path(__file__).parent / "shipped"
MOST_BYTES = 15_000_000  # of all that comes with mazzo
WEAKEST_FIRST = ("beginner", "intermediate", "champion")  # the usual names; others come after them
SEARCH_FORMAT = 1


def directories() -> list[Path]:
    """Where agents are looked for."""
    extra = [Path(text) for text in os.environ.get("MAZZO_AGENTS", "").split(os.pathsep) if text]
    for folder in extra:
        if not folder.is_dir():
            raise MazzoError(
                f"MAZZO_AGENTS names {str(folder)!r}, which is not a folder; name folders that hold agents"
            )
    return [*extra, SHIPPED]


def shipped(spec: Spec) -> dict[str, Path]:
    """Name -> folder of every agent of this variant, weaker ones first."""
    found: dict[str, Path] = {}
    for directory in directories():
        for folder in sorted((directory / spec.game / spec.variant).glob("*")):
            if is_agent(folder) or is_composition(folder):
                found.setdefault(folder.name, folder)
    return dict(sorted(found.items(), key=lambda one: _place(one[0])))


def variants_with_agents(game: str, name: str = "") -> list[str]:
    """The variants of a game for which agents are shipped; with a name, for which one of that name is."""
    found = set()
    for variant in (folder for directory in directories() for folder in (directory / game).glob("*")):
        folders = [variant / name] if name else variant.glob("*")
        if any(is_agent(folder) or is_composition(folder) for folder in folders):
            found.add(variant.name)
    return sorted(found)


def load_shipped(folder: Path, name: str) -> Saved:
    """A network that is shipped, read once: the page asks for it at every move."""
    return _loaded(folder, name, (folder / "agent.json").stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _loaded(folder: Path, name: str, changed: int) -> Saved:
    return load_agent(folder, name)


def size(directory: Path) -> int:
    """Bytes of all files in it."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


def checked_name(name: str) -> str:
    """A name under which an agent may be shipped: it is a folder's, and stands in lists with commas and colons."""
    if not re.fullmatch(r"[a-z][a-z0-9-]*(\+[a-z0-9-]+)?", name):
        raise MazzoError(f"an agent cannot be called {name!r}; use small letters, digits and -, as champion+search")
    return name


# ------------------------------------------------------------------------------------------------- compositions


def is_composition(folder: Path) -> bool:
    return (folder / "search.json").is_file()


def save_composition(folder: Path, spec: Spec, plays: str) -> None:
    """Write that an agent is this search, as `search:flat,rollout=champion,worlds=64`."""
    read(plays)
    described = {
        "format": SEARCH_FORMAT,
        "game": spec.game,
        "variant": spec.variant,
        "rules": spec.version,
        "plays": plays,
    }
    write_whole(folder / "search.json", (json.dumps(described, indent=2) + "\n").encode())


def load_composition(folder: Path, spec: Spec) -> str:
    """The search that an agent is; whatever does not fit is refused in words."""
    path = folder / "search.json"
    try:
        described: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MazzoError(f"the agent {folder}: search.json cannot be read: {error}") from error
    if not isinstance(described, dict) or described.get("format") != SEARCH_FORMAT:
        raise MazzoError(f"the agent {folder}: search.json is not of format {SEARCH_FORMAT}, which this mazzo reads")
    made_for = tuple(described.get(field) for field in ("game", "variant", "rules"))
    if made_for != (spec.game, spec.variant, spec.version):
        told = " ".join(map(str, made_for))
        raise MazzoError(f"the agent {folder} is for {told}, not {spec.game} {spec.variant} {spec.version}")
    plays = described.get("plays")
    if not isinstance(plays, str) or not is_search(plays):
        raise MazzoError(f"the agent {folder}: search.json must name a search, as search:flat,rollout=champion")
    return plays


def _place(name: str) -> tuple[int, str]:
    """The usual names in their order; a search comes after whom it thinks with."""
    base = name.partition("+")[0]
    return WEAKEST_FIRST.index(base) if base in WEAKEST_FIRST else len(WEAKEST_FIRST), name
