"""What Grooten 2021 ran: the experiments of chapter 6, and the large table of appendix A.4 with its scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from mazzo.papers.tue import COMPARED, LARGE, SUCCESS, Run

# ----------------------------------------------------------------------------------------- sections 6.1 and 6.2

_PLAIN: dict[str, Any] = {"algorithm": "spg", "shaped": False}
_EARLY: dict[str, Any] = {**_PLAIN, "hidden": (64,), "batch": 500, "renormalise": False, "entropy": 0.0, "vector": 62}
STEPS = 500_000_000  # of these experiments, about: a million epochs; schedules are over these


def _decay(start: float, epochs: int) -> str:
    """ε that is 0.001 after so many epochs (footnote 4)."""
    return f"exponential {start:g} {(0.001 / start) ** (1 / (500 * epochs))!r}"


FEW = 10  # steps: a batch so small is one game

EPSILONS = {
    "0": "0",
    "0.5, fast decay": _decay(0.5, 10_000),
    "0.5, slow decay": _decay(0.5, 1_000_000),
    "0.05": _decay(0.05, 1_000_000),
}
ENTROPIES = (0.0, 0.0001, 0.01, 0.1)

# ------------------------------------------------------------------------------------------------- all of chapter 6

Runs = Mapping[str, Run]
_BASE = Run(**_PLAIN, vector=62, illegal=-0.5)
_NETWORKS = {4: (128, 128, 128, 64), 5: (128, 128, 128, 128, 64), 6: (128, 128, 128, 128, 128, 64)}


def _rewards(algorithm: str) -> Runs:
    """Table 6.5, B."""
    run = Run(algorithm, updates=5 if algorithm == "ppo" else 1)
    return {f"+{success}": replace(run, success=float(success)) for success in (2, 5, 10, 100)}


def _deep(algorithm: str, vector: int = 136) -> Runs:
    """Table 6.6. Appendix A.4 has the critic's layers."""
    base = Run(algorithm, vector, success=10.0, rate="3e-4", updates=5 if algorithm == "ppo" else 1)
    if algorithm == "spg":
        return {f"{n} layers": replace(base, hidden=hidden) for n, hidden in _NETWORKS.items()}
    critics = {n: (*hidden[:-2], 64, 32) for n, hidden in _NETWORKS.items()}
    return {f"{n} layers": replace(base, hidden=_NETWORKS[n], value_hidden=critics[n]) for n in _NETWORKS}


def _combined(algorithm: str) -> list[Run]:
    """Their settings, with several rewards and both vectors."""
    run = Run(**LARGE[algorithm])
    return [replace(run, success=float(n), vector=vector) for n in (1, 3, 10, 100) for vector in (136, 186)]


FIGURES: dict[str, Runs] = {
    "6.1": {f"vector {n}": Run(**(_EARLY | {"vector": n}), illegal=-10.0) for n in (37, 62)},
    "6.2": {"vector 62": _BASE, "vector 136": Run("spg", 136, illegal=-0.5)},
    "6.3": {f"vector {n}": Run(**LARGE["spg"], success=SUCCESS["spg"], vector=n) for n in (136, 186)},
    "6.5": {f"ε {name}": Run(**_EARLY, illegal=-10.0, epsilon=each) for name, each in EPSILONS.items()},
    "6.6": {f"β {beta:g}": Run(**(_EARLY | {"entropy": beta}), illegal=-2.0) for beta in ENTROPIES},
    "6.10": {"not shuffled": _BASE, "shuffled": replace(_BASE, shuffled=True)},
    "6.11": {
        name: Run("spg", illegal=-0.5, shaped=name == "shaped", hidden=(128, 64)) for name in ("standard", "shaped")
    },
    "6.12": _rewards("spg"),
    "6.13": _rewards("vpg"),
    "6.14": _rewards("ppo"),
    "6.15": _deep("spg"),
    "6.16": _deep("vpg"),
    "6.17": _deep("ppo"),
}

# --------------------------------------------------------------------------------------------------- appendix A.4


class Row(NamedTuple):
    """A run of the large table."""

    name: str
    score: float
    run: Run


def _rows(name: str, scores: str, runs: list[Run]) -> list[Row]:
    return [
        Row(f"{name} {i}", float(score), run)
        for i, (score, run) in enumerate(zip(scores.split(), runs, strict=True))
        if score != "-"
    ]


_VPG, _PPO = Run("vpg", illegal=-0.5), Run("ppo", illegal=-0.5, updates=5)
_BASIC, _GAE = replace(_VPG, lambda_=1.0), _VPG


def _iterated(updates: int, rate: str) -> list[Run]:
    return [replace(run, updates=updates, rate=rate, value_rate="1e-3") for run in (_BASIC, _GAE)]


# PPO without advantages ("no" in the table) is one whose critic stays as it began.
NO_CRITIC = replace(_PPO, lambda_=1.0, value_rate="0")
TABLE: list[Row] = [
    Row("shuf_spg 5", 19.10, _BASE),
    Row("vpg_fast 0", 18.32, _BASIC),
    *_rows("vpg_gae", "20.15 17.90 16.97", [_BASIC, _GAE, _BASIC]),
    *_rows("ppo_gae", "9.35 12.11 12.71", [NO_CRITIC, replace(_PPO, lambda_=1.0), _PPO]),
    *_rows(
        "vpg_iters",
        "10.73 16.75 17.32 15.33 20.60 20.40",
        [*_iterated(2, "1e-3"), *_iterated(2, "1e-4"), *_iterated(5, "1e-4")],
    ),
    *_rows("rew_spg", "13.79 17.83 15.43 11.75", list(_rewards("spg").values())),
    *_rows("rew_vpg", "20.58 18.87 19.75 20.94", list(_rewards("vpg").values())),
    *_rows("rew_ppo", "15.85 16.94 9.62 17.22", list(_rewards("ppo").values())),
    *_rows("combi_spg", "15.53 9.91 17.46 18.37 17.47 17.78 17.34 16.14", _combined("spg")),
    *_rows("combi_vpg", "21.54 22.39 24.12 23.28 24.22 23.12 15.38 14.80", _combined("vpg")),
    *_rows("combi_ppo", "18.03 20.50 18.95 20.06 18.78 19.26 12.61 5.86", _combined("ppo")),
    *[
        row
        for algorithm, scores in {
            "spg": "15.12 14.49 14.09 12.26 12.04 11.87",
            "vpg": "21.95 22.50 18.87 19.37 15.74 16.61",
            "ppo": "19.43 16.11 17.18 15.60 16.26 13.36",
        }.items()
        for row in _rows(
            f"big_{algorithm}",
            scores,
            [_deep(algorithm, vector)[f"{n} layers"] for n in _NETWORKS for vector in (136, 186)],
        )
    ],
]


def scored(run: Run) -> list[float]:
    """What the large table has for a run: several figures where it was repeated."""
    return [row.score for row in TABLE if row.run == run]


# ------------------------------------------------------------------------------------------- appendices A.1 and A.2

_PLAYABLE: dict[str, Any] = {**_EARLY, "vector": 7, "hidden": (32,), "illegal": -10.0}
PLAYABILITY: Runs = {
    f"{activation}, batch {batch}": Run(**(_PLAYABLE | {"activation": activation, "batch": batch}))
    for batch in (500, 1)
    for activation in ("tanh", "relu")
}
CONTINUED = Run(**_EARLY | {"hidden": (64, 64), "illegal": -10.0})  # Tables A.2 and A.3; its rate is the teacher's

# ------------------------------------------------------------------------------------------------- section 6.5

BOTH: Runs = {
    f"{name.upper()}, vector {vector}": replace(run, vector=vector)
    for vector in (136, 186)
    for name, run in COMPARED.items()
}
MASKED: Runs = {f"{name.upper()}, masked": replace(run, illegal=None) for name, run in COMPARED.items()}

# ---------------------------------------------------------------------------------------- what chapter 8 leaves open

_OPEN = COMPARED["vpg"]
OPEN: Runs = {
    "as in Table 6.7": _OPEN,
    "the third life costs nothing": replace(_OPEN, third_life=False),
    "with γ^t": replace(_OPEN, gamma_power=True),
    "with the deck's size": replace(_OPEN, deck_size=True),
    "illegal outputs masked": replace(_OPEN, illegal=None),
    **{f"{name} for tanh": replace(_OPEN, activation=name) for name in ("relu", "elu", "gelu")},
}
# Appendix B.2.
IDEAS: Runs = {
    "as in Table 6.7": _OPEN,
    "10 lives": replace(_OPEN, lives="10"),
    "10 lives, fewer and fewer": replace(_OPEN, lives=f"linear 10 3 {STEPS // 2}"),
    "51 outputs": replace(_OPEN, outputs=51),
    "dropout 0.2": replace(_OPEN, dropout=0.2),
    "weight decay 0.001": replace(_OPEN, decay=0.001),
}
PPO_UPDATES: Runs = {f"{n} update{'s' * (n > 1)}": replace(COMPARED["ppo"], updates=n) for n in (1, 5)}
PLAYERS: Runs = {f"{n} players": replace(_OPEN, players=n) for n in (3, 4, 5)}


def experiments() -> Iterator[Run]:
    """All but the comparison of section 6.5 and what is open; each once."""
    figures = [run for runs in FIGURES.values() for run in runs.values()]
    table = [row.run for row in TABLE if not (row.name.startswith("big_") and row.run.vector == 186)]
    yield from dict.fromkeys([*figures, *table, *PLAYABILITY.values()])
