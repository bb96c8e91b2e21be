"""For training only: other ways to see a table of Maraffone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core import symmetry
from mazzo.core.arrays import where
from mazzo.core.game import Augmentation
from mazzo.games.maraffone import rules as R
from mazzo.games.maraffone.rules import NO_CARD, PAPER_ID, PAPER_ORDER
from mazzo.games.maraffone.spec import FOUR_OF_DENARI, NAME, SILENT, SUITS, Rules
from mazzo.games.maraffone.view import View

SIZE = 10


def augmentations(rules: Rules) -> Mapping[str, Augmentation]:
    """`suits`: renamed. Where the 4 of denari chose who names trump, denari keep their name."""
    every = symmetry.renamings(rules.deck, SUITS, SIZE)
    but_denari = symmetry.renamings(rules.deck, SUITS, SIZE, fixed=(FOUR_OF_DENARI // SIZE,))

    def draw(view: View, key: Array) -> Array:
        chose = (view.setup[0] == 0) & rules.four_of_denari
        return where(chose, symmetry.drawn(but_denari, key), symmetry.drawn(every, key))

    return {"suits": Augmentation(draw, _renamed, _here)}


def _renamed(view: View, renaming: Array) -> View:
    suit = partial(symmetry.suit, renaming=renaming)
    card = partial(symmetry.cards, renaming=renaming, size=SIZE)
    by_card = partial(symmetry.by_card, renaming=renaming, size=SIZE)
    by_suit = partial(symmetry.by_suit, renaming=renaming)
    when = by_card(view.when)
    who, held = by_card(view.who), by_card(view.held)
    return view._replace(
        hand=_in_order(held | (who == view.seat), when, len(view.hand)),
        held=held,
        trump=suit(view.trump),
        who=who,
        when=when,
        said=by_card(view.said),
        void=by_suit(view.void),
        low=by_suit(view.low),
        holds=by_suit(view.holds),
        asked=by_suit(view.asked),
        table=card(view.table),
        led=suit(view.led),
        actions=_actions(view.actions, renaming),
        legal=jnp.concatenate([by_card(view.legal[:NAME]), by_suit(view.legal[NAME:SILENT]), view.legal[SILENT:]]),
    )


def _in_order(dealt: Array, when: Array, cards: int) -> Array:
    """A hand as `rules.start` orders it, without the cards that were played."""
    numbers = jnp.sort(jnp.where(dealt, PAPER_ID, np.int8(R.CARDS.shape[0])))[:cards]
    hand = jnp.asarray(PAPER_ORDER)[numbers]
    return jnp.where(when[hand] < 0, hand, NO_CARD)


def _actions(action: Array, renaming: Array) -> Array:
    """Cards and the naming of a suit; signs are the same in all."""
    named = symmetry.suit(jnp.where((action >= NAME) & (action < SILENT), action - NAME, -1), renaming) + NAME
    played = symmetry.cards(jnp.where(action < NAME, action, -1), renaming, SIZE)
    return jnp.where(action < NAME, played, jnp.where(action < SILENT, named, action)).astype(action.dtype)


def _here(action: Array, renaming: Array) -> Array:
    return _actions(action, symmetry.inverse(renaming)).astype(jnp.int32)
