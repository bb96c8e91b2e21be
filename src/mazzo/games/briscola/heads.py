"""Between a network's outputs and the cards of Briscola."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array

from mazzo.core.arrays import select
from mazzo.core.encoding import Head, direct_head
from mazzo.games.briscola import rules as R
from mazzo.games.briscola.spec import DECK, HAND
from mazzo.games.briscola.view import View

SLOTS = Head(
    "slots-3",
    "Padova, section 6.2: the first, second or third card of the hand",
    HAND,
    legal=lambda view: (view.hand >= 0) & view.legal.any(),
    action=lambda view, slot: select(view.hand, slot).astype(jnp.int32),
    output=lambda view, card: jnp.argmax(view.hand == card),
)


def _turned(view: View, cards: Array, direction: int) -> Array:
    """`cards` with suits renumbered: by -1 so that trump is the first, by 1 back again."""
    return (cards + direction * 10 * R.suit(view.turned)) % len(DECK)


TRUMP_FIRST = Head(
    "trump-first-40",
    "mazzo: one output per card, trump as the first suit, as the encoder full shows them",
    len(DECK),
    legal=lambda view: view.legal[_turned(view, jnp.arange(len(DECK)), 1)],
    action=lambda view, output: _turned(view, output, 1).astype(jnp.int32),
    output=lambda view, card: _turned(view, card, -1),
)
HEADS = {
    head.name: head
    for head in (
        SLOTS,
        direct_head("cards-40", "Sapienza, section 3.3: one output per card", len(DECK)),
        TRUMP_FIRST,
    )
}
