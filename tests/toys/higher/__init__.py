"""Higher: the smallest game that has everything. Three cards each of six, the higher card takes the trick."""

from mazzo.core.spec import Family, Spec
from mazzo.games.higher.spec import VARIANTS, describe

__all__ = ["GAME"]


def build(spec: Spec):
    from mazzo.games.higher.game import higher

    return higher(spec)


GAME = Family(VARIANTS, describe, build)
