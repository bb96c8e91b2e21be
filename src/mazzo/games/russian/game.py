"""Russian Solitaire, put together."""

from __future__ import annotations

from functools import partial

from mazzo.core.game import Game
from mazzo.core.spec import Spec
from mazzo.games.russian import rules as R
from mazzo.games.russian.bots import bots
from mazzo.games.russian.encoders import encoders
from mazzo.games.russian.heads import heads
from mazzo.games.russian.rewards import rewards
from mazzo.games.russian.spec import Rules
from mazzo.games.russian.text import TEXT
from mazzo.games.russian.training import augmentations
from mazzo.games.russian.view import View, after, observe, redeal


def russian(spec: Spec) -> Game[R.State, View]:
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
        text=TEXT,
        after=partial(after, rules),
        augmentations=augmentations(rules),
    )
