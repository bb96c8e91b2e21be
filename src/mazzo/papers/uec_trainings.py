"""The trainings of `mazzo reproduce uec`: as many games and samples as He 2021, cut into fewer steps of learning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mazzo.learners.settings import Settings
from mazzo.papers.study import Learned, Training
from mazzo.papers.uec import BATCH, MEMORY, PRESETS, SCHEDULES, Preset

TITLES = {"tripeaks": "TriPeaks", "russian": "Russian Solitaire"}
GAMES = tuple(TITLES)
AGENTS = {
    "mc1": "Monte Carlo, E1",
    "mc2": "Monte Carlo, E2",
    "q1": "Q-learning, E1",
    "q2": "Q-learning, E2",
}


@dataclass(frozen=True)
class Scale:
    """How much of the work is done, and how it is cut into steps."""

    part: int = 1  # of the thesis's iterations one out of so many; everything in them comes as many times sooner
    larger: int = 8  # a step of learning has so many times the samples of an iteration
    places: int = 2_048  # games side by side
    rounds: int = 8  # of play and learning in an update
    seeds: int = 3
    points: int = 20  # evaluations
    games: int = 2_000  # of an evaluation
    smaller: int = 1  # filters and units of the network are one out of so many

    def steps(self, iterations: int) -> int:
        """Of learning, in so many iterations of the thesis."""
        return iterations // self.larger // self.part

    def chunk(self, steps: int) -> int:
        """Updates until so many steps of learning were made."""
        return max(1, steps // (self.rounds * max(1, self.places // (BATCH * self.larger))))


SCALES = {
    "quick": {
        "tripeaks": Scale(1_500, 4, 16, 32, seeds=2, points=2, games=64),
        "russian": Scale(3_200, 4, 16, 8, seeds=2, points=2, games=32, smaller=8),
    },
    "paper": {"tripeaks": Scale(places=4_096), "russian": Scale(points=16, games=4_096)},
}

# What the author expects to help at Russian Solitaire (chapter 5), with Q2's other settings.
LARGER: Mapping[str, Preset] = {
    "memory": {"memory": 4_000_000, "warmup": MEMORY},
    "network": {"filters": 16, "hidden": (1_200,)},
}
# Learned without momentum too.
PLAIN = (("tripeaks", "mc2"), ("tripeaks", "q2"), ("russian", "q2"))
_NO_MOMENTUM: Preset = {"optimiser.momentum": 0.0}
REWARDS = {"win": "win:1,progress:0", "win-and-progress": "win:1,progress:0.3"}  # of PPO

# Expected on one GPU; of the others as of their game.
MINUTES = {"memory": 2.2, "network": 2.7, "ppo": 2.5}
USUAL = {"tripeaks": 1.7, "russian": 2.1}
QUICK_MINUTES = 0.4  # on two cores


def training(game: str, name: str) -> str:
    """The one of an agent."""
    return f"{game}-{name}"


def learned(game: str, name: str) -> Learned:
    """An agent of the thesis."""
    return Learned(training(game, name))


def trainings(budget: str) -> Mapping[str, Training]:
    if budget == "best":
        return {f"{game}-ppo": Training(_ppo(game), MINUTES["ppo"]) for game in GAMES}
    scales = SCALES[budget]
    each = {training(game, name): _afterstate(scales[game], game, name) for game, name in SCHEDULES}
    each |= {
        training(game, f"{name}-plain"): _afterstate(scales[game], game, name, _NO_MOMENTUM) for game, name in PLAIN
    }
    each |= {name: _afterstate(scales["russian"], "russian", "q2", changes) for name, changes in LARGER.items()}

    def minutes(name: str) -> float:
        return MINUTES.get(name) or USUAL[name.partition("-")[0]]

    quick = budget == "quick"
    return {name: Training(settings, QUICK_MINUTES if quick else minutes(name)) for name, settings in each.items()}


def _afterstate(scale: Scale, game: str, name: str, changes: Preset | None = None) -> Settings:
    """As many samples and games as in the thesis's iterations."""
    preset = PRESETS[game, "afterstate", f"uec-{name}"]
    budget = scale.steps(preset["budget"])
    config = {
        **preset["config"],
        **SCHEDULES[game, name].settings(scale.larger, scale.part),
        "places": scale.places,
        "batch": BATCH * scale.larger,
        "rounds": scale.rounds,
        **(changes or {}),
    }
    for size in {"memory", "warmup"} & set(config):
        config[size] = max(config[size] // scale.part, BATCH * scale.larger)
    config["filters"] = max(1, config["filters"] // scale.smaller)
    config["hidden"] = tuple(units // scale.smaller for units in config["hidden"])
    every = budget // scale.points
    return Settings(
        **{"game": game, "variant": "", "learner": "afterstate", **preset, "budget": budget, "config": config},
        seeds=scale.seeds,
        chunk=scale.chunk(every),
        evaluate_every=every,
        evaluate_games=scale.games,
    )


def _ppo(game: str) -> Settings:
    return Settings(
        **{"game": game, "variant": "", "learner": "ppo", **PRESETS[game, "ppo", "uec-best"]},
        seeds=3,
        evaluate_games=10_000,
        lanes={lane: {"reward": reward} for lane, reward in REWARDS.items()},
    )
