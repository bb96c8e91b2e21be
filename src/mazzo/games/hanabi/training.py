"""For training only: other ways to see a table of Hanabi, and easier ones to begin at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core import symmetry
from mazzo.core.arrays import wrap
from mazzo.core.chance import bits, choose
from mazzo.core.game import Augmentation
from mazzo.games.hanabi import rules as R
from mazzo.games.hanabi.spec import Rules
from mazzo.games.hanabi.view import View


def augmentations(rules: Rules) -> Mapping[str, Augmentation]:
    every = symmetry.renamings(rules.deck, rules.colours, rules.ranks)
    found = {
        "shuffled": Augmentation(partial(_orders, rules), partial(_shuffled, rules), partial(_own_slot, rules)),
        "colours": Augmentation(
            lambda _, key: symmetry.drawn(every, key), partial(_renamed, rules), partial(_here, rules)
        ),
    }
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


# ------------------------------------------------------------------------------ colours by other names (other-play)


def _renamed(rules: Rules, view: View, renaming: Array) -> View:
    """Hu et al. (2020) let partners name colours differently, so that no convention hangs on one."""
    card = partial(symmetry.cards, renaming=renaming, size=rules.ranks)
    cards = partial(_cards, rules, renaming=renaming)
    return view._replace(
        hands=card(view.hands),
        possible=cards(view.possible),
        named=_named(rules, view.named, renaming),
        known=card(view.known),
        seen=cards(view.seen),
        fireworks=symmetry.by_suit(view.fireworks, renaming),
        built=cards(view.built),
        discards=cards(view.discards),
        last_card=card(view.last_card),
        actions=_actions(rules, view.actions, renaming),
        legal=_legal(rules, view.legal, renaming),
    )


def _cards(rules: Rules, cards: Array, renaming: Array) -> Array:
    """Sets of cards: the bits of each colour together."""
    found, one = jnp.zeros_like(cards), (1 << rules.ranks) - 1
    for colour in range(rules.colours):
        own = (cards >> (colour * rules.ranks)) & one
        found = found | (own << (renaming[colour].astype(cards.dtype) * rules.ranks))
    return found


def _named(rules: Rules, named: Array, renaming: Array) -> Array:
    """Bit c: colour c; the bits of the ranks stay."""
    found = named & ~((1 << rules.colours) - 1)
    for colour in range(rules.colours):
        found = found | (((named >> colour) & 1) << renaming[colour].astype(named.dtype))
    return found


def _legal(rules: Rules, legal: Array, renaming: Array) -> Array:
    first, of_colour = _colour_hints(rules)
    hints = legal[first : first + of_colour].reshape(-1, rules.colours)
    return jnp.concatenate([legal[:first], symmetry.by_suit(hints, renaming).reshape(-1), legal[first + of_colour :]])


def _colour_hints(rules: Rules) -> tuple[int, int]:
    """(the first action that tells a colour, how many there are)"""
    return 2 * rules.hand_size, 0 if rules.simplified else (rules.players - 1) * rules.colours


def _actions(rules: Rules, action: Array, renaming: Array) -> Array:
    """Only hints at a colour have another name."""
    first, hints = _colour_hints(rules)
    of_colour = (action >= first) & (action < first + hints)
    colour = jnp.where(of_colour, action - first, 0).astype(jnp.int32) % rules.colours
    shown = symmetry.suit(colour, renaming) - colour
    return (action + jnp.where(of_colour, shown, 0).astype(action.dtype)).astype(action.dtype)


def _here(rules: Rules, action: Array, renaming: Array) -> Array:
    return _actions(rules, action, symmetry.inverse(renaming)).astype(jnp.int32)


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
