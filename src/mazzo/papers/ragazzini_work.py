"""`mazzo reproduce ragazzini`: trainings and parts of Ragazzini 2022. Presets are in `ragazzini.py`, what is shown of
them in `ragazzini_exhibits.py` and `ragazzini_signs.py`, what is read off the deals in `ragazzini_play.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from mazzo.learners.settings import SELF, Settings
from mazzo.papers import ragazzini_exhibits as show
from mazzo.papers import ragazzini_signs
from mazzo.papers.ragazzini import PLACES, PRESETS, Preset, epsilon
from mazzo.papers.ragazzini_exhibits import EXPLOITED
from mazzo.papers.study import Learned, Part, Training, Work

Opponents = tuple[tuple[str, float], ...]
AGAINST_RANDOM, IN_SELF_PLAY = 400_000, 200_000  # deals
RANDOM: Opponents = (("random", 1.0),)
ITSELF: Opponents = ((SELF, 1.0),)


@dataclass(frozen=True)
class Scale:
    """How much of the work is done."""

    part: int = 1  # of the work's deals one out of so many; ε falls as many times as fast
    seeds: int = 3
    points: int = 20  # evaluations on the way
    games: int = 1_000  # of each
    places: int = 8 * PLACES  # deals side by side, for Q-learning
    chunk: Mapping[str, int] = field(default_factory=dict)  # by learner; where none is given, a 200th of the run
    other: Mapping[str, Preset] = field(default_factory=dict)  # by learner, what its configuration has otherwise


PAPER = Scale(other={"ppo": {"places": 128, "steps": 32, "minibatches": 8}})
QUICK = Scale(
    part=800,
    seeds=2,
    points=2,
    games=200,
    places=PLACES,
    chunk={"dqn": 24, "ppo": 3},
    other={
        "dqn": {"hidden": (64,), "rate": "1e-3", "batch": 64, "target_every": 50, "memory": 5_000},
        "ppo": {"hidden": (64,), "rate": "1e-3", "value_rate": "1e-3", "places": 32, "steps": 16},
    },
)
# Expected on one GPU.
MINUTES = {"dqn": 6, "dqn-self": 3, "ppo": 6, "exploit": 7, "ours": 2, "signs": 2, "silent": 2, "listening": 3}


# --------------------------------------------------------------------------------------------------- the trainings


def trainings(budget: str) -> Mapping[str, Training]:
    if budget == "best":
        return _best()
    make = partial(_settings, QUICK if budget == "quick" else PAPER)
    own = {"text": RANDOM, "code": RANDOM, "text-self": ITSELF, "code-self": ITSELF}
    by_updates = {"dqn": ("text", "code", "code-self"), "dqn-self": ("text-self",)}  # per decision: built in
    each = {
        name: make("dqn", IN_SELF_PLAY, {lane: (lane, own[lane]) for lane in lanes})
        for name, lanes in by_updates.items()
    }
    each["ppo"] = make("ppo", IN_SELF_PLAY, {lane: (lane, opponents) for lane, opponents in own.items()})
    exploiters = {lane: (lane.removesuffix("-self"), ()) for lane in EXPLOITED}
    each["exploit"] = make("dqn", AGAINST_RANDOM, exploiters)
    against = {"exploit": EXPLOITED}
    return {
        name: Training(settings, 0.7 if budget == "quick" else MINUTES[name], against=against.get(name, {}))
        for name, settings in each.items()
    }


def _settings(scale: Scale, learner: str, deals: int, lanes: Mapping[str, tuple[str, Opponents]]) -> Settings:
    """Lanes side by side until the slowest has played so many deals; each has the configuration of a preset, and
    opponents."""
    configs = {lane: _config(scale, learner, preset) for lane, (preset, _) in lanes.items()}
    common, budget = next(iter(configs.values())), deals // scale.part
    differ = {
        lane: {name: value for name, value in config.items() if value != common[name]}
        for lane, config in configs.items()
    }
    preset = {**PRESETS["maraffone", learner, "ragazzini-text"], "config": common, "opponents": (), "budget": budget}
    return Settings(
        **{"game": "maraffone", "learner": learner, **preset},
        evaluate_every=budget // scale.points,
        evaluate_games=scale.games,
        chunk=scale.chunk.get(learner, 0),
        seeds=scale.seeds,
        lanes={lane: {"opponents": lanes[lane][1], "config": config} for lane, config in differ.items()},
    )


def _config(scale: Scale, learner: str, name: str) -> Preset:
    """A preset's, with more deals side by side and as many steps of learning per decision."""
    config = PRESETS["maraffone", learner, f"ragazzini-{name}"]["config"]
    if learner == "dqn":
        sides = dict.fromkeys(("places", "decisions"), scale.places)
        updates = config["updates"] * scale.places // PLACES
        who = "-self" if name.endswith("-self") else ""
        config = {**config, **sides, "updates": updates, "epsilon": epsilon(who, scale.part)}
    return {**config, **scale.other.get(learner, {})}


# ------------------------------------------------------------------------------------------------------- our recipe

OURS_DEALS, OURS_DECISIONS = 2_000_000, 46 * 2_000_000
OURS: Preset = {
    "hidden": (512, 512),
    "places": 2_048,
    "steps": 64,
    "epochs": 2,
    "minibatches": 8,
    "rate": f"linear 1e-3 1e-4 {OURS_DECISIONS}",
    "entropy": f"linear 0.02 0.001 {OURS_DECISIONS}",
}
SIGNING = Learned("signs")


def _best() -> Mapping[str, Training]:
    """PPO that plays itself; under the official rules with signs and without."""
    each: dict[str, Settings] = {
        "ours": _ours("ragazzini"),
        "signs": _ours("official"),
        "silent": _ours("official", encoder="deaf", head="silent-45"),
        "listening": _ours("official", head="silent-45", opponents=ITSELF),
    }
    against = {"listening": {"": SIGNING}}
    return {name: Training(settings, MINUTES[name], against=against.get(name, {})) for name, settings in each.items()}


def _ours(variant: str, **other: Any) -> Settings:
    return Settings(
        game="maraffone",
        variant=variant,
        reward="difference",
        scale=0.2,
        budget=OURS_DEALS,
        evaluate_every=OURS_DEALS // 20,
        evaluate_against=("random", "expert"),
        seeds=3,
        config=OURS,
        **other,
    )


# -------------------------------------------------------------------------------------------------------- the work

_LEARNED = ("quick", "paper")
_ALL = ("dqn", "dqn-self", "ppo")
_Q = ("dqn", "dqn-self")

PARTS: dict[str, Part] = {
    "settings": Part(
        "Section 3: the settings",
        show.settings,
        _ALL,
        _LEARNED,
        remark=(
            "*Text* follows the report where it speaks, and its public code where it is silent; *code* follows the "
            "code. We train both."
        ),
    ),
    "figure-1": Part(
        "Figure 1: average reward during training",
        show.training,
        _ALL,
        _LEARNED,
        remark=(
            "The report shows the average of the last 1,000 deals. In self-play both teams are the learner, so that "
            "its reward is 0 on average: there we only show how it does against the random player."
        ),
    ),
    "table-1": Part(
        "Table 1: against the random player",
        show.against_random,
        _ALL,
        _LEARNED,
        remark=(
            "The report's figures are of one agent each. The scripted players `basic` and `expert`, which are ours, "
            "show how far a simple rule and a careful one get."
        ),
    ),
    "signs": Part(
        "Section 4.1.1: signs",
        show.signs,
        _ALL,
        _LEARNED,
        remark=(
            "Against the random team, which does not listen, a sign costs nothing; what it is worth depends on what "
            "the partner makes of it. Where it is worth nothing either, the habit is a matter of chance, and the seeds "
            "differ."
        ),
    ),
    "figure-2": Part(
        "Figure 2: average reward by round",
        show.by_round,
        _ALL,
        _LEARNED,
        remark=(
            "The report gives this figure as a picture only. As its code measures it: the difference of points so far, "
            "after each of nine rounds, of which the last includes the tenth trick, that plays itself. A maraffa "
            "counts from the first round on."
        ),
    ),
    "table-2": Part("Table 2: against each other", show.against_each_other, _ALL, _LEARNED),
    "figure-3": Part(
        "Figure 3: average reward while training against a fixed agent", show.exploiting, (*_Q, "exploit"), _LEARNED
    ),
    "section-4.3": Part(
        "Section 4.3: training against a fixed agent",
        show.exploited,
        (*_Q, "exploit"),
        _LEARNED,
        remark="The fixed agent is the best of our seeds, by its last evaluation; all exploiters meet the same one.",
    ),
    "section-4.4": Part(
        "Section 4.4: the ace to a partner who takes the trick",
        show.aces,
        _ALL,
        _LEARNED,
        remark=(
            "The report: *it seems to play an ace if possible when the teammate is winning the round*. Counted are "
            "cards played where an ace was legal and something else too."
        ),
    ),
    "ours": Part("How far one gets: PPO with our settings", show.ours, ("ours",), ("best",)),
    "do-signs-help": Part(
        "Do signs help?",
        ragazzini_signs.do_signs_help,
        ("signs", "silent", "listening"),
        ("best",),
        remark=(
            "The *silent* neither make signs nor hear those of others. The *listening* make none, but have learned "
            "against those who make signs, and hear them."
        ),
    ),
}

WORK = Work(
    name="ragazzini",
    citation=(
        "Davide Ragazzini, *Playing the game of Maraffone with reinforcement learning*, Università di Bologna, 2022; "
        "its code: github.com/davideraga/Marafon."
    ),
    about="double DQN and PPO at Maraffone, against a random team and in self-play",
    trainings=trainings,
    parts=PARTS,
    readings=(
        "The text and the public code disagree: the rate of DQN is 0.00001 in the text and 0.00008 in the code; the "
        "clip of PPO 0.1 and 0.2, its rates for policy and values the other way round; in self-play the weights of DQN "
        "are updated after 8 steps of a seat in the text, after 4 in the code. From the code alone: the squared loss, "
        "gradients clipped at 1, the weight 0.001 of the entropy, ε that falls with every step of a seat, weights that "
        "begin, and Adam, as in Keras.",
        "One deal is an episode. Many are played side by side, with as many steps of learning per decision, and "
        "batches as large: 512 deals for DQN, 128 for PPO. PPO goes four times through 4,096 decisions in batches of "
        "512, where the report goes four times through 2,048: as many steps in all.",
        "Agents in self-play and those against the random team train side by side, with as many decisions each: "
        "200,000 deals of self-play have 9.2 million, about 380,000 to 400,000 deals against others as many.",
        "A team is one network. All its decisions go into one memory, or batch.",
        "The win ratio is that of matches to 41 points: at the end of a deal at least 41, and strictly ahead. Every "
        "match, and every deal, is played from both sides. Differences and points are those of single deals.",
        "DQN is measured as it thinks best, PPO as it plays, by chance.",
        "Rewards are not scaled; each is the change of the difference of rounded points since the last action of the "
        "seat.",
        "The report trains each agent once; we have three of each. In Table 2 the first seed of one meets the first "
        "of the other, and so on.",
        "The 0.49 % of DQN sp in section 4.1.1 are taken as they are printed.",
    ),
)
