"""Ragazzini 2022, *Playing the game of Maraffone with reinforcement learning* (Bologna): double DQN and PPO.

The text and its public code (github.com/davideraga/Marafon) disagree: `ragazzini-text` follows the one where it speaks
and the code where it is silent, `ragazzini-code` follows the code. Both train against a random team for 400,000 deals,
or (`-self`) hold all four seats for 200,000.

They play one deal at a time, and count the steps of one seat: it alone learns, from a memory that all seats of the same
network fill. Here many deals are played side by side, with as many steps of learning per decision and as large batches
as theirs; decisions here are those of all its seats.
"""

from __future__ import annotations

from typing import Any

Preset = dict[str, Any]
SOURCES = ("text", "code")
_GAME: Preset = {
    "variant": "ragazzini",
    "encoder": "bits-780",
    "head": "slots-16",
    "reward": "difference",
    "evaluate_against": ("random",),
}
_OPPONENTS: dict[str, Preset] = {
    "": {"opponents": (("random", 1.0),), "budget": 400_000},
    "-self": {"budget": 200_000},
}
_SEATS = {"": 2, "-self": 4}  # that one network plays
_NETWORK: Preset = {  # weights begin, and Adam moves, as in Keras
    "hidden": (512,),
    "glorot": True,
    "gamma": 1.0,
    "optimiser.kind": "adam",
    "optimiser.eps": 1e-7,
    "optimiser.value": 1.0,
}

# Section 3.1.1 and DQN_Agent.py.
_DQN_RATES = {"text": "1e-5", "code": "8e-5"}
PLACES = 64  # deals side by side


def epsilon(who: str, part: int = 1) -> str:
    """0.9 times 0.9999 for each decision of the same seat; with one deal out of so many it falls as many times as
    fast."""
    return f"exponential 0.9 {0.9999 ** (part / _SEATS[who]):.9f}"


def _dqn(source: str, who: str) -> Preset:
    steps = 4 if (source, who) == ("code", "-self") else 8  # of the seat that learns, for one step of learning
    return {
        **_NETWORK,
        "double": True,
        "distance": "squared",
        "rate": _DQN_RATES[source],
        "epsilon": epsilon(who),
        "batch": 256,
        "memory": 100_000,
        "warmup": 256,
        "target_every": 1_000,
        "places": PLACES,
        "decisions": PLACES,
        "updates": PLACES // (_SEATS[who] * steps),
    }


# Section 3.2 and PPO_Agent.py. The code has the two rates the other way round. 2,048 decisions in four parts; the
# critic's loss is the squared error, ours half of it.
_PPO_DIFFERS: dict[str, Preset] = {
    "text": {"rate": "1e-5", "value_rate": "1e-4", "clip": 0.1},
    "code": {"rate": "1e-4", "value_rate": "1e-5", "clip": 0.2},
}
_PPO: Preset = {
    **_NETWORK,
    "optimiser.norm": 0.0,
    "places": 16,
    "steps": 128,
    "minibatches": 4,
    "epochs": 4,
    "lambda_": 0.92,
    "entropy": "0.001",
    "value_weight": 2.0,
    "renormalise": False,
    "choice": "sample",
}

PRESETS: dict[tuple[str, str, str], Preset] = {
    ("maraffone", learner, f"ragazzini-{source}{who}"): {**_GAME, **opponents, "config": config}
    for source in SOURCES
    for who, opponents in _OPPONENTS.items()
    for learner, config in (("dqn", _dqn(source, who)), ("ppo", {**_PPO, **_PPO_DIFFERS[source]}))
}
