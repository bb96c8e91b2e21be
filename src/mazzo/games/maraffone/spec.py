"""What Maraffone is, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from mazzo.core.spec import Spec

DECK = tuple(range(40))
PLAYERS = 4
TEAMS = (0, 1, 0, 1)  # partners sit opposite
SUITS = 4
SHORT = 31  # points that win a match in the short form
FOUR_OF_DENARI = 3

# Actions: 0 to 39 play a card, the next four name a suit as trump, the last four are what a leader may say.
NAME = 40
SILENT, BUSSO, STRISCIO, VOLO = 44, 45, 46, 47
ACTIONS = 48

MARAFFA = 9  # thirds of a point for ace, two and three of trump in one hand
LAST_TRICK = 3  # thirds


@dataclass(frozen=True)
class Rules:
    """What distinguishes the variants of Maraffone."""

    four_of_denari: bool = True  # a deal may leave the naming of trump to the holder of the 4 of denari
    maraffa: str = "claimed"  # by the namer, who leads the ace of trump; or "shown" by anyone when trump is named
    signs: str = "chosen"  # by the leader among the true ones; or "computed": he only says the right one, or nothing
    forced_last: bool = False  # the cards of the last trick play themselves
    deck: tuple[int, ...] = DECK  # the cards in play, of the 40
    target: int = 41  # points that win a match

    def __post_init__(self) -> None:
        if self.maraffa not in ("claimed", "shown"):
            raise ValueError('maraffa must be "claimed" or "shown"')
        if self.signs not in ("chosen", "computed"):
            raise ValueError('signs must be "chosen" or "computed"')
        if self.target < 1:
            raise ValueError("a match goes to at least 1 point")
        if len(set(self.deck)) != len(self.deck) or not set(self.deck) <= set(DECK):
            raise ValueError("a deck holds different cards from 0 to 39")
        if len(self.deck) % PLAYERS or len(self.deck) < 2 * PLAYERS:
            raise ValueError(f"a deck of {len(self.deck)} cards does not deal at least two to each of four players")
        if self.four_of_denari and FOUR_OF_DENARI not in self.deck:
            raise ValueError("the 4 of denari (3) must be in the deck, or four_of_denari be False")

    @property
    def tricks(self) -> int:
        """As many as each player has cards."""
        return len(self.deck) // PLAYERS

    @property
    def longest(self) -> int:
        """Trump, the cards, and a word with every lead but the last."""
        return 1 + PLAYERS * (self.tricks - self.forced_last) + self.tricks - 1


VARIANTS = {
    "official": Rules(),
    "ragazzini": Rules(four_of_denari=False, maraffa="shown", signs="computed", forced_last=True),
}


def describe(variant: str, rules: Rules) -> Spec:
    return Spec(
        game="maraffone",
        title="Maraffone",
        version=1,
        variant=variant,
        summary=_summary(rules),
        players=PLAYERS,
        teams=TEAMS,
        actions=ACTIONS,
        deck=rules.deck,
        setups=(PLAYERS + rules.four_of_denari,),
        longest=rules.longest,
        returns=(0.0, 14.0),  # all 35 thirds, rounded down, and a maraffa
        rules=rules,
        most_legal=max(rules.tricks, SUITS),  # cards, or suits to name, or words
    )


def _summary(rules: Rules) -> str:
    namer = "the 4 of denari may choose who names trump" if rules.four_of_denari else "a seat is drawn to name trump"
    maraffa = "maraffa claimed with the ace of trump" if rules.maraffa == "claimed" else "maraffa shown by anyone"
    signs = "signs chosen by the leader" if rules.signs == "chosen" else "the right sign or none"
    return f"two pairs of partners; {namer}, {maraffa}, {signs}" + (", last trick forced" if rules.forced_last else "")
