"""Hanabi for two to five players, full and simplified."""

from mazzo.core.spec import Family, Spec
from mazzo.games.hanabi.spec import VARIANTS, describe

__all__ = ["GAME"]


def build(spec: Spec):  # type: ignore[no-untyped-def]
    from mazzo.games.hanabi.game import hanabi

    return hanabi(spec)


GAME = Family(VARIANTS, describe, build)
