"""Hanabi, slow and plain: a second implementation written from the rules alone, for tests to compare with.

Card = ranks * colour + rank, ranks counted from 0. With hands of h cards: 0 to h - 1 discard a slot, h to 2h - 1 play
it, then come the hints. Nothing here is shared with the fast implementation.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

Fact = tuple[Literal["colour", "rank"], int]  # what a hint can name


@dataclass
class Held:
    """A card in a hand, and what the hints have said about it."""

    card: int
    place: int  # in the deck
    allowed: frozenset[int]  # the cards that it can be by the hints alone
    named: frozenset[Fact] = frozenset()  # what hints have said that it has


@dataclass(frozen=True)
class Last:
    """What everybody saw the last action do."""

    card: int | None = None  # discarded or played
    touched: frozenset[int] = frozenset()  # the slots that a hint pointed at
    fits: bool = False
    token: bool = False  # a completed firework brought one back


def copies(ranks: int) -> list[int]:
    """How often each rank is there in a colour."""
    return [3, *[2] * (ranks - 2), 1] if ranks > 1 else [3]


class Hanabi:
    def __init__(
        self,
        deck: Sequence[int],
        players: int,
        simplified: bool,
        scoring: Literal["zero", "fireworks"] = "zero",
        lives: int = 3,
        hints: int = 8,
        colours: int = 5,
        ranks: int = 5,
        hand: int = 0,
    ) -> None:
        kinds = [rank + ranks * colour for colour in range(colours) for rank in range(ranks)]
        if Counter(deck) != {kind: copies(ranks)[kind % ranks] for kind in kinds}:
            raise ValueError("the deck must hold every card as often as it is in the game")
        self.players, self.simplified, self.scoring = players, simplified, scoring
        self.colours, self.ranks, self.kinds = colours, ranks, kinds
        self.size = hand or (5 if players <= 3 else 4)
        if len(deck) < players * self.size:
            raise ValueError(f"{len(deck)} cards are too few for {players} hands of {self.size}")
        self.deck = list(deck)
        self.drawn = 0  # the next card of the stock is at this place of the deck
        self.hands: list[list[Held]] = [[] for _ in range(players)]
        for seat in range(players):
            for _ in range(self.size):
                self._draw(seat)
        self.most_tokens = self.tokens = hints
        self.lives = lives
        self.fireworks = [0] * colours
        self.discards: list[int] = []
        self.turn = 0
        self.turns_left = players  # counted down once the stock is empty
        self.last = Last()
        self.actions: list[int] = []
        self.done = False
        self._legal = self._find()

    @property
    def stock(self) -> int:
        return len(self.deck) - self.drawn

    def _draw(self, seat: int) -> None:
        if self.stock:
            self.hands[seat].append(Held(self.deck[self.drawn], self.drawn, frozenset(self.kinds)))
            self.drawn += 1

    def _has(self, card: int, fact: Fact) -> bool:
        kind, value = fact
        return value == (card // self.ranks if kind == "colour" else card % self.ranks)

    def _hint(self, action: int) -> tuple[int, Fact]:
        """Of the full game: the seat that is told, and what."""
        number = action - 2 * self.size
        by_colour = self.colours * (self.players - 1)  # these hints come before those of ranks
        fact: Fact
        if number < by_colour:
            other, value = divmod(number, self.colours)
            fact = "colour", value
        else:
            other, value = divmod(number - by_colour, self.ranks)
            fact = "rank", value
        return (self.turn + 1 + other) % self.players, fact

    def _hints(self) -> set[int]:
        """All hints that point at a card; `_hint` reads them."""
        if self.simplified:
            return {2 * self.size}
        found = set()
        for other in range(self.players - 1):  # the next player is number 0
            for held in self.hands[(self.turn + 1 + other) % self.players]:
                colour, rank = divmod(held.card, self.ranks)
                found.add(2 * self.size + self.colours * other + colour)
                found.add(2 * self.size + self.colours * (self.players - 1) + self.ranks * other + rank)
        return found

    def _find(self) -> set[int]:
        if self.done:
            return set()
        slots = range(len(self.hands[self.turn]))
        found = {self.size + slot for slot in slots}
        if self.tokens < self.most_tokens:
            found |= set(slots)
        return found | self._hints() if self.tokens else found

    def legal(self) -> set[int]:
        return set(self._legal)

    def play(self, action: int) -> None:
        if action not in self._legal:
            raise ValueError(f"action {action} is not legal")
        last_round = not self.stock
        if action >= 2 * self.size:
            self._tell(action)
        else:
            held = self.hands[self.turn].pop(action % self.size)
            if action < self.size:
                self._discard(held.card)
            else:
                self._try(held.card)
            self._draw(self.turn)
        self.actions.append(action)
        self.turns_left -= last_round
        self.turn = (self.turn + 1) % self.players
        self.done = self.lives == 0 or self.cards_played() == len(self.kinds) or self.turns_left == 0
        self._legal = self._find()

    def _tell(self, action: int) -> None:
        self.tokens -= 1
        self.last = Last()
        if self.simplified:
            return
        seat, fact = self._hint(action)
        touched = set()
        for slot, held in enumerate(self.hands[seat]):
            answer = self._has(held.card, fact)
            held.allowed = frozenset(card for card in held.allowed if self._has(card, fact) == answer)
            if answer:
                held.named |= {fact}
                touched.add(slot)
        self.last = Last(touched=frozenset(touched))

    def _discard(self, card: int) -> None:
        self.tokens += 1
        self.discards.append(card)
        self.last = Last(card)

    def _try(self, card: int) -> None:
        """A card that is played may fit or not."""
        colour, rank = divmod(card, self.ranks)
        if self.fireworks[colour] != rank:
            self.lives -= 1
            self.discards.append(card)
            self.last = Last(card)
            return
        self.fireworks[colour] += 1
        token = rank == self.ranks - 1 and self.tokens < self.most_tokens
        self.tokens += token
        self.last = Last(card, fits=True, token=token)

    def cards_played(self) -> int:
        return sum(self.fireworks)

    def score(self) -> int:
        """What the game is worth if it ends now."""
        return 0 if self.lives == 0 and self.scoring == "zero" else self.cards_played()

    def returns(self) -> list[int]:
        return [self.score()] * self.players

    def public(self) -> dict[str, Any]:
        """What everybody knows; hands are lists by seat, the oldest card first."""
        return {
            "places": [[held.place for held in hand] for hand in self.hands],
            "allowed": [[held.allowed for held in hand] for hand in self.hands],
            "named": [[held.named for held in hand] for hand in self.hands],
            "fireworks": list(self.fireworks),
            "discards": list(self.discards),
            "tokens": self.tokens,
            "lives": self.lives,
            "stock": self.stock,
            "turns_left": self.turns_left,
            "turn": self.turn,
            "last": self.last,
            "actions": list(self.actions),
            "done": self.done,
        }

    def private(self, seat: int) -> dict[str, Any]:
        """What a seat knows besides: the hands that it sees, and so a part of the deck; None is unknown."""
        hands: list[list[int | None]] = [[held.card for held in hand] for hand in self.hands]
        known: list[int | None] = [*self.deck[: self.drawn], *[None] * self.stock]
        if not self.simplified:  # of the cards that were drawn only the own hand has not been seen
            hands[seat] = [None] * len(hands[seat])
            for held in self.hands[seat]:
                known[held.place] = None
        return {
            "seat": seat,
            "hands": hands,
            "known": known,
            "legal": self.legal() if seat == self.turn else set(),
        }
