"""The agents of a game, by name: its scripted players, folders in which an agent was saved, and searches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mazzo.agents.naming import split, weighted
from mazzo.agents.storage import Saved, is_agent, load_agent
from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError, unknown
from mazzo.core.game import Game
from mazzo.search import settings as searches
from mazzo.search.goal import Lesson

__all__ = ["find", "names", "split", "strongest", "weighted"]

STRONGEST_FIRST = (
    "champion",
    "expert",
    "cheater",
    "conventional",
    "teacher",
    "rules",
    "basic",
    "heuristic",
    "greedy",
    "random",
)


def find(game: Game[Any, Any], name: str) -> Agent:
    """The agent called `name`: a scripted player, the folder of a saved one, or a search, as `search:flat,worlds=32`.

    Raises MazzoError naming those.
    """
    if name in game.bots:
        return game.bots[name]
    if searches.is_search(name):
        return _search(game, name)
    if not is_agent(name):
        methods = ", ".join(searches.PREFIX + method for method in searches.METHODS)
        others = ["the folder of a saved agent", f"a search ({methods})"]
        raise unknown(f"{game.spec.game} agent", name, [*names(game), *others])
    return _saved(game, name).agent


def names(game: Game[Any, Any]) -> list[str]:
    return list(game.bots)


def strongest(game: Game[Any, Any]) -> str:
    """The name of the strongest of its scripted players."""
    return next((name for name in STRONGEST_FIRST if name in game.bots), "random")


def _saved(game: Game[Any, Any], folder: str) -> Saved:
    saved = load_agent(folder)
    if saved.game is not game:
        spec = saved.game.spec
        raise MazzoError(
            f"the agent {folder} plays {spec.game} {spec.variant}, not {game.spec.game} {game.spec.variant}"
        )
    return saved


def _search(game: Game[Any, Any], name: str) -> Agent:
    """A search with the agents that its settings name."""
    from mazzo.search.searcher import Mind, searcher

    settings = searches.read(name)
    thinks_with = {what: find(game, who) for what, who in searches.names_of_agents(settings).items()}
    own = thinks_with.get("agent")
    rollout = thinks_with.get("rollout")
    if own is None:
        own, rollout = rollout or game.bots[strongest(game)], None
    players = (own, thinks_with["others"]) if "others" in thinks_with else (own,)
    lesson = _lesson(game, settings.agent) if hasattr(settings, "agent") and settings.agent and not rollout else None
    return searcher(game, settings, Mind(players, rollout), name, lesson)


def _lesson(game: Game[Any, Any], folder: str) -> Lesson:
    """What the critic of a saved agent has learned to foresee."""
    if not is_agent(folder):
        raise MazzoError(f"{folder} has no critic; name the folder of a network that has one")
    saved = _saved(game, folder)
    recipe = saved.recipe
    if recipe.kind == "policy" and recipe.value is None and recipe.network.outputs == game.head(recipe.head).size:
        raise MazzoError(f"the agent {Path(folder).name} has no critic; let leaves be played out: rollout=NAME")
    learned = saved.made.get("settings")
    if not isinstance(learned, dict) or "reward" not in learned or "scale" not in learned:
        raise MazzoError(
            f"the agent {Path(folder).name} does not say which reward its critic foresees; name who plays out instead: "
            "rollout=NAME"
        )
    return Lesson(
        rewards=tuple(weighted(str(learned["reward"])).items()),
        scale=float(learned["scale"]),
        terms=tuple((str(term), float(weight)) for term, weight in dict(learned.get("reward_weights") or {}).items()),
    )
