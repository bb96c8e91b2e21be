"""Which of the runs of Grooten 2021 are trained together, at each budget, and where their agents are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from mazzo.learners.settings import Settings
from mazzo.papers import tue_runs as runs
from mazzo.papers.study import Learned, Training
from mazzo.papers.tue import BATCH, LONGEST, PRESETS, Preset, Run, lane, shared

Where = Mapping[Run, Learned]


USUAL = 45  # decisions of a game, while it is learned


@dataclass(frozen=True)
class Scale:
    """How runs are trained: games side by side, and after so many decisions in each a step of learning with all."""

    steps: int  # of each run
    places: int  # games side by side
    whole_places: int  # the same, where games are played to their end: they take several times as many turns
    horizon: int = 16  # decisions of each game between two steps of learning, where these do not wait for games to end
    seeds: int = 3
    games: int = 1_000  # of the evaluation at the end
    # Of learning, from and to, by algorithm; none: as in the thesis. Where they are ours, rewards are of the order
    # of 1, and weights of hidden layers larger at first.
    rates: Mapping[str, str] = field(default_factory=dict)
    simple: Callable[[Run], Run] = lambda run: run  # so that more runs share a program

    def settings(self, run: Run, lanes: Mapping[str, Preset]) -> Settings:
        """Of the runs of one program, of which `run` is one.

        Without a critic games are played to their end. There a round ends when the longest game does, and how many
        decisions it has follows from how long games are: rounds are counted, so that who loses fast does not play on.
        """
        both, whole = shared(run), run.algorithm == "spg"
        places, decisions = (self.whole_places, USUAL) if whole else (self.places, self.horizon)
        played: Preset = {"places": places, "steps": LONGEST if whole else self.horizon, "whole": whole}
        played |= {} if whole else {"deal_every": min(8, self.horizon)}
        played |= {"gain": 2.45} if self.rates else {}
        played |= {"minibatches": 1} if run.algorithm == "ppo" else {}
        rounds = max(1, self.steps // (places * decisions))
        budget = rounds if whole else self.steps
        return Settings(
            **{**both, "game": "hanabi", "config": {**both["config"], **played}},
            penalty=next(iter(lanes.values()))["penalty"],
            budget=budget,
            unit="updates" if whole else "decisions",
            seeds=self.seeds,
            chunk=max(1, rounds // 200),
            evaluate_every=budget,
            evaluate_games=self.games,
            lanes=lanes,
        )

    def lane(self, run: Run) -> Preset:
        own = lane(run, runs.STEPS / self.steps)
        if not self.rates:
            return own
        rate = f"linear {self.rates[run.algorithm]} {self.steps}"
        penalty = None if run.illegal is None else run.illegal / run.success
        return {**own, "scale": 1 / run.success, "penalty": penalty, "config": {**own["config"], "rate": rate}}


def _small(run: Run) -> Run:
    """For a quick look: small networks, and fewer kinds of them."""
    vector = run.vector if run.algorithm == "spg" else 136
    updates = 2 if run.algorithm == "ppo" else 1
    return replace(
        run, vector=vector, hidden=(16,), value_hidden=(), activation="tanh", batch=BATCH, renormalise=True,
        updates=updates,
    )  # fmt: skip


QUICK = Scale(8_000, 32, 16, seeds=2, games=100, simple=_small)
# A step of learning has about the thesis's thousand decisions. All experiments but the comparison have a small part of
# its steps.
SIDE = Scale(25_000_000, 64, 128)
PLAYABLE = Scale(12_000_000, 64, 64)  # batches of 500 decisions
SINGLE = Scale(300_000, 1, 1)  # batches of a single game
# Batches are several times as large, and so are the rates at first.
_RATES = {"spg": "3e-3 3e-4", "vpg": "2e-3 5e-5", "ppo": "1e-3 5e-5"}
COMPARED = Scale(360_000_000, 1_024, 2_048, 8, rates=_RATES)
OPEN = Scale(100_000_000, 512, 512, 8, rates=_RATES)
OWN_BATCH_EPOCHS = {"quick": 5, "paper": 5_000}
OWN_BATCH = "own-batch"
RATES = ("1e-2", "1e-3", "1e-4", "1e-5", "1e-6")  # of imitation
GOES_ON = ("1e-3", "1e-4")


@dataclass(frozen=True)
class Plan:
    """Trainings by name, and where each run is."""

    trainings: dict[str, Training] = field(default_factory=dict)
    side: dict[Run, Learned] = field(default_factory=dict)
    compared: dict[Run, Learned] = field(default_factory=dict)

    def add(self, where: dict[Run, Learned], each: Iterable[Run], scale: Scale, prefix: str = "") -> None:
        """Runs that can share a program become the lanes of one training."""
        programs: dict[str, list[Run]] = {}
        for run in each:
            programs.setdefault(_program(scale.simple(run)), []).append(run)
        for together in programs.values():
            first = scale.simple(together[0])
            name = f"{prefix}{_name(first)}"
            lanes: dict[str, Preset] = {}
            for run in together:
                simple = scale.simple(run)
                called = _lane_name(simple, bool(scale.rates))
                lanes[called] = scale.lane(simple)
                where[run] = Learned(name, called)
            minutes = 0.3 + scale.steps * len(lanes) * scale.seeds / 900e6
            self.trainings[name] = Training(scale.settings(first, lanes), 0.3 if scale is QUICK else minutes)


def _program(run: Run) -> str:
    return json.dumps([shared(run), bool(run.lives), run.batch < runs.FEW], sort_keys=True)


def _name(run: Run) -> str:
    """Of a training, after what its runs have in common."""
    told = [run.algorithm, str(run.vector), "x".join(map(str, run.hidden))]
    usual = 5 if run.algorithm == "ppo" else 1
    told += [f"{run.updates}-updates"] if run.updates != usual else []
    told += [run.activation] if run.activation != "tanh" else []
    told += [f"batch-{run.batch}"] if run.batch != BATCH else []
    told += ["masked"] if run.illegal is None else []
    told += ["shuffled"] if run.shuffled else []
    told += [f"{run.outputs}-outputs"] if run.outputs != 11 else []
    told += ["lives"] if run.lives else []
    told += [f"dropout-{run.dropout:g}"] if run.dropout else []
    told += [f"decay-{run.decay:g}"] if run.decay else []
    told += ["deck-size"] if run.deck_size else []
    told += [f"{run.players}-players"] if run.players != 2 else []
    return "-".join(told)


def _lane_name(run: Run, tuned: bool) -> str:
    told = [f"plays={run.success:g}", "masked" if run.illegal is None else f"illegal={run.illegal:g}"]
    told += [] if run.shaped else ["standard"]
    told += [] if tuned else [f"rate={run.rate}"]
    told += [f"value-rate={run.value_rate}"] if run.value_rate else []
    told += ["basic"] if run.lambda_ == 1 and run.algorithm != "spg" else []
    told += [f"entropy={run.entropy:g}"]
    told += [] if run.epsilon == "0" else ["epsilon=" + "-".join(run.epsilon.split()[1:])[:12]]
    told += ["lives=" + run.lives.replace(" ", "-")] if run.lives else []
    told += [] if run.third_life else ["third-life-free"]
    told += ["gamma-power"] if run.gamma_power else []
    return ",".join(told)


@cache
def plan(budget: str) -> Plan:
    """What is trained at a budget."""
    made = Plan()
    if budget == "best":
        open_ = [*runs.OPEN.values(), *runs.IDEAS.values(), *runs.PPO_UPDATES.values(), *runs.PLAYERS.values()]
        made.add(made.compared, dict.fromkeys(open_), OPEN, "open-")
        made.trainings["recipe"] = Training(_recipe(), 4.0)
        return made
    if budget == "quick":
        both = [*runs.BOTH.values(), *runs.experiments()]
        made.add(made.side, dict.fromkeys(both), QUICK)
        made.compared.update({run: made.side[run] for run in runs.BOTH.values()})
        made.add(made.compared, [runs.MASKED["VPG, masked"]], QUICK, "compared-")
    else:
        playable = set(runs.PLAYABILITY.values())
        made.add(made.side, [run for run in runs.experiments() if run not in playable], SIDE)
        for scale, few in ((PLAYABLE, False), (SINGLE, True)):
            made.add(made.side, [run for run in runs.PLAYABILITY.values() if (run.batch < runs.FEW) == few], scale)
        made.add(made.compared, [*runs.BOTH.values(), *runs.MASKED.values()], COMPARED, "compared-")
    made.trainings.update(_more(budget))
    return made


def _more(budget: str) -> dict[str, Training]:
    """The thesis's own batch; imitation, and policy gradients that go on from it."""
    scale = QUICK if budget == "quick" else SIDE
    quick = budget == "quick"
    preset = PRESETS["hanabi", "policy-gradient", "tue-vpg"]
    common: dict[str, Any] = {"game": "hanabi", "seeds": scale.seeds, "evaluate_games": scale.games}
    epochs = OWN_BATCH_EPOCHS[budget]
    own = Settings(**{**preset, "budget": epochs, "chunk": max(1, epochs // 100)}, evaluate_every=epochs, **common)
    lessons = PRESETS["hanabi", "imitation", "tue"]
    played = {"places": 32, "steps": 8, "minibatches": 8} if quick else {"places": 256, "steps": 64, "minibatches": 64}
    taught = Settings(
        **{**lessons, "budget": 2_000 if quick else 30_000_000, "config": {**lessons["config"], **played}},
        learner="imitation",
        evaluate_every=1_000 if quick else 3_000_000,
        lanes={rate: {"config": {"rate": rate}} for rate in (RATES[1:3] if quick else RATES)},
        **common,
    )
    run = runs.CONTINUED
    continued = {
        f"continued-{rate}": Training(
            scale.settings(run, {"spg": lane(replace(run, rate=rate))}), 1.0, start=Learned("imitation", rate)
        )
        for rate in (GOES_ON[1:] if quick else GOES_ON)
    }
    more = {} if quick else {OWN_BATCH: Training(own, 2.0)}
    return {**more, "imitation": Training(taught, 0.5 if quick else 2.0), **continued}


def _recipe() -> Settings:
    """Our settings for the thesis's first question: everything that can be seen, masks, PPO."""
    preset = PRESETS["hanabi", "ppo", "tue-best"]
    every = preset["budget"] // 20
    return Settings(**{"game": "hanabi", **preset}, evaluate_every=every, evaluate_games=2_000, seeds=3, chunk=4)
