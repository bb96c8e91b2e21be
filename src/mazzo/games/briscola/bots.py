"""Scripted players of Briscola."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
from jax import Array

from mazzo.core.agent import Agent, evenly, scripted
from mazzo.core.arrays import select
from mazzo.core.chance import below, word
from mazzo.games.briscola.expert import expert
from mazzo.games.briscola.situation import WIN, Situation, card_at, situation
from mazzo.games.briscola.spec import HAND, Rules
from mazzo.games.briscola.view import View


def random(view: View, key: Array) -> Array:
    """Any card of the hand, all equally likely."""
    return select(view.hand, below(word(key), (view.hand >= 0).sum())).astype(jnp.int32)


def rules_agent(rules: Rules, view: View, key: Array) -> Array:
    """The rules-based agent that Padova trained against (section 7.1)."""
    s = situation(rules, view)
    taking = s.takes & (s.pot > 0) & ~s.leading
    plain_takers = taking & ~s.trumps
    losers = s.held & ~s.trumps & (s.points < 10)

    most = _best(taking, s.points)  # of the cards that take
    wins_game = s.own + s.pot + s.points[most] >= WIN
    plain = _best(plain_takers, 10 * s.points - s.strength)  # the weakest of equals
    weakest_taker = _best(taking, -s.strength)
    loser = _best(losers, -_worth(s))  # the loser worth least, weakest of equals

    # Exactly one card takes, and it is a trump: is the trick worth it?
    worth_a_trump = (s.pot >= 10) | ~losers.any()
    cheap_trump = s.points[weakest_taker] < 3
    worth_a_trump |= cheap_trump & (s.points[loser] == 4) & (s.pot >= 3)
    single = jnp.where(worth_a_trump, weakest_taker, loser)

    take = jnp.where(taking.sum() > 1, weakest_taker, single)
    take = jnp.where(plain_takers.any(), plain, take)
    take = jnp.where(wins_game, most, take)

    weakest = _best(s.held, -s.strength - 10 * s.trumps)  # trumps last
    lowest = _best(s.held, -s.strength)
    weakest = jnp.where(s.points[weakest] > 4, lowest, weakest)
    return card_at(view, jnp.where(taking.any(), take, weakest))


def greedy(rules: Rules, view: View, key: Array) -> Array:
    """Sapienza's min-max agent (Algorithm 1): most points over the cards that take, else the fewest points."""
    s = situation(rules, view)
    takes = s.takes & ~s.leading
    least = s.held & (s.points == jnp.where(s.held, s.points, 99).min())
    # The loop of Algorithm 1 replaces a minimum by an equal trump: the last trump among equals, else the first card.
    last_trump = HAND - 1 - jnp.argmax((least & s.trumps)[::-1])
    minimum = jnp.where((least & s.trumps).any(), last_trump, jnp.argmax(least))
    return card_at(view, jnp.where(takes.any(), _best(takes, s.points), minimum))


def bots(rules: Rules) -> dict[str, Agent]:
    found = (
        scripted("random", random, chances=evenly),
        scripted("rules", partial(rules_agent, rules), rules_agent.__doc__ or ""),
        scripted("greedy", partial(greedy, rules), greedy.__doc__ or ""),
        scripted("expert", partial(expert, rules), expert.__doc__ or ""),
    )
    return {bot.name: bot for bot in found}


# ------------------------------------------------------------------------------------------------- helpers


def _best(among: Array, value: Array) -> Array:
    """The place of the greatest value among those marked; the oldest card of equals."""
    return jnp.argmax(jnp.where(among, value, -1000))


def _worth(s: Situation) -> Array:
    """Order by points, then by strength."""
    return 10 * s.points + s.strength
