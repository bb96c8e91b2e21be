"""Views of Briscola as vectors. Sources: Padova (Singh 2023), Sapienza (Barba et al. 2023)."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import members, select, wrap
from mazzo.core.encoding import Bound, Encoder, Piece
from mazzo.games.briscola import rules as R
from mazzo.games.briscola.spec import DECK, HAND, Rules
from mazzo.games.briscola.view import View, leaders

CARDS = len(DECK)
PADOVA_SUITS = np.array([2, 3, 1, 0])  # our denari, spade, coppe, bastoni in Table 6.2: Batons, Cups, Coins, Swords


def own_points(rules: Rules, view: View) -> Array:
    return _rolled_points(rules, view)[0]


def padova_card(card: Array, trump: Array) -> Array:
    """Section 6.1: [rank 0-9 as in Table 6.1, is trump, one-hot suit as in Table 6.2]; zeros for no card."""
    suit = R.suit(card)
    rank = (card - 10 * suit)[None]
    one_hot = jnp.asarray(PADOVA_SUITS)[suit] == np.arange(4)
    return jnp.where(card >= 0, jnp.concatenate([rank, (suit == trump)[None], one_hot]), 0)


def _state_1(rules: Rules) -> tuple[Piece, ...]:
    others = rules.players - 1

    def cards(view: View, held: Array) -> Array:
        return jnp.stack([padova_card(card, R.suit(view.turned)) for card in held])

    def most(cards: int) -> tuple[Bound, Bound]:
        return 0, (9, 1, 1, 1, 1, 1) * cards

    return (
        Piece("points", 1, lambda view: own_points(rules, view), "points of the own side so far", (0, 120)),
        Piece("steps", 1, lambda view: view.plays // rules.players, "tricks played so far", (0, rules.tricks)),
        Piece("hand", 6 * HAND, lambda view: cards(view, view.hand), "own cards: rank, is trump, suit", most(HAND)),
        Piece(
            "table",
            6 * others,
            lambda view: cards(view, view.table[:others]),
            "the trick so far, likewise",
            most(others),
        ),
    )


def _seen_at_own_turns(rules: Rules, view: View) -> Array:
    """Cards that were in the own hand or on the table when it was this seat's turn: not the replies to its plays."""
    trick = view.when // rules.players
    place = view.when - trick * rules.players  # of the card in its trick
    own_place = wrap(view.seat - view.who + place, rules.players)  # of the own play in the same trick
    reached = (trick < view.plays // rules.players) | (view.turn == view.seat)
    seen = (view.who >= 0) & (own_place >= place) & reached
    return seen | members(view.hand, CARDS)


def _everything_seen(rules: Rules, view: View) -> Array:
    return (view.who >= 0) | members(view.hand, CARDS)


def _full(rules: Rules) -> tuple[Piece, ...]:
    players, others, tricks = rules.players, rules.players - 1, rules.tricks

    def rotated(view: View, cards: Array) -> Array:
        """Move the trump suit to the front: suit s becomes (s - trump) mod 4. Cards lie along the last axis."""
        return select([jnp.roll(cards, -10 * suit, axis=-1) for suit in range(4)], R.suit(view.turned))

    def table(view: View) -> Array:
        return rotated(view, jnp.stack([view.table[i] == R.CARDS for i in range(others)]))

    def played_by(view: View) -> Array:
        seats = wrap(view.seat + np.arange(players, dtype=np.int8), players)
        return rotated(view, view.who == seats[:, None])

    def played_when(view: View) -> Array:
        return rotated(view, jnp.where(view.who >= 0, view.when // players + 1, 0) / tricks)

    def drawn_when(view: View) -> Array:
        """Places of the deck tell the order of the own draws."""
        return rotated(view, jnp.where(view.place >= 0, view.place + 1, 0) / len(rules.deck))

    def holder(view: View) -> Array:
        """The turned card is drawn by the last player to draw, the one before the winner of that trick."""
        winner = leaders(rules, view)[tricks - HAND]
        drawer = wrap(winner - view.seat - np.int8(1), players)
        return jnp.where(winner < 0, players, drawer) == np.arange(players + 1)

    pieces = [
        Piece("hand", CARDS, lambda view: rotated(view, members(view.hand, CARDS)), "own cards"),
        Piece("table", CARDS * others, table, "cards on the table, in order of play"),
        Piece(
            "place", players, lambda view: (view.table >= 0).sum() == np.arange(players), "how many lie on the table"
        ),
        Piece("turned", CARDS, lambda view: rotated(view, view.turned == R.CARDS), "the card that names trump"),
        Piece(
            "turned-holder", players + 1, holder, "who drew the turned card, from the own seat on; last: still there"
        ),
        Piece("played-by", CARDS * players, played_by, "who played each card, from the own seat on"),
        Piece("played-when", CARDS, played_when, "the trick in which each card was played, as a part of all"),
        Piece(
            "drawn-when",
            CARDS,
            drawn_when,
            "the place in the deck of each own card and the turned one, as a part of all",
        ),
        Piece("points", rules.sides, lambda view: _rolled_points(rules, view) / 120, "of each side, the own first"),
        Piece("tricks", 1, lambda view: view.plays // players / tricks, "tricks played, as a part of all"),
    ]
    if rules.partner:
        partner = Piece(
            "partner", CARDS, lambda view: rotated(view, members(view.partner, CARDS)), "the partner's cards"
        )
        pieces.insert(1, partner)
    return tuple(pieces)


def encoders(rules: Rules) -> dict[str, Encoder]:
    state_1 = _state_1(rules)
    seen = Piece(
        "seen", CARDS, lambda view: _seen_at_own_turns(rules, view), "cards seen at own turns, in hand or on the table"
    )
    all_seen = Piece("seen", CARDS, lambda view: _everything_seen(rules, view), "all cards seen so far")
    sides = rules.sides
    cards = (
        Piece("played", CARDS, lambda view: (view.who >= 0) & ~members(view.table, CARDS), "cards of past tricks"),
        Piece("hand", CARDS, lambda view: members(view.hand, CARDS), "own cards"),
        Piece("briscola", CARDS, lambda view: view.turned == R.CARDS, "the turned card"),
        Piece("table", CARDS, lambda view: members(view.table, CARDS), "cards on the table"),
        Piece("points", sides, lambda view: _rolled_points(rules, view), "of each side, the own first", (0, 120)),
    )
    found = (
        Encoder("state-1", "Padova, section 6.1, Figure 6.1", state_1),
        Encoder("state-2", "Padova, section 6.1, Figure 6.2", (*state_1, seen)),
        Encoder("state-2-all", "as state-2, but every card seen counts", (*state_1, all_seen)),
        Encoder("cards", "Sapienza, section 2.1", cards, "cards-40"),
        Encoder(
            "full",
            "mazzo: everything that the seat may know, trump as the first suit",
            _full(rules),
            "trump-first-40",
        ),
    )
    return {encoder.name: encoder for encoder in found}


# ------------------------------------------------------------------------------------------------- helpers


def _rolled_points(rules: Rules, view: View) -> Array:
    """Points of each side, the own first, then in the order of the seats."""
    side = jnp.asarray(rules.teams, jnp.int8)[view.seat]
    return jnp.roll(view.points, -side)
