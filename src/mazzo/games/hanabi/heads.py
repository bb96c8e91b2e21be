"""Between a network's outputs and the actions of Hanabi."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import members
from mazzo.core.encoding import Head, direct_head
from mazzo.games.hanabi.spec import Rules
from mazzo.games.hanabi.view import View


def heads(rules: Rules) -> dict[str, Head]:
    """The names of the thesis's heads count the outputs for hands of five; two are for the simplified game only."""
    found = [direct_head("direct", "one output per action", rules.actions, _positions(rules)), _one_hint(rules)]
    if rules.simplified:
        found += [_without_hint(rules), _by_card(rules)]
    return {head.name: head for head in found}


def _one_hint(rules: Rules) -> Head:
    slots = 2 * rules.hand_size

    def legal(view: View) -> Array:
        return jnp.concatenate([view.legal[:slots], view.legal[slots:].any()[None]])

    def action(view: View, output: Array) -> Array:
        return jnp.where(output < slots, output, slots + jnp.argmax(view.legal[slots:]))

    return Head(
        "outputs-11",
        "thesis, section 5.1: discard or play each slot, hint (in the full game the first that can be given)",
        slots + 1,
        legal,
        action,
        output=lambda view, action: jnp.minimum(action, slots),
        groups=_positions(rules),
    )


def _without_hint(rules: Rules) -> Head:
    slots = 2 * rules.hand_size
    return Head(
        "outputs-10",
        "thesis, section 5.1: the first output, discard or play each slot; no hint (a teacher's hint becomes output 0)",
        slots,
        legal=lambda view: view.legal[:slots],
        action=lambda view, output: output,
        output=lambda view, action: jnp.where(action < slots, action, 0),
        groups=_positions(rules),
    )


def _positions(rules: Rules) -> dict[str, tuple[int, ...]]:
    """Of the positional bias (thesis, section 5.2)."""
    size = rules.hand_size
    return {"discard": tuple(range(size)), "play": tuple(range(size, 2 * size))}


def _by_card(rules: Rules) -> Head:
    """Outputs 0-24 discard, 25-49 play a card of that colour and rank (the oldest of several alike), 50 hints."""
    size, types = rules.hand_size, rules.types

    def legal(view: View) -> Array:
        held = members(view.hands[0], types)
        may = view.legal[jnp.array([0, size, 2 * size])]  # slot 0 is the last to become empty
        return jnp.concatenate([held & may[0], held & may[1], may[2:]])

    def action(view: View, output: Array) -> Array:
        plays = output >= types
        slot = jnp.argmax(view.hands[0] == output - types * plays)
        return jnp.where(output == 2 * types, 2 * size, slot + size * plays)

    def output(view: View, action: Array) -> Array:
        plays = action >= size
        slot = action - size * plays
        card = jnp.where(np.arange(size) == slot, view.hands[0], 0).sum()
        return jnp.where(action == 2 * size, 2 * types, card + types * plays)

    return Head(
        "outputs-51", "thesis, appendix B.2: discard or play each card, hint", 2 * types + 1, legal, action, output
    )
