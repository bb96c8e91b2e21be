"""The agents of a game, by name: its scripted players, those that come with mazzo, folders in which an agent was saved,
and searches."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from mazzo.agents import catalogue
from mazzo.agents.measured import Strength, figures
from mazzo.agents.naming import split, weighted
from mazzo.agents.storage import Loaded, Saved, digest, is_agent, load_agent
from mazzo.core import registry
from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError, unknown
from mazzo.core.game import Game
from mazzo.ops.exploration import parse
from mazzo.search import settings as searches
from mazzo.search.goal import Lesson

__all__ = [
    "Kind",
    "by_strength",
    "find",
    "identity",
    "kind",
    "load",
    "names",
    "split",
    "stand_in",
    "strengths",
    "strongest",
    "weighted",
]

Kind = Literal["scripted", "network", "search"]
STRONGEST_FIRST = (  # what names promise, where nobody has measured
    "champion",
    "expert",
    "cheater",
    "conventional",
    "teacher",
    "intermediate",
    "rules",
    "basic",
    "heuristic",
    "greedy",
    "beginner",
    "random",
)


def find(game: Game[Any, Any], name: str) -> Agent:
    """The agent called `name`: a scripted player, one that comes with mazzo, the folder of a saved one, or a search, as
    `search:flat,worlds=32`.

    Raises MazzoError naming those.
    """
    if name in game.bots:
        return game.bots[name]
    if (search := _search_called(game, name)) is not None:
        return _search(game, name, search)
    return _network(game, name).agent


def load(name: str | Path) -> Loaded:
    """An agent with its game: the folder of a saved one, or a name with the game before it: `briscola/champion`,
    `briscola/2p/champion`."""
    parts = str(name).split("/")
    if is_agent(name) or not 2 <= len(parts) <= 3 or parts[0] not in registry.names():
        return load_agent(name)
    game = registry.make(parts[0], parts[1] if len(parts) == 3 else None)
    if parts[-1] in game.bots or _search_called(game, parts[-1]) is not None:
        return Loaded(game, find(game, parts[-1]))
    return _network(game, parts[-1])


def names(game: Game[Any, Any]) -> list[str]:
    """Of its scripted players, and of the agents that come with mazzo."""
    return [*game.bots, *(name for name in catalogue.shipped(game.spec) if name not in game.bots)]


def kind(game: Game[Any, Any], name: str) -> Kind:
    """What plays under a name."""
    if name in game.bots:
        return "scripted"
    return "network" if _search_called(game, name) is None else "search"


def by_strength(game: Game[Any, Any]) -> list[str]:
    """The names, strongest first as far as that is known; after them those who search, for they think long."""
    found = strengths(game)
    order = sorted((name for name in names(game) if name in found), key=lambda name: -found[name].value)
    for name in sorted((name for name in names(game) if name not in found), key=_promise):
        weaker = (place for place, other in enumerate(order) if _promise(other) > _promise(name))
        order.insert(next(weaker, len(order)), name)
    return sorted(order, key=lambda name: kind(game, name) == "search")


def _promise(name: str) -> float:
    """How far down an agent stands by its name alone; `expert+endgame` with `expert`."""
    base = name.partition("+")[0]
    return STRONGEST_FIRST.index(base) if base in STRONGEST_FIRST else len(STRONGEST_FIRST) - 1.5


def strengths(game: Game[Any, Any]) -> dict[str, Strength]:
    """How strong agents were measured to be; without those that changed since."""

    def same(name: str, weights: str) -> bool:
        return name in game.bots or not weights or identity(game, name) == weights

    present = set(names(game))
    found = figures(game.spec).items()
    return {name: strength for name, strength in found if name in present and same(name, strength.weights)}


def strongest(game: Game[Any, Any]) -> str:
    """The name of the strongest of its scripted players."""
    return next((name for name in STRONGEST_FIRST if name in game.bots), "random")


def stand_in(game: Game[Any, Any], name: str) -> str:
    """Who answers for an agent that is late: whom a search thinks with; for others, the strongest scripted player."""
    search = None if name in game.bots else _search_called(game, name)
    thinks_with = {} if search is None else searches.names_of_agents(searches.read(search))
    return thinks_with.get("agent") or thinks_with.get("rollout") or strongest(game)


def identity(game: Game[Any, Any], name: str) -> str:
    """What an agent is: it changes when the agent may play otherwise, so that games are known to be another's."""
    if name in game.bots:
        return f"{name} of {_source(f'mazzo.games.{game.spec.game}')}"
    if (search := _search_called(game, name)) is None:
        return digest(_folder(game, name))
    thinks_with = searches.names_of_agents(searches.read(search)).values()
    inner = "; ".join(identity(game, who) for who in (*thinks_with, strongest(game)))
    return f"{search} of {_source('mazzo.search')} with {inner}"


@cache
def _source(package: str) -> str:
    """A digest of a package's programs."""
    files = sorted(path for folder in import_module(package).__path__ for path in Path(folder).glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


# ------------------------------------------------------------------------------------------------- networks


def _folder(game: Game[Any, Any], name: str) -> Path:
    """Of a network; complains if there is none of that name."""
    folder = catalogue.shipped(game.spec).get(name)
    if folder is not None:
        return folder
    if is_agent(name):
        return Path(name)
    if elsewhere := catalogue.variants_with_agents(game.spec.game, name):
        raise MazzoError(
            f"{name} is shipped for {game.spec.game} {' and '.join(elsewhere)}, not for {game.spec.variant}; choose "
            f"one of: {', '.join(names(game))}"
        )
    methods = ", ".join(searches.PREFIX + method for method in searches.METHODS)
    others = ["the folder of a saved agent", f"a search ({methods})"]
    raise unknown(f"{game.spec.game} agent", name, [*names(game), *others])


def _network(game: Game[Any, Any], name: str) -> Saved:
    folder = _folder(game, name)
    saved = load_agent(folder) if str(folder) == name else catalogue.load_shipped(folder, name)
    if saved.game is not game:
        spec = saved.game.spec
        raise MazzoError(f"the agent {name} plays {spec.game} {spec.variant}, not {game.spec.game} {game.spec.variant}")
    return saved


# ------------------------------------------------------------------------------------------------- searches


def _search_called(game: Game[Any, Any], name: str) -> str | None:
    """The search that is meant by a name: itself, or what one that comes with mazzo plays. None: it is no search."""
    if searches.is_search(name):
        return name
    folder = catalogue.shipped(game.spec).get(name)
    if folder is None or is_agent(folder):
        return None
    return catalogue.load_composition(folder, game.spec)


def _search(game: Game[Any, Any], name: str, search: str) -> Agent:
    """A search with the agents that its settings name."""
    from mazzo.search.searcher import Mind, searcher

    settings = searches.read(search)
    for what, who in searches.names_of_agents(settings).items():
        if kind(game, who) == "search":
            raise MazzoError(f"{what}={who}: a search cannot think with another search; name who plays without one")
    thinks_with = {what: find(game, who) for what, who in searches.names_of_agents(settings).items()}
    own = thinks_with.get("agent")
    rollout = thinks_with.get("rollout")
    if own is None:
        own, rollout = rollout or game.bots[strongest(game)], None
    players = (own, thinks_with["others"]) if "others" in thinks_with else (own,)
    lesson = _lesson(game, settings.agent) if hasattr(settings, "agent") and settings.agent and not rollout else None
    return searcher(game, settings, Mind(players, rollout), name, lesson, doc="" if search == name else search)


def _lesson(game: Game[Any, Any], name: str) -> Lesson:
    """What the critic of a network has learned to foresee."""
    if name in game.bots:
        raise MazzoError(f"{name} has no critic; name the folder of a network that has one")
    saved = _network(game, name)
    recipe = saved.recipe
    if recipe.kind == "policy" and recipe.value is None and recipe.network.outputs == game.head(recipe.head).size:
        raise MazzoError(f"the agent {Path(name).name} has no critic; let leaves be played out: rollout=NAME")
    learned = saved.made.get("settings")
    if not isinstance(learned, dict) or "reward" not in learned or "scale" not in learned:
        raise MazzoError(
            f"the agent {Path(name).name} does not say which reward its critic foresees; name who plays out instead: "
            "rollout=NAME"
        )
    rewards = (part.strip().partition(":") for part in str(learned["reward"]).split(","))
    terms = dict(learned.get("reward_weights") or {})
    return Lesson(
        rewards=tuple((reward, _in_the_end(amount) if colon else 1.0) for reward, colon, amount in rewards),
        scale=_in_the_end(learned["scale"]),
        terms=tuple((str(term), _in_the_end(amount)) for term, amount in terms.items()),
    )


def _in_the_end(amount: Any) -> float:
    """A number, or where a schedule ends."""
    return float(parse(str(amount)).end[-1])
