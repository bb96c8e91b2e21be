"""He 2021, *Reinforcement learning for card game solitaires* (UEC Tokyo): Monte Carlo and Q-learning on afterstates."""

from __future__ import annotations

from typing import Any

Preset = dict[str, Any]
_ENCODERS = {"1": "e1", "2": "e2"}
_METHODS = {"mc": "monte-carlo", "q": "q-learning"}

# Network: Tables 4.2 to 4.4; the thesis gives none for E1 of TriPeaks. `moves`: the most legal moves there can be.
_NETWORKS: dict[tuple[str, str], Preset] = {
    ("tripeaks", "1"): {"filters": 8, "channels": 54, "hidden": (100,), "moves": 9},
    ("tripeaks", "2"): {"filters": 8, "channels": 52, "hidden": (100,), "moves": 9},
    ("russian", "1"): {"filters": 56, "channels": 373, "hidden": (600,), "moves": 11},
    ("russian", "2"): {"filters": 8, "channels": 54, "hidden": (600,), "moves": 11},
}

# Tables 4.7 to 4.12: (ε is 1 until, falls until, to, rate, rate afterwards). MC1 and Q1 of TriPeaks have none: they
# take those of MC2 and Q2.
_SCHEDULES: dict[tuple[str, str], tuple[int, int, float, float, float]] = {
    ("tripeaks", "mc1"): (500_000, 700_000, 0.2, 0.1, 0.02),
    ("tripeaks", "mc2"): (500_000, 700_000, 0.2, 0.1, 0.02),
    ("tripeaks", "q1"): (600_000, 800_000, 0.1, 1.0, 0.2),
    ("tripeaks", "q2"): (600_000, 800_000, 0.1, 1.0, 0.2),
    ("russian", "mc1"): (150_000, 250_000, 0.2, 0.01, 0.002),
    ("russian", "mc2"): (350_000, 550_000, 0.2, 0.01, 0.002),
    ("russian", "q1"): (500_000, 600_000, 0.2, 0.1, 0.01),
    ("russian", "q2"): (300_000, 400_000, 0.2, 0.1, 0.02),
}
_ITERATIONS = {"tripeaks": 3_400_000, "russian": 1_000_000}


def _preset(game: str, name: str) -> Preset:
    until, falls, to, rate, later = _SCHEDULES[game, name]
    schedules = {
        "method": _METHODS[name[:-1]],
        "epsilon": f"staged {until}:1:1 {falls}:1:{to}",
        "rate": f"staged {falls}:{rate}:{rate} {falls + 1}:{later}:{later}",
    }
    config = {"places": 16, "batch": 16, "memory": 500_000, **_NETWORKS[game, name[-1]], **schedules}
    budget = {"budget": _ITERATIONS[game], "unit": "updates"}
    return {"encoder": _ENCODERS[name[-1]], "reward": "win", **budget, "config": config}


PRESETS: dict[tuple[str, str, str], Preset] = {
    (game, "afterstate", f"uec-{name}"): _preset(game, name) for game, name in _SCHEDULES
}
