"""For training only: other ways to see a table of Briscola."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import jax.numpy as jnp
from jax import Array

from mazzo.core import symmetry
from mazzo.core.game import Augmentation
from mazzo.games.briscola.spec import Rules
from mazzo.games.briscola.view import View

SUITS, SIZE = 4, 10


def augmentations(rules: Rules) -> Mapping[str, Augmentation]:
    """`suits`: renamed. Three play without the 2 of bastoni, so that there bastoni keep their name."""
    every = symmetry.renamings(rules.deck, SUITS, SIZE)
    return {"suits": Augmentation(lambda _, key: symmetry.drawn(every, key), _renamed, _here)}


def _renamed(view: View, renaming: Array) -> View:
    card = partial(symmetry.cards, renaming=renaming, size=SIZE)
    by_card = partial(symmetry.by_card, renaming=renaming, size=SIZE)
    return view._replace(
        hand=card(view.hand),
        partner=-jnp.sort(-card(view.partner)),
        table=card(view.table),
        turned=card(view.turned),
        place=by_card(view.place),
        who=by_card(view.who),
        when=by_card(view.when),
        actions=card(view.actions),
        legal=by_card(view.legal),
    )


def _here(action: Array, renaming: Array) -> Array:
    return symmetry.cards(action, symmetry.inverse(renaming), SIZE).astype(jnp.int32)
