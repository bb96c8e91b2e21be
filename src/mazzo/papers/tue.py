"""Grooten 2021, *Deep Reinforcement Learning for the cooperative card game Hanabi* (TU Eindhoven): SPG, VPG and PPO at
the simplified game for two.

A `Run` is a training in the words of the thesis's tables. `shared` and `lane` are what it is in ours: runs whose shared
settings are equal train side by side. What the thesis ran is in `tue_runs.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Preset = dict[str, Any]

EPOCHS, BATCH = 2_000_000, 1_000  # of the comparison; every epoch collects at least a batch of steps
GAMES_OF_A_BATCH = 17  # as many games of 60 turns are a batch (section 4.1)
LONGEST = 128  # turns and illegal outputs of one game at most: no game has more than 89 turns
PATIENCE = 100  # illegal outputs after which a game is given up (section 5.1)

LEARNERS = {"spg": "policy-gradient", "vpg": "policy-gradient", "ppo": "ppo"}
ENCODERS = {7: "playability-7", **{size: f"vector-{size}" for size in (37, 62, 136, 186)}}
# Table 6.5: what is paid beside successful plays, where rewards are shaped.
SHAPED = {"life": -0.1, "play": 0.02, "hint": -0.02}
SHAPED |= {"discard_playable": -0.1, "discard_useless": 0.1, "discard_unique": -0.1}


@dataclass(frozen=True)
class Run:
    """A training; what is not given is as in most of the thesis's."""

    algorithm: str  # spg, vpg or ppo
    vector: int = 136  # the observation's length, which is its name
    success: float = 1.0  # earned by a successful play
    illegal: float | None = -1.0  # paid for an illegal output; None: they are masked
    shaped: bool = True  # the other rewards of Table 6.4 are paid too
    hidden: tuple[int, ...] = (64, 64)  # layers of the policy
    value_hidden: tuple[int, ...] = ()  # of the critic; none: as the policy
    activation: str = "tanh"
    batch: int = BATCH  # steps
    rate: str = "1e-3"  # of learning
    value_rate: str = ""  # of the critic; empty: the same
    updates: int = 1  # of the policy with each batch; the critic has 5
    lambda_: float = 0.95  # of generalised advantages; 1: the basic ones
    entropy: float = 0.01
    renormalise: bool = True
    epsilon: str = "0"  # chance mixed into the policy, over decisions
    shuffled: bool = False  # hands are shown in another order at every turn
    # The ideas of appendix B.2, and what chapter 8 leaves open.
    outputs: int = 11
    lives: str = ""  # at the start, over decisions
    dropout: float = 0.0
    decay: float = 0.0  # of the weights
    deck_size: bool = False  # is seen too
    third_life: bool = True  # losing it costs the score
    gamma_power: bool = False
    players: int = 2


def shared(run: Run) -> Preset:
    """What is built into the program; without budget and batches."""
    encoder = ENCODERS[run.vector] + ("+full.stock" if run.deck_size else "")
    config: Preset = {
        "hidden": run.hidden,
        "activation": run.activation,
        "gain": 1.0,  # weights begin as PyTorch's
        "dropout": run.dropout,
        "decay": run.decay,
        "renormalise": run.renormalise,
        "optimiser.eps": 1e-8,  # of Adam, as PyTorch has it
    }
    if run.algorithm != "spg":
        config["value_hidden"] = run.value_hidden
    if run.algorithm == "ppo":
        config |= {"epochs": run.updates, "optimiser.norm": 0.0, "value_weight": 1.0}
    else:
        config |= {"policy_updates": run.updates, "value_updates": 5, "critic": run.algorithm == "vpg"}
    return {
        "variant": f"simplified-{run.players}p",
        "learner": LEARNERS[run.algorithm],
        "encoder": encoder,
        "head": f"outputs-{run.outputs}",
        "reward": "standard",
        "augmentation": "shuffled" if run.shuffled else "",
        "patience": 0 if run.illegal is None else PATIENCE,
        "config": config,
    }


def sooner(schedule: str, part: float) -> str:
    """A schedule that goes `part` times as fast."""
    kind, *numbers = schedule.split()
    if kind == "exponential":
        numbers[1] = repr(float(numbers[1]) ** part)
    elif kind == "linear":
        numbers[2] = f"{float(numbers[2]) / part:g}"
    return " ".join([kind, *numbers])


def lane(run: Run, part: float = 1.0) -> Preset:
    """What is traced: the runs of one program may differ in it. Schedules go `part` times as fast."""
    weights = {"fits": run.success, "lost_score": -1.0 if run.third_life else 0.0, **(SHAPED if run.shaped else {})}
    config: Preset = {"rate": run.rate, "value_rate": run.value_rate, "gamma": 0.99, "entropy": f"{run.entropy:g}"}
    config |= {"epsilon": sooner(run.epsilon, part), "lambda_": 1.0 if run.algorithm == "spg" else run.lambda_}
    config |= {"clip": 0.2} if run.algorithm == "ppo" else {"gamma_power": run.gamma_power}
    chosen: Preset = {"reward_weights": weights, "penalty": run.illegal, "config": config}
    return chosen | ({"handicap": f"lives {sooner(run.lives, part)}"} if run.lives else {})


def merged(run: Run, gathering: Preset) -> Preset:
    """The whole preset of one run."""
    both, own = shared(run), lane(run)
    return {**both, **own, "config": {**both["config"], **own["config"], **gathering}}


# Table 6.7, with the networks of section 6.5.
_LARGE: Preset = {"hidden": (128, 128, 64), "rate": "3e-4"}
LARGE: dict[str, Preset] = {
    "spg": {"algorithm": "spg", **_LARGE},
    "vpg": {"algorithm": "vpg", "value_hidden": (128, 64, 32), **_LARGE},
    "ppo": {"algorithm": "ppo", "value_hidden": (128, 64, 32), "updates": 5, **_LARGE},
}
SUCCESS = {"spg": 3.0, "vpg": 10.0, "ppo": 1.0}
COMPARED: dict[str, Run] = {name: Run(**LARGE[name], success=SUCCESS[name]) for name in LARGE}

# Every epoch: some games, each played to its end.
_EPOCH: Preset = {"places": GAMES_OF_A_BATCH, "steps": LONGEST, "whole": True}

_RECIPE = 300_000_000  # decisions

PRESETS: dict[tuple[str, str, str], Preset] = {
    **{
        ("hanabi", LEARNERS[name], f"tue-{name}"): {
            **merged(run, _EPOCH | ({"minibatches": 1} if name == "ppo" else {})),
            "budget": EPOCHS,
            "unit": "updates",
        }
        for name, run in COMPARED.items()
    },
    # Ours: PPO that sees which cards fit, are dead or critical, and the deck's size, in large batches.
    ("hanabi", "ppo", "tue-best"): {
        "variant": "simplified-2p",
        "encoder": "full",
        "head": "outputs-11",
        "reward": "score",
        "scale": 0.2,
        "budget": _RECIPE,
        "unit": "decisions",
        "config": {
            "hidden": (512, 512, 512),
            "places": 8_192,
            "steps": 64,
            "epochs": 2,
            "minibatches": 16,
            "rate": f"linear 4e-4 1e-6 {_RECIPE}",
            "gamma": 0.999,
            "lambda_": 0.95,
            "entropy": f"linear 0.01 0.0005 {_RECIPE}",
        },
    },
    # Appendix A.2, Algorithm 4: one state, one step.
    ("hanabi", "imitation", "tue"): {
        "variant": "simplified-2p",
        "encoder": "vector-62",
        "head": "outputs-11",
        "penalty": -10.0,
        "budget": 10_000_000,
        "unit": "decisions",
        "config": {
            "teacher": "teacher",
            "loss": "squared",
            "hidden": (64, 64),
            "activation": "tanh",
            "gain": 1.0,
            "places": 1,
            "steps": 1,
            "minibatches": 1,
            "rate": "1e-3",
        },
    },
}
