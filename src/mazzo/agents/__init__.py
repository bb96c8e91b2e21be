"""The agents of a game, by name: its scripted players, and folders in which an agent was saved."""

from __future__ import annotations

from typing import Any

from mazzo.agents.storage import is_agent, load_agent
from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError, unknown
from mazzo.core.game import Game


def find(game: Game[Any, Any], name: str) -> Agent:
    """The agent called `name`: a scripted player, or the folder of a saved one. Raises MazzoError naming those."""
    if name in game.bots:
        return game.bots[name]
    if not is_agent(name):
        raise unknown(f"{game.spec.game} agent", name, [*names(game), "or the folder of a saved agent"])
    saved = load_agent(name)
    if saved.game is not game:
        spec = saved.game.spec
        raise MazzoError(f"the agent {name} plays {spec.game} {spec.variant}, not {game.spec.game} {game.spec.variant}")
    return saved.agent


def names(game: Game[Any, Any]) -> list[str]:
    return list(game.bots)


STRENGTH = ("champion", "expert", "cheater", "teacher", "rules", "basic", "heuristic", "greedy", "random")


def by_strength(game: Game[Any, Any]) -> list[str]:
    """The names, strongest first; those of which nothing is known before the random player."""
    known = {name: place for place, name in enumerate(STRENGTH)}
    return sorted(names(game), key=lambda name: known.get(name, len(STRENGTH) - 1.5))


def quickest(game: Game[Any, Any]) -> str:
    """A scripted player that answers at once."""
    return next(name for name in by_strength(game) if name in game.bots)
