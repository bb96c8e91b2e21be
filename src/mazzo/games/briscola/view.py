"""What a seat may know at Briscola, and the deals that fit it."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import members, select, wrap
from mazzo.core.chance import below, bits, fill, stream
from mazzo.core.game import Deal, Hidden
from mazzo.games.briscola.rules import CARDS, NO_CARD, State
from mazzo.games.briscola.spec import DECK, HAND, Rules


class View(NamedTuple):
    seat: Array  # int8, whose view this is
    hand: Array  # int8[3], own cards, oldest first; NO_CARD after them
    partner: Array  # int8[3], the partner's cards in descending order, once the stock is empty; else NO_CARD
    table: Array  # int8[players], the current trick in order of play; NO_CARD after it
    points: Array  # int8[sides]
    turned: Array  # int8, the card under the stock, which names trump
    place: Array  # int8[40], the places in the deck that this seat knows: of its own cards and the turned one; else -1
    who: Array  # int8[40], the seat that played each card; -1: not played yet
    when: Array  # int8[40], at which play
    turn: Array  # int8
    actions: Array  # int8[cards], the cards played so far; -1 after them
    plays: Array  # int8
    legal: Array  # bool[40]
    done: Array  # bool


def observe(rules: Rules, state: State, seat: Array) -> View:
    seat = jnp.asarray(seat, jnp.int8)
    turned = state.deck[-1]
    partner = jnp.full(HAND, NO_CARD)
    if rules.partner:
        seen = state.plays >= rules.players * (rules.tricks - HAND)
        hand = select(state.hands, wrap(seat + np.int8(rules.partner), rules.players))
        partner = jnp.where(seen, -jnp.sort(-hand), NO_CARD)
    hand = select(state.hands, seat)
    return View(
        seat=seat,
        hand=hand,
        partner=partner,
        table=state.table,
        points=state.points,
        turned=turned,
        place=jnp.where((state.holder == seat) | (turned == CARDS), state.place, np.int8(-1)),
        who=state.who,
        when=state.when,
        turn=state.turn,
        actions=state.actions,
        plays=state.plays,
        legal=members(hand, len(DECK)) & (state.turn == seat) & ~state.done,
        done=state.done,
    )


def redeal(rules: Rules, view: View, key: Array) -> Deal:
    """A deal drawn uniformly from those that look like `view` from its seat.

    Everybody sees who draws when, but not what: a card played by another came from one of the places of the deck
    that he then held, each equally likely, because the number of ways to go on is the same for all of them. Only the
    turned card's place is known. What was never seen fills the other places in any order.
    """
    cards = len(rules.deck)
    deck = jnp.full(cards, NO_CARD).at[jnp.where(view.place >= 0, view.place, cards)].set(CARDS, mode="drop")
    for seat in range(1, rules.players):  # the others, counted from the own seat
        other = wrap(view.seat + np.int8(seat), rules.players)
        deck = _place_held(rules, view, other, seat == rules.partner, deck, stream(key, seat))
    return Deal(fill(stream(key, 0), deck, rules.deck), jnp.zeros(0, jnp.int8))


def leaders(rules: Rules, view: View) -> Array:
    """int8[tricks]: who led each trick so far, and who leads the next; -1 for those to come."""
    first = rules.players * np.arange(rules.tricks)
    led = view.who[view.actions[first]]
    return jnp.where(first < view.plays, led, jnp.where(first == view.plays, view.turn, np.int8(-1)))


def places_drawn(rules: Rules, view: View, seat: Array) -> Array:
    """int32[tricks]: the places of the deck that a seat got: three dealt, then one after each trick; -1 to come."""
    dealt = HAND * seat.astype(jnp.int32) + np.arange(HAND)
    winners = leaders(rules, view)[1 : rules.tricks - HAND + 1]  # of the tricks after which cards are drawn
    first = rules.players * (HAND + np.arange(rules.tricks - HAND))
    drawn = jnp.where(winners >= 0, first + wrap(seat - winners, rules.players), -1)
    return jnp.concatenate([dealt, drawn])


def _place_held(rules: Rules, view: View, other: Array, partner: bool, deck: Array, key: Array) -> Array:
    """Put the cards that `other` is known to have held into places of the deck that he drew."""
    # His plays in order (he makes one in each trick), then, of a partner, the cards that are still in his hand.
    mine = (view.who[view.actions] == other) & (view.actions >= 0)
    held = jnp.where(mine, view.actions, NO_CARD).reshape(rules.tricks, rules.players).max(axis=1)
    if partner:
        slots = jnp.arange(rules.tricks) - (held >= 0).sum()
        shown = view.partner[jnp.clip(slots, 0, HAND - 1)]
        held = jnp.where((slots >= 0) & (slots < HAND), shown, held)
    places = places_drawn(rules, view, other)
    words = bits(key, rules.tricks)

    def one(carry: tuple[Array, Array], trick: Array) -> tuple[tuple[Array, Array], None]:
        deck, free = carry
        card = held[trick]
        content = deck[jnp.maximum(places, 0)]
        in_hand = free & (jnp.arange(rules.tricks) < trick + HAND) & (places >= 0)
        known = in_hand & (content == card)  # the turned card, drawn last
        unknown = in_hand & (content == NO_CARD)
        drawn = unknown & (jnp.cumsum(unknown) - 1 == below(words[trick], unknown.sum()))
        here = jnp.where(known.any(), known, drawn) & (card >= 0)
        spot = jnp.where(here, places, -1).max()
        return (jnp.where(jnp.arange(len(rules.deck)) == spot, card, deck), free & ~here), None

    start = (deck, jnp.ones(rules.tricks, bool))
    return jax.lax.scan(one, start, jnp.arange(rules.tricks))[0][0]


def hidden(rules: Rules) -> Hidden:
    """The hands of the others, and the stock."""

    def lie(state: State, seat: Array) -> Array:
        stock = (state.place >= 0) & (state.holder < 0)
        others = [members(state.hands[other], len(DECK)) & (seat != other) for other in range(rules.players)]
        return jnp.stack([*others, stock])

    return Hidden((*(f"seat {seat}" for seat in range(rules.players)), "stock"), lie, ranks=10)
