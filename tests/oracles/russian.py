"""Russian Solitaire, slow and plain: a second implementation written from the rules alone, for tests to compare with.

Card = 13 * suit + rank, ranks in the order A 2 3 4 5 6 7 8 9 T J Q K. Nothing here is shared with the fast
implementation.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

DOWN = (0, 1, 2, 3, 4, 5, 6)
UP = (1, 5, 5, 5, 5, 5, 5)


class Move(NamedTuple):
    """A card goes, with those on it, from a height of a pile to another pile or, without target, to its foundation."""

    card: int
    pile: int
    height: int
    target: int | None

    @property
    def action(self) -> int:
        return 52 + self.card if self.target is None else self.card

    @property
    def output(self) -> int:
        """Its number among the 2,191 moves of He 2021, which are for seven piles of 52 heights."""
        if self.target is None:
            return 2184 + self.pile
        others = [pile for pile in range(7) if pile != self.pile]
        return (52 * self.pile + self.height) * 6 + others.index(self.target)


class Russian:
    def __init__(
        self,
        deck: Sequence[int],
        down: Sequence[int] = DOWN,
        up: Sequence[int] = UP,
        suits: int = 4,
        ranks: int = 13,
    ) -> None:
        if sorted(deck) != [13 * suit + rank for suit in range(suits) for rank in range(ranks)]:
            raise ValueError(f"the deck must hold the {ranks} lowest cards of {suits} suits")
        if not 2 <= len(down) == len(up) <= 7 or sum(down) + sum(up) != len(deck):
            raise ValueError(f"{len(deck)} cards do not fill the piles")
        if any(below and not above for below, above in zip(down, up, strict=True)):
            raise ValueError("the top card of a pile must lie face up")
        self.deck = list(deck)
        self.suits, self.ranks = suits, ranks
        self.down = list(down)  # how many cards of each pile lie face down, the lowest ones
        self.piles: list[list[int]] = []  # from the bottom up
        dealt = 0
        for below, above in zip(down, up, strict=True):
            self.piles.append(self.deck[dealt : dealt + below + above])
            dealt += below + above
        self.foundations: list[list[int]] = [[] for _ in range(4)]
        self.actions: list[int] = []
        self._look()

    def _look(self) -> None:
        """Find the moves and see whether the game is over."""
        self._moves = self.moves()
        self._legal = {move.action for move in self._moves}
        self.won = sum(len(cards) for cards in self.foundations) == len(self.deck)
        self.done = not self._moves

    def moves(self) -> list[Move]:
        """All moves; a king has one to every empty pile."""
        top = {cards[-1]: pile for pile, cards in enumerate(self.piles) if cards}
        empty = [pile for pile, cards in enumerate(self.piles) if not cards]
        found: list[Move] = []
        for pile, cards in enumerate(self.piles):
            for height in range(self.down[pile], len(cards)):
                card = cards[height]
                if card % 13 == self.ranks - 1:
                    if height > 0:
                        found.extend(Move(card, pile, height, target) for target in empty)
                elif card + 1 in top and top[card + 1] != pile:
                    found.append(Move(card, pile, height, top[card + 1]))
            if cards and cards[-1] % 13 == len(self.foundations[cards[-1] // 13]):
                found.append(Move(cards[-1], pile, len(cards) - 1, None))
        return found

    def legal(self) -> set[int]:
        return set(self._legal)

    def outputs(self) -> dict[int, int]:
        """The legal ones among the 2,191 moves of He 2021, and the action that each stands for."""
        return {move.output: move.action for move in self._moves}

    def output(self, action: int) -> int:
        """The one among the 2,191 moves that stands for a legal action: for a king, to the first empty pile."""
        return next(move.output for move in self._moves if move.action == action)

    def options(self) -> list[int]:
        """What the top card of each pile allows, then what the king of each suit may do; -1 for nothing."""
        found = [-1] * (len(self.piles) + self.suits)
        for pile, cards in enumerate(self.piles):
            for action in self._legal if cards else ():
                rises = action == 52 + cards[-1]
                takes = action == cards[-1] - 1 and action // 13 == cards[-1] // 13
                if rises or takes:
                    assert found[pile] == -1
                    found[pile] = action
        for suit in range(self.suits):
            king = 13 * suit + self.ranks - 1
            if king in self._legal:
                found[len(self.piles) + suit] = king
        return found

    def play(self, action: int) -> None:
        if action not in self._legal:
            raise ValueError(f"action {action} is not legal")
        move = next(move for move in self._moves if move.action == action)  # with the first target of a king
        source = self.piles[move.pile]
        moved = source[move.height :]
        del source[move.height :]
        (self.foundations[move.card // 13] if move.target is None else self.piles[move.target]).extend(moved)
        if source and self.down[move.pile] == len(source):
            self.down[move.pile] -= 1
        self.actions.append(action)
        self._look()

    def returns(self) -> list[float]:
        return [1.0 if self.won else 0.0]

    def view(self) -> dict[str, Any]:
        """What the player may know. Cards of a pile from the bottom up, None for one that lies face down."""
        hidden = {card for cards, down in zip(self.piles, self.down, strict=True) for card in cards[:down]}
        return {
            "piles": [[None if card in hidden else card for card in cards] for cards in self.piles],
            "down": list(self.down),
            "foundations": [len(cards) for cards in self.foundations],
            "known": [None if card in hidden else card for card in self.deck],
            "hidden": hidden,
            "legal": self.legal(),
            "options": self.options(),
            "actions": list(self.actions),
            "done": self.done,
            "won": self.won,
        }
