"""Rewards: (before, action, after) -> float32[players], the same for all, who play together."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
from jax import Array

from mazzo.core.game import Reward, Weighted
from mazzo.games.hanabi import rules as R
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.rules import State
from mazzo.games.hanabi.spec import Rules

# Table 6.4 of the thesis: its entries, with the default weight of each. Its penalty for illegal actions is the
# learner's affair.
STANDARD = {
    "fits": 1.0,  # successfully played a card
    "lost_score": -1.0,  # lost all life tokens: times the score that is lost
    "lost": 0.0,  # lost all life tokens: once
    "life": 0.0,  # lost one life token, be it the last
    "discard": 0.0,
    "play": 0.0,
    "hint": 0.0,
    "discard_playable": 0.0,
    "discard_useless": 0.0,  # the card was dead
    "discard_unique": 0.0,  # all its other copies were in the discard pile
}
# The shaping of Tables 6.2 to 6.7; what a played card earns differs.
SHAPED = {
    **STANDARD,
    **{"life": -0.1, "play": 0.02, "hint": -0.02},
    **{"discard_playable": -0.1, "discard_useless": 0.1, "discard_unique": -0.1},
}
# The change of the score in parts, so that its price for a lost game may rise while learning, and a bonus.
WEIGHED = {"fits": 1.0, "lost_score": -1.0, "perfect": 0.0}
THESIS = {"standard": STANDARD, **{f"shaped-{fits}": {**SHAPED, "fits": fits} for fits in (1, 2, 3, 5, 10, 100)}}


def terms(rules: Rules, before: State, action: Array, after: State) -> dict[str, Array]:
    """What an action counts for each entry."""
    move = R.read(rules, action)
    card = sets.just(after.last_card)
    fits = move.plays & after.last_fits
    wrong = move.plays & ~after.last_fits
    lost = wrong & (after.lives == 0)
    found = sets.prospects(rules, before.built, before.discards)

    def discards(cards: Array) -> Array:
        return move.discards & ((card & cards) != 0)

    counted = {
        "fits": fits,
        "lost_score": lost * sets.count(before.built),
        "lost": lost,
        "life": wrong,
        "discard": move.discards,
        "play": move.plays,
        "hint": ~move.discards & ~move.plays,
        "discard_playable": discards(found.playable),
        "discard_useless": discards(found.dead),
        "discard_unique": discards(sets.last_copies(rules, before.discards)),
    }
    return {name: _to_all(rules, before, number) for name, number in counted.items()}


def weighed(rules: Rules, before: State, action: Array, after: State) -> dict[str, Array]:
    """`fits` and `lost_score` as in the thesis; `perfect`: the card completed the last firework."""
    found = terms(rules, before, action, after)
    perfect = _to_all(rules, before, after.built == sets.every(rules))
    return {"fits": found["fits"], "lost_score": found["lost_score"], "perfect": perfect}


def change(rules: Rules, before: State, action: Array, after: State) -> Array:
    """The change of the score."""
    return _to_all(rules, before, R.score(rules, after) - R.score(rules, before))


def end(rules: Rules, before: State, action: Array, after: State) -> Array:
    """The score, when the game is over."""
    return _to_all(rules, before, jnp.where(after.done, R.score(rules, after), 0))


def rewards(rules: Rules) -> dict[str, Reward]:
    weighted = {name: Weighted(partial(terms, rules), weights) for name, weights in THESIS.items()}
    ours = Weighted(partial(weighed, rules), WEIGHED)
    return {"score": partial(change, rules), "end": partial(end, rules), **weighted, "weighed": ours}


def _to_all(rules: Rules, before: State, paid: Array) -> Array:
    """Nothing more after the end."""
    return jnp.full(rules.players, jnp.where(before.done, 0, paid), jnp.float32)
