"""How an agent ships: measured as it will be, with a card, in its place on a shelf. What does not fit is refused."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import jax

from mazzo.agents import catalogue, find, names
from mazzo.agents.card import Card, save_card
from mazzo.agents.storage import Saved, load_agent, save_agent
from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game
from mazzo.core.spec import Spec
from mazzo.evaluation.examination import examine, halving, yardsticks
from mazzo.evaluation.speed import measure_moves
from mazzo.search import settings as searches

NETWORK_GAMES, SEARCH_GAMES = 20_000, 400  # against each opponent, if not told
NETWORK_MOVES, SEARCH_MOVES = 200, 40  # that are timed


@dataclass(frozen=True)
class Order:
    """What was asked for."""

    name: str
    shelf: Path = catalogue.SHIPPED
    against: tuple[str, ...] = ()  # who measures it; if nobody is named, the usual ones
    games: int = 0  # against each; 0: the usual number
    whole: bool = False  # do not try to halve the weights
    again: bool = False  # in the place of one of the same name
    seed: int = 0
    about: Mapping[str, Any] = field(default_factory=dict)  # command and hardware of what is measured
    progress: Callable[[int, int], None] = lambda done, total: None

    def folder(self, spec: Spec) -> Path:
        return self.shelf / spec.game / spec.variant / self.name


def check_place(order: Order, game: Game[Any, Any]) -> None:
    """The name must be free."""
    if catalogue.checked_name(order.name) in game.bots:
        raise MazzoError(f"{order.name} is a scripted player of {game.spec.title}: choose another name")
    if (folder := order.folder(game.spec)).exists() and not order.again:
        raise MazzoError(f"{folder} is there already; give --replace to put this one in its place")


def ship_network(order: Order, saved: Saved, card: Card) -> Card:
    """A network, of which `card` tells so far how it was made."""
    check_place(order, saved.game)
    against = list(order.against) or yardsticks(saved.game, order.name)
    games = order.games or NETWORK_GAMES
    with tempfile.TemporaryDirectory() as scratch:
        packed = Path(scratch) / order.name

        def save(half: bool) -> Agent:
            made = {**saved.made, "what": card.what}
            save_agent(packed, saved.game, saved.recipe, saved.agent.params, made, half=half)
            return load_agent(packed, order.name).agent

        precision = _precision(order, saved, save, against[-1] if against else None, games)
        agent = save(half=precision["bits"] == 16)
        _check_room(order, packed, saved.game.spec)  # before it is measured for long
        leaves = [leaf for leaf in jax.tree.leaves(agent.params) if hasattr(leaf, "size")]
        size = (packed / "weights.safetensors").stat().st_size
        card = replace(card, parameters=sum(leaf.size for leaf in leaves), bytes=size, precision=precision)
        card = _measured(order, saved.game, agent, card, against, games, NETWORK_MOVES)
        save_card(packed, card)
        _put(order, packed, saved.game.spec)
    return card


def ship_search(order: Order, game: Game[Any, Any], plays: str, what: str = "") -> Card:
    """A search that thinks with agents that are there by name."""
    check_place(order, game)
    settings, spec = searches.read(plays), game.spec
    thinks_with = list(searches.names_of_agents(settings).values())
    if foreign := [who for who in thinks_with if who not in names(game)]:
        raise MazzoError(f"{foreign[0]} is not among the agents of {spec.game} {spec.variant}: ship it by name first")
    if settings.ms:
        raise MazzoError("an agent that plays by the clock cannot be measured: leave ms out")
    agent = replace(find(game, plays), name=order.name)
    usual = yardsticks(game, order.name)
    against = list(order.against) or [who for who in thinks_with if who in usual][:1] or usual[-1:]
    card = Card(order.name, spec.game, spec.variant, "search", what or _line(agent.doc), plays=plays)
    card = _measured(order, game, agent, card, against, order.games or SEARCH_GAMES, SEARCH_MOVES)
    with tempfile.TemporaryDirectory() as scratch:
        packed = Path(scratch) / order.name
        catalogue.save_composition(packed, spec, plays)
        save_card(packed, card)
        _put(order, packed, spec)
    return card


def _precision(
    order: Order, saved: Saved, save: Callable[[bool], Agent], against: str | None, games: int
) -> dict[str, Any]:
    """How many bits the weights get, and why."""
    if order.whole:
        return {"bits": 32, "why": "as they were asked for"}
    try:
        found = halving(saved.game, saved.agent, save(True), against, games, order.seed)
    except MazzoError as error:  # numbers that half precision does not have
        return {"bits": 32, "why": f"halved they cannot be used: {error}"}
    low, high = found["gained_ci95"]
    opponent = f" against {against}" if against else ""
    why = (
        f"halving them gains {found['gained_mean']:.4f} ({low:.4f} – {high:.4f}) points a game{opponent} over "
        f"{found['games']:,} games, and may not lose more than {-found['allowed']:.4f}"
    )
    return {"bits": 16 if found["harmless"] else 32, "why": why, **found}


def _measured(
    order: Order, game: Game[Any, Any], agent: Agent, card: Card, against: list[str], games: int, moves: int
) -> Card:
    rows = examine(game, agent, against, games, order.seed, order.progress)
    timed = measure_moves(game, agent, moves)
    load = round(os.getloadavg()[0], 1)  # how many others wanted the cores
    measured = {**order.about, "seed": order.seed, "load": load}
    return replace(card, strength=[row.fields() for row in rows], moves=timed, measured=measured)


def _check_room(order: Order, packed: Path, spec: Spec) -> None:
    """There must be room on the shelf, besides what is in its place now."""
    own, room = catalogue.size(packed), catalogue.MOST_BYTES
    others = catalogue.size(order.shelf) - catalogue.size(order.folder(spec))
    if others + own > room:
        raise MazzoError(
            f"{order.name} has {own / 1e6:.2f} MB, and {order.shelf} holds {others / 1e6:.2f} MB: together they may "
            f"have {room / 1e6:.2f} MB; ship a smaller network"
        )


def _put(order: Order, packed: Path, spec: Spec) -> None:
    """On the shelf."""
    _check_room(order, packed, spec)
    folder = order.folder(spec)
    if folder.exists():
        shutil.rmtree(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(packed, folder)


def _line(doc: str) -> str:
    return " ".join(doc.split()).rstrip(".")
