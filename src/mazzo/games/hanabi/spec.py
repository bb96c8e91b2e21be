"""What Hanabi is, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.core.spec import Spec

COLOURS = "RYGWB"  # red, yellow, green, white, blue: the order of the Hanabi Learning Environment and of the thesis
SCORINGS = ("zero", "fireworks")


@dataclass(frozen=True)
class Rules:
    """What distinguishes the variants of Hanabi."""

    players: int = 2
    simplified: bool = False  # every player sees the own hand too, and the one hint says nothing
    scoring: str = "zero"  # what a game is worth when the last life is lost: nothing, or the `fireworks` built so far
    lives: int = 3
    hints: int = 8  # tokens, at the start and at most
    colours: int = 5
    ranks: int = 5
    hand: int = 0  # cards in a full hand; 0: five with two or three players, four with four or five

    def __post_init__(self) -> None:
        bounds = {"players": (2, 5), "lives": (1, 100), "hints": (1, 20), "colours": (1, 5), "ranks": (1, 5)}
        for name, (low, high) in {**bounds, "hand": (0, 5)}.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"{name} must be a whole number from {low} to {high}")
        if self.scoring not in SCORINGS:
            raise ValueError(f"scoring must be one of {', '.join(SCORINGS)}")
        if self.stock < 0:
            raise ValueError(f"{self.cards} cards are too few for {self.players} hands of {self.hand_size}")

    @property
    def hand_size(self) -> int:
        return self.hand or (5 if self.players <= 3 else 4)

    @property
    def types(self) -> int:
        """Different cards."""
        return self.colours * self.ranks

    @property
    def copies(self) -> tuple[int, ...]:
        """Of each rank in a colour: the lowest three times, the highest once, those between twice."""
        return tuple(3 if rank == 0 else 1 if rank == self.ranks - 1 else 2 for rank in range(self.ranks))

    @property
    def deck(self) -> tuple[int, ...]:
        """colour * ranks + rank, repeated as often as there are copies."""
        counted = enumerate(self.copies * self.colours)
        return tuple(card for card, copies in counted for _ in range(copies))

    @property
    def cards(self) -> int:
        return sum(self.copies) * self.colours

    @property
    def stock(self) -> int:
        """Cards left to draw after the deal."""
        return self.cards - self.players * self.hand_size

    @property
    def best(self) -> int:
        """The score of a perfect game."""
        return self.colours * self.ranks

    @property
    def hint_actions(self) -> int:
        return 1 if self.simplified else (self.players - 1) * (self.colours + self.ranks)

    @property
    def actions(self) -> int:
        return 2 * self.hand_size + self.hint_actions

    @property
    def longest(self) -> int:
        """Most turns of a game (thesis, proposition 4).

        Turns so far + tokens that can still be spent before the stock is empty + cards in the stock + tokens that
        they can still give back + turns after the last card never grows, and this is what it is at the start.
        """
        before_the_last_card = self.hints + self.stock + self.stock - 1 if self.stock else 0
        return before_the_last_card + self.players


VARIANTS = {
    f"{'simplified' if simplified else 'full'}-{players}p": Rules(players, simplified)
    for simplified in (False, True)
    for players in (2, 3, 4, 5)
}


def describe(variant: str, rules: Rules) -> Spec:
    seen = "everybody sees all hands, a hint says nothing" if rules.simplified else "nobody sees the own hand"
    return Spec(
        game="hanabi",
        title="Hanabi",
        version=1,
        variant=variant,
        summary=f"{('two', 'three', 'four', 'five')[rules.players - 2]} players, {seen}",
        players=rules.players,
        teams=(0,) * rules.players,
        actions=rules.actions,
        deck=rules.deck,
        setups=(),
        longest=rules.longest,
        returns=(0.0, float(rules.best)),
        rules=rules,
    )
