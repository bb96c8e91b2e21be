"""Maraffone, slow and plain: a second implementation written from the rules alone, for tests to compare with.

Card = 10 * suit + rank, ranks in the order A 2 3 4 5 6 7 F C R; 40 to 43 name trump, 44 to 47 are a leader's words.
Nothing here is shared with the fast implementation.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

RANKS = "A234567FCR"
WEAK_TO_STRONG = "4567FCRA23"
THIRDS = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1}
LAST_TRICK = 3
MARAFFA = 9
FOUR_OF_DENARI = 3
NAMES = {40, 41, 42, 43}
SILENT, BUSSO, STRISCIO, VOLO = 44, 45, 46, 47


def suit(card: int) -> int:
    return card // 10


def thirds(card: int) -> int:
    """What a card is worth, in thirds of a point."""
    return THIRDS.get(RANKS[card % 10], 0)


def strength(card: int) -> int:
    """The place of a card's rank in the order of strength, 0 the weakest; the suit plays no part."""
    return WEAK_TO_STRONG.index(RANKS[card % 10])


def is_great(card: int) -> bool:
    """Whether a card is a 3, a 2 or an ace."""
    return RANKS[card % 10] in "32A"


def best_of(trick: Sequence[int], trump: int) -> int:
    """The card that takes a trick: the highest trump, or without trumps the highest of the suit led."""
    trumps = [card for card in trick if suit(card) == trump]
    followers = [card for card in trick if suit(card) == suit(trick[0])]
    return max(trumps or followers, key=strength)


@dataclass
class Trick:
    leader: int
    cards: list[int] = field(default_factory=list)
    sign: int | None = None  # None: nothing said yet, or never asked


class Maraffone:
    def __init__(self, deck: list[int], setup: list[int], variant: Literal["official", "ragazzini"]) -> None:
        if variant not in ("official", "ragazzini"):
            raise ValueError(f"variant {variant}")
        if len(set(deck)) != len(deck) or not all(0 <= card < 40 for card in deck):
            raise ValueError("the deck must hold different cards from 0 to 39")
        if len(deck) % 4 or len(deck) < 8:
            raise ValueError(f"{len(deck)} cards do not deal evenly to four players")
        (number,) = setup
        if number not in range(5 if variant == "official" else 4):
            raise ValueError(f"setup {number}")
        self.deck = list(deck)
        self.setup, self.variant = list(setup), variant
        self.size = size = len(deck) // 4
        self.dealt = [set(deck[size * seat : size * seat + size]) for seat in range(4)]
        self.hands = [set(hand) for hand in self.dealt]
        self.four: int | None = None  # who is known to have been dealt the 4 of denari
        if variant == "ragazzini":
            self.namer = number
        elif number > 0:
            self.namer = number - 1
        else:
            (self.namer,) = [seat for seat in range(4) if FOUR_OF_DENARI in self.dealt[seat]]
            self.four = self.namer
        self.turn = self.namer
        self.done = False
        self.trump: int | None = None
        self.maraffa: int | None = None  # who has shown or claimed it
        self.without_maraffa: set[int] = set()  # who is seen by all not to have been dealt it
        self.thirds = [0, 0]
        self.tricks: list[Trick] = []  # the last one may be incomplete
        self.actions: list[int] = []

    def _asked(self) -> bool:
        """Whether the leader has to say a word, or stay silent, now."""
        if not self.tricks or len(self.tricks) == self.size:
            return False
        return len(self.tricks[-1].cards) == 1 and self.tricks[-1].sign is None

    def _true_words(self) -> set[int]:
        """The words the leader may say of the card that he has just led."""
        trick = self.tricks[-1]
        left = [card for card in self.hands[trick.leader] if suit(card) == suit(trick.cards[0])]
        if self.variant == "official":
            return {SILENT, BUSSO, STRISCIO if left else VOLO}
        if not left:
            return {SILENT, VOLO}
        return {SILENT, BUSSO if any(is_great(card) for card in left) else STRISCIO}

    def legal(self) -> set[int]:
        if self.done:
            return set()
        if self.trump is None:
            return set(NAMES)
        if self._asked():
            return self._true_words()
        hand = self.hands[self.turn]
        followers = {card for card in hand if suit(card) == suit(self.table()[0])} if self.table() else set()
        return followers or set(hand)

    def table(self) -> list[int]:
        """The cards of the trick being played, the lead first."""
        if not self.tricks or len(self.tricks[-1].cards) == 4:
            return []
        return list(self.tricks[-1].cards)

    def leader(self) -> int:
        """Who led to the trick being played, or will lead to the next one."""
        return self.tricks[-1].leader if self.table() else self.turn

    def play(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        self.actions.append(action)
        if self.trump is None:
            self._name(action - 40)
        elif action >= SILENT:
            self.tricks[-1].sign = action
            self.turn = (self.turn + 1) % 4
        else:
            self._put(action)
            if self.variant == "ragazzini" and len(self.hands[self.turn]) == 1 and not self.table():
                for _ in range(4):
                    (card,) = self.hands[self.turn]
                    self._put(card)

    def _name(self, trump: int) -> None:
        self.trump = trump
        if self.variant == "ragazzini":
            for seat in range(4):
                self._maraffa_of(seat)

    def _maraffa_of(self, seat: int) -> None:
        """A seat shows or claims the maraffa, or is seen not to have it."""
        assert self.trump is not None
        if {10 * self.trump + RANKS.index(rank) for rank in "A23"} <= self.dealt[seat]:
            self.maraffa = seat
            self.thirds[seat % 2] += MARAFFA
        else:
            self.without_maraffa.add(seat)

    def _put(self, card: int) -> None:
        """A card on the table; after a lead the same player is asked for a word, except in the last trick."""
        assert self.trump is not None
        if not self.table():
            self.tricks.append(Trick(self.turn))
            if self.variant == "official" and len(self.tricks) == 1 and card == 10 * self.trump + RANKS.index("A"):
                self._maraffa_of(self.turn)
        trick = self.tricks[-1]
        self.hands[self.turn].remove(card)
        trick.cards.append(card)
        if len(trick.cards) == 4:
            winner = (trick.leader + trick.cards.index(best_of(trick.cards, self.trump))) % 4
            self.done = len(self.tricks) == self.size
            self.thirds[winner % 2] += sum(thirds(card) for card in trick.cards) + LAST_TRICK * self.done
            self.turn = winner
        elif not self._asked():
            self.turn = (self.turn + 1) % 4

    def points(self) -> list[int]:
        """The points so far of each seat's side, with the maraffa, rounded down."""
        return [self.thirds[seat % 2] // 3 for seat in range(4)]

    def returns(self) -> list[int]:
        return self.points()

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know."""
        return {
            "seat": seat,
            "turn": self.turn,
            "done": self.done,
            "setup": list(self.setup),
            "namer": self.namer,
            "four": self.four,
            "trump": self.trump,
            "hand": sorted(self.hands[seat]),
            "leader": self.leader(),
            "table": self.table(),
            "tricks": [(trick.leader, trick.sign, list(trick.cards)) for trick in self.tricks],
            "maraffa": self.maraffa,
            "without_maraffa": set(self.without_maraffa),
            "thirds": list(self.thirds),
            "points": self.points(),
            "legal": self.legal() if seat == self.turn else set(),
            "actions": list(self.actions),
        }
