"""What TriPeaks is, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.core.spec import Spec

DECK = tuple(range(52))
RANKS = 13
NEIGHBOURS = 8  # cards of the two ranks that fit a waste card


@dataclass(frozen=True)
class Rules:
    """The size of the layout. Only three peaks of four rows are TriPeaks; smaller ones are for tests and study."""

    peaks: int = 3
    rows: int = 4
    deck: tuple[int, ...] = DECK  # the cards in play, of the 52

    def __post_init__(self) -> None:
        if not 1 <= self.peaks <= 3 or not 2 <= self.rows <= 4:
            raise ValueError("a layout has 1 to 3 peaks of 2 to 4 rows")
        if len(set(self.deck)) != len(self.deck) or not set(self.deck) <= set(DECK):
            raise ValueError("a deck holds different cards from 0 to 51")
        if self.stock < 1:
            raise ValueError(
                f"{self.peaks} peaks of {self.rows} rows need a deck of at least {self.places + 2} cards: "
                f"{self.places} places, one card for the stock and one for the waste"
            )

    @property
    def row_sizes(self) -> tuple[int, ...]:
        """Row i of a peak has i + 1 cards; the peaks share the last row."""
        return (*(self.peaks * (row + 1) for row in range(self.rows - 1)), self.peaks * (self.rows - 1) + 1)

    @property
    def places(self) -> int:
        """Places of the tableau, numbered row by row from the peaks down."""
        return sum(self.row_sizes)

    @property
    def stock(self) -> int:
        """Cards in the stock at the start."""
        return len(self.deck) - self.places - 1

    @property
    def covers(self) -> tuple[tuple[int, int], ...]:
        """The two places that lie on each place of the tableau, the last row left out."""
        pairs: list[tuple[int, int]] = []
        first = 0  # place of the row's first card
        for row, size in enumerate(self.row_sizes[:-1]):
            below = first + size
            for i in range(size):
                # Above the last row every peak stands alone, and its rows widen by a card.
                peak = i // (row + 1) if row < self.rows - 2 else 0
                pairs.append((below + i + peak, below + i + peak + 1))
            first = below
        return tuple(pairs)


VARIANTS = {"standard": Rules()}


def describe(variant: str, rules: Rules) -> Spec:
    return Spec(
        game="tripeaks",
        title="TriPeaks",
        version=1,
        variant=variant,
        summary=f"{rules.peaks} peaks of {rules.rows} rows, {len(rules.deck)} cards, a stock of {rules.stock}",
        players=1,
        teams=(0,),
        actions=rules.places + 1,
        deck=rules.deck,
        setups=(),
        longest=rules.places + rules.stock,
        returns=(0.0, 1.0),
        rules=rules,
        most_legal=min(rules.places, NEIGHBOURS) + 1,
    )
