"""What Kuhn poker is, as plain data."""

from dataclasses import dataclass

from mazzo.core.spec import Spec


@dataclass(frozen=True)
class Rules:
    """There is nothing to choose."""


VARIANTS = {"standard": Rules()}


def describe(variant: str, rules: Rules) -> Spec:
    return Spec(
        game="kuhn",
        title="Kuhn poker",
        version=1,
        variant=variant,
        summary="jack, queen and king, one card each, one bet of one chip",
        players=2,
        teams=(0, 1),
        actions=2,
        deck=(0, 1, 2),
        setups=(),
        longest=3,
        returns=(-2.0, 2.0),
        rules=rules,
    )
