"""Scripted players of Maraffone."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.agent import RANDOM, Agent, scripted
from mazzo.games.maraffone import rules as R
from mazzo.games.maraffone.expert import EXPERT, expert
from mazzo.games.maraffone.rules import STRENGTH, SUIT, THIRDS
from mazzo.games.maraffone.spec import NAME, SILENT, SUITS, Rules
from mazzo.games.maraffone.view import View


def basic(view: View, key: Array) -> Array:
    """Takes with the cheapest card that does, gives points to a partner who is taking, else plays the cheapest card.

    Names its longest suit, leads its threes first, and makes no signs.
    """
    cards = view.legal[:NAME]
    trumps = view.trump == SUIT
    worth = 20 * THIRDS.astype(np.int32)
    cheap = -(worth + STRENGTH + 100 * trumps)  # worthless before worth something, trumps last of all
    leading = view.place == 0
    threes = cards & (STRENGTH == 9) & ~trumps
    lead = jnp.where(threes.any(), _best(threes, cheap), _best(cards, cheap))

    takes = cards & (R.force(R.CARDS, view.led, view.trump) > view.best)
    follow = jnp.where(takes.any(), _best(takes, cheap), _best(cards, cheap))
    gift = _best(cards, worth - STRENGTH - 100 * trumps)
    partner_takes = (view.place >= 2) & (view.winner == (view.seat ^ 2))
    card = jnp.where(leading, lead, jnp.where(partner_takes, gift, follow))

    length = (view.held * (10 + STRENGTH)).reshape(SUITS, 10).sum(1)
    trump = NAME + jnp.argmax(length)
    return jnp.where(view.trump < 0, trump, jnp.where(view.signing, SILENT, card)).astype(jnp.int32)


def bots(rules: Rules) -> dict[str, Agent]:
    found = (
        RANDOM,
        scripted("basic", basic),
        scripted("expert", partial(expert, rules, EXPERT), expert.__doc__ or ""),
    )
    return {bot.name: bot for bot in found}


def _best(among: Array, value: Array | np.ndarray) -> Array:
    """The card of greatest value among those marked; the first of equals."""
    return jnp.argmax(jnp.where(among, value, -10_000))
