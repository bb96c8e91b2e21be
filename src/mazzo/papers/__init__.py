"""The reproduced works, one file each: configuration, citation, the paper's numbers. `mazzo.py` has our own settings.

A preset is a mapping of `learners.settings.Settings` fields, found by game, learner and name.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from mazzo.core.errors import MazzoError, unknown

Key = tuple[str, str, str]  # game, learner, the preset's name


@cache
def presets() -> Mapping[Key, dict[str, Any]]:
    """Of all works."""
    found: dict[Key, dict[str, Any]] = {}
    for module in pkgutil.iter_modules(__path__):
        found |= import_module(f"{__name__}.{module.name}").PRESETS
    return found


def find_preset(game: str, learner: str | None, name: str | None) -> dict[str, Any]:
    """A copy of a preset's settings; without a name the game's own for this learner, or nothing but the learner."""
    if name is None:
        found = presets().get((game, learner or "ppo", "default"), {})
        return {"learner": learner or "ppo", **found}
    fitting = {key: value for key, value in presets().items() if key[0] == game and key[2] == name}
    if not fitting:
        raise unknown(f"preset of {game}", name, sorted({key[2] for key in presets() if key[0] == game}))
    chosen = [key for key in fitting if learner is None or key[1] == learner]
    if len(chosen) != 1:
        learners = ", ".join(sorted(key[1] for key in fitting))
        raise MazzoError(f"the preset {name} of {game} is for {learners}: name the one you want with --learner")
    return {"learner": chosen[0][1], **fitting[chosen[0]]}
