"""What the tables and figures of Singh 2023 show, ours beside the thesis's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mazzo.papers.laboratory import Laboratory, Player, over_seeds
from mazzo.papers.study import Cell, Curves, Estimate, Exhibit, Learned, Line, Table, exact

OPPONENTS = ("random", "rules")
EPISODES = 25_000  # of DQN and DRQN before they are compared
OTHER_REWARDS, CHOSEN = ("result", "tricks", "points"), "points-and-win"  # section 6.3
CLOSE = 0.01  # of the thesis's win rate this may be missing
ENCODERS = {"state-1": "dqn-state-1", "state-2": "dqn-state-2"}

# Tables 7.4 and 7.5: against random, against rules.
COMPARED: dict[str, tuple[float, float]] = {
    "DQN (random)": (0.8701, 0.3793),
    "DQN (rules)": (0.7629, 0.5701),
    "DRQN (random)": (0.8609, 0.3394),
    "DRQN (rules)": (0.7975, 0.5460),
    "PPO (random)": (0.7569, 0.2792),
    "PPO (rules)": (0.6792, 0.4211),
}
RULES_AGAINST_RANDOM = 0.7947
FURTHER: dict[str, tuple[float, float]] = {"DQN (random)": (0.9013, 0.4039), "DQN (rules)": (0.8500, 0.6449)}


# -------------------------------------------------------------------------------------------------------- settings

# Tables 7.1 to 7.3: what is called how in our settings, and the thesis's value.
SETTINGS: dict[str, tuple[str, str]] = {
    "7.1": ("DQN", "dqn-state-1"),
    "7.2": ("DRQN", "drqn"),
    "7.3": ("PPO", "ppo"),
}
_Q_LEARNING = {"learning rate": ("rate", 1e-4), "discount factor": ("gamma", 0.95), "ε decay": ("epsilon", 0.999998)}
_VALUES: dict[str, dict[str, tuple[str, float]]] = {
    "7.1": {
        **_Q_LEARNING,
        "batch": ("batch", 256),
        "target, episodes": ("target_every", 1_000),
        "memory": ("memory", 1e6),
    },
    "7.2": {
        **_Q_LEARNING,
        "momentum": ("optimiser.momentum", 0.99),
        "batch": ("batch", 64),
        "target, episodes": ("target_every", 500),
        "sequence": ("sequence", 4),
    },
    "7.3": {
        "learning rate": ("rate", 1e-3),
        "discount factor": ("gamma", 0.9),
        "GAE parameter": ("lambda_", 1.0),
        "entropy": ("entropy", 0.03),
        "clip factor": ("clip", 0.2),
        "steps": ("epochs", 10),
    },
}


def settings(number: str, lab: Laboratory) -> Sequence[Exhibit]:
    """Tables 7.1 to 7.3."""
    name, training = SETTINGS[number]
    config = lab.settings(training).checked().config

    def number_of(value: Any) -> float:
        return float(str(value).split()[2] if str(value).startswith("exponential") else value)

    cells = {
        (row, "value"): Cell(theirs, exact(number_of(config[called])))
        for row, (called, theirs) in _VALUES[number].items()
    }
    return [Table(f"Settings of {name}", cells, percent=False, digits=None)]


# ------------------------------------------------------------------------------------------------------- win rates


def _games(lab: Laboratory) -> int:
    return 1_000 if lab.budget == "quick" else 10_000


def after(lab: Laboratory) -> int:
    """Where the agents after 25,000 episodes were kept."""
    return lab.settings("dqn-state-1").snapshots[0]


def _against(lab: Laboratory, player: Player, what: str = "win_rate") -> list[Estimate]:
    return [lab.measure(player, opponent, _games(lab), "briscola/2p")[what] for opponent in OPPONENTS]


# How draws are counted: as the environment of the thesis does, which takes 60 - 60 for a win of who is measured; not
# at all; as halves.
COUNTED = {
    "games won or drawn, as the thesis counts": "unbeaten_rate",
    "games won": "win_rate",
    "games won, and half of those drawn": "win_rate_half_draws",
}
AS_THE_THESIS = next(iter(COUNTED))


def _tables(
    lab: Laboratory, title: str, players: Mapping[str, Player], paper: Mapping[str, tuple[float | None, ...]]
) -> list[Table]:
    """A table for every way to count. A row's name ends with the opponent of its training; there, counted as the
    thesis does, it is aimed at the thesis's figure."""

    def cell(row: str, column: str, theirs: float | None, ours: Estimate, counted: str) -> Cell:
        aimed = counted == AS_THE_THESIS and row.endswith(f"({column})")
        return Cell(theirs, ours, theirs - CLOSE if aimed and theirs is not None else None)

    def cells(counted: str, what: str) -> dict[tuple[str, str], Cell]:
        return {
            (row, column): cell(row, column, theirs, ours, counted)
            for row, player in players.items()
            for column, theirs, ours in zip(
                OPPONENTS, paper.get(row, (None, None)), _against(lab, player, what), strict=True
            )
        }

    return [Table(f"{title}: {counted}", cells(counted, what)) for counted, what in COUNTED.items()]


def _trained(name: str, training: str, at: int | None = None) -> dict[str, Player]:
    return {f"{name} ({opponent})": Learned(training, opponent, at) for opponent in OPPONENTS}


def comparison(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 7.4."""
    players = {
        **_trained("DQN", "dqn-state-1", after(lab)),
        **_trained("DRQN", "drqn"),
        **_trained("PPO", "ppo"),
    }
    rules = lab.measure("rules", "random", _games(lab), "briscola/2p")
    scripted = [Cell(RULES_AGAINST_RANDOM, rules[what]) for what in COUNTED.values()]
    tables = _tables(lab, "Win rates", players, COMPARED)
    return [
        Table(table.title, {("rules", "random"): cell, **table.cells})
        for table, cell in zip(tables, scripted, strict=True)
    ]


def after_further(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 7.5, and what the thesis expects of state-2."""
    players = {**_trained("DQN", "dqn-state-1"), **_trained("DQN, state-2", "dqn-state-2")}
    return _tables(lab, "Win rates after 100,000 episodes", players, FURTHER)


# ---------------------------------------------------------------------------------------------------------- curves


def _course(lab: Laboratory, training: str, opponent: str, until: float = float("inf")) -> Line:
    """The win rate against the opponent of the training, as the thesis counts it."""
    return lab.curve(training, f"unbeaten_{opponent}", opponent, until=until)


def _pictures(
    title: str, lines: Mapping[str, Mapping[str, Line]], levels: Mapping[str, tuple[float, float]]
) -> list[Curves]:
    """One for each opponent."""
    return [
        Curves(
            f"{title}, trained against {opponent}",
            "episodes",
            f"win rate against {opponent}",
            lines[opponent],
            {name: level[i] for name, level in levels.items()},
        )
        for i, opponent in enumerate(OPPONENTS)
    ]


def _ends(title: str, lines: Mapping[str, Mapping[str, Line]], paper: Mapping[str, tuple[float, float]]) -> Table:
    """Where curves end, at the last evaluation."""
    cells = {}
    for i, opponent in enumerate(OPPONENTS):
        for name, line in lines[opponent].items():
            theirs = paper[name][i] if name in paper else None
            aim = None if theirs is None else theirs - CLOSE
            cells[name, opponent] = Cell(theirs, _over_seeds(line.values[:, -1]), aim)
    return Table(title, cells)


def _over_seeds(values: Any) -> Estimate:
    return over_seeds([{"value": float(value)} for value in values])["value"]


def dqn(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 7.1."""
    lines = {
        opponent: {name: _course(lab, training, opponent, after(lab)) for name, training in ENCODERS.items()}
        for opponent in OPPONENTS
    }
    paper = {"state-1": (0.87, 0.59), "state-2": (0.80, 0.50)}
    levels = {f"{name}, thesis": ends for name, ends in paper.items()}
    return [*_pictures("DQN", lines, levels), _ends("Win rate at the end of these curves", lines, paper)]


def drqn(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 7.3."""
    lines = {
        opponent: {"DRQN": _course(lab, "drqn", opponent), "DQN": _course(lab, "dqn-state-1", opponent, after(lab))}
        for opponent in OPPONENTS
    }
    levels = {"DRQN, thesis": (COMPARED["DRQN (random)"][0], COMPARED["DRQN (rules)"][1])}
    return _pictures("DRQN", lines, levels)


def ppo(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 7.4."""
    lines = {opponent: {"PPO": _course(lab, "ppo", opponent)} for opponent in OPPONENTS}
    paper = {"PPO": (0.76, 0.44)}
    levels = {"PPO, thesis": paper["PPO"]}
    return [*_pictures("PPO", lines, levels), _ends("Win rate at the end of these curves", lines, paper)]


def further(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 7.5: the curves level off near 90 % against random and touch 67 % against rules."""
    lines = {
        opponent: {name: _course(lab, training, opponent) for name, training in ENCODERS.items()}
        for opponent in OPPONENTS
    }
    paper = (0.90, 0.67)
    cells = {}
    for i, opponent in enumerate(OPPONENTS):
        for name, line in lines[opponent].items():
            theirs = paper[i] if name == "state-1" else None
            aim = None if theirs is None else theirs - CLOSE
            cells[name, opponent] = Cell(theirs, _over_seeds(line.values.max(axis=1)), aim)
    levels = {"state-1, thesis": paper}
    return [*_pictures("DQN", lines, levels), Table("Highest win rate of these curves", cells)]


def rewards(lab: Laboratory) -> Sequence[Exhibit]:
    """Section 6.3 argues for the last reward, without figures."""

    def learned(reward: str, opponent: str) -> Learned:
        if reward == CHOSEN:
            return Learned("dqn-state-1", opponent, after(lab))
        return Learned("rewards", f"{reward}-{opponent}")

    cells = {
        (reward, opponent): Cell(
            COMPARED[f"DQN ({opponent})"][i] if reward == CHOSEN else None,
            lab.measure(learned(reward, opponent), opponent, _games(lab))["unbeaten_rate"],
        )
        for reward in (*OTHER_REWARDS, CHOSEN)
        for i, opponent in enumerate(OPPONENTS)
    }
    lines = {
        opponent: {
            reward: lab.curve("rewards", f"unbeaten_{opponent}", f"{reward}-{opponent}") for reward in OTHER_REWARDS
        }
        | {CHOSEN: _course(lab, "dqn-state-1", opponent, after(lab))}
        for opponent in OPPONENTS
    }
    return [Table("Games won or drawn against the opponent of the training", cells), *_pictures("DQN", lines, {})]


UNSCALED = {"DQN": "dqn-unscaled", "DRQN": "drqn-unscaled"}


def scaling(lab: Laboratory) -> Sequence[Exhibit]:
    """After 25,000 episodes, against the opponent of the training."""
    cells: dict[tuple[str, str], Cell] = {}
    for name, unscaled in UNSCALED.items():
        for i, opponent in enumerate(OPPONENTS):
            usual = Learned("dqn-state-1", opponent, after(lab)) if name == "DQN" else Learned("drqn", opponent)
            theirs = COMPARED[f"{name} ({opponent})"][i]
            for told, who in (("scaled", usual), ("as they are", Learned(unscaled, opponent))):
                ours = lab.measure(who, opponent, _games(lab))["unbeaten_rate"]
                cells[f"{name}, numbers {told}", opponent] = Cell(theirs, ours)
    lines = {
        opponent: {
            "DRQN, scaled": _course(lab, "drqn", opponent),
            "DRQN, as they are": _course(lab, "drqn-unscaled", opponent),
            "DQN, scaled": _course(lab, "dqn-state-1", opponent, after(lab)),
            "DQN, as they are": _course(lab, "dqn-unscaled", opponent),
        }
        for opponent in OPPONENTS
    }
    return [
        Table("Games won or drawn against the opponent of the training", cells),
        *_pictures("Scaled and not", lines, {}),
    ]


TUNED = {"unit:state-1": "ppo-tuned", "full": "ppo-tuned-full"}  # by what the agent sees


def tuned(lab: Laboratory) -> Sequence[Exhibit]:
    """PPO with our settings in the thesis's 250,000 episodes; aimed at what its DQN reached in 25,000."""
    aims = {"random": 0.87, "rules": 0.57}
    cells = {
        (f"{encoder}, trained against {opponent}", column): Cell(
            COMPARED[f"PPO ({opponent})"][i] if encoder == "unit:state-1" else None,
            ours,
            aims[column] if encoder == "full" and column == opponent else None,
        )
        for encoder, training in TUNED.items()
        for opponent in OPPONENTS
        for i, (column, ours) in enumerate(zip(OPPONENTS, _against(lab, Learned(training, opponent)), strict=True))
    }
    lines = {
        opponent: {encoder: _course(lab, training, opponent) for encoder, training in TUNED.items()}
        for opponent in OPPONENTS
    }
    levels = {
        "DQN, thesis": (COMPARED["DQN (random)"][0], COMPARED["DQN (rules)"][1]),
        "PPO, thesis": (COMPARED["PPO (random)"][0], COMPARED["PPO (rules)"][1]),
    }
    return [Table("Win rates of PPO with our settings", cells), *_pictures("PPO", lines, levels)]
