"""Barba, Candi, Costantini and Vestini 2023, *Pausetta Briscola?* (Sapienza, Rome): a Q-agent on a few fixed decks.

Theirs: what it sees, answers and is paid; four layers, the last one with sigmoid outputs; the L1 loss, a target
network, falling rate and ε; 20,000 games, 30 % of them against `random` and 70 % against `greedy`; 20, 30 or all decks.
Ours, because the report is silent: the widths, rate, discount, batch, memory, how often is learned and the target
copied, straight schedules, and 1, 10, 50 and 100 decks.
"""

from __future__ import annotations

from typing import Any

GAMES = 20_000
DECISIONS = 20 * GAMES
ALL_GAMES = 5 * GAMES  # of our own recipe
DECKS = (1, 10, 20, 30, 50, 100, 0)  # 0: all

Preset = dict[str, Any]


def falling(decisions: int) -> Preset:
    """ε and the rate of learning, over so many decisions."""
    return {"epsilon": f"linear 0.82 0.01 {decisions}", "rate": f"linear 1e-3 1e-5 {decisions}"}


PRESETS: dict[tuple[str, str, str], Preset] = {
    ("briscola", "dqn", "sapienza"): {
        "encoder": "cards",
        "head": "cards-40",
        "reward": "sapienza",
        "opponents": (("random", 0.3), ("greedy", 0.7)),
        "decks": 20,
        "budget": GAMES,
        "evaluate_against": ("random", "greedy"),
        "config": {
            "hidden": (256, 256, 256),
            "final": "sigmoid",
            "distance": "absolute",
            **falling(DECISIONS),
            "gamma": 0.9,
            "target_every": 500,
            "target_unit": "updates",
            "batch": 128,
            "memory": 50_000,
            "warmup": 1_000,
            "places": 16,
            "decisions": 16,
            "updates": 4,
        },
    },
    # Ours, for all decks: values that may exceed 1, differences of points as rewards, double Q-learning without
    # discount, five times as many games.
    ("briscola", "dqn", "sapienza-all"): {
        "encoder": "cards",
        "head": "cards-40",
        "reward": "points",
        "scale": 1 / 30,
        "opponents": (("random", 0.3), ("greedy", 0.7)),
        "budget": ALL_GAMES,
        "evaluate_against": ("random", "greedy"),
        "config": {
            "hidden": (256, 256, 256),
            "double": True,
            "epsilon": f"linear 0.5 0.02 {12 * ALL_GAMES}",
            "rate": f"linear 1e-3 5e-5 {20 * ALL_GAMES}",
            "gamma": 1.0,
            "target_every": 250,
            "batch": 1_024,
            "memory": 400_000,
            "warmup": 10_000,
            "places": 256,
            "decisions": 256,
            "updates": 16,
        },
    },
}
