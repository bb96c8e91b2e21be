"""The methods of search and their settings, as plain data: what `search:METHOD,setting=value,…` may say.

Nothing here needs JAX, so that help is quick.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from mazzo.core.errors import MazzoError, unknown

PREFIX = "search:"
WORLDS = "in how many worlds every action is tried; in more where fewer actions are legal than can be"
GREATEST = {int: 1_000_000, float: 1e6}


def setting(default: Any, doc: str, least: float = 0, among: tuple[str, ...] = ()) -> Any:
    """A field with what it means, the least number that it may be, or the words among which to choose."""
    return field(default=default, metadata={"doc": doc, "least": least, "among": among})


@dataclass(frozen=True)
class Common:
    """What every method can be told."""

    others: str = setting("", "who plays the other sides in its worlds; the same as its own if left out")
    weigh: int = setting(
        1, "worlds drawn for each one that is kept, by how likely the others' past actions are in it; 1: no choice", 1
    )
    doubt: float = setting(0.1, "the part of these actions that may have been any")
    ms: int = setting(
        0, "milliseconds a move: slices of the search as it is set until they are over; 0: the search once, repeatable"
    )


@dataclass(frozen=True)
class Played(Common):
    """Where games are played to their end: what they are then judged by."""

    utility: str = setting(
        "",
        "what it wants: difference (of points, to the best other side), result (1, 0, -1) or return (of its seat); "
        "by itself the difference where there are opponents, else the return",
        among=("difference", "result", "return"),
    )


CAUTION = "another action than the player's own must gain more than so many standard errors of its gain"


@dataclass(frozen=True)
class Flat(Played):
    """Flat Monte Carlo: every legal action in the same worlds, each played to its end."""

    rollout: str = setting("", "who plays on: an agent or the folder of one; the strongest scripted one if left out")
    worlds: int = setting(64, WORLDS, 1)
    caution: float = setting(2.0, CAUTION)


@dataclass(frozen=True)
class Lookahead(Common):
    """Value lookahead: every legal action, played on by a network to its next decision, where its critic judges."""

    agent: str = setting("", "the folder of a network with a critic: it plays on, and judges")
    worlds: int = setting(32, WORLDS, 1)
    caution: float = setting(2.0, CAUTION)
    decisions: int = setting(1, "at which own decision after the action the critic judges", 1)


@dataclass(frozen=True)
class Pimc(Played):
    """Perfect-information Monte Carlo: every legal action, then best play by all, who see all cards, for some plays."""

    rollout: str = setting("", "who plays on after that; the strongest scripted agent if left out")
    worlds: int = setting(16, WORLDS, 1)
    caution: float = setting(2.0, CAUTION)
    depth: int = setting(2, "plays in which all see all cards", 0)


@dataclass(frozen=True)
class Tree(Played):
    """Information-set Monte Carlo tree search (ISMCTS): UCB or a network's policy, rollouts or its critic."""

    agent: str = setting("", "the folder of a network: its policy guides the tree, its critic judges the leaves")
    rollout: str = setting("", "who plays out the leaves, instead of a critic; without either the strongest scripted")
    simulations: int = setting(256, "in all trees together", 1)
    trees: int = setting(1, "trees that grow side by side, their roots added", 1)
    explore: float = setting(
        0.5, "how much it attracts that an action was tried seldom, as a part of the worths' spread"
    )
    replies: str = setting(
        "tree",
        "what the others do in the tree: tree (what has been best for them) or policy (what the players would do)",
        among=("tree", "policy"),
    )

    @property
    def judged(self) -> bool:
        """Its leaves are judged by a critic."""
        return bool(self.agent) and not self.rollout


Settings = Flat | Lookahead | Pimc | Tree
METHODS: dict[str, type[Settings]] = {"flat": Flat, "lookahead": Lookahead, "pimc": Pimc, "tree": Tree}


def is_search(name: str) -> bool:
    return name.startswith(PREFIX)


def read(name: str) -> Settings:
    """`search:flat,rollout=expert,worlds=64`; whatever does not fit is refused in words."""
    method, *given = (part.strip() for part in name.removeprefix(PREFIX).split(","))
    if method not in METHODS:
        raise unknown("method of search", method, list(METHODS))
    kind = METHODS[method]
    known = {f.name: f for f in fields(kind)}
    values: dict[str, Any] = {}
    for part in given:
        what, equals, text = part.partition("=")
        if what not in known:
            raise unknown(f"setting of search:{method}", what, list(known))
        if not equals or not text:
            raise MazzoError(f"the setting {what} of search:{method} has no value: write {what}=…")
        if is_search(text):
            raise MazzoError(f"{what}={text}: a search cannot think with another search; name an agent or a folder")
        values[what] = _value(f"search:{method}", known[what], text)
    return _checked(replace(kind(), **values))


def names_of_agents(settings: Settings) -> dict[str, str]:
    """The agents that a search is told to think with, by what they are for."""
    found = {what: getattr(settings, what, "") for what in ("agent", "rollout", "others")}
    return {what: name for what, name in found.items() if name}


def _value(what: str, known: Any, text: str) -> Any:
    kind, least, among = type(known.default), known.metadata["least"], known.metadata["among"]
    if kind is str:
        if among and text not in among:
            raise unknown(f"{known.name} of {what}", text, list(among))
        return text
    try:
        value = kind(text)
    except ValueError:
        value = least - 1
    if not least <= value <= GREATEST[kind]:  # NaN, too
        number = "a whole number" if kind is int else "a number"
        raise MazzoError(f"{what}: {known.name} is {text!r}; write {number} from {least:g} to {GREATEST[kind]:g}")
    return value


def _checked(settings: Settings) -> Settings:
    if not settings.doubt <= 1:
        raise MazzoError(f"doubt is {settings.doubt:g}; it is a part, from 0 to 1")
    if isinstance(settings, Lookahead) and not settings.agent:
        raise MazzoError("search:lookahead needs a critic: name a network's folder, as search:lookahead,agent=DIR")
    if isinstance(settings, Pimc) and settings.depth > 8:
        raise MazzoError(f"depth is {settings.depth}: what is searched grows with every play; choose 0 to 8")
    if isinstance(settings, Tree) and settings.utility and settings.judged:
        raise MazzoError("the leaves are judged by a critic, which knows one utility only: leave utility out")
    if isinstance(settings, Tree) and settings.simulations % settings.trees:
        raise MazzoError(
            f"{settings.simulations} simulations cannot be shared evenly by {settings.trees} trees: change one of them"
        )
    return settings
