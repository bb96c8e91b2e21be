"""Singh 2023, *Reinforcement learning for Briscola* (Università degli Studi di Padova): DQN, DRQN and PPO."""

from __future__ import annotations

from typing import Any

_GAME = {"encoder": "state-1", "head": "slots-3", "reward": "points-and-win", "opponents": (("random", 1.0),)}

PRESETS: dict[tuple[str, str, str], dict[str, Any]] = {
    # Table 7.1. One step of learning per own decision; the target network is copied every 1,000 episodes.
    ("briscola", "dqn", "padova"): {
        **_GAME,
        "budget": 25_000,
        "config": {
            "hidden": (256, 256),
            "optimiser.kind": "rmsprop",
            "rate": "1e-4",
            "gamma": 0.95,
            "epsilon": "exponential 1 0.999998",
            "batch": 256,
            "target_every": 1_000,
            "target_unit": "games",
            "memory": 1_000_000,
            "warmup": 256,
            "places": 1,
            "decisions": 1,
            "updates": 1,
            "distance": "huber",
        },
    },
    # Table 7.3: 64 episodes, then 10 steps on all of them.
    ("briscola", "ppo", "padova"): {
        **_GAME,
        "budget": 250_000,
        "config": {
            "hidden": (128, 128),
            "places": 64,
            "steps": 20,
            "epochs": 10,
            "minibatches": 1,
            "rate": "1e-3",
            "gamma": 0.9,
            "lambda_": 1.0,
            "entropy": "0.03",
            "clip": 0.2,
            "choice": "sample",
        },
    },
}
