"""The reproduced works, one file each: configuration, citation, the paper's numbers. `mazzo.py` has our own settings.

`study.py`, `laboratory.py`, `reproduction.py`, `report.py` and `pictures.py` are how a work is reproduced.

A preset is a mapping of `learners.settings.Settings` fields, found by game, learner and name.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from mazzo.core.errors import MazzoError, unknown

if TYPE_CHECKING:
    from mazzo.papers.study import Work

Key = tuple[str, str, str]  # game, learner, the preset's name


@cache
def presets() -> Mapping[Key, dict[str, Any]]:
    """Of all works."""
    found: dict[Key, dict[str, Any]] = {}
    for module in _modules():
        found |= getattr(module, "PRESETS", {})
    return found


@cache
def works() -> Mapping[str, Work]:
    """Those that can be reproduced, by name."""
    found = [module.WORK for module in _modules() if hasattr(module, "WORK")]
    return {work.name: work for work in found}


def find_work(name: str) -> Work:
    """Raises MazzoError naming those there are."""
    if name not in works():
        raise unknown("work", name, list(works()))
    return works()[name]


def _modules() -> list[ModuleType]:
    return [import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]


def find_preset(game: str, learner: str | None, name: str | None, variant: str | None = None) -> dict[str, Any]:
    """A copy of a preset's settings; without a name the game's own for this learner, or nothing but the learner.

    Where a variant has one of its own, `champion-3p`, it is found as `champion` too if that variant is asked for.
    """
    if name is None:
        found = presets().get((game, learner or "ppo", "default"), {})
        return {"learner": learner or "ppo", **found}
    own = f"{name}-{(variant or '').partition(',')[0]}"
    name = own if any(key[0] == game and key[2] == own for key in presets()) else name
    fitting = {key: value for key, value in presets().items() if key[0] == game and key[2] == name}
    if not fitting:
        raise unknown(f"preset of {game}", name, sorted({key[2] for key in presets() if key[0] == game}))
    chosen = [key for key in fitting if learner is None or key[1] == learner]
    if len(chosen) != 1:
        learners = ", ".join(sorted(key[1] for key in fitting))
        raise MazzoError(f"the preset {name} of {game} is for {learners}: name the one you want with --learner")
    return {"learner": chosen[0][1], **fitting[chosen[0]]}
