"""`mazzo reproduce padova`: trainings and parts of Singh 2023. Presets are in `padova.py`, what is shown of them in
`padova_exhibits.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from mazzo.learners.settings import Settings
from mazzo.papers import padova_exhibits as show
from mazzo.papers.padova import PRESETS, Preset
from mazzo.papers.padova_exhibits import OPPONENTS, OTHER_REWARDS
from mazzo.papers.padova_scenarios import scenarios
from mazzo.papers.study import Part, Training, Work

DECISIONS = 20  # of a player in a game


@dataclass(frozen=True)
class Scale:
    """How much of the work is done."""

    part: int = 1  # of the work's episodes one out of so many; its schedules are as many times as fast
    seeds: int = 3
    every: int = 1_000  # episodes between two evaluations
    games: int = 1_000  # of an evaluation
    places: int = 50  # games side by side
    q: Preset = field(default_factory=dict)  # what is otherwise in Q-learning


PAPER = Scale()
QUICK = Scale(50, seeds=2, every=100, games=200, places=10, q={"rate": "1e-3", "batch": 64, "updates": 5})
# Expected on one GPU, all side by side; of a quick run on two cores.
MINUTES = {
    "dqn-state-1": 6,
    "dqn-state-2": 7,
    "drqn": 5,
    "ppo": 2,
    "rewards": 3,
    "dqn-unscaled": 3,
    "drqn-unscaled": 5,
    "ppo-tuned": 1,
    "ppo-tuned-full": 1,
}


# --------------------------------------------------------------------------------------------------- the trainings


def trainings(budget: str) -> Mapping[str, Training]:
    if budget == "best":
        each = {name: _ppo(PAPER, f"padova-{name.removeprefix('ppo-')}") for name in show.TUNED.values()}
    else:
        scale = QUICK if budget == "quick" else PAPER
        each = {
            "dqn-state-1": _q_learning(scale, "dqn", "padova-100k", snapshot=True),
            "dqn-state-2": _q_learning(scale, "dqn", "padova-100k", "unit:state-2", snapshot=True),
            "drqn": _q_learning(scale, "drqn", "padova"),
            "ppo": _ppo(scale, "padova"),
            "rewards": _q_learning(scale, "dqn", "padova", rewards=OTHER_REWARDS),
            **{
                name: _q_learning(scale, name.partition("-")[0], "padova", "state-1") for name in show.UNSCALED.values()
            },
        }
    return {name: Training(settings, 1 if budget == "quick" else MINUTES[name]) for name, settings in each.items()}


def _lanes(rewards: tuple[str, ...] = ()) -> dict[str, Preset]:
    """Against each opponent; with each reward, if several are compared."""
    lanes = {name: {"opponents": ((name, 1.0),)} for name in OPPONENTS}
    if not rewards:
        return lanes
    return {f"{reward}-{name}": {**lane, "reward": reward} for reward in rewards for name, lane in lanes.items()}


def _q_learning(
    scale: Scale,
    learner: str,
    name: str,
    encoder: str = "unit:state-1",
    rewards: tuple[str, ...] = (),
    snapshot: bool = False,
) -> Settings:
    """One step of learning for every decision, of games side by side; evaluated whenever so many are over."""
    preset = PRESETS["briscola", learner, name]
    config, episodes = preset["config"], preset["budget"] // scale.part
    changes = {
        **dict.fromkeys(("places", "decisions", "updates"), scale.places),
        "epsilon": _sooner(config["epsilon"], scale.part),
        "target_every": config["target_every"] // scale.part,
        "memory": min(config["memory"], DECISIONS * episodes),  # there will not be more
        **scale.q,
    }
    return _measured(
        scale,
        {**preset, "encoder": encoder, "budget": episodes, "config": {**config, **changes}},
        learner=learner,
        lanes=_lanes(rewards),
        chunk=DECISIONS * scale.every // scale.places,
        snapshots=(show.EPISODES // scale.part,) if snapshot else (),
    )


def _ppo(scale: Scale, name: str) -> Settings:
    preset = PRESETS["briscola", "ppo", name]
    changes = {"budget": preset["budget"] // scale.part}
    return _measured(scale, {**preset, **changes}, learner="ppo", lanes=_lanes(), chunk=max(1, scale.every // 128))


def _measured(scale: Scale, preset: Preset, **own: Any) -> Settings:
    """Settings that begin with a preset's, and are measured as often as the scale has it."""
    measured = {
        "evaluate_every": scale.every,
        "evaluate_games": scale.games,
        "evaluate_against": OPPONENTS,
        "seeds": scale.seeds,
    }
    return Settings(**{"game": "briscola", "variant": "", **preset, **measured, "opponents": (), **own})


def _sooner(epsilon: str, part: int) -> str:
    """An exponential schedule that falls `part` times as fast."""
    kind, start, factor, *least = epsilon.split()
    return " ".join([kind, start, f"{float(factor) ** part:.9f}", *least])


# -------------------------------------------------------------------------------------------------------- the work

_LEARNED = ("quick", "paper")
DRAWS = (
    "The environment that the thesis used counts 60 – 60 as a win of the player who is measured, so that its figures "
    "hold the draws, one or two in a hundred games. The first table counts as it does, the second wins alone, the "
    "third half of the draws."
)

PARTS: dict[str, Part] = {
    **{
        f"table-{number}": Part(
            f"Table {number}: settings of {name}", partial(show.settings, number), (training,), _LEARNED
        )
        for number, (name, training) in show.SETTINGS.items()
    },
    "figure-7.1": Part("Figure 7.1: DQN", show.dqn, ("dqn-state-1", "dqn-state-2"), _LEARNED),
    "figure-7.2": Part(
        "Figure 7.2: learned Q-values",
        scenarios,
        ("dqn-state-1",),
        _LEARNED,
        remark="The cards of the scenarios are ours: the figure shows some that its text does not name.",
    ),
    "figure-7.3": Part("Figure 7.3: DRQN", show.drqn, ("dqn-state-1", "drqn"), _LEARNED),
    "figure-7.4": Part("Figure 7.4: PPO", show.ppo, ("ppo",), _LEARNED),
    "table-7.4": Part("Table 7.4: comparison", show.comparison, ("dqn-state-1", "drqn", "ppo"), _LEARNED, DRAWS),
    "figure-7.5": Part(
        "Figure 7.5: DQN after further training", show.further, ("dqn-state-1", "dqn-state-2"), _LEARNED
    ),
    "table-7.5": Part(
        "Table 7.5: after 100,000 episodes", show.after_further, ("dqn-state-1", "dqn-state-2"), _LEARNED, DRAWS
    ),
    "rewards": Part("Section 6.3: the rewards compared", show.rewards, ("dqn-state-1", "rewards"), _LEARNED),
    "scaling": Part(
        "What the agents see: numbers as they are, and scaled",
        show.scaling,
        ("dqn-state-1", "drqn", *show.UNSCALED.values()),
        _LEARNED,
        remark=(
            "The thesis does not say how inputs are scaled. Points up to 120 beside zeros and ones fill the cells of "
            "an LSTM before it has learned anything."
        ),
    ),
    "ppo-tuned": Part(
        "Chapter 8: PPO with better settings",
        show.tuned,
        tuple(show.TUNED.values()),
        ("best",),
        remark=(
            "The thesis leaves open whether PPO does worse for want of better settings. The same settings are trained "
            "with what its agent sees and with all that a player may know."
        ),
    ),
}

WORK = Work(
    name="padova",
    citation=(
        "Amanpreet Singh, *Deep Reinforcement Learning Approaches for the Game of Briscola*, Università degli Studi di "
        "Padova, 2023."
    ),
    about="DQN, DRQN and PPO at Briscola, against a random and a scripted player",
    trainings=trainings,
    parts=PARTS,
    readings=(
        "One step of learning for every decision of the learner, on a batch drawn from all decisions so far. Not one "
        "game is played at a time but 50, with 50 steps of learning between two decisions in each: as many decisions, "
        "steps and batches as in the thesis.",
        "The seat that leads the first trick is drawn for every game; evaluations play every deal from both seats.",
        "The target network is copied every 1,000 games (DRQN: 500). ε falls with every decision, and is 0.37 after "
        "25,000 games.",
        "The run of 100,000 episodes begins as the one of 25,000, whose ε is above 0.1 all the time: both are one run, "
        "with the agents kept after 25,000.",
        "The reward of 100 is paid once, with the trick in which a side first has more than 60 points.",
        "`state-2` sets a bit for every card that was in the hand or on the table when it was the player's turn: it "
        "does not see what was played to its own lead.",
        "DRQN plays with the memory of the whole game and learns from sequences of four decisions, each from an empty "
        "memory, with the loss on all four.",
        "All see the numbers of their state as parts of the greatest that they can be; the thesis does not say how "
        "inputs are scaled. DQN and DRQN are trained with the numbers as they are too, which comes to less, as PPO's "
        "68 % against random (one seed) had.",
        "PPO learns from 64 whole games at a time; its run ends with the first evaluation after 250,000 episodes. It "
        "is measured as it plays, by chance; the others play what they think best.",
        "Figures of training show the win rate, draws counted as the thesis does, in 1,000 games against the opponent "
        "of the training, after every 1,000 episodes; bands reach from the lowest seed to the highest.",
    ),
)
