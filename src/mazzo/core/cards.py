"""The decks of cards as people name them. A card is suit * ranks + rank, an id from 0."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.core.errors import MazzoError


@dataclass(frozen=True)
class Pack:
    """Suits and ranks with their letters; colours are Rich styles."""

    ranks: str  # a letter each, in the order of the ids
    suits: str  # a letter each
    suit_names: tuple[str, ...]
    colours: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.ranks) * len(self.suits)

    def code(self, card: int) -> str:
        """`3d` for the three of denari."""
        suit, rank = divmod(card, len(self.ranks))
        return self.ranks[rank] + self.suits[suit]

    def parse(self, code: str) -> int:
        """The inverse of `code`; either case is read."""
        text = code.strip()
        rank = self.ranks.upper().find(text[:1].upper()) if len(text) == 2 else -1
        suit = self.suits.upper().find(text[1:].upper()) if len(text) == 2 else -1
        if rank < 0 or suit < 0:
            suits = ", ".join(f"{letter} {name}" for letter, name in zip(self.suits, self.suit_names, strict=True))
            raise MazzoError(
                f"{code!r} is no card; write a rank of {self.ranks} and a suit ({suits}), as {self.code(0)}"
            )
        return suit * len(self.ranks) + rank

    def paint(self, card: int) -> str:
        """`code` in the colour of its suit, as Rich markup."""
        return f"[{self.colours[card // len(self.ranks)]}]{self.code(card)}[/]"


ITALIAN = Pack(
    ranks="A234567FCR",  # asso, due … sette, fante, cavallo, re
    suits="dscb",
    suit_names=("denari", "spade", "coppe", "bastoni"),
    colours=("bold yellow", "bold cyan", "bold red", "bold green"),
)

FRENCH = Pack(
    ranks="A23456789TJQK",
    suits="shcd",
    suit_names=("spades", "hearts", "clubs", "diamonds"),
    colours=("bold", "bold red", "bold green", "bold cyan"),
)
