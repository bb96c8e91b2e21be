"""A scripted player of the full game, who knows only what a player may know.

Its one convention: of the cards that a hint touches, the newest can be played at once, if what is known of it allows
that. So a hint that would make a player play a card that does not fit is not given; a hint that cannot be taken for a
call to play only informs, and saves a card from the discard pile. Discarded is the oldest card that no hint touched.
"""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.games.hanabi import rules as R
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.rules import NO_CARD
from mazzo.games.hanabi.spec import Rules
from mazzo.games.hanabi.view import View


class Table(NamedTuple):
    """What the holders know about every card, own hand first: arrays [players, hand]."""

    found: sets.Prospects
    held: Array  # bool
    touched: Array  # bool, a hint named its colour or rank
    maybe: Array  # int32, the set of cards that hints and counts allow
    ready: Array  # bool, its holder will play it: it must fit, or it was touched and fits unless it is dead
    dead: Array  # bool, known to be dead


def table(rules: Rules, view: View) -> Table:
    found = sets.prospects(rules, view.built, view.discards)
    held = view.hands != NO_CARD
    touched = view.named != 0
    public = sets.short_of(rules, sets.add(view.discards, view.built))
    left = jnp.full(rules.players, public).at[0].set(sets.short_of(rules, view.seen))
    maybe = view.possible & left[:, None]
    fits = (maybe & ~found.playable) == 0
    probably = touched & ((maybe & ~found.dead & ~found.playable) == 0) & ((maybe & found.playable) != 0)
    ready = held & (fits | (probably & (view.lives > 1)))
    return Table(found, held, touched, maybe, ready, held & ((maybe & ~found.dead) == 0))


def conventional(rules: Rules, view: View, key: Array) -> Array:
    """Plays what it was told to play or knows to fit, hints at what others can play, saves, discards the oldest."""
    known = table(rules, view)
    size = rules.hand_size
    called = _called(rules, view, known)
    plays = jnp.where(called.any(), called, known.ready[0])
    play = size + size - 1 - jnp.argmax(plays[::-1])  # the newest

    worth = _hints_worth(rules, view, known)
    order = jnp.concatenate([worth[:, : rules.colours].reshape(-1), worth[:, rules.colours :].reshape(-1)])
    hint = 2 * size + jnp.argmax(order)
    may_hint = view.hints > 0
    may_discard = (view.hints < rules.hints) & ((view.stock > 0) | ~may_hint)
    action = jnp.where((may_hint & (order.max() > STALL)) | ~may_discard, hint, _discard(rules, known))
    return jnp.where(plays.any(), play, action).astype(jnp.int32)


SAVE, CALL, STALL = 1_000, 10_000, 100  # what hints are worth: to save a card, to have one played; at most, for nothing


def _called(rules: Rules, view: View, known: Table) -> Array:
    """bool[hand]: the own card that a hint since the own last turn called for; of several hints the first."""
    called = jnp.zeros(rules.hand_size, bool)
    for back in range(1, rules.players):
        action = view.actions[jnp.maximum(view.plays - back, 0).astype(jnp.int32)]
        move = R.read(rules, action)
        to_me = (view.plays >= back) & (move.named >= 0) & (move.offset == back)
        focus = _newest((view.named[0] & sets.just(move.named)) != 0)
        focus &= (known.maybe[0] & known.found.playable) != 0
        called = jnp.where(to_me & focus.any(), focus, called)
    return called


def _hints_worth(rules: Rules, view: View, known: Table) -> Array:
    """int32[others, colours + ranks]: what each hint is worth; negative: it is not possible."""
    found = known.found
    cards = sets.just(view.hands[1:])
    kinds = np.array(sets.kinds(rules), np.int32)
    touches = (cards[:, None, :] & kinds[:, None]) != 0  # [others, kinds, hand]
    focus = _newest(touches)
    card = jnp.where(focus, cards[:, None, :], 0).sum(axis=2)
    maybe = jnp.where(focus, known.maybe[1:, None, :], 0).sum(axis=2) & kinds
    calls = (maybe & found.playable) != 0  # the hint will be taken for a call to play
    fits = (card & found.playable) != 0

    new = touches & ~known.touched[1:, None, :]
    useful = ((cards & ~found.dead) != 0)[:, None, :]
    gain = 20 * (new & useful).sum(axis=2) - 15 * (new & ~useful).sum(axis=2)
    near = -3 * np.arange(rules.players - 1)[:, None]
    low = 10 * sum(((card & sets.of_rank(rules, rank)) != 0) * (rules.ranks - rank) for rank in range(rules.ranks))
    busy = known.ready[1:].any(axis=1)[:, None]

    expected = jnp.bitwise_or.reduce(jnp.where(known.ready[1:], cards, 0), axis=None)  # will be played anyway
    redundant = (card & expected) != 0

    chop = _oldest((known.held & ~known.touched & ~known.dead)[1:])
    chop_critical = (jnp.where(chop, cards, 0).sum(axis=1) & found.critical) != 0
    saves = (touches & chop[:, None, :]).any(axis=2) & chop_critical[:, None] & ~calls
    saves &= ~busy & ~known.dead[1:].any(axis=1)[:, None] & (np.arange(rules.players - 1) == 0)[:, None]

    worth = jnp.where(calls & ~fits, 0, STALL - 10 * new.sum(axis=2))
    worth = jnp.where(saves, SAVE + gain, worth)
    worth = jnp.where(calls & fits & ~redundant, CALL + gain + low + near - 300 * busy, worth)
    return jnp.where(touches.any(axis=2), worth, -1)


def _discard(rules: Rules, known: Table) -> Array:
    """The slot of a dead card, else of the oldest that no hint touched, else of the oldest; critical ones last."""
    held, touched = known.held[0], known.touched[0]
    worth = jnp.where(known.dead[0], 1000, jnp.where(touched, 0, 500)) - np.arange(rules.hand_size)
    worth -= 400 * ((known.maybe[0] & ~known.found.critical) == 0)
    return jnp.argmax(jnp.where(held, worth, -10_000))


def _newest(marked: Array) -> Array:
    """Only the last of those marked, along the last axis."""
    return marked & (jnp.flip(jnp.cumsum(jnp.flip(marked, -1), axis=-1), -1) == 1)


def _oldest(marked: Array) -> Array:
    return marked & (jnp.cumsum(marked, axis=-1) == 1)
