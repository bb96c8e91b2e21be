"""What Higher is, as plain data."""

from dataclasses import dataclass

from mazzo.core.spec import Spec


@dataclass(frozen=True)
class Rules:
    tricks: int = 3  # cards of each player


VARIANTS = {"six": Rules(3), "ten": Rules(5)}


def describe(variant: str, rules: Rules) -> Spec:
    cards = 2 * rules.tricks
    return Spec(
        game="higher",
        title="Higher",
        version=1,
        variant=variant,
        summary=f"{cards} cards, the higher card takes the trick",
        players=2,
        teams=(0, 1),
        actions=cards,
        deck=tuple(range(cards)),
        setups=(),
        longest=cards,
        returns=(0.0, float(rules.tricks)),
        rules=rules,
        most_legal=rules.tricks,
    )
