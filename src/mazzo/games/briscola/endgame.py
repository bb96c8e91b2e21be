"""The last three tricks of Briscola for two, from a view: with the stock empty, what was not seen is the other's.

All of it is inference from public facts, so that playing agents and search may use it, compiled and in batches. What
the last cards are worth is the value of a game of perfect information: trick by trick the leader chooses, then the
other, who sees the lead. There are three ways to pair off the first cards of each, two for the second: all are listed.
"""

from __future__ import annotations

from itertools import product

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import members, once
from mazzo.core.errors import MazzoError
from mazzo.games.briscola import rules as R
from mazzo.games.briscola.spec import DECK, HAND, Rules
from mazzo.games.briscola.view import View

OTHERS = ((1, 2), (0, 2), (0, 1))  # the slots left when one is played
Grid = list[list[Array]]  # by own slot and the other's


def in_endgame(rules: Rules, view: View) -> Array:
    """bool: the stock is empty."""
    return view.plays >= rules.players * (rules.tricks - HAND)


def endgame_values(rules: Rules, view: View) -> Array:
    """float32[40]: points that the seat on turn still takes with best play by both, after each card; -inf for others.

    They mean something once the game is in its endgame, on the seat's own turn.
    """
    if rules.players != 2:
        raise MazzoError("endgame_values knows the other's cards only where two play: use variant 2p")
    trump = R.suit(view.turned)
    led = view.table[0]
    leading = led < 0
    own = [view.hand[slot] for slot in range(HAND)]
    others = _cards_of_the_other(rules, view)

    win_leading, win_following = _wins(own, others, trump)
    pots = [[R.points(mine) + R.points(theirs) for theirs in others] for mine in own]
    later = [[_last_two(view, a, b, pots, win_leading, win_following) for b in range(HAND)] for a in range(HAND)]

    def worth(a: int, b: int) -> Array:
        """From this trick on, when slot a meets slot b of the other."""
        wins = jnp.where(leading, win_leading[a][b], win_following[a][b])
        lead_next, follow_next = later[a][b]
        return jnp.where(wins, pots[a][b] + lead_next, follow_next)

    values = jnp.full(len(DECK), -jnp.inf, jnp.float32)
    for a in range(HAND):
        answers = [jnp.where((others[b] >= 0) & (leading | (others[b] == led)), worth(a, b), 99) for b in range(HAND)]
        value = jnp.minimum(jnp.minimum(answers[0], answers[1]), answers[2]).astype(jnp.float32)
        values = jnp.where((own[a] == R.CARDS) & view.legal, value, values)
    return values


def _cards_of_the_other(rules: Rules, view: View) -> list[Array]:
    """Three slots, the empty ones last: what he holds, and what he has led to this trick."""
    unseen = np.isin(R.CARDS, rules.deck) & (view.who < 0) & ~members(view.hand, len(DECK))
    his = jnp.where(once(unseen | (view.table[0] == R.CARDS)), R.CARDS, R.NO_CARD)
    slots = [his.max()]
    for _ in range(HAND - 1):
        slots.append(jnp.where(his < slots[-1], his, R.NO_CARD).max())
    return [once(card) for card in slots]


def _wins(own: list[Array], others: list[Array], trump: Array) -> tuple[Grid, Grid]:
    """Whether the own card takes the trick, if it is led; and if the other's is."""

    def beats(card: Array, other: Array, led: Array) -> Array:
        return once(R.force(card, led, trump) > R.force(other, led, trump))

    leading = [[beats(mine, theirs, mine) for theirs in others] for mine in own]
    following = [[beats(mine, theirs, theirs) for theirs in others] for mine in own]
    return leading, following


def _last_two(view: View, a: int, b: int, pots: Grid, win_leading: Grid, win_following: Grid) -> tuple[Array, Array]:
    """What the two tricks after slots a and b are worth: to the one who leads them, and to the one who follows."""

    def pair(wins: Grid, x: int, y: int) -> Array:
        """The slots number x and y of those left meet in the next trick, the others in the last."""
        i, j = OTHERS[a][x], OTHERS[b][y]
        last_i, last_j = OTHERS[a][1 - x], OTHERS[b][1 - y]
        last = pots[last_i][last_j]
        ahead = pots[i][j] + jnp.where(win_leading[last_i][last_j], last, 0)
        return jnp.where(wins[i][j], ahead, jnp.where(win_following[last_i][last_j], last, 0))

    led, followed = ({xy: pair(wins, *xy) for xy in product((0, 1), repeat=2)} for wins in (win_leading, win_following))
    best_lead = jnp.maximum(jnp.minimum(led[0, 0], led[0, 1]), jnp.minimum(led[1, 0], led[1, 1]))
    best_answer = jnp.minimum(jnp.maximum(followed[0, 0], followed[1, 0]), jnp.maximum(followed[0, 1], followed[1, 1]))
    both_hold_two = view.hand[HAND - 1] >= 0  # else the first of those left is the last card, if there is any
    ahead = jnp.where(both_hold_two, best_lead, led[0, 0])
    return once(ahead), once(jnp.where(both_hold_two, best_answer, followed[0, 0]))
