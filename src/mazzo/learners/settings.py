"""What a run is made of, as plain data: from the command line or a preset to a typed configuration, and to JSON."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import jax

from mazzo.agents import find as find_agent
from mazzo.agents.network import network_agent
from mazzo.agents.storage import blank
from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError, unknown
from mazzo.core.game import Game
from mazzo.core.registry import family
from mazzo.learners.arena import Amount, Arena, make_arena
from mazzo.learners.learner import Learner, find
from mazzo.ops.exploration import Schedule, parse

FORMAT = 1
UNITS = ("games", "decisions", "updates")
# What lanes may differ in.
LANE_FIELDS = (
    "opponents",
    "reward",
    "reward_weights",
    "scale",
    "penalty",
    "patience",
    "handicap",
    "decks",
    "deck_seed",
    "config",
)
SELF, PAST = "self", "past"  # opponents that are no agents: the learner in every seat, and an earlier self of it


@dataclass(frozen=True)
class Settings:
    """Everything that decides what a run learns; the same settings give the same bytes."""

    game: str
    variant: str
    learner: str = "ppo"
    encoder: str = "full"
    head: str = ""  # the one that fits the encoder if empty
    reward: str = ""  # the game's first if empty; `points`, or a weighted sum as `points:1,result:30`; a weight may be
    # a schedule over decisions: `win:1,progress:linear 1 0 1e8`
    reward_weights: Mapping[str, Any] = field(default_factory=dict)  # of its terms, where they differ from its own
    opponents: tuple[tuple[str, float], ...] = ()  # names and weights; none: the learner holds all seats
    pool: int = 8  # earlier selves kept, where `past` is an opponent
    pool_every: int = 0  # in the budget's unit: how often another one is kept; 0: a 50th of the budget
    decks: int = 0  # how many different deals there are; 0: all
    deck_seed: int = 0  # which ones
    scale: Amount = 1.0  # of rewards: returns of the order of 1 are learned best; a number or a schedule
    penalty: float | None = None  # what an illegal output is paid; None: they cannot be chosen
    patience: int = 0  # after so many illegal outputs a game is given up; 0: never
    augmentation: str = ""  # in which of several like ways situations are shown, by chance
    handicap: str = ""  # what games begin with, and a schedule over decisions: `lives linear 20 3 500000`
    start: str = ""  # the folder of an agent from whose weights all seeds go on
    budget: int = 20_000
    unit: str = "games"  # of the budget: games, decisions or updates
    seeds: int = 1  # runs side by side
    seed: int = 0  # of the first
    chunk: int = 0  # updates in one compiled call; 0: a 200th of the budget, about
    evaluate_every: int = 0  # in the budget's unit; 0: a 20th of the budget
    evaluate_games: int = 1000
    evaluate_against: tuple[str, ...] = ()  # the scripted players of the game if empty
    snapshots: tuple[int, ...] = ()  # in the budget's unit: where agents are kept on the way
    config: Mapping[str, Any] = field(default_factory=dict)  # of the learner, by dotted names
    lanes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # name -> what is other there than above: runs
    # side by side in one program, each with all the seeds

    def lane(self, name: str) -> Settings:
        """One of the lanes by itself."""
        changes = dict(self.lanes[name])
        config = {**self.config, **changes.pop("config", {})}
        for what in changes:
            if what not in LANE_FIELDS:
                raise unknown("setting of a lane", what, list(LANE_FIELDS))
        return replace(self, **changes, config=config, lanes={})

    def runs(self) -> dict[str, Settings]:
        """Of every lane by its name; a run without lanes has one, without a name."""
        return {name: self.lane(name) for name in self.lanes} or {"": self}

    def in_full(self) -> Settings:
        """With parts of the budget, as `linear 1e-3 0 100%`, written as decisions."""
        changes = {name: _in_full(getattr(self, name), self) for name in (*LANE_FIELDS, "lanes")}
        return replace(self, **changes)

    def checked(self) -> Settings:
        """With names and numbers complained about in words, and the empty ones filled in."""
        if (full := self.in_full()) != self:
            return full.checked()
        for name in self.lanes:
            if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+=,:%-]*", name):
                raise MazzoError(f"a lane is called {name!r}; use letters, digits and . _ + = , : % -")
            self.lane(name).checked()
        made = self.make_game()
        if self.unit not in UNITS:
            raise unknown("unit", self.unit, list(UNITS))
        for name in ("budget", "seeds", "evaluate_games", "pool"):
            if getattr(self, name) < 1:
                raise MazzoError(f"{name} is {getattr(self, name)}; choose 1 or more")
        if self.budget >= 1 << 31:
            raise MazzoError(f"budget is {self.budget}; choose less than 2^31, up to which a run counts")
        for point in self.snapshots:
            if not 1 <= point <= self.budget:
                raise MazzoError(f"a snapshot at {point} {self.unit}; choose 1 to {self.budget}, the budget")
        if self.patience < 0:
            raise MazzoError(f"patience is {self.patience}; choose 1 or more, or 0 for no end of it")
        against = self.evaluate_against
        if not against and made.spec.kind == "competitive":
            against = tuple(name for name in ("random", "rules", "basic") if name in made.bots)
        if made.spec.kind == "competitive":
            for name in against:
                find_agent(made, name)
        learner = find(self.learner)
        config = configure(learner.Config, self.config)
        for name, weight in self.opponents:
            if weight <= 0:
                raise MazzoError(f"the weight of {name} is {weight}; choose more than 0")
            if name not in (SELF, PAST):
                find_agent(made, name)
        if self.patience and self.penalty is None:
            raise MazzoError("patience counts illegal outputs, which are masked: give a penalty too")
        if self.augmentation:
            made.augmentation(self.augmentation)
        _handicap(made, self.handicap)
        return replace(
            self,
            variant=made.spec.variant,
            encoder=made.encoder(self.encoder).name,
            head=made.head_for(made.encoder(self.encoder), self.head).name,
            reward=_checked_reward(made, self.reward, self.reward_weights),
            reward_weights={name: amount(weight) for name, weight in self.reward_weights.items()},
            scale=amount(self.scale),
            evaluate_every=self.evaluate_every or max(1, self.budget // 20),
            pool_every=self.pool_every or max(1, self.budget // 50),
            evaluate_against=against,
            config=flat(config),
        )

    def make_game(self) -> Game[Any, Any]:
        return family(self.game).make(self.variant or None)

    def make_arenas(self, game: Game[Any, Any]) -> dict[str, Arena]:
        """Of every lane. They differ in their terms only: each has the opponents and rewards of all."""
        runs = self.runs()
        everybody = {name: self._opponent(game, name) for name in self.opponent_names()}
        rewards = list(dict.fromkeys(name for run in runs.values() for name in paid(run.reward)))
        mixed = len(rewards) > 1 or any(run.reward != rewards[0] for run in runs.values())
        counted = any(run.decks for run in runs.values())
        if everybody and not all(run.opponents for run in runs.values()):
            raise MazzoError("some lanes have opponents and some have none: train them as two runs")
        if len({run.penalty is None for run in runs.values()}) > 1:
            raise MazzoError("in some lanes illegal moves are masked, in others they are paid: train them as two runs")
        if len({bool(run.patience) for run in runs.values()}) > 1:
            raise MazzoError("in some lanes games are given up, in others never: train them as two runs")
        if len({run.handicap.partition(" ")[0] for run in runs.values()}) > 1:
            raise MazzoError("lanes have different handicaps: train them as two runs")
        amounts = [[*paid(run.reward).values(), *run.reward_weights.values()] for run in runs.values()]
        scheduled = (
            any(isinstance(amount, str) for each in amounts for amount in each),
            any(isinstance(run.scale, str) for run in runs.values()),
        )
        return {
            name: make_arena(
                game,
                run.encoder,
                run.head,
                {each: paid(run.reward).get(each, 0.0) for each in rewards} if mixed else rewards[0],
                [(agent, dict(run.opponents).get(who, 0.0)) for who, agent in everybody.items()],
                run.decks if counted else None,
                run.deck_seed,
                run.penalty,
                run.scale,
                run.reward_weights,
                run.patience or None,
                run.augmentation,
                _handicap(game, run.handicap),
                scheduled,
            )
            for name, run in runs.items()
        }

    def opponent_names(self) -> list[str]:
        """Of all lanes, each once."""
        return list(dict.fromkeys(name for run in self.runs().values() for name, _ in run.opponents))

    def _opponent(self, game: Game[Any, Any], name: str) -> Agent | None:
        """A named agent; None for the learner itself. An earlier self has no weights yet: the driver gives it some."""
        if name == SELF:
            return None
        if name != PAST:
            return find_agent(game, name)
        learner, configs = self.make_learner()
        arena = make_arena(game, self.encoder, self.head, penalty=self.penalty)
        recipe = replace(learner.recipe(arena, next(iter(configs.values()))), choice="sample")
        return network_agent(game, recipe, blank(recipe), name)

    def make_learner(self) -> tuple[Learner, dict[str, Any]]:
        """The learner and its typed configuration in every lane; they may differ in what is traced only."""
        learner = find(self.learner)
        configs = {name: configure(learner.Config, run.config) for name, run in self.runs().items()}
        if len({jax.tree.structure(learner.rates(config)) for config in configs.values()}) > 1:
            raise MazzoError("some lanes have a piece that others lack: give these the weight 0 of it")
        first, *others = configs.values()
        for other in others:
            for (name, one), two in zip(flat(first).items(), flat(other).values(), strict=True):
                if one != two and name not in learner.Rates._fields:
                    raise MazzoError(f"lanes differ in {name}, which is built into the program: train them as two runs")
        return learner, configs

    def dumps(self) -> str:
        """JSON, a line per field."""
        listed: dict[str, Any] = {"format": FORMAT, **{f.name: getattr(self, f.name) for f in fields(self)}}
        lines = ",\n".join(f'  "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in listed.items())
        return "{\n" + lines + "\n}\n"


def load(path: Path) -> Settings:
    """The settings of a run's folder; whatever does not fit is refused in words."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MazzoError(f"cannot read {path}: {error.strerror}; name the folder of a run") from error
    except ValueError as error:
        raise MazzoError(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict) or found.pop("format", None) != FORMAT:
        raise MazzoError(f"{path} is not the settings of a run in format {FORMAT}, which this mazzo reads")
    known = {f.name for f in fields(Settings)}
    for name in found:
        if name not in known:
            raise unknown("setting", name, sorted(known))
    try:
        found["opponents"] = tuple((str(name), float(weight)) for name, weight in found["opponents"])
        found["evaluate_against"] = tuple(found["evaluate_against"])
        found["snapshots"] = tuple(found["snapshots"])
        found["lanes"] = {name: _read_lane(changes) for name, changes in found["lanes"].items()}
        return Settings(**found).checked()
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, MazzoError):
            raise
        raise MazzoError(f"{path} does not hold the settings of a run: {error}") from error


# ----------------------------------------------------------------------------------------- typed configurations


def configure(kind: type, given: Mapping[str, Any]) -> Any:
    """A configuration with some fields set: by dotted name (`networks.hidden`), or by the last part if only one has it.

    Values are texts, as on the command line, or already of the field's type.
    """
    known = names(kind)
    values: dict[str, Any] = {}
    for name, value in given.items():
        full = [path for path in known if path == name or path.endswith(f".{name}")]
        full = [name] if name in known else full
        if len(full) != 1:
            raise unknown("setting", name, list(known))
        values[full[0]] = _read(full[0], value, known[full[0]])
    return _built(kind, "", values)


def names(kind: type) -> dict[str, Any]:
    """Dotted name -> type of every field of a configuration."""
    found: dict[str, Any] = {}
    for name, hint in get_type_hints(kind).items():
        if is_dataclass(hint):
            found |= {f"{name}.{inner}": type_ for inner, type_ in names(hint).items()}  # type: ignore[arg-type]
        else:
            found[name] = hint
    return found


def flat(config: Any) -> dict[str, Any]:
    """Dotted name -> value of every field, the inverse of `configure`."""
    found: dict[str, Any] = {}
    for f in fields(config):
        value = getattr(config, f.name)
        if is_dataclass(value):
            found |= {f"{f.name}.{inner}": v for inner, v in flat(value).items()}
        else:
            found[f.name] = list(value) if isinstance(value, tuple) else value
    return found


def _built(kind: type, prefix: str, values: Mapping[str, Any]) -> Any:
    hints = get_type_hints(kind)
    default = kind()
    changed = {}
    for name, hint in hints.items():
        path = f"{prefix}{name}"
        if is_dataclass(hint):
            inner = {p: v for p, v in values.items() if p.startswith(f"{path}.")}
            # A nested configuration starts from the default of the one around it, not from its own.
            changed[name] = replace(getattr(default, name), **_changes(hint, path, inner))
        elif path in values:
            changed[name] = values[path]
    try:
        return replace(default, **changed)
    except ValueError as error:
        raise MazzoError(str(error)) from error


def _changes(kind: Any, path: str, values: Mapping[str, Any]) -> dict[str, Any]:
    return {name.removeprefix(f"{path}."): value for name, value in values.items()}


def _read(name: str, value: Any, hint: Any) -> Any:
    """A value of the field's type, from a text or from JSON."""
    try:
        return _parsed(value, hint)
    except (KeyError, TypeError, ValueError) as error:
        raise MazzoError(f"{name} is {value!r}; write {_wanted(hint)}") from error


def _parsed(value: Any, hint: Any) -> Any:
    if isinstance(hint, types.UnionType):
        if value is None or value == "none":
            return None
        return _parsed(value, next(kind for kind in get_args(hint) if kind is not type(None)))
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        parts = [part for part in value.split(",") if part] if isinstance(value, str) else list(value)
        return tuple(_parsed(part, inner) for part in parts)
    if hint is bool:
        return {"true": True, "false": False}[str(value).lower()] if not isinstance(value, bool) else value
    if hint is int and isinstance(value, float):
        raise ValueError
    return hint(value)


def _wanted(hint: Any) -> str:
    if get_origin(hint) is tuple:
        return "numbers joined by commas"
    return {int: "a whole number", float: "a number", bool: "true or false"}.get(hint, "a text")


def _in_full(value: Any, settings: Settings) -> Any:
    """A setting with every `50%` in it replaced by so large a part of the budget; what is no text is gone through."""
    if isinstance(value, Mapping):
        return {name: _in_full(each, settings) for name, each in value.items()}
    if not isinstance(value, str) or "%" not in value:
        return value
    if settings.unit != "decisions":
        raise MazzoError(f"{value!r} has a part of the budget: give the budget in decisions, in which schedules count")
    return re.sub(r"([0-9.]+)%", lambda part: f"{float(part[1]) / 100 * settings.budget:.0f}", value)


def amount(text: Amount) -> Amount:
    """A number, or the text of a schedule as it is; complains about what is neither."""
    if not isinstance(text, str):
        return text
    try:
        return float(text)
    except ValueError:
        parse(text)
        return text


def paid(reward: str) -> dict[str, Amount]:
    """`points` -> {points: 1}; `win:1,progress:linear 1 0 1e8`, rewards with weights."""
    parts = (part.strip().partition(":") for part in reward.split(","))
    return {name: amount(weight) if colon else 1.0 for name, colon, weight in parts if name}


def _checked_reward(game: Game[Any, Any], reward: str, changed: Mapping[str, Amount]) -> str:
    reward = reward or next(iter(game.rewards))
    for name in paid(reward):
        game.reward_weights(name, changed)
    return reward


def _handicap(game: Game[Any, Any], text: str) -> tuple[str, Schedule] | None:
    """`lives linear 20 3 500000`: what begins otherwise, and a schedule over decisions."""
    name, _, schedule = text.partition(" ")
    if not name:
        return None
    game.handicap(name)
    return name, parse(schedule)


def _read_lane(changes: Mapping[str, Any]) -> dict[str, Any]:
    opponents = changes.get("opponents")
    read = {} if opponents is None else {"opponents": tuple((str(name), float(weight)) for name, weight in opponents)}
    return {**changes, **read}
