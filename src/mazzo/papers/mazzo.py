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
