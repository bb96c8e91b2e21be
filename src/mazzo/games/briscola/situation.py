"""What every scripted player of Briscola looks at."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
from jax import Array

from mazzo.core.arrays import select
from mazzo.games.briscola import rules as R
from mazzo.games.briscola.spec import Rules
from mazzo.games.briscola.view import View

WIN = 61


class Situation(NamedTuple):
    """The own cards, oldest first, against the trick so far."""

    held: Array  # bool[3], where the hand has a card
    points: Array  # int[3], of each own card
    strength: Array  # int[3]
    trumps: Array  # bool[3]
    takes: Array  # bool[3], would beat every card on the table
    pot: Array  # points on the table
    own: Array  # points of the own side so far
    leading: Array  # bool, nothing lies on the table


def situation(rules: Rules, view: View) -> Situation:
    trump = R.suit(view.turned)
    leading = view.table[0] < 0
    best = R.force(view.table, view.table[0], trump).max()
    led = jnp.where(leading, view.hand, view.table[0])
    return Situation(
        held=view.hand >= 0,
        points=R.points(view.hand),
        strength=R.strength(view.hand),
        trumps=R.suit(view.hand) == trump,
        takes=(view.hand >= 0) & (R.force(view.hand, led, trump) > best),
        pot=R.points(view.table).sum(),
        own=select(view.points, jnp.asarray(rules.teams, jnp.int8)[view.seat]).astype(jnp.int32),
        leading=leading,
    )


def card_at(view: View, slot: Array) -> Array:
    return select(view.hand, slot).astype(jnp.int32)
