"""Hanabi, put together."""

from __future__ import annotations

from functools import partial

from mazzo.core.game import Game
from mazzo.core.spec import Spec
from mazzo.games.hanabi import rules as R
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.bots import bots
from mazzo.games.hanabi.encoders import encoders
from mazzo.games.hanabi.heads import heads
from mazzo.games.hanabi.rewards import rewards
from mazzo.games.hanabi.spec import Rules
from mazzo.games.hanabi.text import text
from mazzo.games.hanabi.training import augmentations, handicaps
from mazzo.games.hanabi.view import View, hidden, observe, redeal


def hanabi(spec: Spec) -> Game[R.State, View]:
    rules: Rules = spec.rules
    return Game(
        spec=spec,
        start=partial(R.start, rules),
        legal=partial(R.legal, rules),
        play=partial(R.play, rules),
        returns=partial(R.returns, rules),
        observe=partial(observe, rules),
        redeal=partial(redeal, rules),
        encoders=encoders(rules),
        heads=heads(rules),
        rewards=rewards(rules),
        bots=bots(rules),
        text=text(rules),
        hidden=hidden(rules),
        measures={"fireworks": lambda state: sets.count(state.built), "lives": lambda state: state.lives},
        augmentations=augmentations(rules),
        handicaps=handicaps(),
    )
