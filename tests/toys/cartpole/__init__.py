"""CartPole: no card game at all, but every learner's first exercise, with a known answer."""

from mazzo.core.spec import Family, Spec
from mazzo.games.cartpole.spec import VARIANTS, describe

__all__ = ["GAME"]


def build(spec: Spec):
    from mazzo.games.cartpole.game import cartpole

    return cartpole(spec)


GAME = Family(VARIANTS, describe, build)
