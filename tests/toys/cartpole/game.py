"""A pole stands on a cart; push the cart left or right so that it does not fall.

Barto, Sutton and Anderson (1983), "Neuronlike adaptive elements that can solve difficult learning control problems",
with the numbers of Gymnasium's CartPole-v1.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from mazzo.core.agent import RANDOM, scripted
from mazzo.core.chance import fill
from mazzo.core.encoding import Encoder, Piece, direct_head
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal, Game, Text

GRAVITY = 9.8  # m/s²
CART, POLE = 1.0, 0.1  # kg
MASS = CART + POLE
HALF = 0.5  # m, half the pole's length
FORCE = 10.0  # N, of a push
STEP = 0.02  # s
FAR, STEEP = 2.4, np.float32(np.radians(12))  # where it ends
BEGIN = 0.05  # each of the four numbers begins within this
PUSHES = ("left", "right")


class Motion(NamedTuple):
    place: jnp.ndarray  # m from the middle, float32
    speed: jnp.ndarray  # m/s
    angle: jnp.ndarray  # radians from upright, to the right
    spin: jnp.ndarray  # radians/s


class State(NamedTuple):
    dealt: jnp.ndarray  # int8[4], the cards that say how it begins
    motion: Motion
    turn: jnp.ndarray
    actions: jnp.ndarray  # int8[steps]
    plays: jnp.ndarray  # int16
    done: jnp.ndarray


class View(NamedTuple):
    seat: jnp.ndarray
    dealt: jnp.ndarray
    motion: Motion
    turn: jnp.ndarray
    legal: jnp.ndarray
    actions: jnp.ndarray
    plays: jnp.ndarray
    done: jnp.ndarray


def start(rules, deal):
    dealt = deal.deck[:4].astype(jnp.int8)
    motion = Motion(*(times(2 * BEGIN / 51, dealt) - BEGIN))
    none = jnp.full(rules.steps, -1, jnp.int8)
    return State(dealt, motion, jnp.int8(0), none, jnp.int16(0), jnp.bool_(False))


def legal(rules, state):
    return jnp.full(2, ~state.done)


def play(rules, state, action):
    motion = push(state.motion, action)
    plays = state.plays + jnp.int16(1)
    fallen = (abs(motion.place) > FAR) | (abs(motion.angle) > STEEP)
    return State(
        dealt=state.dealt,
        motion=motion,
        turn=state.turn,
        actions=jnp.where(np.arange(rules.steps) == state.plays, action.astype(jnp.int8), state.actions),
        plays=plays,
        done=fallen | (plays == rules.steps),
    )


def push(motion, action):
    """One step of Euler's method, without friction, as in Florian (2007), "Correct equations for the dynamics of the
    cart-pole system".
    """
    place, speed, angle, spin = motion
    sine, cosine = jnp.sin(angle), jnp.cos(angle)
    force = jnp.where(action == 1, FORCE, -FORCE)
    pushed = times(1 / MASS, force + times(POLE * HALF, times(times(spin, spin), sine)))
    inertia = HALF * 4 / 3 - times(HALF * POLE / MASS, times(cosine, cosine))
    turning = (times(GRAVITY, sine) - times(cosine, pushed)) / inertia
    driving = pushed - times(POLE * HALF / MASS, times(turning, cosine))
    return Motion(
        place + times(STEP, speed), speed + times(STEP, driving), angle + times(STEP, spin), spin + times(STEP, turning)
    )


def times(a, b):
    """The product, rounded to 22 bits. Otherwise a compiler may multiply and add with one rounding instead of two, and
    the compiled game would differ from the uncompiled one.
    """
    return jax.lax.reduce_precision(jnp.float32(a) * b, 8, 22)


def returns(rules, state):
    return state.plays.astype(jnp.float32)[None]


def observe(rules, state, seat):
    seat = jnp.asarray(seat, jnp.int8)
    shown = (state.dealt, state.motion, state.turn, legal(rules, state))
    return View(seat, *shown, state.actions, state.plays, state.done)


def redeal(rules, view, key):
    """Nothing is hidden but the cards that are never looked at."""
    deck = jnp.full(52, -1, jnp.int8).at[:4].set(view.dealt)
    return Deal(fill(key, deck, tuple(range(52))), jnp.zeros(0, jnp.int8))


def balance(view, key):
    """To the side to which the pole will have fallen in a quarter of a second."""
    return (view.motion.angle + view.motion.spin / 4 > 0).astype(jnp.int32)


def parse_card(text):
    if text.isascii() and text.isdecimal() and int(text) < 52:
        return int(text)
    raise MazzoError(f"{text!r} is no card; write a number from 0 to 51")


def parse_push(text):
    if text in PUSHES:
        return PUSHES.index(text)
    raise MazzoError(f"{text!r} is no push; write left or right")


def show(view):
    place, speed, angle, spin = map(float, view.motion)
    return f"cart at {place:+.2f} m ({speed:+.2f} m/s), pole at {np.degrees(angle):+.1f}° ({np.degrees(spin):+.1f}°/s)"


def cartpole(spec):
    rules = spec.rules

    def piece(name, unit, doc):
        return Piece(name, 1, lambda view: getattr(view.motion, name) / unit, doc, bounds=(-5.0, 5.0))

    pieces = (
        piece("place", FAR, "of the cart; 1 is the end"),
        piece("speed", 3.0, "of the cart, in 3 m/s"),
        piece("angle", STEEP, "of the pole; 1 is the end"),
        piece("spin", 3.0, "of the pole, in 3 radians/s"),
    )
    return Game(
        spec=spec,
        start=partial(start, rules),
        legal=partial(legal, rules),
        play=partial(play, rules),
        returns=partial(returns, rules),
        observe=partial(observe, rules),
        redeal=partial(redeal, rules),
        encoders={"full": Encoder("full", "place, speed, angle and spin", pieces)},
        heads={"direct": direct_head("direct", "one output per push", 2)},
        rewards={"alive": lambda before, action, after: (after.plays - before.plays).astype(jnp.float32)[None]},
        bots={"random": RANDOM, "balance": scripted("balance", balance)},
        text=Text(str, parse_card, PUSHES.__getitem__, parse_push, show),
    )
