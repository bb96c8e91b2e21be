"""Briscola, slow and plain: a second implementation written from the rules alone, for tests to compare with.

Card = 10 * suit + rank, ranks in the order A 2 3 4 5 6 7 F C R. Nothing here is shared with the fast implementation.
"""

from collections.abc import Sequence
from typing import Any

RANKS = "A234567FCR"
WEAK_TO_STRONG = "24567FCR3A"
WORTH = {"A": 11, "3": 10, "R": 4, "C": 3, "F": 2}
HAND = 3


def suit(card: int) -> int:
    return card // 10


def worth(card: int) -> int:
    """The points of a card."""
    return WORTH.get(RANKS[card % 10], 0)


def strength(card: int) -> int:
    """The place of a card's rank in the order of strength, 0 the weakest; the suit plays no part."""
    return WEAK_TO_STRONG.index(RANKS[card % 10])


def side_of(seat: int, players: int) -> int:
    return seat % 2 if players == 4 else seat


def best_of(trick: Sequence[int], trump: int) -> int:
    """The card that takes a trick: the highest trump, or without trumps the highest of the suit led."""
    trumps = [card for card in trick if suit(card) == trump]
    followers = [card for card in trick if suit(card) == suit(trick[0])]
    return max(trumps or followers, key=strength)


class Briscola:
    def __init__(self, deck: Sequence[int], players: int) -> None:
        if players not in (2, 3, 4):
            raise ValueError(f"{players} players")
        if len(set(deck)) != len(deck) or not all(0 <= card < 40 for card in deck):
            raise ValueError("the deck must hold different cards from 0 to 39")
        if len(deck) % players or len(deck) < HAND * players:
            raise ValueError(f"{len(deck)} cards do not deal evenly to {players} players")
        self.deck = list(deck)
        self.players = players
        self.trump = suit(self.deck[-1])
        self.turn = 0
        self.done = False
        self.points = [0] * (3 if players == 3 else 2)
        self.actions: list[int] = []
        self.table: list[int] = []
        self.leader = 0
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.owner: list[int | None] = [None] * len(self.deck)
        self.drawn = 0
        for seat in range(players):
            for _ in range(HAND):
                self._draw(seat)

    def _draw(self, seat: int) -> None:
        self.hands[seat].append(self.deck[self.drawn])
        self.owner[self.drawn] = seat
        self.drawn += 1

    def _stock_is_empty(self) -> bool:
        return self.drawn == len(self.deck)

    def legal(self) -> set[int]:
        return set() if self.done else set(self.hands[self.turn])

    def play(self, card: int) -> None:
        if card not in self.legal():
            raise ValueError(f"card {card} is not legal")
        self.hands[self.turn].remove(card)
        self.table.append(card)
        self.actions.append(card)
        self.turn = (self.turn + 1) % self.players
        if len(self.table) == self.players:
            self._end_trick()

    def _end_trick(self) -> None:
        place = self.table.index(best_of(self.table, self.trump))
        winner = (self.leader + place) % self.players
        self.points[side_of(winner, self.players)] += sum(worth(card) for card in self.table)
        self.table = []
        self.leader = self.turn = winner
        if not self._stock_is_empty():
            for step in range(self.players):
                self._draw((winner + step) % self.players)
        self.done = not any(self.hands)

    def returns(self) -> list[int]:
        return [self.points[side_of(seat, self.players)] for seat in range(self.players)]

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know."""
        known = [card if owner == seat else None for card, owner in zip(self.deck, self.owner, strict=True)]
        known[-1] = self.deck[-1]  # the turned card
        partner: list[int] = []
        if self.players == 4 and self._stock_is_empty():
            partner = sorted(self.hands[(seat + 2) % 4], reverse=True)
        return {
            "seat": seat,
            "turn": self.turn,
            "done": self.done,
            "actions": list(self.actions),
            "hand": list(self.hands[seat]),
            "table": list(self.table),
            "points": list(self.points),
            "legal": self.legal() if seat == self.turn else set(),
            "known": known,
            "owner": list(self.owner),
            "partner": partner,
        }


def takers(view: dict[str, Any]) -> list[int]:
    """The cards of the hand that would beat all cards on the table, oldest first."""
    trump = suit(view["known"][-1])
    return [card for card in view["hand"] if best_of([*view["table"], card], trump) == card]


def rules_agent(view: dict[str, Any], players: int) -> int:
    """The scripted player. Python's min and max give the first of equals, here the oldest card."""
    hand: list[int] = view["hand"]
    trump = suit(view["known"][-1])
    pot = sum(worth(card) for card in view["table"])
    taking = takers(view)
    if pot == 0 or not taking:
        return _weakest(hand, trump)

    best = max(taking, key=worth)
    if view["points"][side_of(view["seat"], players)] + pot + worth(best) > 60:
        return best
    plain = [card for card in taking if suit(card) != trump]
    if plain:
        return max(plain, key=lambda card: (worth(card), -strength(card)))
    if len(taking) > 1:
        return min(taking, key=strength)

    # One card takes, a trump, so that every plain card of the hand loses.
    (ruff,) = taking
    if pot >= 10:
        return ruff
    losers = [card for card in hand if suit(card) != trump and worth(card) < 10]
    if not losers:
        return ruff
    loser = min(losers, key=lambda card: (worth(card), strength(card)))
    if worth(ruff) >= 3:
        return loser
    if worth(loser) == 4 and pot >= 3:
        return ruff
    return loser


def _weakest(hand: list[int], trump: int) -> int:
    """The weakest card, plain ones before trumps; in place of an ace or a three the lowest rank of the hand."""
    card = min(hand, key=lambda card: (suit(card) == trump, strength(card)))
    return min(hand, key=strength) if worth(card) > 4 else card


def greedy_agent(view: dict[str, Any], players: int) -> int:
    """Takes with the card worth most; leading or unable to take, plays the card worth least."""
    hand: list[int] = view["hand"]
    taking = takers(view)
    if view["table"] and taking:
        return max(taking, key=worth)
    trump = suit(view["known"][-1])
    kept = hand[0]
    for card in hand[1:]:
        if worth(card) < worth(kept) or (worth(card) == worth(kept) and suit(card) == trump):
            kept = card
    return kept
