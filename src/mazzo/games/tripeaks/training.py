"""For training only: other ways to see a table of TriPeaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.chance import word
from mazzo.core.game import Augmentation
from mazzo.games.tripeaks.spec import Rules
from mazzo.games.tripeaks.view import View


def augmentations(rules: Rules) -> Mapping[str, Augmentation]:
    """`mirrored`: left and right exchanged, or not. Suits are not renamed: the encoder `full` does not show them."""
    there = opposite(rules)

    in_deck = np.concatenate([there[:-1], np.arange(rules.places, len(rules.deck))])

    def mirrored(view: View, mirror: Array) -> View:
        def places(values: Array, there: np.ndarray[Any, Any]) -> Array:
            return jnp.where(mirror, values[there], values)

        return view._replace(
            tableau=places(view.tableau, there[:-1]),
            covered=places(view.covered, there[:-1]),
            deck=places(view.deck, in_deck),
            actions=jnp.where(view.actions >= 0, here(jnp.maximum(view.actions, 0), mirror), view.actions),
            legal=places(view.legal, there),
        )

    def here(action: Array, mirror: Array) -> Array:
        return jnp.where(mirror, jnp.asarray(there)[action], action).astype(action.dtype)

    return {"mirrored": Augmentation(lambda _, key: (word(key) & 1) == 1, mirrored, here)}


def opposite(rules: Rules) -> np.ndarray[Any, np.dtype[np.int8]]:
    """int8[places + 1]: the place that lies in its row where this one lies from the other side; the stock stays."""
    found: list[int] = []
    for size in rules.row_sizes:
        found += range(len(found) + size - 1, len(found) - 1, -1)
    return np.array([*found, rules.places], np.int8)
