"""TriPeaks, a solitaire."""

from mazzo.core.spec import Family, Spec
from mazzo.games.tripeaks.spec import VARIANTS, describe

__all__ = ["GAME"]


def build(spec: Spec):  # type: ignore[no-untyped-def]
    from mazzo.games.tripeaks.game import tripeaks

    return tripeaks(spec)


GAME = Family(VARIANTS, describe, build)
