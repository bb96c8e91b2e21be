"""What Briscola is, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.core.spec import Spec

HAND = 3  # cards in a full hand
DECK = tuple(range(40))
TWO_OF_BASTONI = 31


@dataclass(frozen=True)
class Rules:
    """What distinguishes the variants of Briscola."""

    players: int = 2
    deck: tuple[int, ...] = DECK  # the cards in play, of the 40

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4):
            raise ValueError("players must be 2, 3 or 4")
        if len(self.deck) % self.players or len(self.deck) < (HAND + 1) * self.players:
            raise ValueError(f"a deck of {len(self.deck)} cards does not deal evenly to {self.players} players")
        if len(set(self.deck)) != len(self.deck) or not set(self.deck) <= set(DECK):
            raise ValueError("a deck holds different cards from 0 to 39")

    @property
    def teams(self) -> tuple[int, ...]:
        """Four players are two pairs of partners, who sit opposite; two or three play each for himself."""
        return (0, 1, 0, 1) if self.players == 4 else tuple(range(self.players))

    @property
    def sides(self) -> int:
        return len(set(self.teams))

    @property
    def tricks(self) -> int:
        return len(self.deck) // self.players

    @property
    def partner(self) -> int:
        """How many seats further the partner sits; 0: there is none."""
        return 2 if self.players == 4 else 0


VARIANTS = {
    "2p": Rules(2),
    "3p": Rules(3, tuple(card for card in DECK if card != TWO_OF_BASTONI)),
    "4p": Rules(4),
}

SUMMARIES = {
    2: "two players, 40 cards",
    3: "three players, each for himself, without the 2 of bastoni",
    4: "two pairs of partners, who see each other's hand when the stock runs out",
}


def describe(variant: str, rules: Rules) -> Spec:
    return Spec(
        game="briscola",
        title="Briscola",
        version=1,
        variant=variant,
        summary=SUMMARIES[rules.players],
        players=rules.players,
        teams=rules.teams,
        actions=len(DECK),
        deck=rules.deck,
        setups=(),
        longest=len(rules.deck),
        returns=(0.0, 120.0),
        rules=rules,
        most_legal=HAND,
    )
