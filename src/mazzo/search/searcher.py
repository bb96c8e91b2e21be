"""Search methods as agents: parameters are the agents that they think with, so that others do not recompile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, NamedTuple

from jax import Array

from mazzo.core.agent import Agent, Info, Memory
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game
from mazzo.search.clock import by_clock
from mazzo.search.flat import flat
from mazzo.search.goal import Goal, Lesson, goal_by_name, goal_of_critic
from mazzo.search.lookahead import lookahead
from mazzo.search.pimc import pimc
from mazzo.search.rollout import Thought
from mazzo.search.settings import Lookahead, Pimc, Settings, Tree
from mazzo.search.tally import Tally, most_tried, shown, surest
from mazzo.search.tree import Plan, tree_search
from mazzo.search.worlds import Belief


class Mind(NamedTuple):
    """Whom a searcher thinks with."""

    players: tuple[Agent, ...]  # who plays its own side in its worlds, and, if another, who plays the others
    rollout: Agent | None = None  # who plays out the leaves of a tree, if another than the first player


@dataclass(frozen=True)
class Method:
    """How a searcher searches."""

    tally: Callable[[Mind, Any, Array], Tally]  # (mind, view, key)
    choose: Callable[[Tally], Array]  # the place of the answer
    lanes: int  # states that are computed side by side


def searcher(
    game: Game[Any, Any],
    settings: Settings,
    mind: Mind,
    name: str = "search",
    lesson: Lesson | None = None,
    doc: str = "",
) -> Agent:
    """An agent that searches. `lesson` is what the critic of the first player has learned, where one is asked."""
    nameless: dict[str, Any] = {what: "" for what in ("agent", "rollout", "others") if hasattr(settings, what)}
    uses_critic = isinstance(settings, Lookahead) or (isinstance(settings, Tree) and settings.judged)
    if uses_critic and lesson is None:
        raise MazzoError("this search asks a critic: say what it has learned to foresee")
    if isinstance(settings, Tree) and mind.rollout is not None and mind.rollout.remembers:
        raise MazzoError(f"{mind.rollout.name} remembers its games, so it cannot begin in the middle: name it as agent")
    plain = replace(settings, **nameless, ms=0)
    guided = isinstance(settings, Tree) and bool(settings.agent)
    method, act = _method(game, plain, lesson if uses_critic else None, guided)
    doc = doc or (type(settings).__doc__ or "").strip()
    if settings.ms:
        start, timed = by_clock(game, method.tally, method.choose, settings.ms)
        return Agent(name, timed, start, mind, doc, lanes=method.lanes, by_clock=True)
    return Agent(name, act, params=mind, doc=doc, lanes=method.lanes)


@cache
def _method(
    game: Game[Any, Any], settings: Settings, lesson: Lesson | None, guided: bool
) -> tuple[Method, Callable[..., tuple[Array, Memory, Info]]]:
    """Searchers of the same settings share their functions, whomever they think with."""
    goal = _goal(game, settings) if lesson is None else goal_of_critic(game, lesson)
    method = _by_settings(game, settings, goal, lesson is not None, guided)

    def act(mind: Mind, memory: Memory, view: Any, key: Array) -> tuple[Array, Memory, Info]:
        tally = method.tally(mind, view, key)
        place = method.choose(tally)
        return tally.actions[place], memory, shown(tally, place)

    return method, act


def _by_settings(game: Game[Any, Any], settings: Settings, goal: Goal, critic: bool, guided: bool) -> Method:
    belief = Belief(settings.weigh, settings.doubt)
    width = game.spec.choices
    if isinstance(settings, Tree):
        leaf = "critic" if critic else "rollout"
        plan = Plan(settings.simulations, settings.trees, settings.explore, guided, settings.replies, leaf)
        lanes = max(settings.trees, settings.simulations // 16)  # a tree has a node for each simulation
        search = partial(tree_search, plan=plan)
        return Method(
            lambda mind, view, key: search(Thought(game, mind.players, goal, belief), mind.rollout, view=view, key=key),
            choose=most_tried,
            lanes=lanes,
        )
    depth = 0
    of_worlds: Callable[..., Tally] = partial(flat, worlds=settings.worlds)
    if isinstance(settings, Lookahead):
        of_worlds = partial(lookahead, worlds=settings.worlds, decisions=settings.decisions)
    elif isinstance(settings, Pimc):
        depth = settings.depth
        of_worlds = partial(pimc, worlds=settings.worlds, depth=depth)
    return Method(
        lambda mind, view, key: of_worlds(Thought(game, mind.players, goal, belief), view=view, key=key),
        choose=partial(surest, caution=settings.caution),
        lanes=settings.worlds * width ** (depth + 1),
    )


def _goal(game: Game[Any, Any], settings: Settings) -> Goal:
    usual = "difference" if game.spec.kind == "competitive" else "return"
    return goal_by_name(game, getattr(settings, "utility", "") or usual)
