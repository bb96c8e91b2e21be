"""Where a work is reproduced: a folder that keeps trainings and measurements, so that nothing is done twice."""

from __future__ import annotations

import json
import platform as machine
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import mazzo
from mazzo.agents import find
from mazzo.agents.storage import digest, is_agent
from mazzo.core import platform
from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole
from mazzo.core.game import Game
from mazzo.core.registry import family
from mazzo.evaluation.intervals import rate_interval, seeds_interval
from mazzo.evaluation.match import ALL, Decks, evaluate, play_match
from mazzo.evaluation.series import play_series
from mazzo.evaluation.strength import strengths
from mazzo.learners import curve
from mazzo.learners.driver import Run
from mazzo.learners.driver import Watch as Training
from mazzo.learners.settings import Settings, load
from mazzo.papers.study import Estimate, Learned, Line, Work

Player = str | Learned  # a scripted agent of the game, or what a training left


class Interrupted(Exception):
    """Someone asked to stop; what was done is kept."""


@dataclass(frozen=True)
class Watch:
    """What the world outside does with a reproduction."""

    training: Callable[[str, int, int, dict[str, float]], None] = lambda name, done, total, metrics: None
    measuring: Callable[[str], None] = lambda what: None
    complain: Callable[[str], None] = lambda text: None
    stop: Callable[[], bool] = lambda: False


class Laboratory:
    """The trainings and measurements of a work at one budget, in a folder."""

    def __init__(self, work: Work, budget: str, folder: Path, watch: Watch | None = None):
        self.work, self.budget, self.folder = work, budget, folder
        self.watch = watch or Watch()
        self.trainings = work.trainings(budget)
        self._measured = self._read("measured.json")

    def _read(self, name: str) -> dict[str, Any]:
        try:
            return dict(json.loads((self.folder / name).read_text(encoding="utf-8")))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise MazzoError(f"cannot read {self.folder / name}: {error}; remove it to go on without") from error

    def _write(self, name: str, content: dict[str, Any]) -> None:
        write_whole(self.folder / name, (json.dumps(content, indent=1) + "\n").encode())

    # --------------------------------------------------------------------------------------------------- training

    def run(self, name: str) -> Path:
        """The folder of a training."""
        return self.folder / "runs" / name

    def train(self, name: str) -> None:
        """Train, go on where it was interrupted, or do nothing if it is finished. First those that it needs."""
        for needed in self.before(name):
            self.train(needed)
        folder, settings = self.run(name), self.settings(name).checked()
        begun = (folder / "run.json").exists()
        if begun and replace(load(folder / "run.json"), start="") != settings:  # where an agent lies changes nothing
            raise MazzoError(f"{folder} was trained with other settings: remove it, or name another folder with --out")
        if not self.trained(name):
            if start := self.trainings[name].start:
                settings = replace(settings, start=str(self.best(start)))
            with self.timed(name):
                run = Run(settings, folder, self._training(name, settings))
                (run.resume if begun else run.begin)()
                if not run.train().finished:
                    raise Interrupted
        shutil.rmtree(folder / "checkpoints", ignore_errors=True)  # a memory of a million decisions is large

    def before(self, name: str) -> list[str]:
        """The trainings that have to be finished first: whose agents it meets, or goes on from."""
        training = self.trainings[name]
        learned = [*training.against.values(), *([training.start] if training.start else [])]
        return list(dict.fromkeys(each.training for each in learned))

    def _training(self, name: str, settings: Settings) -> Training:
        return Training(
            progress=partial(self.watch.training, name),
            evaluate=lambda game, agents, seeds: strengths(
                game, agents, settings.evaluate_against, settings.evaluate_games, seeds
            ),
            complain=self.watch.complain,
            stop=self.watch.stop,
            checkpoint_seconds=300.0,  # memories of several agents at once take long to write
        )

    def trained(self, name: str) -> bool:
        """Is there an agent of every lane and seed?"""
        lanes = self.settings(name).runs()
        return all(is_agent(path) for lane in lanes for path in self.folders(Learned(name, lane)))

    def settings(self, name: str) -> Settings:
        """Of a training, with the folders of the trained agents that it meets."""
        settings, against = self.trainings[name].settings, self.trainings[name].against
        if not against:
            return settings
        met = {lane: (str(self.best(opponent)), 1.0) for lane, opponent in against.items()}
        if not settings.lanes:
            return replace(settings, opponents=(*settings.opponents, met[""]))
        lanes = {
            lane: {**changes, "opponents": (*settings.lane(lane).opponents, *([met[lane]] if lane in met else []))}
            for lane, changes in settings.lanes.items()
        }
        return replace(settings, lanes=lanes)

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Count the time, over all sittings, and note where they were: a report may be written elsewhere."""
        began = time.monotonic()
        try:
            yield
        finally:
            told = {"seconds": 0.0, "hardware": [], "versions": [], **self._read(_clock(what))}
            told["seconds"] = round(told["seconds"] + time.monotonic() - began, 2)
            for kind, here in _where().items():
                told[kind] += [here] if here not in told[kind] else []
            self._write(_clock(what), told)

    def seconds(self, what: str) -> float:
        """How long a training took, with its evaluations; or `measuring`."""
        return float(self._read(_clock(what)).get("seconds", 0.0))

    def noted(self, what: str, kind: str) -> list[str]:
        """The `hardware` on which it was done, or with which `versions`."""
        return list(self._read(_clock(what)).get(kind, []))

    def curve(
        self,
        name: str,
        metric: str,
        lane: str = "",
        kind: str = "evaluation",
        until: float = float("inf"),
        unit: str = "",
    ) -> Line:
        """A metric over the course of a training, or of its beginning; in the unit of its budget, or another one."""
        x, values = curve.series(self.run(name), metric, kind, unit or self.settings(name).unit, lane)
        return Line(x[x <= until], values[:, x <= until])

    def best(self, learned: Learned) -> Path:
        """The folder of the best seed's agent, by the last evaluation."""
        folder = self.run(learned.training)
        folder = folder if learned.at is None else folder / "snapshots" / str(learned.at)
        return folder / "lanes" / learned.lane if learned.lane else folder

    def folders(self, learned: Learned) -> list[Path]:
        """Of the agents, one for each seed."""
        settings, folder = self.settings(learned.training), self.best(learned)
        return [folder / "seeds" / str(settings.seed + i) for i in range(settings.seeds)]

    # -------------------------------------------------------------------------------------------------- measuring

    def remember(self, what: str, compute: Callable[[], Any]) -> Any:
        """What was measured before under this name, or is now: plain data."""
        if what not in self._measured:
            if self.watch.stop():
                raise Interrupted
            self.watch.measuring(what)
            with self.timed("measuring"):
                self._measured[what] = compute()
                self._write("measured.json", self._measured)
        return self._measured[what]

    def each(self, learned: Learned, what: str, compute: Callable[[Path], Any]) -> list[Any]:
        """Something about the agent of every seed, remembered with its weights."""
        return [self.remember(f"{what} | {self._told(path)}", partial(compute, path)) for path in self.folders(learned)]

    def estimate(
        self, learned: Learned, what: str, compute: Callable[[Path], Mapping[str, float]]
    ) -> dict[str, Estimate]:
        """Figures of the agent of every seed, by name."""
        return over_seeds(self.each(learned, what, lambda path: dict(compute(path))))

    def measure(
        self,
        player: Player,
        against: Player | None,
        games: int,
        game: str = "",
        matches: int = 0,
        seed: int = 0,
        decks: Decks = ALL,
    ) -> dict[str, Estimate]:
        """The figures of `mazzo evaluate`, by name; `game` as `briscola/2p`, where none of the players was trained.

        Of two trained players the first seed meets the first, the second the second, and so on. With `decks` only these
        are dealt.
        """
        made = self._game(game, player, against)
        how = f"{games} games, {matches} matches, seed {seed}" + (f", {decks}" if decks.number else "")
        results = [
            self.remember(
                f"{made.spec.title} {made.spec.variant} | {self._told(one)} - {self._told(other)} | {how}",
                partial(_figures, made, one, other, games, matches, seed, decks),
            )
            for one, other in zip(*self._paired(player, against), strict=True)
        ]
        return over_seeds(results)

    def _game(self, game: str, *players: Player | None) -> Game[Any, Any]:
        for player in players:
            if isinstance(player, Learned):
                return self.settings(player.training).make_game()
        name, _, variant = game.partition("/")
        return family(name).make(variant or None)

    def _paired(self, player: Player, against: Player | None) -> tuple[list[str], list[str | None]]:
        sides: list[list[Any]] = [
            [str(path) for path in self.folders(each)] if isinstance(each, Learned) else [each]
            for each in (player, against)
        ]
        most = max(map(len, sides))
        one, other = ([side[i % len(side)] for i in range(most)] for side in sides)
        return one, other

    def _told(self, player: str | Path | None) -> str:
        """An agent's name, or its folder (here, if it is) with a digest of its weights."""
        if player is None or not is_agent(player):
            return str(player)
        path = Path(player)
        return f"{path.relative_to(self.folder) if path.is_relative_to(self.folder) else path} {digest(path)[:12]}"


def _where() -> dict[str, str]:
    device = platform.describe()
    return {
        "hardware": f"{device['device_name']}, {device['cores']} cores",
        "versions": f"mazzo {mazzo.__version__}, jax {device['jax']}, Python {machine.python_version()}",
    }


def _clock(what: str) -> str:
    """A file for each, because several processes may train side by side."""
    return f"clock/{what}.json"


def _figures(
    game: Game[Any, Any], one: str, other: str | None, games: int, matches: int, seed: int, decks: Decks
) -> dict[str, Any]:
    agents = tuple(find(game, name) for name in (one, other) if name is not None)
    result = evaluate(play_match(game, agents, games, seed, decks=decks), one, other, seed)
    if matches:
        won = play_series(game, (agents[0], agents[1]), matches, seed)
        result = replace(
            result, matches=won.size, match_win_rate=float(won.mean()), match_win_rate_ci95=rate_interval(won)
        )
    return {name: value for name, value in asdict(result).items() if isinstance(value, (int, float, tuple))}


def over_seeds(results: Sequence[Mapping[str, Any]]) -> dict[str, Estimate]:
    """One estimate of each figure that is a rate or a mean, from those of every seed."""
    return {
        name: _estimate([result[name] for result in results], results[0].get(f"{_stem(name)}_ci95"), results[0])
        for name, value in results[0].items()
        if isinstance(value, float)
    }


def _stem(name: str) -> str:
    """`points_mean` has its interval in `points_ci95`, `win_rate` in `win_rate_ci95`."""
    return name.removesuffix("_mean")


def _estimate(values: Sequence[float], interval: Sequence[float] | None, result: Mapping[str, Any]) -> Estimate:
    games = int(result.get("games", 0))
    mean = float(np.mean(values))
    if len(values) > 1:
        return Estimate(mean, *seeds_interval(np.array(values)), tuple(values), games)
    low, high = interval or (float("nan"), float("nan"))
    return Estimate(mean, low, high, tuple(values), games)
