"""A natively batched Gymnasium environment: all games step in one compiled program."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, ClassVar

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from jax import Array

from mazzo.core import chance
from mazzo.core.arrays import where
from mazzo.interop.seat import Episode, SeatGame, Turn
from mazzo.interop.single import settings_of


@cache
def _compiled(seat: SeatGame) -> tuple[Any, Any]:
    return jax.jit(jax.vmap(seat.start)), jax.jit(partial(_step, seat))


def _step(seat: SeatGame, episodes: Episode, outputs: Array, keys: Array) -> tuple[Episode, Turn]:
    """Step all games; those that were over start anew instead, as AutoresetMode.NEXT_STEP wants it."""
    on = jax.vmap(seat.step)(episodes, outputs)

    def renew() -> tuple[Episode, Turn]:
        fresh = jax.vmap(seat.start)(keys)
        return jax.tree.map(jax.vmap(where), jax.tree.map(lambda _: episodes.over, on), fresh, on)

    return jax.lax.cond(episodes.over.any(), renew, lambda: on)


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """As SeatEnv, `num_envs` at a time. `info["action_mask"]` is int8[num_envs, outputs]."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        variant: str | None = None,
        opponent: Any = "random",
        render_mode: str | None = None,
        **settings: Any,
    ):
        self.settings = settings_of(game, variant, opponent, **settings)
        self.num_envs = num_envs
        self.render_mode = render_mode
        low, high = self.settings.encoder.bounds
        self.single_observation_space = gymnasium.spaces.Box(low, high, dtype=np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(self.settings.head.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._start, self._step = _compiled(self.settings)
        self._episodes: Episode | None = None
        self._steps = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._key = jax.random.key(int(self.np_random.integers(2**31)))
        self._steps = 0
        self._episodes, turn = self._start(self._keys())
        return np.array(turn.observation), _infos(turn)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        if self._episodes is None:
            raise gymnasium.error.ResetNeeded("call reset before step")
        self._episodes, turn = self._step(self._episodes, jnp.asarray(actions, jnp.int32), self._keys())
        over = np.array(turn.over)
        return np.array(turn.observation), np.array(turn.reward), over, np.zeros_like(over), _infos(turn)

    def _keys(self) -> Array:
        """A key for every game that may have to start at this step."""
        keys = _numbered(self._key, self._steps, self.num_envs)
        self._steps += 1
        return keys


@partial(jax.jit, static_argnums=2)
def _numbered(key: Array, step: Array, n: int) -> Array:
    return jax.vmap(lambda i: chance.stream(key, step, i))(jnp.arange(n))


def _infos(turn: Turn) -> dict[str, Any]:
    illegal = np.array(turn.illegal)
    return {"action_mask": np.array(turn.mask, np.int8), "illegal_action": illegal, "_illegal_action": illegal}
