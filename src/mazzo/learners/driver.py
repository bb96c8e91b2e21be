"""One driver for all learners: chunks of compiled updates, and between them progress, evaluation and checkpoints.

A run is a number of members side by side: every lane of its settings with every seed. Its folder holds `run.json` (the
settings), `metrics.jsonl` (a line per member and chunk, and per evaluation), `speed.jsonl` (everything that depends on
the clock), `checkpoints/`, and the agents: `seeds/1` … (with lanes `lanes/NAME/seeds/1` …), and the best of them by the
last evaluation in the folder itself. A resumed run equals the uninterrupted one in weights and metrics, byte for byte.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

import mazzo
from mazzo.agents.network import Weights, network_agent
from mazzo.agents.storage import save_agent
from mazzo.core.agent import Agent
from mazzo.core.chance import stream
from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole
from mazzo.core.game import Game
from mazzo.learners import checkpoint, pool
from mazzo.learners.arena import Arena, Terms
from mazzo.learners.learner import Learner, Progress
from mazzo.learners.settings import PAST, SELF, Settings
from mazzo.learners.start import start_from

TICKS = 200  # chunks in a run, about
PER_GAME = ("return", "score", "length")  # metrics that learners divide by the games of an update
WHO_IS_MET = 1 << 26  # a purpose of the random streams of a run
Strength = dict[str, float]  # what an evaluation measured, by name; the first one decides which seed is best


@dataclass(frozen=True)
class Watch:
    """What the world outside does with a run."""

    progress: Callable[[int, int, dict[str, float]], None] = lambda done, total, metrics: None
    # Of all members at once: the leaves of the agent's parameters are [members, ...]; with the seed of each.
    evaluate: Callable[[Game[Any, Any], Agent, Sequence[int]], Sequence[Strength]] = lambda game, agent, seeds: [
        {} for _ in seeds
    ]
    complain: Callable[[str], None] = lambda text: None
    stop: Callable[[], bool] = lambda: False  # asked after every chunk
    checkpoint_seconds: float = 60.0  # between checkpoints; when they are made changes no result


@dataclass(frozen=True)
class Member:
    """One of the runs side by side."""

    lane: str  # empty where there are none
    seed: int

    @property
    def name(self) -> str:
        return f"{self.lane}, seed {self.seed}" if self.lane else f"seed {self.seed}"

    def told(self) -> dict[str, Any]:
        """In the metrics."""
        return {"lane": self.lane, "seed": self.seed} if self.lane else {"seed": self.seed}


@dataclass(frozen=True)
class Outcome:
    """What came of a run, or of its part up to a stop."""

    folder: Path
    finished: bool
    progress: dict[str, int]  # games, decisions and updates of the least advanced member
    members: list[Member]
    strengths: list[Strength]  # of each member, at the last evaluation
    best: int  # the strongest member, from 0


class Run:
    """A run in a folder: the compiled learner and its state so far."""

    def __init__(self, settings: Settings, folder: Path, watch: Watch):
        self.settings, self.folder, self.watch = settings, folder, watch
        self.game = settings.make_game()
        arenas = settings.make_arenas(self.game)
        self.learner, configs = settings.make_learner()
        self.arena, self.config = next(iter(arenas.values())), next(iter(configs.values()))
        self.recipe = self.learner.recipe(self.arena, self.config)
        self.members = [Member(lane, settings.seed + i) for lane in arenas for i in range(settings.seeds)]
        self._terms = _stacked([arenas[member.lane].terms for member in self.members])
        self._rates = _stacked([self.learner.rates(configs[member.lane]) for member in self.members])
        self.state: Any = None
        others = [name for name in settings.opponent_names() if name != SELF]
        self._past = others.index(PAST) if PAST in others else None
        self.pool: Any = ()  # earlier selves of each member, if they are met
        self.chunks = 0  # done so far
        self.evaluated = 0  # how far the run was at the last evaluation, in the budget's unit
        self.strengths: list[Strength] = []
        self.chunk = settings.chunk or self._chunk()
        seeded = partial(_chunk_of, self.learner, self.arena, self.config, self.chunk)
        self._advance = jax.jit(_side_by_side(seeded), donate_argnums=1)
        given = start_from(settings.start, self.game, settings.learner, self.recipe) if settings.start else None
        self._init = jax.jit(jax.vmap(partial(_fresh, self.learner, self.arena, self.config, given)))

    # ------------------------------------------------------------------------------------------------- beginning

    def begin(self) -> None:
        """A fresh run in an empty folder."""
        if (self.folder / "run.json").exists():
            raise MazzoError(f"{self.folder} holds a run already; go on with --resume {self.folder}, or name another")
        write_whole(self.folder / "run.json", self.settings.dumps().encode())
        for name in ("metrics.jsonl", "speed.jsonl"):
            write_whole(self.folder / name, b"")
        self.state, self.pool = self._begun()

    def resume(self) -> None:
        """Go on from the newest whole checkpoint; from the start if there is none yet."""
        like = jax.eval_shape(self._begun)
        found = checkpoint.read_last(self.folder / "checkpoints", like, self.watch.complain)
        notes: dict[str, Any] = {"chunks": 0, "evaluated": 0, "strengths": [], "metrics": 0}
        (self.state, self.pool), notes = found or (self._begun(), notes)
        self.chunks, self.evaluated, self.strengths = notes["chunks"], notes["evaluated"], notes["strengths"]
        metrics = self.folder / "metrics.jsonl"
        if _cut(metrics, notes["metrics"]) < notes["metrics"]:  # the lines of chunks that are computed again go
            self.watch.complain(f"{metrics} is shorter than it was: what is missing stays missing")
        _cut(self.folder / "speed.jsonl")

    def _begun(self) -> Any:
        seeds = jnp.array([member.seed for member in self.members])
        state = self._init(self._terms, self._rates, jax.vmap(jax.random.key)(seeds))
        if self._past is None:
            return state, ()
        return state, jax.vmap(partial(pool.begin, size=self.settings.pool))(self.learner.weights(state))

    def _met(self) -> Terms:
        """The terms of the next chunk: which earlier self is met is drawn anew."""
        if self._past is None:
            return self._terms
        seeds = jnp.array([member.seed for member in self.members])
        keys = jax.vmap(lambda seed: stream(jax.random.key(seed), WHO_IS_MET, self.chunks))(seeds)
        opponents = list(self._terms.opponents)
        opponents[self._past] = replace(opponents[self._past], params=_draw(self.pool, keys))
        return self._terms._replace(opponents=tuple(opponents))

    def _chunk(self) -> int:
        """Updates in a chunk, from the settings alone: a small part of the budget."""
        settings = self.settings
        if settings.unit == "updates":
            return max(1, settings.budget // TICKS)
        state = jax.eval_shape(self._init_shape)
        decisions = settings.budget * (self.game.spec.longest if settings.unit == "games" else 1)
        return max(1, decisions // self._decisions_per_update(state) // TICKS)

    def _init_shape(self) -> Any:
        return self.learner.init(self.arena, self.config, jax.random.key(0))

    def _decisions_per_update(self, state: Any) -> int:
        """How many decisions an update takes at most, from the learner's configuration."""
        config = self.config
        gathering = getattr(config, "gathering", None)
        if gathering is not None:
            return int(gathering.places * gathering.steps)
        return int(getattr(config, "decisions", 1))

    # ---------------------------------------------------------------------------------------------------- going on

    def train(self) -> Outcome:
        """To the end of the budget, or until told to stop."""
        settings, watch, last_saved = self.settings, self.watch, time.monotonic()
        if not self.evaluated and not self.chunks:
            self._save()
        while (done := self._done()) < settings.budget:
            began = time.perf_counter()
            self.state, metrics = self._advance(self._met(), self.state)
            metrics = jax.tree.map(np.asarray, metrics)
            if any(count < 0 for progress in self.progress() for count in progress):
                raise MazzoError("a run counts to 2,147,483,647 decisions; this one went on beyond them")
            self.chunks += 1
            self._record(metrics, time.perf_counter() - began)
            reached = self._done()
            if reached // settings.evaluate_every > done // settings.evaluate_every or reached >= settings.budget:
                self._evaluate()
            if self._past is not None and reached // settings.pool_every > done // settings.pool_every:
                self.pool = _put(self.pool, self.learner.weights(self.state))
            for point in settings.snapshots:
                if done < point <= reached:
                    self._save_agents(self.folder / "snapshots" / str(point))
            shown = {name: float(np.mean(values)) for name, values in metrics.items() if values.ndim == 1}
            watch.progress(min(reached, settings.budget), settings.budget, shown | self._best_strength())
            stopping = watch.stop()
            if stopping or time.monotonic() - last_saved > watch.checkpoint_seconds or reached >= settings.budget:
                self._save()
                last_saved = time.monotonic()
            if stopping and reached < settings.budget:
                return self._outcome(finished=False)
        self._save_agents(self.folder)
        return self._outcome(finished=True)

    def progress(self) -> list[Progress]:
        """Of each member."""
        found = jax.tree.map(np.asarray, self.learner.progress(self.state))
        return [jax.tree.map(lambda x, i=i: int(x[i]), found) for i in range(len(self.members))]

    def _done(self) -> int:
        """Of the least advanced member, in the unit of the budget."""
        return min(int(getattr(progress, self.settings.unit)) for progress in self.progress())

    def _weights(self) -> list[Weights]:
        every = self.learner.weights(self.state)
        return [jax.tree.map(lambda x, i=i: x[i], every) for i in range(len(self.members))]

    def _evaluate(self) -> None:
        self.evaluated = self._done()
        everybody = network_agent(self.game, self.recipe, self.learner.weights(self.state), self.settings.learner)
        self.strengths = list(self.watch.evaluate(self.game, everybody, [member.seed for member in self.members]))
        told = zip(self.members, self.progress(), self.strengths, strict=True)
        lines = [
            {"kind": "evaluation", **member.told(), **progress._asdict(), **strength}
            for member, progress, strength in told
        ]
        _append(self.folder / "metrics.jsonl", lines)

    def _record(self, metrics: dict[str, Any], seconds: float) -> None:
        lines = []
        for i, (member, progress) in enumerate(zip(self.members, self.progress(), strict=True)):
            values = {name: value[i].tolist() for name, value in metrics.items() if name not in Progress._fields}
            lines.append({"kind": "training", **member.told(), **progress._asdict(), **values})
        _append(self.folder / "metrics.jsonl", lines)
        decisions = int(np.sum(metrics["decisions"])) * self.chunk if "decisions" in metrics else 0
        speed = {"chunk": self.chunks, "seconds": round(seconds, 4), "decisions": decisions, "time": time.time()}
        _append(self.folder / "speed.jsonl", [speed])

    def _save(self) -> None:
        notes = {
            "chunks": self.chunks,
            "evaluated": self.evaluated,
            "strengths": self.strengths,
            "metrics": (self.folder / "metrics.jsonl").stat().st_size,
            "mazzo": mazzo.__version__,
        }
        checkpoint.write(self.folder / "checkpoints", self.chunks, (self.state, self.pool), notes)

    def _save_agents(self, folder: Path) -> None:
        """Every member's in a folder of its own, the best of each lane in the lane's, the best of all in `folder`."""
        runs = self.settings.runs()
        best_of_lanes = {self._best(lane) for lane in runs}
        strengths = self.strengths or [{}] * len(self.members)
        made_of = zip(self.members, self._weights(), self.progress(), strengths, strict=True)
        for i, (member, weights, progress, strength) in enumerate(made_of):
            made = {
                "what": f"{self.settings.learner} on {self.settings.game}, {progress.games:,} games",
                "settings": json.loads(runs[member.lane].dumps()),
                "seed": member.seed,
                **progress._asdict(),
                "strength": strength,
            }
            lane = folder / "lanes" / member.lane if member.lane else folder
            targets = [lane / "seeds" / str(member.seed)]
            targets += [lane] if i in best_of_lanes else []
            targets += [folder] if member.lane and i == self._best() else []
            for target in targets:
                save_agent(target, self.game, self.recipe, weights, made)

    def _best(self, lane: str | None = None) -> int:
        """The strongest member by the first figure of the last evaluation, of a lane or of all."""
        members = [i for i, member in enumerate(self.members) if lane is None or member.lane == lane]
        return max(members, key=lambda i: next(iter(self.strengths[i].values()), 0.0) if self.strengths else 0.0)

    def _best_strength(self) -> Strength:
        return self.strengths[self._best()] if self.strengths else {}

    def _outcome(self, finished: bool) -> Outcome:
        least = {name: min(int(getattr(p, name)) for p in self.progress()) for name in Progress._fields}
        return Outcome(self.folder, finished, least, self.members, self.strengths, self._best())


def _stacked(trees: Sequence[Any]) -> Any:
    """One tree with a leading axis."""
    return jax.tree.map(lambda *leaves: jnp.stack([jnp.asarray(leaf) for leaf in leaves]), *trees)


_draw = jax.jit(jax.vmap(pool.draw))
_put = jax.jit(jax.vmap(pool.put))


def _side_by_side(one: Callable[..., Any]) -> Callable[..., Any]:
    """`one` for every member: all at once on a GPU, which has room for them. On a CPU one after the other, each with
    all cores: there products of matrices of all members at once take twice as long as one by one."""
    if jax.default_backend() != "cpu":
        return jax.vmap(one)
    return lambda *members: jax.lax.map(lambda member: one(*member), members)


def _fresh(
    learner: Learner, arena: Arena, config: Any, start: Weights | None, terms: Terms, rates: Any, key: Array
) -> Any:
    """The state in which a member begins. The key becomes the run's."""
    init: Any = learner.init
    state = init(arena.under(terms), config, key) if start is None else init(arena.under(terms), config, key, start)
    return state._replace(rates=rates)


def _chunk_of(
    learner: Learner, arena: Arena, config: Any, updates: int, terms: Terms, state: Any
) -> tuple[Any, dict[str, Array]]:
    """`updates` updates of one member; the mean of their metrics."""

    def one(state: Any, _: None) -> tuple[Any, dict[str, Array]]:
        now = terms._replace(now=learner.progress(state).decisions)
        return learner.update(arena.under(now), config, state)

    state, metrics = jax.lax.scan(one, state, None, length=updates)
    return state, _summary(metrics, (*PER_GAME, *arena.measures))


def _summary(metrics: dict[str, Array], per_game: Sequence[str]) -> dict[str, Array]:
    """Means over updates; of what is told per game, over games: an update may end none, or many."""
    found = {name: jnp.mean(values.astype(jnp.float32), axis=0) for name, values in metrics.items()}
    if "games" in metrics:
        ended, games = metrics["games"].sum(), jnp.maximum(metrics["games"], 1)
        ratios = {name: (metrics[name] * games).sum() / jnp.maximum(ended, 1) for name in per_game if name in metrics}
        found |= ratios
    return found


def _append(path: Path, lines: Sequence[dict[str, Any]]) -> None:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise MazzoError(f"cannot write {path}: {error.strerror or error}") from error


def _cut(path: Path, most: int | None = None) -> int:
    """Keep the whole lines among the first `most` bytes of a file; how many bytes that are."""
    try:
        with path.open("a+b") as file:  # a kill may have come before there was one
            file.seek(0)
            size = file.read(most).rfind(b"\n") + 1
            file.truncate(size)
    except OSError as error:
        raise MazzoError(f"cannot write {path}: {error.strerror or error}") from error
    return size
