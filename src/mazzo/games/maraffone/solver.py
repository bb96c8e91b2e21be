"""Maraffone with all hands open (double dummy): what every action is worth in the last tricks.

Alpha-beta search card by card, in which what was found at the start of a trick is remembered. Cards are numbered here
by suit and strength, so that a hand is a number of 40 bits, in which the higher bit of a suit beats the lower. Each
side plays for its own thirds of a point. Rounding them down keeps their order: this is best play for points, too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mazzo.core.errors import MazzoError
from mazzo.core.native import EMPTY, Ints, home, native
from mazzo.games.maraffone.rules import HIGH, STRENGTH, SUIT, THIRDS, true_signs
from mazzo.games.maraffone.spec import LAST_TRICK, MARAFFA, NAME, PLAYERS, SILENT, SUITS, Rules

MOST_TRICKS = 8  # left to play; a whole deal takes seconds
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


class MaraffoneSolver:
    def __init__(self, rules: Rules, most: int = MOST_TRICKS) -> None:
        self.rules = rules
        self.most = most

    def values(self, state: Any) -> dict[int, float]:
        """Points that the side on turn still gets: its thirds at the end, rounded down, without what it has."""
        taken = int(state.thirds[int(state.turn) % 2])
        return {action: float((taken + more) // 3 - taken // 3) for action, more in self.thirds(state).items()}

    def thirds(self, state: Any) -> dict[int, int]:
        """Of every legal action: thirds of a point that the side on turn still gets, with the maraffa."""
        left = self.rules.tricks - int(state.trick)
        if bool(state.done):
            return {}
        if left > self.most:
            raise MazzoError(f"{left} tricks are left, and this solver takes positions with {self.most} at most")
        if int(state.trump) < 0:
            return {NAME + suit: self._named(state, suit) for suit in range(SUITS)}
        if bool(state.signing):  # where all cards are seen words change nothing
            return dict.fromkeys(self._words(state), self._answered(state))
        return self._cards(state, int(state.trump))

    def _named(self, state: Any, trump: int) -> int:
        """A maraffa that is shown, and the best lead."""
        owner = _maraffa(state, trump)
        shown = self.rules.maraffa == "shown" and owner >= 0 and (owner - int(state.turn)) % 2 == 0
        return MARAFFA * shown + max(self._cards(state, trump).values())

    def _cards(self, state: Any, trump: int) -> dict[int, int]:
        """Of every card that may be played, with the maraffa that leading it claims."""
        hands, left, trick = _position(state, trump)
        claims = self.rules.maraffa == "claimed" and int(state.trick) == 0 and trick.played == 0
        claim = RANKS * trump if claims and _maraffa(state, trump) == trick.turn else -1  # the ace of trump
        memo, found, side_0 = _memo(), {}, _at_stake(left, trick) // 2
        allowed = _allowed(hands, left, trick)
        for number in (n for n in range(len(CARD)) if allowed >> n & 1):
            card, rest = int(CARD[number]), left & ~(1 << number)
            side_0 = _exactly(hands, memo, rest, _with(hands, trick, number), side_0)
            found[card] = _own(side_0, left, trick, trick.turn) + MARAFFA * (card == claim)
        return dict(sorted(found.items()))

    def _words(self, state: Any) -> list[int]:
        """What the leader may say."""
        same = (np.asarray(state.holder) == state.turn) & (np.asarray(state.when) < 0) & (state.led == SUIT)
        true = true_signs(self.rules, same.any(), (same & HIGH).any())
        return [SILENT, *(SILENT + 1 + sign for sign, said in enumerate(true) if said)]

    def _answered(self, state: Any) -> int:
        """When the leader has played and may speak: what his side gets from the trick on."""
        leader = int(state.turn)
        hands, left, trick = _position(state, int(state.trump))
        trick = trick._replace(turn=(leader + 1) % PLAYERS)
        side_0 = _exactly(hands, _memo(), left, trick, _at_stake(left, trick) // 2)
        return _own(side_0, left, trick, leader)


def solver(rules: Rules) -> MaraffoneSolver:
    return MaraffoneSolver(rules)


def _position(state: Any, trump: int) -> tuple[Hands, int, Trick]:
    """The hands, all cards in them, and the trick."""
    holder, when = np.asarray(state.holder), np.asarray(state.when)
    held = [_set((holder == seat) & (when < 0)) for seat in range(PLAYERS)]
    played, turn, winner = int(state.place), int(state.turn), int(state.winner)
    trick = Trick(
        live=sum(held) + _set((when == int(state.trick)) & (when >= 0)),
        played=played,
        turn=turn,
        led=max(int(state.led), 0),
        best=int(NUMBER[int(state.table[winner])]) if played else 0,
        winner=winner if played else turn,
        pot=int(state.pot),
    )
    return Hands(np.array(held, np.int64), trump), sum(held), trick


def _set(cards: Any) -> int:
    return sum(1 << int(number) for number in NUMBER[np.flatnonzero(cards)])


def _own(side_0: int, left: int, trick: Trick, seat: int) -> int:
    return int(side_0 if seat % 2 == 0 else _at_stake(left, trick) - side_0)


def _maraffa(state: Any, suit: int) -> int:
    """The seat that was dealt A, 2 and 3 of the suit, or -1."""
    owners = {int(owner) for owner in np.asarray(state.holder)[RANKS * suit : RANKS * suit + 3]}
    return owners.pop() if len(owners) == 1 else -1


def _memo() -> Memo:
    return Memo(np.full(MEMO, EMPTY, np.int64), np.zeros(MEMO, np.int64))


# -------------------------------------------------------------------------------------------------- the search


@native
def _best(hands: Hands, memo: Memo, left: int, trick: Trick, alpha: int, beta: int) -> int:
    """Thirds that side 0 still takes, those on the table included, if they are between alpha and beta; else a bound.

    `left` are the cards in all hands.
    """
    if trick.played == PLAYERS:
        gain = trick.pot + (LAST_TRICK if left == 0 else 0)
        gain = gain if trick.winner & 1 == 0 else 0
        if left == 0:
            return gain
        return gain + _best(hands, memo, left, _opening(left, trick.winner), alpha - gain, beta - gain)
    low, high, slot = 0, MANY, 0
    key = left << 2 | trick.turn
    if trick.played == 0:
        high = _at_stake(left, trick)
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
        found = _best(hands, memo, rest, _with(hands, trick, number), lower, upper)
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
def _exactly(hands: Hands, memo: Memo, left: int, trick: Trick, guess: int) -> int:
    """Thirds that side 0 still takes: asks only whether it is more than a guess, from guess to guess (MTD(f), Plaat).

    With no room between alpha and beta, and with all that was remembered, each question is answered fast.
    """
    low, high = 0, _at_stake(left, trick)
    while low < high:
        beta = max(guess, low + 1)
        guess = _best(hands, memo, left, trick, beta - 1, beta)
        if guess < beta:
            high = guess
        else:
            low = guess
    return low


@native
def _opening(left: int, leader: int) -> Trick:
    return Trick(left, 0, leader, 0, 0, leader, 0)


@native
def _with(hands: Hands, trick: Trick, number: int) -> Trick:
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
def _allowed(hands: Hands, left: int, trick: Trick) -> int:
    """The cards that the seat on turn may play: of the suit led, if it has any."""
    hand = hands.held[trick.turn] & left
    same = hand & IN_SUIT << RANKS * trick.led
    return same if trick.played > 0 and same != 0 else hand


@native
def _at_stake(left: int, trick: Trick) -> int:
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
    mine = _allowed(hands, left, trick)
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
