"""What agents of Maraffone do, read off the final states of the deals that they played."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.agents import find
from mazzo.core import chance
from mazzo.core.agent import Agent
from mazzo.core.game import Game
from mazzo.core.rollout import play_deals
from mazzo.evaluation.match import seatings
from mazzo.games.maraffone import rules as R
from mazzo.games.maraffone.rules import SEATS, SIDES, STRENGTH, SUIT, THIRDS
from mazzo.games.maraffone.spec import BUSSO, LAST_TRICK, MARAFFA, PLAYERS, SILENT, STRISCIO, VOLO

ACES = STRENGTH == 7
WORDS = {"busso": BUSSO - SILENT, "striscio": STRISCIO - SILENT, "volo": VOLO - SILENT}
BLOCK = 1_024  # deals side by side, each played from both sides
Counts = dict[str, tuple[Array, Array]]  # name -> (sum, over how many)


class Tricks(NamedTuple):
    """The tricks of a deal; the first axis is which."""

    seat: Array  # int[tricks, 4], in the order of play
    card: Array  # int[tricks, 4], what each of them played
    takes: Array  # int[tricks, 4], who of them, counted in that order, takes it as it stands after so many cards
    thirds: Array  # int[tricks]
    sign: Array  # int[tricks], the leader's; 0: none


def tricks(state: R.State) -> Tricks:
    """Of a deal that is over."""
    number = state.hands.shape[1]
    there = state.when == np.arange(number)[:, None]  # [tricks, 40]
    lead = jnp.argmax(there & (state.said >= 0), axis=1)
    seat = (state.holder[lead][:, None] + SEATS) % PLAYERS
    card = jnp.argmax(there[:, None] & (state.holder == seat[..., None]), axis=2)
    force = R.force(card, R.suit(lead)[:, None], state.trump)
    so_far = np.tril(np.ones((PLAYERS, PLAYERS), bool))
    takes = jnp.argmax(jnp.where(so_far, force[:, None], -1), axis=2)
    last = np.arange(number) == number - 1
    thirds = (there * THIRDS).sum(1) + np.where(last, LAST_TRICK, 0)
    return Tricks(seat, card, takes, thirds, state.said[lead])


def gains(state: R.State, side: Array) -> Array:
    """int[tricks]: by how much each trick of a finished deal changed the difference of rounded points, which is what
    section 2.3 pays. A maraffa counts with the first."""
    played = tricks(state)
    winner = jnp.take_along_axis(played.seat, played.takes[:, -1:], axis=1)
    taken = jnp.where(winner % 2 == SIDES, played.thirds[:, None], 0)
    maraffa = jnp.where((state.maraffa >= 0) & (state.maraffa % 2 == SIDES), MARAFFA, 0)
    points = (jnp.cumsum(taken, axis=0) + maraffa) // 3
    return jnp.diff(points[:, side] - points[:, 1 - side], prepend=0)


def signs(state: R.State, side: Array) -> Counts:
    """How often the leaders of a side made a sign, and which, where they could."""
    played = tricks(state)
    asked = (played.seat[:-1, 0] % 2) == side
    said = played.sign[:-1]
    made = {"signs": said > 0, **{name: said == word for name, word in WORDS.items()}}
    return {name: ((asked & flags).sum(), asked.sum()) for name, flags in made.items()}


def aces(state: R.State, side: Array) -> Counts:
    """How often a side played an ace where it could, and could play something else: to a trick that the partner takes
    as it stands, the same as the last to play, and where an opponent takes it and the ace would not."""
    played = tricks(state)
    trick = np.arange(played.seat.shape[0])[:, None, None]
    held = (state.holder == played.seat[..., None]) & (state.when >= trick)  # [tricks, 4, 40]
    led = R.suit(played.card[:, 0])
    same = held & (led[:, None, None] == SUIT)
    legal = jnp.where(same.any(2, keepdims=True), same, held)
    taking = jnp.take_along_axis(played.card, played.takes[:, :-1], axis=1)  # as it stood when the next one played
    best = R.force(taking, led[:, None], state.trump)
    beats = R.force(R.CARDS, led[:, None], state.trump)[:, None] > best[..., None]  # [tricks, 3, 40]

    mine = played.seat[:, 1:] % 2 == side
    choice = (legal & ACES).any(2) & (legal & ~ACES).any(2)
    choice, own = choice[:, 1:] & mine, legal[:, 1:] & ACES
    place = np.arange(1, PLAYERS)
    partner = (played.takes[:, :-1] + 2 == place) & choice
    lost = (played.takes[:, :-1] % 2 != place % 2) & choice & ~(own & beats).any(2)
    ace = jnp.asarray(ACES)[played.card[:, 1:]]
    found = {"to the partner": partner, "to the partner, as the last": partner & (place == 3), "to an opponent": lost}
    return {name: ((ace & flags).sum(), flags.sum()) for name, flags in found.items()}


def counted(state: R.State, side: Array) -> Counts:
    """Everything that is told about one side of a finished deal."""
    one = jnp.int32(1)
    points, first = R.points(state)[side], state.namer % 2 == side
    rounds = {f"trick {i + 1}": (gain, one) for i, gain in enumerate(gains(state, side))}
    by_turn = {"points first": (points * first, first), "points second": (points * ~first, ~first)}
    return {**by_turn, **rounds, **signs(state, side), **aces(state, side)}


def habits(game: Game[Any, Any], player: str, against: str, deals: int, seed: int = 0) -> dict[str, float]:
    """Means of `counted` over so many deals, rounded up to blocks, each played from both sides."""
    agents = (find(game, player), find(game, against))
    size = min(deals, BLOCK)
    sums: dict[str, Any] = {}
    for first in range(0, deals, size):
        found = _block(game, size)(agents, jax.random.key(seed), first)
        sums = {name: np.add(np.asarray(each, np.int64), sums.get(name, (0, 0))) for name, each in found.items()}
    return {name: float(total / max(number, 1)) for name, (total, number) in sums.items()}


@cache
def _block(game: Game[Any, Any], size: int) -> Callable[..., Counts]:
    """Compiled: the sums over some deals."""
    return jax.jit(partial(_count, game, size))


def _count(game: Game[Any, Any], size: int, agents: tuple[Agent, ...], key: Array, first: Array) -> Counts:
    seating = jnp.asarray(seatings(game.spec, guests=True))
    numbers = jnp.repeat(first + jnp.arange(size), 2)
    deals = jax.vmap(lambda i: game.deal(chance.stream(key, 0, i)))(numbers)
    keys = jax.vmap(lambda i, turn: chance.stream(key, 1, i, turn))(numbers, jnp.tile(SIDES, size))
    finished = play_deals(game, agents, deals, jnp.tile(seating, (size, 1)), keys)
    every = jax.vmap(counted)(finished.state, jnp.tile(SIDES, size).astype(jnp.int32))
    return jax.tree.map(lambda counts: counts.sum(dtype=jnp.int32), every)
