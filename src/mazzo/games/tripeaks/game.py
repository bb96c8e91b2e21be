"""TriPeaks, put together."""

from __future__ import annotations

from functools import partial

from mazzo.core.game import Game
from mazzo.core.spec import Spec
from mazzo.games.tripeaks import rules as R
from mazzo.games.tripeaks.bots import bots
from mazzo.games.tripeaks.encoders import encoders
from mazzo.games.tripeaks.heads import heads
from mazzo.games.tripeaks.rewards import rewards
from mazzo.games.tripeaks.spec import Rules
from mazzo.games.tripeaks.text import text
from mazzo.games.tripeaks.training import augmentations
from mazzo.games.tripeaks.view import View, after, observe, redeal


def tripeaks(spec: Spec) -> Game[R.State, View]:
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
        after=partial(after, rules),
        augmentations=augmentations(rules),
    )
