"""TriPeaks, slow and plain: a second implementation written from the rules alone, for tests to compare with.

Card = 13 * suit + rank, ranks in the order A 2 3 4 5 6 7 8 9 T J Q K. Nothing here is shared with the fast
implementation.
"""

from collections.abc import Sequence
from typing import Any


def neighbours(rank: int) -> tuple[int, int]:
    """The ranks next to a rank; the ace is next to the two and to the king."""
    return (rank - 1) % 13, (rank + 1) % 13


def covers(peaks: int, rows: int) -> list[tuple[int, ...]]:
    """For each place, row by row from the top, the places of the cards that lie on it."""
    number: dict[tuple[int, int, int], int] = {}
    place = 0
    for row in range(rows - 1):
        for peak in range(peaks):
            for k in range(row + 1):
                number[row, peak, k] = place
                place += 1
    above: list[tuple[int, ...]] = []
    for row, peak, k in number:
        if row < rows - 2:
            above.append((number[row + 1, peak, k], number[row + 1, peak, k + 1]))
        else:  # the last row, which the peaks share, begins at `place`
            left = place + peak * (rows - 1) + k
            above.append((left, left + 1))
    return above + [()] * (peaks * (rows - 1) + 1)


class TriPeaks:
    def __init__(self, deck: Sequence[int], peaks: int = 3, rows: int = 4) -> None:
        if not (1 <= peaks <= 3 and 2 <= rows <= 4):
            raise ValueError(f"{peaks} peaks of {rows} rows")
        if len(set(deck)) != len(deck) or not all(0 <= card < 52 for card in deck):
            raise ValueError("the deck must hold different cards from 0 to 51")
        self.covers = covers(peaks, rows)
        self.places = len(self.covers)
        if len(deck) < self.places + 2:
            raise ValueError(f"{len(deck)} cards are too few for {self.places} places, a stock and a waste")
        self.deck = list(deck)
        self.tableau: list[int | None] = list(self.deck[: self.places])
        self.stock = self.deck[self.places : -1]  # the next to be turned is the first
        self.waste = [self.deck[-1]]  # the top is the last
        self.actions: list[int] = []
        self._look()

    def _look(self) -> None:
        """Find the legal actions and see whether the game is over."""
        self.won = all(card is None for card in self.tableau)
        self._legal = self._find()
        self.done = not self._legal

    def _is_free(self, place: int) -> bool:
        """Whether a card lies here, face up."""
        return self.tableau[place] is not None and all(self.tableau[cover] is None for cover in self.covers[place])

    def _find(self) -> set[int]:
        if self.won:
            return set()
        found = {self.places} if self.stock else set()
        fitting = neighbours(self.waste[-1] % 13)
        for place, card in enumerate(self.tableau):
            if card is not None and card % 13 in fitting and self._is_free(place):
                found.add(place)
        return found

    def legal(self) -> set[int]:
        return set(self._legal)

    def play(self, action: int) -> None:
        if action not in self._legal:
            raise ValueError(f"action {action} is not legal")
        if action == self.places:
            self.waste.append(self.stock.pop(0))
        else:
            card = self.tableau[action]
            assert card is not None
            self.waste.append(card)
            self.tableau[action] = None
        self.actions.append(action)
        self._look()

    def returns(self) -> list[float]:
        return [1.0 if self.won else 0.0]

    def view(self) -> dict[str, Any]:
        """What the player may know."""
        up = {place: card for place, card in enumerate(self.tableau) if card is not None and self._is_free(place)}
        gone = {place for place, card in enumerate(self.tableau) if card is None}
        seen = set(self.waste) | set(up.values())
        return {
            "up": up,
            "gone": gone,
            "down": set(range(self.places)) - gone - set(up),
            "stock": len(self.stock),
            "top": self.waste[-1],
            "waste": list(self.waste),
            "known": [card if card in seen else None for card in self.deck],
            "hidden": set(self.deck) - seen,
            "legal": self.legal(),
            "actions": list(self.actions),
            "done": self.done,
            "won": self.won,
        }
