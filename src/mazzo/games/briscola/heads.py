"""Between a network's outputs and the cards of Briscola."""

from __future__ import annotations

import jax.numpy as jnp

from mazzo.core.arrays import select
from mazzo.core.encoding import Head, direct_head
from mazzo.games.briscola.spec import DECK, HAND

SLOTS = Head(
    "slots-3",
    "Padova, section 6.2: the first, second or third card of the hand",
    HAND,
    legal=lambda view: (view.hand >= 0) & view.legal.any(),
    action=lambda view, slot: select(view.hand, slot).astype(jnp.int32),
    output=lambda view, card: jnp.argmax(view.hand == card),
)
HEADS = {
    head.name: head
    for head in (SLOTS, direct_head("cards-40", "Sapienza, section 3.3: one output per card", len(DECK)))
}
