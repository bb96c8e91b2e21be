"""How fast Stable-Baselines3 trains on Briscola, to compare with: as its users write it, one game in plain Python.

It is not installed with mazzo, but with `mazzo[peers]`.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import Any

from mazzo.interop.plain import PlainBriscola

SCALE = 1 / 30  # of the rewards
HIDDEN = [128, 128]


@dataclass(frozen=True)
class Ppo:
    """Settings of MaskablePPO."""

    envs: int
    steps: int
    batch: int
    epochs: int = 4


USUAL, BEST = Ppo(8, 128, 256), Ppo(64, 64, 1_024)


def maskable_ppo(setting: Ppo, seconds: float) -> float:
    """Steps a second of sb3-contrib's MaskablePPO, with a policy and a critic of two layers of 128 each."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO(
        "MlpPolicy",
        _environments(setting.envs),
        n_steps=setting.steps,
        batch_size=setting.batch,
        n_epochs=setting.epochs,
        policy_kwargs={"net_arch": {"pi": HIDDEN, "vf": HIDDEN}},
        device="cpu",
        seed=0,
    )
    return _steps_per_second(model, seconds, every=setting.envs * setting.steps)


def dqn(seconds: float) -> float:
    """Steps a second of Stable-Baselines3's DQN as it comes: a step of learning on 32 decisions after every four."""
    from stable_baselines3 import DQN

    model = DQN("MlpPolicy", _environments(1), device="cpu", seed=0)
    return _steps_per_second(model, seconds, every=1_000)


def versions() -> dict[str, str]:
    return {name: import_module(name).__version__ for name in ("stable_baselines3", "sb3_contrib", "torch")}


def _environments(number: int) -> Any:
    from stable_baselines3.common.vec_env import DummyVecEnv

    return DummyVecEnv([lambda: PlainBriscola(SCALE)] * number)


def _steps_per_second(model: Any, seconds: float, every: int) -> float:
    """The median over stretches of `every` steps, each with the learning that belongs to it."""
    from stable_baselines3.common.callbacks import BaseCallback

    marks: list[tuple[int, float]] = []

    class Clock(BaseCallback):
        def _on_step(self) -> bool:
            if not marks or self.num_timesteps - marks[-1][0] >= every:
                marks.append((self.num_timesteps, time.perf_counter()))
            return len(marks) < 4 or marks[-1][1] - marks[0][1] < seconds

    model.learn(1 << 40, callback=Clock())
    stretches = pairwise(marks[1:])  # the first one warms up
    return statistics.median((after - before) / (end - begin) for (before, begin), (after, end) in stretches)
