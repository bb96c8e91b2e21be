"""A Gymnasium environment: one learning seat among named opponents."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
from rich.text import Text

from mazzo.core.game import host
from mazzo.interop.seat import Episode, SeatGame, Turn, seat_game

_seat_game = cache(seat_game)


def settings_of(game: str, variant: str | None, opponent: Any, **settings: Any) -> SeatGame:
    """The same settings give the same object, so that environments share compiled functions."""
    return _seat_game(game, variant, opponent if isinstance(opponent, str) else tuple(opponent), **settings)


@cache
def _compiled(seat: SeatGame) -> tuple[Any, Any]:
    return jax.jit(seat.start), jax.jit(seat.step)


class SeatEnv(gymnasium.Env[np.ndarray[Any, Any], np.int64]):
    """Keywords: opponent (a name, or one for each other seat), encoder, head, reward, seat, illegal_reward.

    `info["action_mask"]` (int8) marks the legal outputs of the head; an illegal one ends the episode with
    `illegal_reward`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        render_mode: str | None = None,
        opponent: Any = "random",
        **settings: Any,
    ):
        self.settings = settings_of(game, variant, opponent, **settings)
        self.render_mode = render_mode
        low, high = self.settings.encoder.bounds
        self.observation_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.settings.head.size)
        self._start, self._step = _compiled(self.settings)
        self._episode: Episode | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        key = jax.random.key(int(self.np_random.integers(2**31)))
        self._episode, turn = self._start(key)
        return np.array(turn.observation), _info(turn)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("call reset before step")
        self._episode, turn = self._step(self._episode, jnp.int32(action))
        return np.array(turn.observation), float(turn.reward), bool(turn.over), False, _info(turn)

    def render(self) -> Any:
        """What the learner sees, as text."""
        if self.render_mode != "ansi" or self._episode is None:
            return None
        game = self.settings.game
        view = host(game).observe(self._episode.table.state, self._episode.seat)
        return Text.from_markup(game.text.show(view)).plain


def _info(turn: Turn) -> dict[str, Any]:
    info: dict[str, Any] = {"action_mask": np.array(turn.mask, np.int8)}
    if bool(turn.illegal):
        info["illegal_action"] = True
    return info
