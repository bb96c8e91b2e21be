"""Maraffone with all hands open (double dummy): what every action is worth in the last tricks.

Each side plays for its own thirds of a point. Rounding them down keeps their order: this is best play for points, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mazzo.core.errors import MazzoError
from mazzo.games.maraffone.double_dummy import (
    CARD,
    NUMBER,
    RANKS,
    Hands,
    Trick,
    allowed,
    at_stake,
    exact,
    joined,
    new_memo,
)
from mazzo.games.maraffone.rules import HIGH, SUIT, true_signs
from mazzo.games.maraffone.spec import MARAFFA, NAME, PLAYERS, SILENT, SUITS, Rules

MOST_TRICKS = 8  # left to play; a whole deal takes seconds


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
        memo, found, side_0 = new_memo(), {}, at_stake(left, trick) // 2
        playable = allowed(hands, left, trick)
        for number in (n for n in range(len(CARD)) if playable >> n & 1):
            card, rest = int(CARD[number]), left & ~(1 << number)
            side_0 = exact(hands, memo, rest, joined(hands, trick, number), side_0)
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
        side_0 = exact(hands, new_memo(), left, trick, at_stake(left, trick) // 2)
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
    return int(side_0 if seat % 2 == 0 else at_stake(left, trick) - side_0)


def _maraffa(state: Any, suit: int) -> int:
    """The seat that was dealt A, 2 and 3 of the suit, or -1."""
    owners = {int(owner) for owner in np.asarray(state.holder)[RANKS * suit : RANKS * suit + 3]}
    return owners.pop() if len(owners) == 1 else -1
