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

    def places(mirror: Array) -> Array:
        """Where each place, and the stock, is shown."""
        return jnp.where(mirror, there, np.arange(len(there), dtype=np.int8))

    def mirrored(view: View, mirror: Array) -> View:
        order = places(mirror)
        tableau = order[:-1]  # it leads back too
        rest = jnp.arange(rules.places, len(rules.deck))
        return view._replace(
            tableau=view.tableau[tableau],
            covered=view.covered[tableau],
            deck=view.deck[jnp.concatenate([tableau, rest])],
            actions=jnp.where(view.actions >= 0, order[jnp.maximum(view.actions, 0)], view.actions),
            legal=view.legal[order],
        )

    def here(action: Array, mirror: Array) -> Array:
        return places(mirror)[action].astype(jnp.int32)

    return {"mirrored": Augmentation(lambda _, key: (word(key) & 1) == 1, mirrored, here)}


def opposite(rules: Rules) -> np.ndarray[Any, np.dtype[np.int8]]:
    """int8[places + 1]: the place that lies in its row where this one lies from the other side; the stock stays."""
    found: list[int] = []
    for size in rules.row_sizes:
        found += range(len(found) + size - 1, len(found) - 1, -1)
    return np.array([*found, rules.places], np.int8)
