"""For training only: other ways to see a table of Hanabi, and easier ones to begin at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import wrap
from mazzo.core.chance import bits, choose
from mazzo.core.game import Augmentation
from mazzo.games.hanabi import rules as R
from mazzo.games.hanabi.spec import Rules
from mazzo.games.hanabi.view import View


def augmentations(rules: Rules) -> Mapping[str, Augmentation]:
    found = {"shuffled": Augmentation(partial(_orders, rules), partial(_shuffled, rules), partial(_own_slot, rules))}
    if not rules.simplified:  # there the one hint says nothing
        found["random-hints"] = Augmentation(partial(_some_hint, rules), lambda view, _: view, partial(_instead, rules))
    return found


# ------------------------------------------------------------------------- hands in another order (thesis, section 6.2)


def _orders(rules: Rules, view: View, key: Array) -> Array:
    """int32[players, hand]: from which slot each slot of every hand is shown. The key is consumed."""
    drawn = bits(key, rules.players * rules.hand_size).reshape(view.hands.shape) >> 1
    empty = (view.hands == R.NO_CARD).astype(jnp.uint32) << 31  # these stay last, and so the same actions are legal
    return jnp.argsort(drawn | empty, axis=1)


def _shuffled(rules: Rules, view: View, orders: Array) -> View:
    def reorder(cards: Array) -> Array:
        return jnp.take_along_axis(cards, orders, axis=1)

    return view._replace(
        hands=reorder(view.hands),
        places=reorder(view.places),
        possible=reorder(view.possible),
        named=reorder(view.named),
        last_touched=_touched(rules, view, orders),
    )


def _touched(rules: Rules, view: View, orders: Array) -> Array:
    """The slots that the last hint touched, in the hand of the one who was told."""
    if rules.simplified:
        return view.last_touched
    last = R.read(rules, view.actions[jnp.maximum(view.plays - 1, 0).astype(jnp.int32)])
    told = wrap(wrap(view.turn - view.seat - np.int8(1), rules.players) + last.offset, rules.players)
    slots = np.left_shift(1, np.arange(rules.hand_size))
    shown = (view.last_touched >> orders[told]) & 1
    return (shown * slots).sum().astype(jnp.int8)


def _own_slot(rules: Rules, action: Array, orders: Array) -> Array:
    """A discarded or played slot is that from which the card is shown there; a hint names no slot."""
    size = rules.hand_size
    uses = action < 2 * size
    slot = orders[0, jnp.where(uses, action % size, 0)]
    return jnp.where(uses, action - action % size + slot, action).astype(jnp.int32)


# ---------------------------------------------------------------------------------- any hint (thesis, section 5.1)


def _some_hint(rules: Rules, view: View, key: Array) -> Array:
    """int32: one of the hints that can be given. The key is consumed."""
    return choose(key, view.legal & (np.arange(rules.actions) >= 2 * rules.hand_size))


def _instead(rules: Rules, action: Array, hint: Array) -> Array:
    """Which hint the agent wanted to give is not heard."""
    return jnp.where(action < 2 * rules.hand_size, action, hint)


# ------------------------------------------------------------------------------ more lives (thesis, appendix B.2)


def handicaps() -> dict[str, Callable[[R.State, Array], R.State]]:
    return {"lives": lambda state, lives: state._replace(lives=jnp.clip(jnp.round(lives), 1, 100).astype(jnp.int8))}
