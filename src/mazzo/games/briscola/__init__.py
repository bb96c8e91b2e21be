"""Briscola for two, three or four players."""

from mazzo.core.spec import Family, Spec
from mazzo.games.briscola.spec import VARIANTS, describe

__all__ = ["GAME"]


def build(spec: Spec):  # type: ignore[no-untyped-def]
    from mazzo.games.briscola.game import briscola

    return briscola(spec)


GAME = Family(VARIANTS, describe, build)
