"""Maraffone, or beccacino: four players in two pairs, as it is played in Romagna and as seed 002 programmed it."""

from mazzo.core.spec import Family, Spec
from mazzo.games.maraffone.spec import VARIANTS, describe

__all__ = ["GAME"]


def build(spec: Spec):  # type: ignore[no-untyped-def]
    from mazzo.games.maraffone.game import maraffone

    return maraffone(spec)


GAME = Family(VARIANTS, describe, build)
