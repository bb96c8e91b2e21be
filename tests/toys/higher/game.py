"""The rules, views, encoder, head, reward, bots and text of Higher, small enough for one file."""

from functools import partial
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np

from mazzo.core.agent import RANDOM, scripted
from mazzo.core.chance import shuffle, stream
from mazzo.core.encoding import Encoder, Piece, direct_head
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal, Game, Text


class State(NamedTuple):
    owner: jnp.ndarray  # int8[cards], who was dealt each card
    played: jnp.ndarray  # bool[cards]
    led: jnp.ndarray  # int8, the card on the table; -1: none
    won: jnp.ndarray  # int8[2], tricks
    turn: jnp.ndarray
    actions: jnp.ndarray
    plays: jnp.ndarray
    done: jnp.ndarray


class View(NamedTuple):
    seat: jnp.ndarray
    hand: jnp.ndarray  # bool[cards]
    led: jnp.ndarray
    won: jnp.ndarray
    turn: jnp.ndarray
    actions: jnp.ndarray
    plays: jnp.ndarray
    legal: jnp.ndarray
    done: jnp.ndarray


def start(rules, deal):
    cards = 2 * rules.tricks
    owner = jnp.zeros(cards, jnp.int8).at[deal.deck[rules.tricks :]].set(1)
    none = jnp.full(cards, -1, jnp.int8)
    zero = jnp.int8(0)
    return State(owner, none >= 0, jnp.int8(-1), jnp.zeros(2, jnp.int8), zero, none, zero, jnp.bool_(False))


def legal(rules, state):
    return (state.owner == state.turn) & ~state.played & ~state.done


def play(rules, state, action):
    card = action.astype(jnp.int8)
    cards = np.arange(2 * rules.tricks)
    second = state.led >= 0
    winner = jnp.where(card > state.led, state.turn, 1 - state.turn).astype(jnp.int8)
    plays = state.plays + jnp.int8(1)
    return State(
        owner=state.owner,
        played=state.played | (cards == card),
        led=jnp.where(second, jnp.int8(-1), card),
        won=state.won + (second & (np.arange(2) == winner)).astype(jnp.int8),
        turn=jnp.where(second, winner, 1 - state.turn).astype(jnp.int8),
        actions=jnp.where(cards == state.plays, card, state.actions),
        plays=plays,
        done=plays == 2 * rules.tricks,
    )


def returns(rules, state):
    return state.won.astype(jnp.float32)


def observe(rules, state, seat):
    seat = jnp.asarray(seat, jnp.int8)
    mine = (state.owner == seat) & ~state.played
    on_turn = (state.turn == seat) & ~state.done
    return View(seat, mine, state.led, state.won, state.turn, state.actions, state.plays, mine & on_turn, state.done)


def redeal(rules, view, key):
    """The other player's cards are known by elimination; only the order in which they were dealt is not."""
    cards = jnp.arange(2 * rules.tricks)
    plays = jnp.where(view.actions >= 0, view.actions, 99)
    players = _players(rules, view)
    mine = view.hand | ((plays[:, None] == cards) & (players == view.seat)[:, None]).any(0)
    order = shuffle(stream(key, 0), tuple(range(2 * rules.tricks)))
    first = mine[order] == (view.seat == 0)  # the cards of seat 0, in random order, then those of seat 1
    return Deal(order[jnp.argsort(~first, stable=True)].astype(jnp.int8), jnp.zeros(0, jnp.int8))


def _players(rules, view):
    """Who made each play: the winner of a trick leads the next."""
    leader, who = jnp.int8(0), []
    for trick in range(rules.tricks):
        who += [leader, 1 - leader]
        one, other = view.actions[2 * trick], view.actions[2 * trick + 1]
        leader = jnp.where(one > other, leader, 1 - leader)
    return jnp.stack(who)


def highest(view, key):
    """Always the highest card."""
    return jnp.argmax(jnp.where(view.legal, jnp.arange(len(view.legal)), -1)).astype(jnp.int32)


def parse(text):
    try:
        return int(text)
    except ValueError:
        raise MazzoError(f"{text!r} is no card; write its number") from None


def higher(spec):
    rules, cards = spec.rules, spec.actions
    hand = Piece("hand", cards, lambda view: view.hand, "own cards")
    led = Piece("led", cards, lambda view: view.led == jnp.arange(cards), "the card on the table")
    return Game(
        spec=spec,
        start=partial(start, rules),
        legal=partial(legal, rules),
        play=partial(play, rules),
        returns=partial(returns, rules),
        observe=partial(observe, rules),
        redeal=partial(redeal, rules),
        encoders={"full": Encoder("full", "own and led cards", (hand, led))},
        heads={"cards": direct_head("cards", "one output per card", cards)},
        rewards={"tricks": lambda before, action, after: (after.won - before.won).astype(jnp.float32)},
        bots={"random": RANDOM, "highest": scripted("highest", highest)},
        text=Text(
            str, parse, str, parse, lambda view: f"hand {np.flatnonzero(view.hand).tolist()}, led {int(view.led)}"
        ),
    )
