"""What the tables and figures of Ragazzini 2022 show, ours beside the report's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mazzo.core.registry import family
from mazzo.papers.laboratory import Laboratory, Player, over_seeds
from mazzo.papers.ragazzini import SOURCES
from mazzo.papers.ragazzini_play import habits
from mazzo.papers.study import Bars, Cell, Curves, Estimate, Exhibit, Learned, Line, Table, exact

GAME = "maraffone/ragazzini"
MEASURED = {"quick": (400, 40), "paper": (10_000, 1_000)}  # deals, matches; the report has 1,000 matches

# By source and name, as the report calls them.
AGENTS: dict[tuple[str, str], Learned] = {
    ("text", "DQN"): Learned("dqn", "text"),
    ("text", "DQN sp"): Learned("dqn-self", "text-self"),
    ("text", "PPO"): Learned("ppo", "text"),
    ("text", "PPO sp"): Learned("ppo", "text-self"),
    ("code", "DQN"): Learned("dqn", "code"),
    ("code", "DQN sp"): Learned("dqn", "code-self"),
    ("code", "PPO"): Learned("ppo", "code"),
    ("code", "PPO sp"): Learned("ppo", "code-self"),
}
# Section 4.3: whom each lane of the training meets.
EXPLOITED: dict[str, Learned] = {
    "text": AGENTS["text", "DQN"],
    "text-self": AGENTS["text", "DQN sp"],
    "code": AGENTS["code", "DQN"],
    "code-self": AGENTS["code", "DQN sp"],
}

# Table 1: win ratio, difference, points, points when first, points when second.
AGAINST_RANDOM: dict[str, tuple[float, ...]] = {
    "DQN": (0.97, 3.1, 7.1, 7.7, 6.5),
    "DQN sp": (0.97, 3.0, 7.1, 7.7, 6.5),
    "PPO": (0.89, 2.0, 6.6, 7.1, 6.1),
    "PPO sp": (0.85, 1.7, 6.4, 7.0, 5.9),
}
SIGNS = {"PPO": 0.19, "DQN": 0.41, "PPO sp": 0.98, "DQN sp": 0.0049}  # section 4.1.1
# Table 2: win ratio, difference, points of the first, points of the second.
PAIRS: dict[tuple[str, str], tuple[float, ...]] = {
    ("DQN", "PPO"): (0.75, 1.2, 6.2, 5.0),
    ("DQN sp", "PPO sp"): (0.78, 1.3, 6.2, 5.0),
    ("DQN sp", "DQN"): (0.57, 0.2, 5.7, 5.4),
    ("PPO sp", "PPO"): (0.53, 0.2, 5.7, 5.4),
    ("DQN", "PPO sp"): (0.76, 1.2, 6.2, 5.0),
    ("DQN sp", "PPO"): (0.79, 1.3, 6.2, 4.9),
}
EXPLOITS = {"DQN": (0.58, 0.28), "DQN sp": (0.50, 0.05)}  # section 4.3: win ratio, difference
TRICKS = [f"trick {i}" for i in range(1, 11)]
GIFTS = ("to the partner", "to the partner, as the last", "to an opponent")


# -------------------------------------------------------------------------------------------------------- settings

# Section 3 and the code: what is called how in our settings, and their values in the text and in the code.
_SETTINGS: dict[str, dict[str, tuple[str, tuple[float, float]]]] = {
    "dqn": {
        "learning rate": ("rate", (1e-5, 8e-5)),
        "discount": ("gamma", (1.0, 1.0)),
        "batch": ("batch", (256, 256)),
        "memory": ("memory", (100_000, 100_000)),
        "target, updates": ("target_every", (1_000, 1_000)),
    },
    "ppo": {
        "learning rate of the policy": ("rate", (1e-5, 1e-4)),
        "learning rate of the values": ("value_rate", (1e-4, 1e-5)),
        "clip": ("clip", (0.1, 0.2)),
        "epochs": ("epochs", (4, 4)),
        "batches": ("minibatches", (4, 4)),
        "λ": ("lambda_", (0.92, 0.92)),
        "discount": ("gamma", (1.0, 1.0)),
    },
}


def settings(lab: Laboratory) -> Sequence[Exhibit]:
    """Section 3."""
    cells: dict[tuple[str, str], Cell] = {}
    for training, rows in _SETTINGS.items():
        for i, source in enumerate(SOURCES):
            config = lab.settings(training).lane(source).config
            for row, (called, theirs) in rows.items():
                cells[f"{training.upper()}: {row}", source] = Cell(theirs[i], exact(float(config[called])))
    return [Table("Settings", cells, percent=False, digits=None)]


# ---------------------------------------------------------------------------------------------------- measurements


def _measured(lab: Laboratory, player: Player, against: Player) -> dict[str, Estimate]:
    games, matches = MEASURED["quick" if lab.budget == "quick" else "paper"]
    return lab.measure(player, against, games, GAME, matches)


def _habits(lab: Laboratory, player: Player) -> dict[str, Estimate]:
    """What is told about an agent's deals against the random team."""
    deals = 200 if lab.budget == "quick" else 4_096
    game = family("maraffone").make("ragazzini")
    what = f"habits against random, {deals} deals"
    if isinstance(player, Learned):
        return lab.estimate(player, what, lambda path: habits(game, str(path), "random", deals))
    found: dict[str, float] = lab.remember(f"{what} | {player}", partial(habits, game, player, "random", deals))
    return {name: Estimate(value, float("nan"), float("nan")) for name, value in found.items()}


def _row(source: str, name: str) -> str:
    return f"{name} ({source})"


def against_random(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 1."""
    won, points = {}, {}
    for (source, name), player in AGENTS.items():
        row, (ratio, difference, mean, first, second) = _row(source, name), AGAINST_RANDOM[name]
        found = {**_habits(lab, player), **_measured(lab, player, "random")}
        won[row, "win ratio"] = Cell(ratio, found["match_win_rate"], at_least=ratio)
        points[row, "difference"] = Cell(difference, found["points_difference_mean"], at_least=difference)
        points[row, "points"] = Cell(mean, found["points_mean"])
        points[row, "points first"] = Cell(first, found["points first"])
        points[row, "points second"] = Cell(second, found["points second"])
    for name in ("basic", "expert"):
        found = _measured(lab, name, "random")
        won[name, "win ratio"] = Cell(None, found["match_win_rate"])
        points[name, "difference"] = Cell(None, found["points_difference_mean"])
    return [
        Table("Matches won against the random team", won, digits=1),
        Table("Points a deal against the random team", points, percent=False),
    ]


def against_each_other(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 2."""
    won, points = {}, {}
    for source in SOURCES:
        for (one, other), (ratio, difference, own, against) in PAIRS.items():
            found = _measured(lab, AGENTS[source, one], AGENTS[source, other])
            row = f"{one} – {other} ({source})"
            won[row, "win ratio"] = Cell(ratio, found["match_win_rate"])
            points[row, "difference"] = Cell(difference, found["points_difference_mean"])
            points[row, f"points of {one}"] = Cell(own, found["points_mean"])
            points[row, f"points of {other}"] = Cell(against, found["points_against_mean"])
    return [Table("Matches won", won, digits=1), Table("Points a deal", points, percent=False)]


def signs(lab: Laboratory) -> Sequence[Exhibit]:
    """Section 4.1.1."""
    cells: dict[tuple[str, str], Cell] = {}
    for (source, name), player in AGENTS.items():
        found, row = _habits(lab, player), _row(source, name)
        cells[row, "signs"] = Cell(SIGNS[name], found["signs"])
        cells |= {(row, word): Cell(None, found[word]) for word in ("busso", "striscio", "volo")}
    return [Table("Part of the own leads with a sign, against the random team", cells)]


def by_round(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 2."""
    exhibits: list[Exhibit] = []
    cells: dict[tuple[str, str], Cell] = {}
    for source in SOURCES:
        series = {}
        for (_, name), player in ((who, player) for who, player in AGENTS.items() if who[0] == source):
            found = _habits(lab, player)
            # The ninth is the last: the tenth trick plays itself.
            series[name] = [total([found[trick] for trick in TRICKS[:i]]) for i in (*range(1, 9), 10)]
            for column, tricks in {"rounds 1 to 4": TRICKS[:4], "5 to 8": TRICKS[4:8], "9": TRICKS[8:]}.items():
                cells[_row(source, name), column] = Cell(None, total([found[trick] for trick in tricks]))
        rounds = [str(i) for i in range(1, 10)]
        exhibits.append(Bars(f"Settings of the {source}: difference after each round", "points", rounds, series))
    return [*exhibits, Table("Points by which the difference grew", cells, percent=False)]


def total(estimates: Sequence[Estimate]) -> Estimate:
    """Of figures of the same seeds."""
    sums = [sum(each) for each in zip(*(estimate.seeds for estimate in estimates), strict=True)]
    return over_seeds([{"sum": float(value)} for value in sums])["sum"]


def aces(lab: Laboratory) -> Sequence[Exhibit]:
    """Section 4.4."""
    players: dict[str, Player] = {_row(source, name): player for (source, name), player in AGENTS.items()}
    players |= {name: name for name in ("random", "basic", "expert")}
    cells: dict[tuple[str, str], Cell] = {}
    for row, player in players.items():
        found = _habits(lab, player)
        cells |= {(row, what): Cell(None, found[what]) for what in GIFTS}
    return [Table("How often an ace is played to a trick that goes …", cells, digits=1)]


# ---------------------------------------------------------------------------------------------------------- curves


def _reward(lab: Laboratory, learned: Learned) -> Line:
    return lab.curve(learned.training, "return", learned.lane, "training")


def training(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 1."""
    exhibits = []
    for source in SOURCES:
        found = {name: player for (where, name), player in AGENTS.items() if where == source}
        lines = {name: _reward(lab, player) for name, player in found.items() if "sp" not in name}
        measured = {
            name: lab.curve(player.training, "difference_random", player.lane) for name, player in found.items()
        }
        levels = {f"{name}, report": AGAINST_RANDOM[name][1] for name in found}
        exhibits += [
            Curves(f"Settings of the {source}: average reward while training", "deals", "points a deal", lines),
            Curves(
                f"Settings of the {source}: difference in deals against the random team",
                "deals",
                "points a deal",
                measured,
                levels,
            ),
        ]
    return exhibits


def exploiting(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 3."""
    return [
        Curves(
            f"Settings of the {source}: average reward while training",
            "deals",
            "points a deal",
            {
                f"against {name}": _reward(lab, Learned("exploit", lane))
                for name, lane in (("DQN", source), ("DQN sp", f"{source}-self"))
            },
            {"as good as its opponent": 0.0},
        )
        for source in SOURCES
    ]


def exploited(lab: Laboratory) -> Sequence[Exhibit]:
    """Section 4.3; beside it, what self-play reaches against the same agent."""
    won, points = {}, {}
    for source in SOURCES:
        self_play = AGENTS[source, "DQN sp"]
        dqn_exploit, sp_exploit = Learned("exploit", source), Learned("exploit", f"{source}-self")
        for name, other, player, (ratio, difference) in (
            ("DQN exploit", "DQN", dqn_exploit, EXPLOITS["DQN"]),
            ("DQN sp", "DQN", self_play, PAIRS["DQN sp", "DQN"][:2]),
            ("DQN sp exploit", "DQN sp", sp_exploit, EXPLOITS["DQN sp"]),
        ):
            row = f"{name} – {other} ({source})"
            found = _measured(lab, player, str(lab.best(AGENTS[source, other])))
            won[row, "win ratio"] = Cell(ratio, found["match_win_rate"])
            points[row, "difference"] = Cell(difference, found["points_difference_mean"])
    return [Table("Matches won", won, digits=1), Table("Points a deal", points, percent=False)]


# --------------------------------------------------------------------------------------------------- our own recipe


def ours(lab: Laboratory) -> Sequence[Exhibit]:
    """PPO in self-play with our settings, against the scripted players; aimed at the report's best figures."""
    player, won, points = Learned("ours"), {}, {}
    aims: dict[str, tuple[float | None, float | None]] = {"random": (0.97, 3.1), "basic": (None, None)}
    for opponent in ("random", "basic", "expert"):
        found, (ratio, difference) = _measured(lab, player, opponent), aims.get(opponent, (None, None))
        won["PPO", f"against {opponent}"] = Cell(ratio, found["match_win_rate"], at_least=ratio)
        points["PPO", f"against {opponent}"] = Cell(difference, found["points_difference_mean"], at_least=difference)
    lines = {
        f"against {name}": lab.curve("ours", f"difference_{name}") for name in lab.settings("ours").evaluate_against
    }
    return [
        Table("Matches won", won, digits=1),
        Table("Points a deal", points, percent=False),
        Curves("PPO in self-play", "deals", "points a deal", lines, {"DQN of the report, against random": 3.1}),
    ]
