"""He 2021, *Reinforcement learning for card game solitaires* (UEC Tokyo): Monte Carlo and Q-learning on afterstates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Preset = dict[str, Any]
BATCH, MEMORY = 16, 500_000  # section 4.2
MOMENTUM = 0.9  # section 2.1.3 has it as its example; the thesis does not say whether it was used, or which
# The thesis's Caffe begins with any of several; where wins are rarest it is the larger one that still learns from them.
_BEGIN: dict[str, Preset] = {"tripeaks": {"caffe": True}, "russian": {}}
ITERATIONS = {"tripeaks": 3_400_000, "russian": 1_000_000}  # of a batch each; Tables 4.7 and 4.8 have a zero too many
_ENCODERS = {"1": "e1", "2": "e2"}
_METHODS = {"mc": "monte-carlo", "q": "q-learning"}

# Tables 4.2 to 4.4; the thesis gives none for E1 of TriPeaks. `moves`: the most legal moves there can be.
_NETWORKS: dict[tuple[str, str], Preset] = {
    ("tripeaks", "1"): {"filters": 8, "channels": 54, "hidden": (100,), "moves": 9},
    ("tripeaks", "2"): {"filters": 8, "channels": 52, "hidden": (100,), "moves": 9},
    ("russian", "1"): {"filters": 56, "channels": 373, "hidden": (600,), "moves": 11},
    ("russian", "2"): {"filters": 8, "channels": 54, "hidden": (600,), "moves": 11},
}


@dataclass(frozen=True)
class Schedule:
    """Tables 4.7 to 4.12, in iterations: ε is 1, falls straight to its least, and stays; then the rate is another."""

    explores: int  # ε is 1 so long
    falls: int  # and falls until here
    least: float
    rate: float
    later: float  # the rate from then on
    gently: int = 0  # iterations in which larger batches come to their larger rate

    def settings(self, larger: float = 1, part: float = 1) -> Preset:
        """With batches that are `larger` times the thesis's there are as many times fewer steps, each as many times as
        far, so that every sample counts as much; with one `part` of the iterations all comes as many times sooner.

        At first all samples say the same, and as large a step would go far beyond: to where a sigmoid has no slope.
        """
        gently, explores, falls = (steps / larger / part for steps in (self.gently, self.explores, self.falls))
        rate, later = self.rate * larger, self.later * larger
        begin = f"{gently:.10g}:{self.rate:g}:{rate:g} " if gently else ""
        return {
            "epsilon": f"staged {explores:.10g}:1:1 {falls:.10g}:1:{self.least:g}",
            "rate": f"staged {begin}{falls:.10g}:{rate:g}:{rate:g} {falls + 1:.10g}:{later:g}:{later:g}",
        }


# MC1 and Q1 of TriPeaks have none: they take those of MC2 and Q2.
_MC_TRIPEAKS = Schedule(500_000, 700_000, 0.2, 0.1, 0.02, gently=20_000)
_Q_TRIPEAKS = Schedule(600_000, 800_000, 0.1, 1.0, 0.2, gently=20_000)
SCHEDULES: dict[tuple[str, str], Schedule] = {
    ("tripeaks", "mc1"): _MC_TRIPEAKS,
    ("tripeaks", "mc2"): _MC_TRIPEAKS,
    ("tripeaks", "q1"): _Q_TRIPEAKS,
    ("tripeaks", "q2"): _Q_TRIPEAKS,
    ("russian", "mc1"): Schedule(150_000, 250_000, 0.2, 0.01, 0.002),
    ("russian", "mc2"): Schedule(350_000, 550_000, 0.2, 0.01, 0.002),
    ("russian", "q1"): Schedule(500_000, 600_000, 0.2, 0.1, 0.01),
    ("russian", "q2"): Schedule(300_000, 400_000, 0.2, 0.1, 0.02),
}


def _preset(game: str, name: str) -> Preset:
    config = {
        "method": _METHODS[name[:-1]],
        "places": BATCH,
        "batch": BATCH,
        "memory": MEMORY,
        "optimiser.momentum": MOMENTUM,
        **_NETWORKS[game, name[-1]],
        **_BEGIN[game],
        **SCHEDULES[game, name].settings(),
    }
    budget = {"budget": ITERATIONS[game], "unit": "updates"}
    return {"encoder": _ENCODERS[name[-1]], "reward": "win", **budget, "config": config}


# Ours, for the same question: PPO that sees everything.
_DECISIONS = 400_000_000
_BEST: Preset = {
    "encoder": "full",
    "budget": _DECISIONS,
    "unit": "decisions",
    "config": {
        "hidden": (256, 256),
        "places": 4_096,
        "steps": 64,
        "epochs": 2,
        "minibatches": 8,
        "rate": f"linear 1e-3 1e-5 {_DECISIONS}",
        "entropy": f"linear 0.01 0.0003 {_DECISIONS}",
    },
}

PRESETS: dict[tuple[str, str, str], Preset] = {
    **{(game, "afterstate", f"uec-{name}"): _preset(game, name) for game, name in SCHEDULES},
    **{(game, "ppo", "uec-best"): {**_BEST, "reward": "win:1,progress:0.3"} for game in ITERATIONS},
}
