"""Singh 2023, *Reinforcement learning for Briscola* (Università degli Studi di Padova): DQN, DRQN and PPO.

All train against `random`, unless `--opponent rules` is given, and see `state-1`; `--encoder unit:state-2` is the other
one. Numbers are parts of the greatest that they can be: with points up to 120 beside zeros and ones all learn slower.
"""

from __future__ import annotations

from typing import Any

Preset = dict[str, Any]
_GAME: Preset = {
    "encoder": "unit:state-1",
    "head": "slots-3",
    "reward": "points-and-win",
    "opponents": (("random", 1.0),),
}

# Sections 7.2 and 7.3: one game at a time, a step of learning per own decision as soon as there is a batch. Every
# thousand games it is measured in a thousand.
_Q_LEARNING: Preset = {**_GAME, "budget": 25_000, "evaluate_every": 1_000, "evaluate_games": 1_000}
_ONE_BY_ONE: Preset = {"places": 1, "decisions": 1, "updates": 1}
_BOTH: Preset = {
    **_ONE_BY_ONE,
    "optimiser.kind": "rmsprop",
    "rate": "1e-4",
    "gamma": 0.95,
    "epsilon": "exponential 1 0.999998",
    "memory": 1_000_000,
    "target_unit": "games",
    "distance": "huber",
}

# Table 7.1
_DQN: Preset = {**_BOTH, "hidden": (256, 256), "batch": 256, "warmup": 256, "target_every": 1_000}

# Table 7.2
_DRQN: Preset = {
    **_BOTH,
    "dense": 128,
    "cells": 128,
    "sequence": 4,
    "optimiser.momentum": 0.99,
    "batch": 64,
    "warmup": 64,
    "target_every": 500,
}

# Table 7.3: 64 games, 20 decisions in each, then 10 steps on all of them at once. The steps are not held back; weights
# begin as PyTorch's.
_PPO: Preset = {
    "hidden": (128, 128),
    "gain": 1.0,
    "places": 64,
    "steps": 20,
    "epochs": 10,
    "minibatches": 1,
    "optimiser.norm": 0.0,
    "rate": "1e-3",
    "gamma": 0.9,
    "lambda_": 1.0,
    "entropy": "0.03",
    "clip": 0.2,
    "choice": "sample",  # section 7.5
}

# Ours, for as many games: whole games of a larger batch, several small steps on each, none of them far; rewards of the
# order of 1, not discounted; rates that fall over the five million decisions. Once with what the thesis's agent sees
# and once with all that a player may know.
_TUNED: Preset = {
    **_GAME,
    "reward": "points",
    "scale": 1 / 30,
    "budget": 250_000,
    "config": {
        "hidden": (256, 256),
        "places": 256,
        "steps": 20,
        "epochs": 4,
        "minibatches": 4,
        "rate": "linear 1e-3 5e-5 5000000",
        "lambda_": 0.95,
        "entropy": "linear 0.02 0.001 5000000",
    },
}

PRESETS: dict[tuple[str, str, str], Preset] = {
    ("briscola", "dqn", "padova"): {**_Q_LEARNING, "config": _DQN},
    # Section 7.5: on to 100,000 games, ε never below 0.1, which it reaches after 57,600.
    ("briscola", "dqn", "padova-100k"): {
        **_Q_LEARNING,
        "budget": 100_000,
        "config": {**_DQN, "epsilon": "exponential 1 0.999998 0.1"},
    },
    ("briscola", "drqn", "padova"): {**_Q_LEARNING, "config": _DRQN},
    ("briscola", "ppo", "padova"): {**_GAME, "budget": 250_000, "config": _PPO},
    ("briscola", "ppo", "padova-tuned"): _TUNED,
    ("briscola", "ppo", "padova-tuned-full"): {**_TUNED, "encoder": "full", "head": "trump-first-40"},
}
