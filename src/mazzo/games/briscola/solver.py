"""Briscola once the stock is empty: best play of the last three tricks with all cards known.

There are at most (3!)^4 ways to play them, so that all are looked at. Two sides play for their points, which is against
the other's. Three players each play for their own points, as in max^n (Luckhardt and Irani 1986); of equal cards a
player takes the one after which the stronger of his rivals ends with fewer points, and then the first by number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mazzo.core.errors import MazzoError
from mazzo.games.briscola.spec import Rules

STRENGTH = (9, 0, 8, 1, 2, 3, 4, 5, 6, 7)  # of each rank: A 2 3 4 5 6 7 F C R
WORTH = (11, 0, 10, 0, 0, 0, 0, 2, 3, 4)

Hands = tuple[tuple[int, ...], ...]  # cards of each seat, in ascending order
Points = tuple[int, ...]  # of each side


class BriscolaSolver:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def values(self, state: Any) -> dict[int, float]:
        """Points that the side on turn still takes, after each card of the hand."""
        if bool(state.done):
            return {}
        stock = len(self.rules.deck) - int((np.asarray(state.holder) >= 0).sum())
        if stock > 0:
            raise MazzoError(f"{stock} cards are in the stock; this solver plays Briscola once the stock is empty")
        hands = tuple(tuple(sorted(int(card) for card in hand if card >= 0)) for hand in np.asarray(state.hands))
        table = tuple(int(card) for card in state.table if card >= 0)
        turn, taken = int(state.turn), tuple(int(n) for n in state.points)
        side = self.rules.teams[turn]
        ends = self._endings(hands, table, turn, taken, int(state.deck[-1]) // 10)
        return {card: float(end[side] - taken[side]) for card, end in ends.items()}

    def _endings(self, hands: Hands, table: tuple[int, ...], turn: int, taken: Points, trump: int) -> dict[int, Points]:
        """How many points each side ends with, after each card of the hand."""
        found = {}
        for card in hands[turn]:
            played, left = (*table, card), _without(hands, turn, card)
            if len(played) < len(hands):
                found[card] = self._end(left, played, (turn + 1) % len(hands), taken, trump)
            else:
                winner = (turn + 1 + taker(played, trump)) % len(hands)
                found[card] = self._end(left, (), winner, self._add(taken, winner, played), trump)
        return found

    def _end(self, hands: Hands, table: tuple[int, ...], turn: int, taken: Points, trump: int) -> Points:
        """How many points each side ends with, under best play."""
        if not any(hands):
            return taken
        side = self.rules.teams[turn]
        ends = self._endings(hands, table, turn, taken, trump).values()
        return max(ends, key=lambda end: (end[side], -max(other for i, other in enumerate(end) if i != side)))

    def _add(self, taken: Points, winner: int, trick: tuple[int, ...]) -> Points:
        side = self.rules.teams[winner]
        pot = sum(WORTH[card % 10] for card in trick)
        return tuple(points + pot * (i == side) for i, points in enumerate(taken))


def solver(rules: Rules) -> BriscolaSolver:
    return BriscolaSolver(rules)


def taker(trick: tuple[int, ...], trump: int) -> int:
    """The place in the trick of the card that takes it."""

    def force(place: int) -> tuple[bool, bool, int]:
        suit, rank = divmod(trick[place], 10)
        return suit == trump, suit == trick[0] // 10, STRENGTH[rank]

    return max(range(len(trick)), key=force)


def _without(hands: Hands, seat: int, card: int) -> Hands:
    return tuple(tuple(c for c in hand if c != card) if i == seat else hand for i, hand in enumerate(hands))
