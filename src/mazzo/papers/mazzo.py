"""Our own settings: what `mazzo train GAME` does without further arguments."""

from __future__ import annotations

from typing import Any

PRESETS: dict[tuple[str, str, str], dict[str, Any]] = {
    ("briscola", "ppo", "default"): {
        "encoder": "state-2",
        "head": "slots-3",
        "reward": "points",
        "budget": 150_000,
        "config": {"hidden": (128, 128), "places": 256, "steps": 40, "epochs": 2, "minibatches": 8},
    },
}
