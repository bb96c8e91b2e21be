"""What Russian Solitaire is, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.core.spec import Spec

SUIT = 13  # ids of a suit
CARDS = 4 * SUIT


@dataclass(frozen=True)
class Rules:
    """The size of the layout. Smaller ones are for tests and study; there the highest rank in play is the king."""

    down: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)  # face-down cards of each pile
    up: tuple[int, ...] = (1, 5, 5, 5, 5, 5, 5)  # face-up cards that lie on them
    suits: int = 4
    ranks: int = 13

    def __post_init__(self) -> None:
        if not 1 <= self.suits <= 4 or not 1 <= self.ranks <= SUIT:
            raise ValueError("a deck has 1 to 4 suits and 1 to 13 ranks")
        if len(self.down) != len(self.up) or not 2 <= len(self.up) <= 7:
            raise ValueError("give the face-down and the face-up cards of each of 2 to 7 piles")
        if min(self.down) < 0 or min(self.up) < 1:
            raise ValueError("every pile has at least one face-up card")
        if sum(self.sizes) != len(self.deck):
            raise ValueError(f"the piles hold {sum(self.sizes)} cards, the deck has {len(self.deck)}")

    @property
    def deck(self) -> tuple[int, ...]:
        """A card is 13 × suit + rank, aces 0."""
        return tuple(SUIT * suit + rank for suit in range(self.suits) for rank in range(self.ranks))

    @property
    def piles(self) -> int:
        return len(self.up)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Cards of each pile at the start."""
        return tuple(down + up for down, up in zip(self.down, self.up, strict=True))

    @property
    def kings(self) -> tuple[int, ...]:
        return tuple(SUIT * suit + self.ranks - 1 for suit in range(self.suits))

    @property
    def locations(self) -> int:
        """Places where a card can lie: any height of any pile, and the tops of the foundations."""
        return self.piles * len(self.deck) + self.suits


VARIANTS = {"standard": Rules()}


def describe(variant: str, rules: Rules) -> Spec:
    cards = len(rules.deck)
    return Spec(
        game="russian",
        title="Russian Solitaire",
        version=1,
        variant=variant,
        summary=f"{cards} cards in {rules.piles} piles, {sum(rules.down)} of them face down",
        players=1,
        teams=(0,),
        actions=2 * CARDS,
        deck=rules.deck,
        setups=(),
        longest=2 * cards,  # once onto its successor (a king: to an empty pile), once to the foundation: README.md
        returns=(0.0, 1.0),
        rules=rules,
        most_legal=rules.piles + rules.suits - 1,  # see `rules.list_moves`
    )
