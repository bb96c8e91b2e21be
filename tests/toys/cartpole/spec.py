"""What CartPole is, as plain data."""

from dataclasses import dataclass

from mazzo.core.spec import Spec


@dataclass(frozen=True)
class Rules:
    steps: int = 500  # most that are counted


VARIANTS = {"classic": Rules()}


def describe(variant: str, rules: Rules) -> Spec:
    return Spec(
        game="cartpole",
        title="CartPole",
        version=1,
        variant=variant,
        summary=f"keep the pole up for {rules.steps} steps",
        players=1,
        teams=(0,),
        actions=2,
        deck=tuple(range(52)),  # the first four say where the cart and the pole begin
        setups=(),
        longest=rules.steps,
        returns=(0.0, float(rules.steps)),
        rules=rules,
    )
