"""The rules of Briscola.

Each player holds three cards; the card face up under the stock names trump and is drawn last. One card each makes a
trick, with no duty to follow: the highest trump takes it, else the highest card of the suit led. The winner draws
first and leads. The cards taken are worth 120 points in all; the side with most of them wins.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import AnyArray, members, once, select, wrap
from mazzo.core.game import Deal
from mazzo.games.briscola.spec import DECK, HAND, Rules

NO_CARD = np.int8(-1)
CARDS = np.array(DECK, np.int8)


class State(NamedTuple):
    deck: Array  # int8[cards], the deal: three cards to each seat in turn, then the stock; the last card names trump
    place: Array  # int8[40], the place of each card in the deck; -1: not in play
    holder: Array  # int8[40], the seat that was dealt or drew each card; -1: it is in the stock
    hands: Array  # int8[players, 3], oldest card first; NO_CARD where there is none
    table: Array  # int8[players], the cards of the current trick in order of play; NO_CARD after them
    points: Array  # int8[sides], taken so far
    who: Array  # int8[40], the seat that played each card; -1: not played yet
    when: Array  # int8[40], at which play
    turn: Array  # int8, the seat to play
    actions: Array  # int8[cards], the cards played so far; -1 after them
    plays: Array  # int8, how many
    done: Array  # bool


def start(rules: Rules, deal: Deal) -> State:
    players, cards = rules.players, len(rules.deck)
    nowhere = jnp.full(len(DECK), np.int8(-1))
    place = nowhere.at[deal.deck].set(np.arange(cards, dtype=np.int8))
    dealt = (place >= 0) & (place < HAND * players)
    return State(
        deck=deal.deck,
        place=place,
        holder=jnp.where(dealt, place // HAND, np.int8(-1)),
        hands=deal.deck[: HAND * players].reshape(players, HAND),
        table=jnp.full(players, NO_CARD),
        points=jnp.zeros(rules.sides, jnp.int8),
        who=nowhere,
        when=nowhere,
        turn=jnp.int8(0),
        actions=jnp.full(cards, np.int8(-1)),
        plays=jnp.int8(0),
        done=jnp.bool_(False),
    )


def legal(rules: Rules, state: State) -> Array:
    """Any card of one's hand."""
    return members(select(state.hands, state.turn), len(DECK)) & ~state.done


def play(rules: Rules, state: State, action: Array) -> State:
    players = rules.players
    card = action.astype(jnp.int8)
    seats = np.arange(players, dtype=np.int8)
    trick = jax.lax.div(state.plays, np.int8(players))
    place = state.plays - trick * np.int8(players)  # in the trick
    over = place == players - 1  # the trick is complete

    table = once(jnp.where(seats == place, card, state.table))
    winner = once(wrap(state.turn - place + taker(table, suit(state.deck[-1])), players))
    gain = once(jnp.where(over, points(table).sum(dtype=jnp.int8), 0))
    side = select(np.array(rules.teams, np.int8), winner)

    # The stock is drawn in the order of the deck, by the winner first.
    drawing = over & (trick < rules.tricks - HAND)
    first = (trick + HAND).astype(jnp.int32) * players  # place in the deck of the card that the winner draws
    stock = once(jax.lax.dynamic_slice(state.deck, (first,), (players,)))
    drawn = once(jnp.where(drawing, select(stock, wrap(seats - winner, players)), NO_CARD))
    holder = state.holder
    for seat in range(players):
        holder = jnp.where(drawn[seat] == CARDS, np.int8(seat), holder)

    plays = state.plays + np.int8(1)
    return State(
        deck=state.deck,
        place=state.place,
        holder=holder,
        hands=_exchange(state.hands, card, drawing, drawn),
        table=jnp.where(over, NO_CARD, table),
        points=state.points + jnp.where(np.arange(rules.sides) == side, gain, np.int8(0)),
        who=jnp.where(card == CARDS, state.turn, state.who),
        when=jnp.where(card == CARDS, state.plays, state.when),
        turn=jnp.where(over, winner, wrap(state.turn + np.int8(1), players)),
        actions=jnp.where(state.plays == np.arange(len(rules.deck)), card, state.actions),
        plays=plays,
        done=plays == len(rules.deck),
    )


def returns(rules: Rules, state: State) -> Array:
    """The points that each seat's side took."""
    return state.points[np.array(rules.teams)].astype(jnp.float32)


# ---------------------------------------------------------------------------------------------- of cards and tricks


def suit(card: AnyArray) -> Array:
    """card // 10, and -1 for NO_CARD."""
    return (jnp.asarray(card, jnp.int32) * 205) >> 11


def strength(card: AnyArray) -> Array:
    """2 4 5 6 7 F C R 3 A -> 0 … 9; meaningless for NO_CARD."""
    rank = card - 10 * suit(card)
    return jnp.where(rank == 0, 9, jnp.where(rank == 2, 8, jnp.where(rank == 1, 0, rank - 2)))


def points(card: AnyArray) -> Array:
    """F 2, C 3, R 4, 3 10, A 11; 0 for the others and for NO_CARD."""
    power = strength(card)
    worth = jnp.where(power >= 8, power + 2, jnp.where(power >= 5, power - 3, 0))
    return jnp.where(card >= 0, worth, 0)


def force(card: AnyArray, led: Array, trump: Array) -> Array:
    """What a card can do in a trick: trumps above the suit led above all others, then by strength; -1 for NO_CARD."""
    kind = jnp.where(suit(card) == trump, 20, jnp.where(suit(card) == suit(led), 10, 0))
    return jnp.where(card >= 0, kind + strength(card), -1)


def taker(table: Array, trump: Array) -> Array:
    """The place in the trick of the card that takes it."""
    forces = force(table, table[0], trump)
    best, place = forces[0], jnp.int8(0)
    for i in range(1, table.shape[0]):
        place = jnp.where(forces[i] > best, np.int8(i), place)
        best = jnp.maximum(best, forces[i])
    return place


def _exchange(hands: Array, card: Array, drawing: Array, drawn: Array) -> Array:
    """Take `card` out of the hand that holds it, move its later cards up, and add what each seat draws at the end."""
    gone = hands == card
    gone = jnp.stack([gone[:, : i + 1].any(1) for i in range(HAND)], axis=1)
    gone = gone | (drawing & (np.arange(HAND) == HAND - 1))
    return jnp.where(gone, jnp.concatenate([hands[:, 1:], drawn[:, None]], axis=1), hands)
