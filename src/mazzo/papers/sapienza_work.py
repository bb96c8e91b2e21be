"""`mazzo reproduce sapienza`: trainings and parts of Barba et al. 2023. Presets are in `sapienza.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mazzo.evaluation.match import ALL, Decks
from mazzo.learners.settings import Settings
from mazzo.papers.laboratory import Laboratory
from mazzo.papers.sapienza import DECISIONS, DECKS, PRESETS, Preset, falling
from mazzo.papers.study import Bars, Cell, Curves, Estimate, Exhibit, Learned, Part, Remark, Table, Training, Work

OPPONENTS = ("random", "greedy")
QUICK = 10  # of the report's matches one out of so many
MEASURED = {"quick": 500, "paper": 1_000, "best": 10_000}  # games; the report has 1,000
AIMS = {"random": 0.85, "greedy": 0.55}  # of what is trained for all decks


# --------------------------------------------------------------------------------------------------- the trainings


def _called(decks: int) -> str:
    return str(decks) if decks else "all"


LANES: Mapping[str, Preset] = {_called(decks): {"decks": decks} for decks in DECKS}
SELVES: Mapping[str, Preset] = {
    "random-and-greedy": {"opponents": (("random", 0.3), ("greedy", 0.7))},
    "itself": {"opponents": (("self", 1.0),)},
    "all-three": {"opponents": (("self", 0.5), ("random", 0.15), ("greedy", 0.35))},
}


def trainings(budget: str) -> Mapping[str, Training]:
    if budget == "best":
        return {"all-decks": Training(_settings("sapienza-all", SELVES, 20), 5)}
    if budget == "paper":
        return {"decks": Training(_settings("sapienza", LANES, 20), 2)}
    few = {name: LANES[name] for name in ("1", "20", "all")}
    return {"decks": Training(_settings("sapienza", few, 10, QUICK, 2), 2)}


def _settings(name: str, lanes: Mapping[str, Preset], points: int, part: int = 1, seeds: int = 3) -> Settings:
    """Lanes side by side, evaluated at so many points; with one match out of `part`."""
    preset = PRESETS["briscola", "dqn", name]
    budget = preset["budget"] // part
    config = {**preset["config"], **(falling(DECISIONS // part) if part > 1 else {})}
    return Settings(
        **{"game": "briscola", "variant": "", "learner": "dqn", **preset, "config": config, "budget": budget},
        evaluate_every=budget // points,
        seeds=seeds,
        lanes=lanes,
    )


# --------------------------------------------------------------------------------------------------------- figures


def _lanes(lab: Laboratory) -> dict[str, str]:
    """What they are called."""
    return {lane: "1 deck" if lane == "1" else f"{lane} decks" for lane in lab.settings("decks").lanes}


def win_ratio(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 1."""
    lines = {name: lab.curve("decks", "won", lane, "training") for lane, name in _lanes(lab).items()}
    return [Curves("Games won while training, with chance moves", "matches", "win ratio", lines)]


def loss(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 2."""
    lines = {name: lab.curve("decks", "loss", lane, "training") for lane, name in _lanes(lab).items()}
    return [Curves("L1 loss while training", "matches", "loss", lines)]


def after_training(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 3: on the decks of the training; and on all decks."""
    settings, games = lab.settings("decks"), MEASURED[lab.budget]

    def won(lane: str, opponent: str, decks: Decks) -> Estimate:
        return lab.measure(Learned("decks", lane), opponent, games, decks=decks)["win_rate"]

    def known(lane: str) -> Decks:
        run = settings.lane(lane)
        return Decks(run.decks, run.deck_seed)

    exhibits: list[Exhibit] = []
    for title, which in (("the decks of the training", known), ("all decks", lambda lane: ALL)):
        found = {name: {lane: won(lane, name, which(lane)) for lane in _lanes(lab)} for name in OPPONENTS}
        cells = {
            (called, name): Cell(0.5 if (lane, name) == ("all", "random") else None, found[name][lane])
            for lane, called in _lanes(lab).items()
            for name in OPPONENTS
        }
        series = {f"against {name}": list(estimates.values()) for name, estimates in found.items()}
        bars = Bars(f"Games won on {title}", "win rate", list(_lanes(lab)), series)
        exhibits += [bars, Table(f"Games won on {title}", cells)]
    return exhibits


def people(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 4 comes from 23 games of students against the agent."""
    cells = {
        ("skilled people", "their points"): Cell(76, None, missing="no games with people are collected yet"),
        ("less skilled people", "their points"): Cell(58, None, missing="no games with people are collected yet"),
    }
    return [
        Table("Points of people against the agent", cells, percent=False, digits=0),
        Remark("The games for this figure have to be played by people against the trained agent."),
    ]


def all_decks(lab: Laboratory) -> Sequence[Exhibit]:
    """What the report leaves open: other training, the agent against itself included."""
    cells = {
        (f"against {lane}", name): Cell(
            None, lab.measure(Learned("all-decks", lane), name, MEASURED[lab.budget])["win_rate"], at_least=AIMS[name]
        )
        for lane in SELVES
        for name in OPPONENTS
    }
    pictures = [
        Curves(
            f"Against {name}, on all decks",
            "matches",
            "win rate",
            {f"against {lane}": lab.curve("all-decks", f"win_rate_{name}", lane) for lane in SELVES},
            {"aim": AIMS[name]},
        )
        for name in OPPONENTS
    ]
    return [Table("Games won on all decks, by the opponent of the training", cells), *pictures]


# -------------------------------------------------------------------------------------------------------- the work

_LEARNED = ("quick", "paper")

PARTS: dict[str, Part] = {
    "figure-1": Part("Figure 1: win ratio while training", win_ratio, ("decks",), _LEARNED),
    "figure-2": Part("Figure 2: loss while training", loss, ("decks",), _LEARNED),
    "figure-3": Part(
        "Figure 3: against the random and the greedy player",
        after_training,
        ("decks",),
        _LEARNED,
        remark=(
            "The report gives its win ratios in a picture only. Its text says that they fall as there are more decks; "
            "that with 20 and 30 decks the agent does better against the greedy player than against the random one, "
            "with other numbers of decks worse; and that on all decks it plays like the random player. The outputs are "
            "sigmoids, which stay below 1, while what is paid in a game adds up to more: values near the start of a "
            "game cannot be right, with however many decks."
        ),
    ),
    "figure-4": Part("Figure 4: against people", people, (), _LEARNED),
    "all-decks": Part("Section 5: other training, for all decks", all_decks, ("all-decks",), ("best",)),
}

WORK = Work(
    name="sapienza",
    citation=(
        "Paolo Barba, Matteo Candi, Silvia Costantini and Maria Vittoria Vestini, *Pausetta Briscola?*, Sapienza "
        "Università di Roma, 2023."
    ),
    about="a Q-agent at Briscola, on a few fixed decks and on all",
    trainings=trainings,
    parts=PARTS,
    readings=(
        "Given in the report: what the agent sees and how it is paid, its 40 outputs, four layers with ReLU and a "
        "sigmoid at the end, the L1 loss, a target network, 20,000 matches, 30 % of them against the random and 70 % "
        "against the greedy player, ε from 0.82 to 0.01, a falling rate of learning.",
        "Not given, and ours: layers of 256, the rate from 0.001 to 0.00001, straight schedules, the discount 0.9, "
        "batches of 128 out of 50,000 decisions, four steps of learning for 16 decisions, the target network copied "
        "every 500 steps.",
        "The report names 20, 30 and all decks; 1, 10, 50 and 100 are ours.",
        "A deck is a whole deal. All seeds of a training have the same decks, and the agent sits in either seat.",
        "A card that is not in the hand cannot be chosen.",
        "A match is one game.",
    ),
)
