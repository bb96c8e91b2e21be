"""Scripted players of Hanabi: those of the simplified game, who see their own cards, and the list of all."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.agent import RANDOM, Agent, scripted
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.conventional import conventional
from mazzo.games.hanabi.spec import Rules
from mazzo.games.hanabi.view import View

NEVER = 1_000_000  # regret of what cannot be done


class Cards(NamedTuple):
    """Every card of every hand, own hand first: arrays [players, hand]."""

    held: Array  # bool, there is a card
    rank: Array  # int32, from 1
    fits: Array  # bool, playable now
    useless: Array  # bool, dead, or the same card is in an older slot of the hand
    critical: Array  # bool
    elsewhere: Array  # bool, another player holds the same card


def judge(rules: Rules, view: View) -> Cards:
    found = sets.prospects(rules, view.built, view.discards)
    hands, size = view.hands, rules.hand_size
    held = hands >= 0
    same = hands[:, :, None, None] == hands
    own = np.eye(rules.players, dtype=bool)[:, None, :, None]
    older = np.tril(np.ones((size, size), bool), -1)[:, None, :]
    return Cards(
        held=held,
        rank=(hands % rules.ranks).astype(jnp.int32) + 1,
        fits=sets.has(found.playable, hands),
        useless=held & (sets.has(found.dead, hands) | (same & own & older).any(axis=(2, 3))),
        critical=sets.has(found.critical, hands),
        elsewhere=held & (same & ~own).any(axis=(2, 3)),
    )


def teacher(rules: Rules, view: View, key: Array) -> Array:
    """Plays the lowest card that fits; else discards a useless one; else hints; else discards the highest uncritical.

    The thesis (appendix A.2) had a rule-based teacher but does not say by which rules it played; it scored 24.1.
    """
    cards = judge(rules, view)
    held, rank, fits, useless, critical, _ = (each[0] for each in cards)
    play = rules.hand_size + _best(fits, -rank)
    discard = _best(held, rank - rules.ranks * critical)
    action = jnp.where(view.hints > 0, 2 * rules.hand_size, discard)
    action = jnp.where(useless.any() & (view.hints < rules.hints), jnp.argmax(useless), action)
    return jnp.where(fits.any(), play, action).astype(jnp.int32)


def cheater(rules: Rules, view: View, key: Array) -> Array:
    """Plays what fits, and otherwise weighs who can best spare a card; stalls with hints when cards to draw get scarce.

    The regret of discards and several rules of the endgame are ideas of F. van Doorn's cheating player.
    """
    cards = judge(rules, view)
    hints, stock = view.hints.astype(jnp.int32), view.stock.astype(jnp.int32)
    found = sets.prospects(rules, view.built, view.discards)
    late = sets.count(sets.every(rules) & ~found.dead) > stock  # more cards to play than to draw
    can_play = cards.fits.any(axis=1)
    in_time = np.arange(1, rules.players) <= hints  # those who have their turn before the tokens run out
    useful = (cards.held & ~cards.useless).sum(axis=1)
    all_drawn = (sets.short_of(rules, view.seen) & ~found.dead) == 0

    regret = _regret(rules, cards)
    least = regret.min(axis=1)
    others = jnp.where(can_play[1:], 0, least[1:])
    better_off = jnp.where(in_time, others, NEVER).min() < least[0]
    cheap = least[0] < 10 * (10 - hints)
    hint = better_off & ~cheap
    hint |= (useful[1] == 0) & (hints >= rules.hints - useful[0]) & ~all_drawn  # let the next player draw
    hint |= late & ((stock == 1) | (can_play[1:] & in_time).any())
    hint = ((hints == rules.hints) | hint) & (hints > 0)
    action = jnp.where(hint, 2 * rules.hand_size, jnp.argmin(regret[0]))

    # With one useful card left there is time: let the stock last for those who need more turns.
    completes = (cards.fits[0] & (cards.rank[0] == rules.ranks)).any()
    two_to_go = (can_play & (cards.critical.sum(axis=1) >= 2))[1:] & in_time
    waits = late & (hints > 0) & (stock > 0) & (useful[0] == 1)
    waits &= (all_drawn & completes) | ((stock == 1) & two_to_go.any())
    play = rules.hand_size + _best(cards.fits[0], _eagerness(rules, view, cards, can_play))
    return jnp.where(can_play[0] & ~waits, play, action).astype(jnp.int32)


def _regret(rules: Rules, cards: Cards) -> Array:
    """int32[players, hand]: how bad it is to discard each card."""
    regret = jnp.where(cards.critical, 1000 * (6 - cards.rank), 100 * (6 - cards.rank))
    regret = jnp.where(cards.elsewhere, 10 * (8 - rules.players) + cards.rank, regret)
    regret = jnp.where(cards.useless, 10, regret)
    return jnp.where(cards.held, regret, NEVER)


def _eagerness(rules: Rules, view: View, cards: Cards, can_play: Array) -> Array:
    """int32[hand]: which own card to play first: low ones, then critical ones, then those that nobody else has."""
    rank, critical = cards.rank[0], cards.critical[0]
    eager = 1000 * (rules.ranks - rank) + 100 * critical - 50 * cards.elsewhere[0] + np.arange(rules.hand_size)
    # A completed firework brings a token; the card below another own one can wait for it.
    highest = rank == rules.ranks
    below = ((view.hands[0][:, None] + 1 == view.hands[0]) & highest).any(axis=1) & (rank == rules.ranks - 1)
    eager -= 1500 * (below & (cards.fits[0] & highest).any())
    # Towards the end only what cannot be replaced counts.
    urgent = (view.stock == 0) | ((view.stock <= can_play.sum()) & (critical.sum() >= 2))
    return eager + 100_000 * (urgent & critical)


def bots(rules: Rules) -> dict[str, Agent]:
    policies = (teacher, cheater) if rules.simplified else (conventional,)
    found = (RANDOM, *(scripted(p.__name__, partial(p, rules), p.__doc__ or "") for p in policies))
    return {bot.name: bot for bot in found}


def _best(among: Array, value: Array) -> Array:
    """The slot of the greatest value among those marked; the oldest of equals."""
    return jnp.argmax(jnp.where(among, value, -NEVER))
