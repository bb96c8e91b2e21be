"""Views of Maraffone as vectors. Source: Ragazzini, *Playing the game of Maraffone with reinforcement learning*."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import once, select, wrap
from mazzo.core.encoding import Encoder, Piece
from mazzo.games.maraffone import rules as R
from mazzo.games.maraffone.rules import PAPER_SUIT, SEATS, SUIT, SUIT_IDS
from mazzo.games.maraffone.spec import DECK, MARAFFA, PLAYERS, SILENT, SUITS, Rules
from mazzo.games.maraffone.view import View, no_maraffa

CARDS = len(DECK)
SIGNS = np.arange(4, dtype=np.int8)
MOST = 35 + MARAFFA  # thirds that one side can have


def encoders(rules: Rules) -> dict[str, Encoder]:
    bits = _bits(rules)
    found = (
        Encoder(f"bits-{sum(piece.size for piece in bits)}", "Ragazzini, section 2.1, in the order of its code", bits),
        Encoder(
            "full",
            "mazzo: everything that the seat may know, trump as the first suit once it is named",
            _full(rules),
            "trump-first-48",
        ),
        Encoder("held", "mazzo: what a critic with insight sees of the others", (_held(),)),
        Encoder("deaf", "mazzo: full as it is if nobody ever makes a sign", _deaf(rules), "silent-45"),
    )
    return {encoder.name: encoder for encoder in found}


def relative(view: View, seat: Array) -> Array:
    """A seat counted from the own one on; -1 stays -1."""
    return jnp.where(seat >= 0, wrap(seat - view.seat, PLAYERS), np.int8(-1))


def own_first(view: View, by_seat: Array) -> Array:
    """[seats, …] -> the same, from the own seat on."""
    return select([jnp.roll(by_seat, -seat, axis=0) for seat in range(PLAYERS)], view.seat)


def seat_flags(view: View, seat: Array) -> Array:
    """bool[4]: which seat it is, from the own one on."""
    return relative(view, seat) == SEATS


# ------------------------------------------------------------------------------------------------------- seed 002


def paper_trump(view: View) -> Array:
    """Seed 002's number of trump (bastoni, coppe, denari, spade). Before it is named, its code computes with -1."""
    return jnp.where(view.trump >= 0, select(PAPER_SUIT, view.trump), np.int8(-1))


def paper_suit(card: Array, trump: Array) -> Array:
    """int8: the suit of a card, in seed 002's order from trump on; -1 for no card."""
    return jnp.where(card >= 0, wrap(select(PAPER_SUIT, R.suit(card)) - trump, SUITS), np.int8(-1))


def paper_cards(cards: Array, trump: Array) -> Array:
    """[…] -> bool[…, 14]: one-hot suit, from trump on, and one-hot rank from the 4 to the 3; zeros for no card."""
    suit, rank = once((paper_suit(cards, trump), jnp.where(cards >= 0, R.strength(cards), np.int8(-1))))
    return jnp.concatenate([suit[..., None] == SUIT_IDS, rank[..., None] == np.arange(10)], axis=-1)


def past_tricks(rules: Rules, view: View, tricks: int) -> tuple[Array, Array, Array]:
    """The last `tricks` complete ones, newest first: leader, from the own seat on; sign; cards by seat likewise.

    int8[tricks], int8[tricks], int8[tricks, 4]; -1 where there is none. Between the naming of trump and the last
    trick every trick takes five actions: the lead, the sign, three more cards.
    """
    rows = view.actions[1 : 1 + 5 * (rules.tricks - 1)].reshape(rules.tricks - 1, 5)
    newest_first = jnp.pad(rows[::-1], ((0, tricks), (0, 0)), constant_values=-1)
    start = rules.tricks - 1 - view.trick.astype(jnp.int32)
    past = once(jax.lax.dynamic_slice(newest_first, (start, jnp.int32(0)), (tricks, 5)))
    leader = once(jnp.where(past[:, 0] >= 0, relative(view, view.who[past[:, 0]]), np.int8(-1)))
    in_order = past[:, np.array([0, 2, 3, 4])]
    by_seat = select([jnp.roll(in_order, seat, axis=1) for seat in range(PLAYERS)], leader[:, None])
    return leader, jnp.where(past[:, 1] >= 0, past[:, 1] - np.int8(SILENT), np.int8(-1)), once(by_seat)


def _bits(rules: Rules) -> tuple[Piece, ...]:
    rounds = rules.tricks - rules.forced_last
    past = rounds - 1

    def maraffa(view: View) -> Array:
        return jnp.concatenate([(view.maraffa >= 0)[None], seat_flags(view, view.maraffa)])

    def suit_led(view: View) -> Array:
        lead = select(view.table, view.leader)
        return paper_suit(lead, paper_trump(view)) + 1 == np.arange(SUITS + 1)

    def past_pieces(view: View) -> Array:
        trump = paper_trump(view)
        leader, sign, cards = past_tricks(rules, view, past)
        lead = jnp.where(leader >= 0, select([cards[:, seat] for seat in range(PLAYERS)], leader), R.NO_CARD)
        flags = once(jnp.stack([leader, sign, paper_suit(lead, trump)], axis=1))[:, :, None] == SEATS  # [past, 3, 4]
        bits = paper_cards(cards, trump)
        return jnp.concatenate([flags.reshape(past, 12), bits.reshape(past, 56)], axis=1)

    return (
        Piece(
            "hand",
            14 * rules.tricks,
            lambda view: paper_cards(view.hand, paper_trump(view)),
            "own cards, each always at its place: suit from trump on, rank 4 to 3",
        ),
        Piece("trump", 5, lambda view: paper_trump(view) + 1 == np.arange(5), "none, bastoni, coppe, denari, spade"),
        Piece("maraffa", 5, maraffa, "somebody has it; who, from the own seat on"),
        Piece("round", rounds, lambda view: view.trick == np.arange(rounds), "the current trick"),
        Piece("starter", 4, lambda view: seat_flags(view, view.namer), "who named trump, from the own seat on"),
        Piece("winning", 4, lambda view: seat_flags(view, view.winner), "who takes the trick as it stands"),
        Piece("leader", 4, lambda view: seat_flags(view, view.leader), "who leads the trick"),
        Piece("sign", 4, lambda view: view.sign == SIGNS, "none, busso, striscio, volo"),
        Piece("suit", 5, suit_led, "the suit led: none, then from trump on"),
        Piece(
            "table",
            14 * PLAYERS,
            lambda view: paper_cards(own_first(view, view.table), paper_trump(view)),
            "the cards on the table, by seat from the own one on",
        ),
        Piece("past", 68 * past, past_pieces, "past tricks, newest first: leader, sign, suit led, card of each seat"),
    )


# ----------------------------------------------------------------------------------------------------------- full


def _full(rules: Rules) -> tuple[Piece, ...]:
    tricks = rules.tricks
    return (
        Piece(
            "cards",
            7 * CARDS,
            partial(_cards, tricks),
            "own; played, by seat from the own one on; to which trick, as a part of all; led silently 1/4, busso 2/4, "
            "striscio 3/4, volo 1",
        ),
        Piece("table", 14 * PLAYERS, _table, "the cards on the table, by seat from the own one on: suit, rank"),
        Piece(
            "known",
            4 * PLAYERS * SUITS,
            _known,
            "by seat and suit: has none left; has no A, 2, 3 left; said that he holds more; said busso",
        ),
        Piece("trump", 5, lambda view: view.trump + 1 == np.arange(5), "none, denari, spade, coppe, bastoni"),
        Piece("four", 1, lambda view: _four(rules, view), "the namer was dealt the 4 of denari"),
        Piece("namer", 4, lambda view: seat_flags(view, view.namer), "who names trump, from the own seat on"),
        Piece("maraffa", 4, lambda view: seat_flags(view, view.maraffa), "who showed it"),
        Piece(
            "no-maraffa",
            4,
            lambda view: own_first(view, no_maraffa(rules, view)),
            "who is known to have had none",
        ),
        Piece("turn", 4, lambda view: seat_flags(view, view.turn), "who is to act"),
        Piece("leader", 4, lambda view: seat_flags(view, view.leader), "who leads the trick"),
        Piece("winning", 4, lambda view: seat_flags(view, view.winner), "who takes the trick as it stands"),
        Piece("led", 5, _led, "the suit led: none, then from trump on"),
        Piece("sign", 4, lambda view: view.sign == SIGNS, "made with this lead: none, busso, striscio, volo"),
        Piece("signing", 1, lambda view: view.signing, "the leader may now make a sign"),
        Piece("trick", tricks, lambda view: view.trick == np.arange(tricks), "the current trick"),
        Piece("thirds", 3, _counts, "of the own side, of the others, on the table, as parts of 35", (0, MOST / 35)),
    )


def _held() -> Piece:
    def write(view: View) -> Array:
        return from_trump(view.held.reshape(SUITS, 10), first_suit(view))

    return Piece("held", CARDS, write, "own cards, from trump on")


def _deaf(rules: Rules) -> tuple[Piece, ...]:
    def write(piece: Piece, view: View) -> Array:
        return piece.write(unsigned(view))

    return tuple(replace(piece, write=partial(write, piece)) for piece in _full(rules))


def unsigned(view: View) -> View:
    """The view as it is if every leader was silent. What `full` does not read stays as it was."""
    nothing = jnp.zeros_like(view.void)
    in_trick = view.when == np.arange(view.hand.shape[0])[:, None]  # [tricks, 40]
    led = jnp.where(in_trick & (view.said >= 0), SUIT, np.int8(-1)).max(1)  # [tricks]
    asked_for = jnp.where(in_trick, led[:, None], np.int8(-1)).max(0)  # [40], the suit led in each card's trick
    discarded = (view.who >= 0) & (asked_for != SUIT)
    void = ((view.who == SEATS[:, None]) & discarded)[:, None] & (asked_for == SUIT_IDS[:, None])  # [seats, suits, 40]
    return view._replace(
        said=jnp.minimum(view.said, np.int8(0)),
        sign=jnp.zeros_like(view.sign),
        void=void.any(2),
        low=nothing,
        holds=nothing,
        asked=nothing,
    )


def _cards(tricks: int, view: View) -> Array:
    """[7, 40]: own; played by each seat; to which trick; led with which sign."""
    packed = _pack(view.held, view.who + np.int8(1), view.when + np.int8(1), view.said + np.int8(1))
    moved = once(from_trump(once(packed.reshape(SUITS, 10)), first_suit(view)).reshape(1, CARDS))
    held, who, when, said = (_unpack(moved, i) for i in range(4))
    by_seat = who == (wrap(view.seat + SEATS, PLAYERS) + np.int8(1))[:, None]
    return jnp.concatenate([held, by_seat, when / np.float32(tricks), said / np.float32(4)])


def _table(view: View) -> Array:
    card = own_first(view, view.table)
    suit = wrap(R.suit(card) - first_suit(view), SUITS)[:, None] == SUIT_IDS
    bits = jnp.concatenate([suit, R.strength(card)[:, None] == np.arange(10)], axis=1)
    return bits & (card >= 0)[:, None]


def _known(view: View) -> Array:
    """[4, seats, suits]"""
    packed = once(_pack(view.void, view.low, view.holds, view.asked))
    packed = once(own_first(view, packed))
    moved = once(select([jnp.roll(packed, -s, axis=1) for s in range(SUITS)], first_suit(view)))
    return jnp.stack([_unpack(moved, i) for i in range(4)])


def _led(view: View) -> Array:
    suit = jnp.where(view.led >= 0, wrap(view.led - first_suit(view), SUITS), np.int8(-1))
    return suit + 1 == np.arange(SUITS + 1)


def _counts(view: View) -> Array:
    own = view.seat & 1
    return jnp.stack([select(view.thirds, own), select(view.thirds, 1 - own), view.pot]) / 35


def _four(rules: Rules, view: View) -> Array:
    return (view.setup[0] == 0) & rules.four_of_denari


def first_suit(view: View) -> Array:
    """The suit shown first: trump, and until it is named denari, so that suits keep their numbers."""
    return jnp.maximum(view.trump, 0)


def _pack(*fields: Array) -> Array:
    """Numbers from 0 to 15, four bits each in one: together they are moved once."""
    packed = fields[0].astype(jnp.uint16)
    for i, field in enumerate(fields[1:], 1):
        packed = packed | (field.astype(jnp.uint16) << (4 * i))
    return packed


def _unpack(packed: Array, i: int) -> Array:
    return (packed >> (4 * i)) & 15


def from_trump(cards: Array, trump: Array) -> Array:
    """[suits, …] -> the same, from trump on: suit s becomes (s - trump) mod 4."""
    return select([jnp.roll(cards, -suit, axis=0) for suit in range(SUITS)], trump)
