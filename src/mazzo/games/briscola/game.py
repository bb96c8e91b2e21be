"""Briscola, put together."""

from __future__ import annotations

from functools import partial

from mazzo.core.game import Game
from mazzo.core.spec import Spec
from mazzo.games.briscola import rules as R
from mazzo.games.briscola.bots import bots
from mazzo.games.briscola.encoders import encoders
from mazzo.games.briscola.heads import HEADS
from mazzo.games.briscola.rewards import rewards
from mazzo.games.briscola.spec import Rules
from mazzo.games.briscola.text import TEXT
from mazzo.games.briscola.training import augmentations
from mazzo.games.briscola.view import View, hidden, observe, redeal


def briscola(spec: Spec) -> Game[R.State, View]:
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
        heads=HEADS,
        rewards=rewards(rules),
        bots=bots(rules),
        text=TEXT,
        hidden=hidden(rules),
        augmentations=augmentations(rules),
    )
