"""Between a network's outputs and the actions of Maraffone."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import select
from mazzo.core.encoding import Head, direct_head
from mazzo.games.maraffone.encoders import first_suit, from_trump
from mazzo.games.maraffone.rules import HIGH, PAPER_SUIT, SUIT
from mazzo.games.maraffone.spec import ACTIONS, BUSSO, NAME, SILENT, STRISCIO, SUITS, VOLO, Rules
from mazzo.games.maraffone.view import View

BY_PAPER_SUIT = np.argsort(PAPER_SUIT)  # our suits, in the order bastoni, coppe, denari, spade


def heads(rules: Rules) -> dict[str, Head]:
    slots = rules.tricks
    paper = Head(
        f"slots-{slots + 6}",
        "Ragazzini, section 2.2: the places of the hand, the four trumps, no sign, the sign",
        slots + 6,
        legal=_legal,
        action=partial(_action, slots),
        output=partial(_output, slots),
    )
    direct = direct_head("actions-48", "mazzo: one output per action", ACTIONS)
    return {head.name: head for head in (paper, direct, TRUMP_FIRST, SILENT_45)}


def _trump_first_legal(view: View) -> Array:
    cards = from_trump(view.legal[:NAME].reshape(SUITS, -1), first_suit(view)).reshape(-1)
    return jnp.concatenate([cards, view.legal[NAME:]])


def _turned(view: View, actions: Array, direction: int) -> Array:
    """Cards with suits renumbered: by -1 so that trump is the first, by 1 back again. Other actions stay."""
    shift = direction * 10 * first_suit(view).astype(jnp.int32)
    return jnp.where(actions < NAME, (actions + shift) % NAME, actions).astype(jnp.int32)


TRUMP_FIRST = Head(
    "trump-first-48",
    "mazzo: one output per action; once trump is named it is the first suit, as the encoder full shows the cards",
    ACTIONS,
    legal=_trump_first_legal,
    action=partial(_turned, direction=1),
    output=partial(_turned, direction=-1),
)


def _silent(view: View, action: Array) -> Array:
    return jnp.minimum(_turned(view, action, -1), SILENT)


SILENT_45 = Head(
    "silent-45",
    "mazzo: trump-first-48 without the signs, for players who say nothing",
    SILENT + 1,
    legal=lambda view: _trump_first_legal(view)[: SILENT + 1],
    action=partial(_turned, direction=1),
    output=_silent,
)


def right_sign(view: View) -> Array:
    """The sign that seed 002's environment computes: it is true, and legal in every variant."""
    same = view.held & (view.led == SUIT)
    return jnp.where((same & HIGH).any(), BUSSO, jnp.where(same.any(), STRISCIO, VOLO))


def _legal(view: View) -> Array:
    cards = (view.hand >= 0) & view.legal[jnp.maximum(view.hand, 0)]
    signing = view.legal[SILENT]
    return jnp.concatenate([cards, view.legal[NAME:SILENT], jnp.stack([signing, signing])])


def _action(slots: int, view: View, output: Array) -> Array:
    card = select(view.hand, output).astype(jnp.int32)
    trump = NAME + select(BY_PAPER_SUIT, output - slots)
    sign = jnp.where(output == slots + SUITS, SILENT, right_sign(view))
    return jnp.where(output < slots, card, jnp.where(output < slots + SUITS, trump, sign)).astype(jnp.int32)


def _output(slots: int, view: View, action: Array) -> Array:
    """Any sign is `the sign`: among several true ones this head cannot choose."""
    card = jnp.argmax(view.hand == action)
    trump = slots + select(PAPER_SUIT.astype(np.int32), action - NAME)
    sign = slots + SUITS + (action > SILENT)
    return jnp.where(action < NAME, card, jnp.where(action < SILENT, trump, sign)).astype(jnp.int32)
