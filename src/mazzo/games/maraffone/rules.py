"""The rules of Maraffone.

Ten cards each. One player names trump and leads. One follows suit if one can; the highest trump takes the trick, else
the highest card of the suit led, and the winner leads. With the lead, and only then, one may make a sign to one's
partner, which everybody sees. The cards and the last trick are worth 35 thirds of a point, rounded down per side.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import AnyArray, once, select, wrap
from mazzo.core.game import Deal
from mazzo.games.maraffone.spec import (
    BUSSO,
    DECK,
    FOUR_OF_DENARI,
    LAST_TRICK,
    MARAFFA,
    NAME,
    PLAYERS,
    SILENT,
    STRISCIO,
    SUITS,
    TEAMS,
    VOLO,
    Rules,
)

NO_CARD = np.int8(-1)
CARDS = np.array(DECK, np.int8)
SUIT = CARDS // np.int8(10)  # of each card
STRENGTH = (CARDS + np.int8(7)) % np.int8(10)  # of each card: 4 5 6 7 F C R A 2 3 -> 0 … 9
HIGH = STRENGTH >= 7  # A, 2 and 3: what makes a maraffa
THIRDS = np.where(STRENGTH == 7, 3, np.where(STRENGTH >= 4, 1, 0)).astype(np.int8)  # what each card is worth
SEATS = np.arange(PLAYERS, dtype=np.int8)
SUIT_IDS = np.arange(SUITS, dtype=np.int8)

# Hands are kept in the order of seed 002's code: bastoni, coppe, denari, spade, from the 4 to the 3.
PAPER_SUIT = np.array([2, 3, 1, 0], np.int8)  # of our denari, spade, coppe, bastoni
PAPER_ID = np.int8(10) * PAPER_SUIT[SUIT] + STRENGTH
PAPER_ORDER = np.argsort(PAPER_ID).astype(np.int8)  # the card with each of its numbers


class State(NamedTuple):
    setup: Array  # int8[1], who names trump: see `start`
    holder: Array  # int8[40], the seat that was dealt each card; -1: not in play
    hands: Array  # int8[4, cards], as dealt, in the order PAPER_ID; NO_CARD where a card has been played
    namer: Array  # int8, the seat that names trump and leads first
    trump: Array  # int8, a suit; -1: not named yet
    maraffa: Array  # int8, the seat that claimed or showed it; -1: nobody
    when: Array  # int8[40], the trick to which each card was played; -1: not yet
    said: Array  # int8[40], the sign with which each card was led: 0 none, 1 busso, 2 striscio, 3 volo; -1: not led
    void: Array  # bool[seats, suits], is known to have none left: did not follow, or said volo
    low: Array  # bool[seats, suits], is known to have neither A, 2 nor 3 left: the computed striscio
    holds: Array  # bool[seats, suits], has said that he holds more of the suit (a high card, if `low` is not set and
    # the sign was computed) and has not played such a card since
    asked: Array  # bool[seats, suits], has said busso
    trick: Array  # int8, how many tricks are complete
    table: Array  # int8[seats], the card of each seat in the current trick; NO_CARD: none yet
    place: Array  # int8, cards on the table
    leader: Array  # int8, of the current trick
    led: Array  # int8, the suit led; -1: nothing lies on the table
    sign: Array  # int8, made with the lead of this trick; 0: none
    signing: Array  # bool, the leader has played and may now make a sign
    winner: Array  # int8, who takes the trick as it stands; between tricks, who leads
    best: Array  # int8, the force of that card
    pot: Array  # int8, thirds on the table
    thirds: Array  # int8[sides], taken so far, with the maraffa
    turn: Array  # int8
    actions: Array  # int8[longest], -1 after the last
    plays: Array  # int8, how many actions
    done: Array  # bool


def start(rules: Rules, deal: Deal) -> State:
    """The first cards of the deck are seat 0's, the next seat 1's, and so on.

    setup[0] is the seat that names trump; where the 4 of denari may choose him, 0 stands for its holder and 1 to 4 for
    seats 0 to 3.
    """
    cards = rules.tricks
    dealt = np.repeat(SEATS, cards)
    holder = jnp.full(len(DECK), np.int8(-1)).at[deal.deck].set(dealt)
    namer = deal.setup[0]
    if rules.four_of_denari:
        namer = jnp.where(namer == 0, holder[FOUR_OF_DENARI], namer - np.int8(1))
    nobody = jnp.zeros((PLAYERS, SUITS), bool)
    zero, none = jnp.int8(0), jnp.int8(-1)
    return State(
        setup=deal.setup,
        holder=holder,
        hands=jnp.asarray(PAPER_ORDER)[jnp.sort(jnp.asarray(PAPER_ID)[deal.deck].reshape(PLAYERS, cards))],
        namer=namer,
        trump=none,
        maraffa=none,
        when=jnp.full(len(DECK), none),
        said=jnp.full(len(DECK), none),
        void=nobody,
        low=nobody,
        holds=nobody,
        asked=nobody,
        trick=zero,
        table=jnp.full(PLAYERS, NO_CARD),
        place=zero,
        leader=namer,
        led=none,
        sign=zero,
        signing=jnp.bool_(False),
        winner=namer,
        best=none,
        pot=zero,
        thirds=jnp.zeros(2, jnp.int8),
        turn=namer,
        actions=jnp.full(rules.longest, none),
        plays=zero,
        done=jnp.bool_(False),
    )


def held(state: State, seat: Array) -> Array:
    """bool[40]: the cards in a hand."""
    return (state.holder == seat) & (state.when < 0)


def legal(rules: Rules, state: State) -> Array:
    """Name a suit; or say what is true of the suit just led; or play a card, of the suit led if there is one."""
    hand = once(held(state, state.turn))
    same = hand & (state.led == SUIT)
    more = once(same.any())
    naming, playing = state.trump < 0, (state.trump >= 0) & ~state.signing
    cards = playing & jnp.where(more, same, hand)
    words = jnp.stack([jnp.bool_(True), *true_signs(rules, more, (same & HIGH).any())])
    return jnp.concatenate([cards, jnp.repeat(naming, SUITS), words & state.signing]) & ~state.done


def true_signs(rules: Rules, more: Array, high: Array) -> tuple[Array, Array, Array]:
    """Whether busso, striscio and volo may be said by a leader who holds `more` of the suit, or a `high` card of it.

    Chosen signs: busso asks for something and is free, the others tell the truth. Computed ones exclude each other.
    """
    if rules.signs == "chosen":
        return jnp.ones_like(more), more, ~more
    return high, more & ~high, ~more


def play(rules: Rules, state: State, action: Array) -> State:
    action = action.astype(jnp.int8)
    named = _name_trump(rules, state, action - np.int8(NAME))
    signed = _make_sign(rules, state, action - np.int8(SILENT))
    played = _play_card(rules, state, action)

    def fitting(named: Array, signed: Array, played: Array) -> Array:
        return jnp.where(state.trump < 0, named, jnp.where(state.signing, signed, played))

    after: State = jax.tree.map(fitting, named, signed, played)
    return after._replace(
        actions=jnp.where(state.plays == np.arange(rules.longest), action, state.actions),
        plays=state.plays + np.int8(1),
    )


def returns(state: State) -> Array:
    """The points of each seat's side: its thirds, rounded down."""
    return points(state)[np.array(TEAMS)].astype(jnp.float32)


def points(state: State) -> Array:
    """int8[sides]"""
    return jax.lax.div(state.thirds, jnp.full_like(state.thirds, 3))


# ------------------------------------------------------------------------------------------------ the three actions


def _name_trump(rules: Rules, state: State, trump: Array) -> State:
    if rules.maraffa == "claimed":
        return state._replace(trump=trump)
    maraffa = once(holder_of_all_three(state.holder, trump))
    return state._replace(
        trump=trump,
        maraffa=maraffa,
        thirds=state.thirds + jnp.where((maraffa >= 0) & (_side(maraffa) == SIDES), np.int8(MARAFFA), np.int8(0)),
    )


def _make_sign(rules: Rules, state: State, sign: Array) -> State:
    """Signs are true, so that they bind: everybody knows what they say about the hand."""
    here = once((state.turn == SEATS)[:, None] & (state.led == SUIT_IDS))
    busso, striscio, volo = (sign == word - SILENT for word in (BUSSO, STRISCIO, VOLO))
    computed = rules.signs == "computed"
    return state._replace(
        void=state.void | (here & volo),
        low=state.low | (here & striscio) if computed else state.low,
        holds=state.holds | (here & (striscio | busso if computed else striscio)),
        asked=state.asked | (here & busso),
        said=jnp.where(state.when == state.trick, sign, state.said),  # the lead is the only card on the table
        sign=sign,
        signing=jnp.bool_(False),
        turn=wrap(state.turn + np.int8(1), PLAYERS),
    )


def _play_card(rules: Rules, state: State, card: Array) -> State:
    seat = state.turn
    leads, closes = state.place == 0, state.place == PLAYERS - 1
    own_suit = suit(card)
    led = jnp.where(leads, own_suit, state.led)
    power = once(force(card, led, state.trump))
    takes = leads | (power > state.best)
    winner = once(jnp.where(takes, seat, state.winner))
    pot = state.pot + thirds(card)
    last = state.trick == rules.tricks - 1
    gain = once(jnp.where(closes, pot + jnp.where(last, np.int8(LAST_TRICK), np.int8(0)), np.int8(0)))
    claims = jnp.bool_(False)
    if rules.maraffa == "claimed":
        claims = leads & (state.trick == 0) & (card == 10 * state.trump)
        claims = once(claims & (holder_of_all_three(state.holder, state.trump) == seat))

    mine = once((seat == SEATS)[:, None])
    in_suit = mine & (own_suit == SUIT_IDS)
    if rules.signs == "computed":  # whoever said that he holds a high card may play the low ones first
        in_suit = in_suit & (state.low | (strength(card) >= 7))
    signing = leads & ~last
    trick = state.trick + closes.astype(jnp.int8)
    bonus = jnp.where(claims & (_side(seat) == SIDES), np.int8(MARAFFA), np.int8(0))
    after = state._replace(
        hands=jnp.where(state.hands == card, NO_CARD, state.hands),
        maraffa=jnp.where(claims, seat, state.maraffa),
        when=jnp.where(card == CARDS, state.trick, state.when),
        said=jnp.where((card == CARDS) & leads, np.int8(0), state.said),
        void=state.void | (mine & (led == SUIT_IDS) & (own_suit != led)),
        holds=state.holds & ~in_suit,
        trick=trick,
        table=jnp.where(closes, NO_CARD, jnp.where(seat == SEATS, card, state.table)),
        place=jnp.where(closes, np.int8(0), state.place + np.int8(1)),
        leader=jnp.where(closes, winner, state.leader),
        led=jnp.where(closes, np.int8(-1), led),
        sign=jnp.where(closes, np.int8(0), state.sign),
        signing=signing,
        winner=winner,
        best=jnp.where(closes, np.int8(-1), jnp.where(takes, power, state.best)),
        pot=jnp.where(closes, np.int8(0), pot),
        thirds=state.thirds + jnp.where(_side(winner) == SIDES, gain, np.int8(0)) + bonus,
        turn=jnp.where(signing, seat, jnp.where(closes, winner, wrap(seat + np.int8(1), PLAYERS))),
        done=trick == rules.tricks,
    )
    if not rules.forced_last:
        return after
    forced = closes & (trick == rules.tricks - 1)
    return jax.tree.map(lambda out, on: jnp.where(forced, out, on), _play_last_trick(rules, after), after)


def _play_last_trick(rules: Rules, state: State) -> State:
    """Everybody has one card left, and plays it."""
    left = once((state.holder >= 0) & (state.when < 0))
    lead = jnp.where(left & (state.holder == state.turn), CARDS, NO_CARD).max()
    forces = force(CARDS, suit(lead), state.trump)
    winner = once((jnp.where(left, PLAYERS * forces + state.holder, -1).max() & (PLAYERS - 1)).astype(jnp.int8))
    gain = jnp.where(left, THIRDS, np.int8(0)).sum(dtype=jnp.int8) + np.int8(LAST_TRICK)
    return state._replace(
        hands=jnp.full_like(state.hands, NO_CARD),
        when=jnp.where(left, np.int8(rules.tricks - 1), state.when),
        said=jnp.where(lead == CARDS, np.int8(0), state.said),
        trick=jnp.int8(rules.tricks),
        leader=winner,
        winner=winner,
        turn=winner,
        thirds=state.thirds + jnp.where(_side(winner) == SIDES, gain, np.int8(0)),
        done=jnp.bool_(True),
    )


# ---------------------------------------------------------------------------------------------- of cards and tricks

SIDES = np.arange(2, dtype=np.int8)


def _side(seat: Array) -> Array:
    return seat & np.int8(1)


def suit(card: AnyArray) -> Array:
    """int8: card // 10, and -1 for NO_CARD."""
    return ((jnp.asarray(card, jnp.int32) * 205) >> 11).astype(jnp.int8)


def strength(card: AnyArray) -> Array:
    """int8: 4 5 6 7 F C R A 2 3 -> 0 … 9; meaningless for NO_CARD."""
    rank = card - np.int8(10) * suit(card)
    return jnp.where(rank < 3, rank + np.int8(7), rank - np.int8(3))


def thirds(card: AnyArray) -> Array:
    """int8: A 3; 3, 2, R, C and F 1; 0 for the others and for NO_CARD."""
    power = strength(card)
    worth = jnp.where(power == 7, np.int8(3), jnp.where(power >= 4, np.int8(1), np.int8(0)))
    return jnp.where(card >= 0, worth, np.int8(0))


def force(card: AnyArray, led: Array, trump: Array) -> Array:
    """int8: what a card can do in a trick: trumps above the suit led above all others, then by strength."""
    own = suit(card)
    kind = jnp.where(own == trump, np.int8(20), jnp.where(own == led, np.int8(10), np.int8(0)))
    return kind + strength(card)


def holder_of_all_three(holder: Array, trump: Array) -> Array:
    """int8: the seat that was dealt A, 2 and 3 of trump; -1: they were not in one hand."""
    each = []
    for ace in 10 * SUIT_IDS:
        together = (holder[ace] == holder[ace + 1]) & (holder[ace] == holder[ace + 2])
        each.append(jnp.where(together, holder[ace], np.int8(-1)))
    return select(each, trump)
