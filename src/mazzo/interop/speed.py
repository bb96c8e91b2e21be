"""How fast the Gymnasium interfaces are: a loop over one environment against the batched one."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from mazzo.interop.single import SeatEnv
from mazzo.interop.vector import SeatVectorEnv


def compare(game: str, variant: str | None, batch: int, seconds: float) -> dict[str, Any]:
    """Steps per second with random legal actions, both measured in this run."""
    single, many = _single(SeatEnv(game, variant), seconds), _vector(SeatVectorEnv(game, batch, variant), seconds)
    return {
        "game": game,
        "variant": variant,
        "batch": batch,
        "single_steps_per_second": single,
        "vector_steps_per_second": many,
        "ratio": many / single,
    }


def _single(env: SeatEnv, seconds: float) -> float:
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    env.step(_legal(info["action_mask"][None], rng)[0])  # compile
    _, info = env.reset()
    began, steps = time.perf_counter(), 0
    while time.perf_counter() < began + seconds:
        _, _, over, _, info = env.step(_legal(info["action_mask"][None], rng)[0])
        steps += 1
        if over:
            _, info = env.reset()
    return steps / (time.perf_counter() - began)


def _vector(envs: SeatVectorEnv, seconds: float) -> float:
    rng = np.random.default_rng(0)
    _, info = envs.reset(seed=0)
    _, _, _, _, info = envs.step(_legal(info["action_mask"], rng))  # compile
    began, steps = time.perf_counter(), 0
    while time.perf_counter() < began + seconds:
        _, _, _, _, info = envs.step(_legal(info["action_mask"], rng))
        steps += envs.num_envs
    return steps / (time.perf_counter() - began)


def _legal(mask: Any, rng: np.random.Generator) -> Any:
    """A random legal action of each row."""
    return np.argmax(mask * (rng.random(mask.shape) + 1e-9), axis=1)
