"""A run that goes on from a saved agent: its weights in the networks of the new run."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

import jax

from mazzo import nets
from mazzo.agents.network import Recipe, Weights
from mazzo.agents.storage import load_agent, skeleton
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game
from mazzo.learners.learner import LEARNERS, find


def start_from(folder: str, game: Game[Any, Any], learner: str, recipe: Recipe) -> Weights:
    """The weights of the agent in `folder`, for a run whose networks `recipe` describes.

    A critic that one of the two lacks stays out: it begins afresh, or is not needed.
    """
    able = [name for name in LEARNERS if "start" in inspect.signature(find(name).init).parameters]
    if learner not in able:
        raise MazzoError(f"{learner} cannot go on from an agent; {', '.join(able)} can")
    saved = load_agent(folder)
    if saved.game is not game:
        spec, here = saved.game.spec, game.spec
        raise MazzoError(f"the agent {folder} plays {spec.game} {spec.variant}, not {here.game} {here.variant}")
    for what in ("kind", "encoder", "head"):
        theirs, ours = getattr(saved.recipe, what), getattr(recipe, what)
        if theirs != ours:
            raise MazzoError(f"the agent {folder} has the {what} {theirs}; here it is {ours}")
    given, own = saved.agent.params, skeleton(recipe)
    parts = {"policy": (saved.recipe.network, recipe.network, given.network, own.network)}
    if saved.recipe.value is not None and recipe.value is not None:
        parts["critic"] = (saved.recipe.value, recipe.value, given.value, own.value)
    for what, (theirs, ours, *_) in parts.items():
        if _without_dropout(theirs) != _without_dropout(ours):
            raise MazzoError(f"the {what} of the agent {folder} is {_told(theirs)}; here it is {_told(ours)}")
    filled = [_filled(own, given) for _, _, given, own in parts.values()]
    return Weights(*filled)


def _filled(own: Any, given: Any) -> Any:
    """The numbers of one network in the shape of another, which may drop out more or less."""
    return jax.tree.unflatten(jax.tree.structure(own), jax.tree.leaves(given))


def _without_dropout(shape: nets.Shape) -> nets.Shape:
    return replace(shape, dropout=0.0) if isinstance(shape, nets.Mlp) else shape


def _told(shape: nets.Shape) -> str:
    return ", ".join(f"{name} {value}" for name, value in nets.describe(shape).items() if name != "dropout")
