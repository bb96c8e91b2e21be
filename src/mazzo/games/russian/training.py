"""For training only: other ways to see a table of Russian Solitaire."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import jax.numpy as jnp
from jax import Array

from mazzo.core import symmetry
from mazzo.core.game import Augmentation
from mazzo.games.russian import rules as R
from mazzo.games.russian.spec import CARDS, SUIT, Rules
from mazzo.games.russian.view import View


def augmentations(rules: Rules) -> Mapping[str, Augmentation]:
    """`suits`: renamed."""
    every = symmetry.renamings(rules.deck, CARDS // SUIT, SUIT)
    return {"suits": Augmentation(lambda _, key: symmetry.drawn(every, key), partial(_renamed, rules), _here)}


def _renamed(rules: Rules, view: View, renaming: Array) -> View:
    card = partial(symmetry.cards, renaming=renaming, size=SUIT)
    by_card = partial(symmetry.by_card, renaming=renaming, size=SUIT)
    moves, kings = _actions(view.moves[: rules.piles], renaming), _actions(view.moves[rules.piles :], renaming)
    return view._replace(
        pile=by_card(view.pile),
        height=by_card(view.height),
        tops=card(view.tops),
        moves=jnp.concatenate([moves, symmetry.by_suit(kings, renaming[: rules.suits])]),
        deck=card(view.deck),
        actions=_actions(view.actions, renaming),
        legal=jnp.concatenate([by_card(view.legal[:CARDS]), by_card(view.legal[CARDS:])]),
    )


def _actions(action: Array, renaming: Array) -> Array:
    """Onto piles, and onto foundations."""
    founding = jnp.where(action >= CARDS, CARDS, 0)
    card = jnp.where(action >= 0, R.moved_card(action), -1)
    return (symmetry.cards(card, renaming, SUIT) + founding).astype(action.dtype)


def _here(action: Array, renaming: Array) -> Array:
    return _actions(action, symmetry.inverse(renaming)).astype(jnp.int32)
