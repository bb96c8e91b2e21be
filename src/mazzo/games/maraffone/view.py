"""What a seat may know at Maraffone, and the deals that fit it."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import once, select, wrap
from mazzo.core.chance import bits, stream
from mazzo.core.game import Deal, Hidden
from mazzo.games.maraffone import rules as R
from mazzo.games.maraffone.hidden import MOST_HIGH, Facts, draw
from mazzo.games.maraffone.rules import CARDS, HIGH, SEATS, SUIT, SUIT_IDS, State
from mazzo.games.maraffone.spec import FOUR_OF_DENARI, PLAYERS, Rules


class View(NamedTuple):
    seat: Array  # int8, whose view this is
    setup: Array  # int8[1], how the namer was chosen: see rules.start
    hand: Array  # int8[cards], own cards as dealt, in the order PAPER_ID; NO_CARD where a card has been played
    held: Array  # bool[40], own cards
    namer: Array  # int8
    trump: Array  # int8, -1: not named yet
    maraffa: Array  # int8, the seat that claimed or showed it; -1: nobody
    who: Array  # int8[40], the seat that played each card; -1: not played yet
    when: Array  # int8[40], the trick to which it was played
    said: Array  # int8[40], the sign with which each card was led: 0 none, 1 busso, 2 striscio, 3 volo; -1: not led
    void: Array  # bool[seats, suits], what all know about the hands: see rules.State
    low: Array  # bool[seats, suits]
    holds: Array  # bool[seats, suits]
    asked: Array  # bool[seats, suits]
    trick: Array  # int8, how many tricks are complete
    table: Array  # int8[seats], the card of each seat in the current trick; NO_CARD: none yet
    place: Array  # int8, how many
    leader: Array  # int8, of the current trick
    led: Array  # int8, the suit led; -1: nothing lies on the table
    sign: Array  # int8, made with the lead of this trick; 0: none
    signing: Array  # bool, the leader may now make a sign
    winner: Array  # int8, who takes the trick as it stands; between tricks, who leads
    best: Array  # int8, the force of that card
    pot: Array  # int8, thirds on the table
    thirds: Array  # int8[sides]
    turn: Array  # int8
    actions: Array  # int8[longest], -1 after the last
    plays: Array  # int8
    legal: Array  # bool[48]
    done: Array  # bool


def observe(rules: Rules, state: State, seat: Array) -> View:
    seat = jnp.asarray(seat, jnp.int8)
    public = {name: getattr(state, name) for name in View._fields if name in State._fields}
    return View(
        seat=seat,
        hand=select(state.hands, seat),
        held=R.held(state, seat),
        who=jnp.where(state.when >= 0, state.holder, np.int8(-1)),
        legal=R.legal(rules, state) & (state.turn == seat),
        **public,
    )


# --------------------------------------------------------------------------------------------------------- redeal


def redeal(rules: Rules, view: View, key: Array) -> Deal:
    """A deal drawn uniformly from those that look like `view` from its seat, and in which all that was said is true."""
    owner = once(known_owner(rules, view))
    others = draw(facts(rules, view, owner), rules.tricks, stream(key, 0))
    owner = jnp.where(owner >= 0, owner, wrap(view.seat + others, PLAYERS))
    return Deal(_any_order(rules, owner, stream(key, 1)), view.setup)


def known_owner(rules: Rules, view: View) -> Array:
    """int8[40]: to whom each card was dealt, where the seat knows it for certain; else -1."""
    owner = jnp.where(view.held, view.seat, view.who)
    maraffa = (view.trump == SUIT) & HIGH & (view.maraffa >= 0)
    owner = jnp.where(maraffa, view.maraffa, owner)
    if rules.four_of_denari:
        owner = jnp.where((CARDS == FOUR_OF_DENARI) & (view.setup[0] == 0), view.namer, owner)
    return owner


def facts(rules: Rules, view: View, owner: Array) -> Facts:
    """What the seat knows about the cards of which it does not know the owner."""
    hidden = (owner < 0) & np.isin(CARDS, rules.deck)
    others = wrap(view.seat + SEATS[1:], PLAYERS)
    dealt = owner == others[:, None]  # [others, 40], cards that each certainly was dealt
    kept = _by_suit(dealt & (view.when < 0))  # [others, suits, ranks], and still holds
    void, low, holds = view.void[others], view.low[others], view.holds[others]
    if rules.signs == "chosen":
        any_card, any_high = holds & ~kept.any(2), jnp.zeros_like(holds)
    else:  # whoever is not known to be low said that he holds a high card
        any_card, any_high = holds & low & ~kept.any(2), holds & ~low & ~(kept & HIGH[:10]).any(2)
    # Known not to have been dealt all three: at least one that is still hidden lies elsewhere, if no other one does.
    not_all = no_maraffa(rules, view)[others][:, None] & (view.trump == SUIT_IDS)
    not_all = not_all & ~_by_suit(~dealt & ~hidden & HIGH).any(2)
    most_high = jnp.where(not_all, _by_suit(hidden & HIGH).sum(1) - 1, MOST_HIGH)
    return Facts(
        hidden=hidden,
        room=rules.tricks - dealt.sum(1),
        no_card=void,
        any_card=any_card,
        any_high=any_high,
        most_high=jnp.where(low, 0, most_high),
    )


def no_maraffa(rules: Rules, view: View) -> Array:
    """bool[seats]: who is known not to have been dealt A, 2 and 3 of trump.

    Where it is shown: all, if nobody showed it. Where it is claimed: the namer, if he led the ace of trump in vain.
    """
    nobody = (view.trump >= 0) & (view.maraffa < 0)
    if rules.maraffa == "shown":
        return jnp.repeat(nobody, PLAYERS)
    ace_led = (10 * view.trump == CARDS) & (view.when == 0) & (view.said >= 0)
    return nobody & ace_led.any() & (view.namer == SEATS)


def _by_suit(flags: Array) -> Array:
    """[…, 40] -> […, suits, ranks]"""
    return flags.reshape(*flags.shape[:-1], 4, 10)


def _any_order(rules: Rules, owner: Array, key: Array) -> Array:
    """A deck that deals each card to its owner; the order within a hand is free, and any is equally likely."""
    cards = np.array(rules.deck, np.int8)
    own = owner[cards]
    words = bits(key, len(cards))
    place = np.arange(len(cards))
    earlier = (words < words[:, None]) | ((words == words[:, None]) & (place < place[:, None]))
    rank = (earlier & (own == own[:, None])).sum(1)
    return jnp.zeros(len(cards), jnp.int8).at[rules.tricks * own.astype(jnp.int32) + rank].set(cards)


def _lie(state: State, seat: Array) -> Array:
    held = (state.holder == SEATS[:, None]) & (state.when < 0)
    return held & (seat != SEATS)[:, None]


ELSEWHERE = Hidden(tuple(f"seat {seat}" for seat in range(PLAYERS)), _lie, ranks=10)  # the hands of the others
