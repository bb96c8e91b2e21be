"""Maraffone, put together."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import wrap
from mazzo.core.chance import below, bits
from mazzo.core.game import Game, MatchRules
from mazzo.core.spec import Spec
from mazzo.games.maraffone import rules as R
from mazzo.games.maraffone.bots import bots
from mazzo.games.maraffone.encoders import encoders
from mazzo.games.maraffone.heads import heads
from mazzo.games.maraffone.rewards import REWARDS
from mazzo.games.maraffone.spec import PLAYERS, SHORT, Rules
from mazzo.games.maraffone.text import TEXT
from mazzo.games.maraffone.training import augmentations
from mazzo.games.maraffone.view import ELSEWHERE, View, observe, redeal


def maraffone(spec: Spec) -> Game[R.State, View]:
    rules: Rules = spec.rules
    return Game(
        spec=spec,
        start=partial(R.start, rules),
        legal=partial(R.legal, rules),
        play=partial(R.play, rules),
        returns=R.returns,
        observe=partial(observe, rules),
        redeal=partial(redeal, rules),
        encoders=encoders(rules),
        heads=heads(rules),
        rewards=REWARDS,
        bots=bots(rules),
        text=TEXT,
        match=MatchRules(rules.target, partial(first_setup, rules), partial(following_setup, rules), shorter=(SHORT,)),
        hidden=ELSEWHERE,
        augmentations=augmentations(rules),
    )


def first_setup(rules: Rules, key: Array) -> Array:
    """In the first deal of a match the holder of the 4 of denari names trump; without that rule a drawn seat."""
    return jnp.zeros(1, jnp.int8) if rules.four_of_denari else below(bits(key, 1), PLAYERS).astype(jnp.int8)


def following_setup(rules: Rules, state: R.State) -> Array:
    """The right to name trump moves to the next seat."""
    return (wrap(state.namer + np.int8(1), PLAYERS) + np.int8(rules.four_of_denari))[None].astype(jnp.int8)
