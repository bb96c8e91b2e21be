"""The search of Maraffone's solver: alpha-beta card by card, in which what was found at the start of a trick is kept.

Cards are numbered here by suit and strength, so that a hand is a number of 40 bits, in which the higher bit of a suit
beats the lower. Side 0, seats 0 and 2, plays for many thirds of a point, side 1 for few.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mazzo.core.native import EMPTY, Ints, home, native
from mazzo.games.maraffone.rules import STRENGTH, SUIT, THIRDS
from mazzo.games.maraffone.spec import LAST_TRICK, PLAYERS, SUITS

MEMO = 1 << 20  # positions remembered, the latest ones
RANKS = 10
IN_SUIT = (1 << RANKS) - 1
NUMBER = RANKS * SUIT.astype(np.int64) + STRENGTH  # of each card
CARD = np.argsort(NUMBER)  # the card with each number
WORTH = THIRDS[CARD].astype(np.int64)  # thirds of the card with each number
ONES = sum(1 << number for number in range(len(WORTH)) if WORTH[number] == 1)  # sets of cards, as bits
THREES = sum(1 << number for number in range(len(WORTH)) if WORTH[number] == 3)
MANY = 99  # more thirds than a deal has


class Hands(NamedTuple):
    """What stays the same during a search."""

    held: Ints  # int[4], the cards of each seat, as bits
    trump: int


class Trick(NamedTuple):
    """The trick on the table."""

    live: int  # the cards that were in play when it began, as bits
    played: int  # how many lie there
    turn: int  # the seat to play
    led: int  # suit; 0 if nothing lies there
    best: int  # the number of the card that takes it as it stands; 0 if nothing lies there
    winner: int  # the seat that played that card
    pot: int  # thirds on the table


class Memo(NamedTuple):
    """Bounds of positions at the start of a trick; a newer position takes the place of an older one."""

    keys: Ints
    bounds: Ints  # the lower one, and the upper one times 256


def new_memo() -> Memo:
    return Memo(np.full(MEMO, EMPTY, np.int64), np.zeros(MEMO, np.int64))


@native
def best_play(hands: Hands, memo: Memo, left: int, trick: Trick, alpha: int, beta: int) -> int:
    """Thirds that side 0 still takes, those on the table included, if they are between alpha and beta; else a bound.

    `left` are the cards in all hands.
    """
    if trick.played == PLAYERS:
        gain = trick.pot + (LAST_TRICK if left == 0 else 0)
        gain = gain if trick.winner & 1 == 0 else 0
        if left == 0:
            return gain
        return gain + best_play(hands, memo, left, _opening(left, trick.winner), alpha - gain, beta - gain)
    low, high, slot = 0, MANY, 0
    key = left << 2 | trick.turn
    if trick.played == 0:
        high = at_stake(left, trick)
        slot = home(len(memo.keys), key)
        if memo.keys[slot] == key:
            low, high = memo.bounds[slot] & 255, memo.bounds[slot] >> 8
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    mine = trick.turn & 1 == 0
    value = -1 if mine else MANY
    lower, upper = alpha, beta
    for number in _candidates(hands, left, trick):
        rest = left & ~(1 << number)
        found = best_play(hands, memo, rest, joined(hands, trick, number), lower, upper)
        if mine:
            value = max(value, found)
            lower = max(lower, value)
        else:
            value = min(value, found)
            upper = min(upper, value)
        if lower >= upper:
            break
    if trick.played == 0:
        memo.keys[slot] = key
        memo.bounds[slot] = (value if value > alpha else low) | (value if value < beta else high) << 8
    return value


@native
def exact(hands: Hands, memo: Memo, left: int, trick: Trick, guess: int) -> int:
    """Thirds that side 0 still takes: asks only whether it is more than a guess, from guess to guess (MTD(f), Plaat).

    With no room between alpha and beta, and with all that was remembered, each question is answered fast.
    """
    low, high = 0, at_stake(left, trick)
    while low < high:
        beta = max(guess, low + 1)
        guess = best_play(hands, memo, left, trick, beta - 1, beta)
        if guess < beta:
            high = guess
        else:
            low = guess
    return low


@native
def _opening(left: int, leader: int) -> Trick:
    return Trick(left, 0, leader, 0, 0, leader, 0)


@native
def joined(hands: Hands, trick: Trick, number: int) -> Trick:
    """The trick with one card more."""
    suit = number // RANKS
    takes = _takes(hands, trick, number)
    return Trick(
        trick.live,
        trick.played + 1,
        (trick.turn + 1) % PLAYERS,
        trick.led if trick.played else suit,
        number if takes else trick.best,
        trick.turn if takes else trick.winner,
        trick.pot + WORTH[number],
    )


@native
def _takes(hands: Hands, trick: Trick, number: int) -> bool:
    """Does the card beat all that lie on the table?"""
    if trick.played == 0:
        return True
    suit, best_suit = number // RANKS, trick.best // RANKS
    return number > trick.best if suit == best_suit else suit == hands.trump


@native
def allowed(hands: Hands, left: int, trick: Trick) -> int:
    """The cards that the seat on turn may play: of the suit led, if it has any."""
    hand = hands.held[trick.turn] & left
    same = hand & IN_SUIT << RANKS * trick.led
    return same if trick.played > 0 and same != 0 else hand


@native
def at_stake(left: int, trick: Trick) -> int:
    """Thirds still to be taken."""
    return trick.pot + _count(left & ONES) + 3 * _count(left & THREES) + LAST_TRICK


@native
def _count(cards: int) -> int:
    found = 0
    while cards != 0:
        cards &= cards - 1
        found += 1
    return found


@native
def _candidates(hands: Hands, left: int, trick: Trick) -> Ints:
    """The cards to try, the most promising first; of equal neighbours in one hand only the strongest.

    Neighbours are equal if they are worth the same and no card still in play lies between them.
    """
    mine = allowed(hands, left, trick)
    cards = np.empty(RANKS, np.int64)
    hopes = np.empty(RANKS, np.int64)
    n = 0
    for suit in range(SUITS):
        if mine >> RANKS * suit & IN_SUIT == 0:
            continue
        above = -1  # worth of the own card just above, -1: there is none
        for number in range(RANKS * suit + RANKS - 1, RANKS * suit - 1, -1):
            if trick.live >> number & 1 == 0:
                continue
            if mine >> number & 1 == 0:
                above = -1
                continue
            if WORTH[number] != above:
                hope = _promise(hands, trick, number)
                at = n
                while at > 0 and hopes[at - 1] < hope:
                    hopes[at], cards[at] = hopes[at - 1], cards[at - 1]
                    at -= 1
                hopes[at], cards[at] = hope, number
                n += 1
            above = WORTH[number]
    return cards[:n]


@native
def _promise(hands: Hands, trick: Trick, number: int) -> int:
    """Which cards to try first; it decides how long the search takes, not what it finds."""
    suit, strength, worth = number // RANKS, number % RANKS, WORTH[number]
    is_trump = suit == hands.trump
    highest = trick.live >> number + 1 & IN_SUIT >> strength + 1 == 0
    if trick.played == 0:
        return 2 * (20 + worth if highest else -worth) + is_trump
    takes = _takes(hands, trick, number)
    wins = takes or (trick.winner - trick.turn) % 2 == 0
    cheap = -strength - RANKS * is_trump
    if trick.played == PLAYERS - 1:
        return 8 * (trick.pot + worth if wins else -trick.pot - worth) + cheap
    return (8 * worth + 40 * takes + 20 * (takes and highest) if wins else -8 * worth) + cheap
