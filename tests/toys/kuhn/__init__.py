"""Kuhn poker: three cards, two players, one bet. The smallest game in which one has to bluff."""

from mazzo.core.spec import Family, Spec
from mazzo.games.kuhn.spec import VARIANTS, describe

__all__ = ["GAME"]


def build(spec: Spec):
    from mazzo.games.kuhn.game import kuhn

    return kuhn(spec)


GAME = Family(VARIANTS, describe, build)
