"""Rewards: (before, action, after) -> float32[players], the same for all, who play together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import jax.numpy as jnp
from jax import Array

from mazzo.core.game import Reward
from mazzo.games.hanabi import rules as R
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.rules import State
from mazzo.games.hanabi.spec import Rules


@dataclass(frozen=True)
class Rewards:
    """Table 6.4 of the thesis. Entries add up. Its penalty for illegal actions is the learner's affair."""

    fits: float = 1.0  # successfully played a card
    lost: float | None = None  # lost all life tokens; None: minus the score that is lost
    life: float = 0.0  # lost one life token, be it the last
    discard: float = 0.0
    play: float = 0.0
    hint: float = 0.0
    discard_playable: float = 0.0
    discard_useless: float = 0.0  # the card was dead
    discard_unique: float = 0.0  # all its other copies were in the discard pile

    def __call__(self, rules: Rules, before: State, action: Array, after: State) -> Array:
        move = R.read(rules, action)
        card = sets.just(after.last_card)
        wrong = move.plays & ~after.last_fits
        found = sets.prospects(rules, before.built, before.discards)
        lost = -sets.count(before.built).astype(jnp.float32) if self.lost is None else self.lost
        paid = (
            self.fits * (move.plays & after.last_fits)
            + lost * (wrong & (after.lives == 0))
            + self.life * wrong
            + self.discard * move.discards
            + self.play * move.plays
            + self.hint * (~move.discards & ~move.plays)
            + self.discard_playable * (move.discards & ((card & found.playable) != 0))
            + self.discard_useless * (move.discards & ((card & found.dead) != 0))
            + self.discard_unique * (move.discards & ((card & sets.last_copies(rules, before.discards)) != 0))
        )
        return _to_all(rules, before, paid)


def shaped(fits: float) -> Rewards:
    """The shaping of Tables 6.2 to 6.7; what a played card earns differs."""
    return Rewards(
        fits, life=-0.1, play=0.02, hint=-0.02, discard_playable=-0.1, discard_useless=0.1, discard_unique=-0.1
    )


THESIS = {"standard": Rewards(), **{f"shaped-{fits}": shaped(fits) for fits in (1, 2, 3, 5, 10, 100)}}


def change(rules: Rules, before: State, action: Array, after: State) -> Array:
    """The change of the score."""
    return _to_all(rules, before, R.score(rules, after) - R.score(rules, before))


def end(rules: Rules, before: State, action: Array, after: State) -> Array:
    """The score, when the game is over."""
    return _to_all(rules, before, jnp.where(after.done, R.score(rules, after), 0))


def rewards(rules: Rules) -> dict[str, Reward]:
    named: dict[str, Callable[[Rules, State, Array, State], Array]] = {"score": change, "end": end, **THESIS}
    return {name: partial(reward, rules) for name, reward in named.items()}


def _to_all(rules: Rules, before: State, paid: Array) -> Array:
    """Nothing more after the end."""
    return jnp.full(rules.players, jnp.where(before.done, 0, paid), jnp.float32)
