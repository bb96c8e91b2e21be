"""Russian Solitaire."""

from mazzo.core.spec import Family, Spec
from mazzo.games.russian.spec import VARIANTS, describe

__all__ = ["GAME"]


def build(spec: Spec):  # type: ignore[no-untyped-def]
    from mazzo.games.russian.game import russian

    return russian(spec)


GAME = Family(VARIANTS, describe, build)
