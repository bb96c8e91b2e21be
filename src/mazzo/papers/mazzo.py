"""Our own settings: what `mazzo train GAME` does without further arguments."""

from __future__ import annotations

from typing import Any

PRESETS: dict[tuple[str, str, str], dict[str, Any]] = {
    ("briscola", "ppo", "default"): {
        "encoder": "full",
        "head": "trump-first-40",
        "reward": "points",
        "scale": 1 / 30,
        "budget": 60_000,
        "config": {"hidden": (128, 128), "places": 256, "steps": 40, "epochs": 2, "minibatches": 8},
    },
}

# What `mazzo bench train` measures: learner and configuration, in sizes that other libraries have too. DQN has the
# network, batch and steps of learning per decision that Stable-Baselines3 has by itself.
SPEED: dict[str, tuple[str, dict[str, Any]]] = {
    "ppo": ("ppo", {"hidden": (128, 128), "places": 256, "steps": 64, "epochs": 4, "minibatches": 8}),
    "dqn": (
        "dqn",
        {"hidden": (64, 64), "places": 64, "decisions": 64, "updates": 16, "batch": 32, "memory": 1_000_000},
    ),
}
