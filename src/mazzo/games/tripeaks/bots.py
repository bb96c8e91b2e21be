"""Scripted players of TriPeaks."""

from __future__ import annotations

from functools import partial

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.agent import RANDOM, Agent, scripted
from mazzo.core.chance import choose
from mazzo.games.tripeaks import rules as R
from mazzo.games.tripeaks.spec import Rules
from mazzo.games.tripeaks.view import View


def heuristic(rules: Rules, view: View, key: Array) -> Array:
    """The tableau before the stock, and of the cards that fit one that uncovers most."""
    return _best_fit(rules, view, uncovers(rules, view), key)


def expert(rules: Rules, view: View, key: Array) -> Array:
    """The tableau before the stock, weighing what each card uncovers and which runs it keeps open."""
    return _best_fit(rules, view, card_values(rules, view), key)


# In cards uncovered. Found by a random search over 40,000 deals, starting from a player's guess.
HALF, RUN, FORK, PAIR, HEIGHT = 0.4, 0.9, -0.4, 0.5, -0.9


def card_values(rules: Rules, view: View) -> Array:
    """float[places]: the expert's opinion of taking each free card."""
    free = view.covered == 0
    other = free & ~np.eye(rules.places, dtype=bool)
    half_uncovers = (R.lies_on(rules) & (view.covered == 2)).sum(1)
    follow = (other & R.neighbours(view.tableau[:, None], view.tableau)).sum(1)  # cards that could be taken next
    alike = (other & (R.rank(view.tableau)[:, None] == R.rank(view.tableau))).sum(1)  # others would do the same later
    height = np.repeat(np.arange(rules.rows)[::-1], rules.row_sizes)  # the widest row first
    opens = uncovers(rules, view) + HALF * half_uncovers
    return opens + RUN * (follow > 0) + FORK * follow + PAIR * alike + HEIGHT * height


def uncovers(rules: Rules, view: View) -> Array:
    """int[places]: of how many cards each card is the last one that lies on them."""
    return (R.lies_on(rules) & (view.covered == 1)).sum(1)


def bots(rules: Rules) -> dict[str, Agent]:
    found = (
        RANDOM,
        scripted("heuristic", partial(heuristic, rules), heuristic.__doc__ or ""),
        scripted("expert", partial(expert, rules), expert.__doc__ or ""),
    )
    return {bot.name: bot for bot in found}


def _best_fit(rules: Rules, view: View, value: Array, key: Array) -> Array:
    """The card of greatest value among those that may be taken, any of equals; the stock if there is none."""
    fits = view.legal[: rules.places]
    value = jnp.where(fits, value, -jnp.inf)
    return jnp.where(fits.any(), choose(key, fits & (value == value.max())), rules.places)
