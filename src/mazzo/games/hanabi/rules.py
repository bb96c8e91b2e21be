"""The rules of Hanabi.

All build the same fireworks: in each colour a 1, then a 2, up to the 5. A turn is a card played, a card discarded, or a
hint to another player. A card that does not fit costs a life, a hint costs a token, a discarded card or a completed
firework gives a token back. When the last card of the stock is drawn, everyone has one more turn.
"""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import once, select, wrap
from mazzo.core.game import Deal
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.spec import Rules

NO_CARD = np.int8(-1)


class State(NamedTuple):
    deck: Array  # int8[cards], the deal: a hand to each seat in turn, then the stock
    drawn: Array  # int8, how many cards of the deck were dealt or drawn
    hands: Array  # int8[players, hand], oldest card first; NO_CARD where there is none
    places: Array  # int8[players, hand], the place in the deck of each of these cards; -1 where there is none
    possible: Array  # int32[players, hand], for each the set of cards that the hints allow; empty where there is none
    named: Array  # int32[players, hand], bit c: a hint named its colour, c; bit colours + r: its rank, r
    built: Array  # int32, the set of cards in the fireworks
    discards: Array  # int32[3], the discard pile
    hints: Array  # int8, tokens left
    lives: Array  # int8
    turns_left: Array  # int8, turns from the moment that the stock is empty; until then, the number of players
    turn: Array  # int8
    last_card: Array  # int8, the card that the last action discarded or played; NO_CARD after a hint
    last_touched: Array  # int8, bit i: the last action hinted at the card in slot i
    last_fits: Array  # bool, it played a card that fits
    last_token: Array  # bool, it completed a firework and won a token back
    actions: Array  # int8[longest], -1 after the last
    plays: Array  # int8, how many
    done: Array  # bool


class Move(NamedTuple):
    """What an action means: a slot of the own hand to discard or play, or what to tell whom."""

    discards: Array  # bool
    plays: Array  # bool
    slot: Array  # int8; hand_size for a hint
    offset: Array  # int8, how many seats further the one sits who is told; 0: nobody is
    named: Array  # int8, what is told: colour c as c, rank r as colours + r; -1: nothing


def read(rules: Rules, action: Array) -> Move:
    """Discard slot 0, 1 …, play slot 0, 1 …, tell each next player each colour, then each rank."""
    size = np.int8(rules.hand_size)
    action = action.astype(jnp.int8)
    discards = action < size
    plays = ~discards & (action < 2 * size)
    slot = jnp.where(discards, action, jnp.where(plays, action - size, size))
    if rules.simplified:
        return Move(discards, plays, slot, jnp.int8(0), jnp.int8(-1))
    hints = action >= 2 * size
    others, colours, ranks = rules.players - 1, rules.colours, rules.ranks
    of_colour = action - 2 * size
    of_rank = of_colour - np.int8(others * colours)
    ranked = of_rank >= 0
    whom = jnp.where(ranked, _quotient(of_rank, ranks, others), _quotient(of_colour, colours, others))
    named = jnp.where(ranked, of_rank - whom * np.int8(ranks) + np.int8(colours), of_colour - whom * np.int8(colours))
    return Move(discards, plays, slot, jnp.where(hints, whom + np.int8(1), 0), jnp.where(hints, named, np.int8(-1)))


def start(rules: Rules, deal: Deal) -> State:
    shape = rules.players, rules.hand_size
    dealt = rules.players * rules.hand_size
    return State(
        deck=deal.deck,
        drawn=jnp.int8(dealt),
        hands=deal.deck[:dealt].reshape(shape),
        places=jnp.arange(dealt, dtype=jnp.int8).reshape(shape),
        possible=jnp.full(shape, sets.every(rules), jnp.int32),
        named=jnp.zeros(shape, jnp.int32),
        built=jnp.int32(0),
        discards=jnp.zeros(sets.MOST, jnp.int32),
        hints=jnp.int8(rules.hints),
        lives=jnp.int8(rules.lives),
        turns_left=jnp.int8(rules.players),
        turn=jnp.int8(0),
        last_card=jnp.asarray(NO_CARD),
        last_touched=jnp.int8(0),
        last_fits=jnp.bool_(False),
        last_token=jnp.bool_(False),
        actions=jnp.full(rules.longest, np.int8(-1)),
        plays=jnp.int8(0),
        done=jnp.bool_(False),
    )


def legal(rules: Rules, state: State) -> Array:
    return legal_with(rules, from_seat(state.hands, state.turn), state.hints) & ~state.done


def legal_with(rules: Rules, hands: Array, hints: Array) -> Array:
    """What the first of `hands` may do: discard unless all tokens are there, play, and hint if there is a token."""
    held = hands[0] != NO_CARD
    may_hint = hints > 0
    parts = [held & (hints < rules.hints), held]
    if rules.simplified:
        return jnp.concatenate([*parts, may_hint[None]])
    kinds = np.array(sets.kinds(rules), np.int32)
    others = once(_union(sets.just(hands[1:])))
    for named in (kinds[: rules.colours], kinds[rules.colours :]):  # a hint must touch a card
        parts.append(((others[:, None] & named) != 0).reshape(-1) & may_hint)
    return jnp.concatenate(parts)


def play(rules: Rules, state: State, action: Array) -> State:
    seats = np.arange(rules.players, dtype=np.int8)[:, None]
    slots = np.arange(rules.hand_size, dtype=np.int8)
    move = once(read(rules, action))
    uses = move.discards | move.plays  # a card leaves the hand

    card = once(jnp.where(uses, select(select(state.hands, state.turn), move.slot), NO_CARD))
    alone = sets.just(card)
    fits = once(move.plays & ((sets.playable(rules, state.built) & alone) != 0))
    wrong = move.plays & ~fits
    token = fits & ((alone & sets.of_rank(rules, rules.ranks - 1)) != 0) & (state.hints < rules.hints)

    # The new card comes to the end of the hand, the others slide; with an empty stock the hand gets smaller.
    stocked = state.drawn < rules.cards
    draws = once(uses & stocked)
    new = once(jnp.where(draws, state.deck[jnp.minimum(state.drawn, rules.cards - 1).astype(jnp.int32)], NO_CARD))
    slides = (seats == state.turn) & (slots >= move.slot)

    def slide(cards: Array, entering: Array) -> Array:
        last = jnp.broadcast_to(entering, (rules.players, 1))
        return jnp.where(slides, jnp.concatenate([cards[:, 1:], last], axis=1), cards)

    possible, named, touched = _tell(rules, state, move)
    built = once(state.built | jnp.where(fits, alone, 0))
    lives = state.lives - wrong
    turns_left = state.turns_left - ~stocked
    return State(
        deck=state.deck,
        drawn=state.drawn + draws,
        hands=slide(state.hands, new),
        places=slide(state.places, jnp.where(draws, state.drawn, np.int8(-1))),
        possible=slide(possible, jnp.where(draws, sets.every(rules), 0)),
        named=slide(named, jnp.int32(0)),
        built=built,
        discards=sets.add(state.discards, jnp.where(move.discards | wrong, alone, 0)),
        hints=state.hints - ~uses + (move.discards | token),
        lives=lives,
        turns_left=turns_left,
        turn=wrap(state.turn + np.int8(1), rules.players),
        last_card=card,
        last_touched=touched,
        last_fits=fits,
        last_token=token,
        actions=jnp.where(state.plays == np.arange(rules.longest), action.astype(jnp.int8), state.actions),
        plays=state.plays + np.int8(1),
        done=(lives == 0) | (built == sets.every(rules)) | (turns_left == 0),
    )


def returns(rules: Rules, state: State) -> Array:
    return jnp.full(rules.players, score(rules, state), jnp.float32)


def score(rules: Rules, state: State) -> Array:
    """int32: the cards played; with the usual scoring nothing when the last life is lost."""
    built = sets.count(state.built)
    return jnp.where(state.lives == 0, 0, built) if rules.scoring == "zero" else built


# ------------------------------------------------------------------------------------------------------- helpers


def from_seat(rows: Array, seat: Array) -> Array:
    """The rows of the seats, beginning with `seat`, in order of turns."""
    return select([jnp.roll(rows, -first, axis=0) for first in range(rows.shape[0])], seat)


def _tell(rules: Rules, state: State, move: Move) -> tuple[Array, Array, Array]:
    """What the hints allow and what they named, after a hint; and which cards it touched."""
    if rules.simplified:
        return state.possible, state.named, jnp.int8(0)
    kind = once(jnp.where(move.named >= 0, select(np.array(sets.kinds(rules), np.int32), move.named), 0))
    target = wrap(state.turn + move.offset, rules.players)
    told = (np.arange(rules.players, dtype=np.int8)[:, None] == target) & (move.named >= 0)
    touched = once(told & ((sets.just(state.hands) & kind) != 0))
    allowed = jnp.where(touched, kind, jnp.where(told, ~kind, -1))
    slots = np.left_shift(1, np.arange(rules.hand_size)).astype(np.int8)
    bits = _union(jnp.where(touched.any(axis=0), slots, np.int8(0))[None])[0]
    return state.possible & allowed, state.named | jnp.where(touched, sets.just(move.named), 0), bits


def _union(rows: Array) -> Array:
    """The bits of each row together."""
    together = rows[:, 0]
    for i in range(1, rows.shape[1]):
        together = together | rows[:, i]
    return together


def _quotient(number: Array, divisor: int, quotients: int) -> Array:
    """number // divisor, if it is below `quotients`."""
    quotient = jnp.zeros_like(number)
    for i in range(1, quotients):
        quotient = quotient + (number >= i * divisor)
    return quotient
