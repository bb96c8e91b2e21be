"""Between a network's outputs and the moves of Russian Solitaire."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.encoding import Head, direct_head
from mazzo.games.russian import rules as R
from mazzo.games.russian.spec import CARDS, Rules
from mazzo.games.russian.view import View


def paper_moves(rules: Rules) -> Head:
    """The moves of He 2021: from any height of any pile to any other pile, then the top of each pile to its foundation.

    Output (pile × cards + height) × (piles - 1) + target, the own pile left out of the targets; then one per pile.
    Several outputs mean the same action where several piles are empty: `output` gives the one to the first of them.
    """
    piles, cards = rules.piles, len(rules.deck)
    tableau = piles * cards * (piles - 1)
    size = tableau + piles

    def number(source: Array, height: Array, target: Array) -> Array:
        return (source * cards + height) * (piles - 1) + target - (target > source)

    def legal(view: View) -> Array:
        every = np.arange(piles)
        card = R.moved_card(view.moves)
        source, height = view.pile[card][:, None].astype(jnp.int32), view.height[card][:, None]
        founding = (view.moves >= CARDS)[:, None]
        # A pile's own action leads onto it; a king's onto any empty pile.
        king = (np.arange(len(card)) >= piles)[:, None]
        leads = jnp.where(king, view.sizes == 0, np.arange(len(card))[:, None] == every)
        output = jnp.where(founding, tableau + source, number(source, height, jnp.asarray(every)))
        output = jnp.where(leads & (view.moves >= 0)[:, None], output, size)
        return jnp.zeros(size, bool).at[output].set(True, mode="drop")

    def action(view: View, output: Array) -> Array:
        rest = output // (piles - 1)
        pile, height = rest // cards, rest % cards
        card = jnp.argmax((view.pile == pile) & (view.height == height))
        top = view.tops[jnp.clip(output - tableau, 0, piles - 1)].astype(jnp.int32)
        return jnp.where(output >= tableau, top + CARDS, card).astype(jnp.int32)

    def output(view: View, action: Array) -> Array:
        card = R.moved_card(action)
        layout = R.Layout(*(getattr(view, name) for name in R.Layout._fields))
        source = view.pile[card].astype(jnp.int32)
        onto = number(source, view.height[card], R.target_pile(rules, layout, card).astype(jnp.int32))
        return jnp.where(action >= CARDS, tableau + source, onto).astype(jnp.int32)

    source = "He 2021, Table 4.1: every height of every pile to every other pile, and every top to its foundation"
    return Head(f"moves-{size}", source, size, legal, action, output)


def heads(rules: Rules) -> dict[str, Head]:
    compact = direct_head("cards-104", "mazzo: each card to its pile, each card to its foundation", 2 * CARDS)
    return {head.name: head for head in (compact, paper_moves(rules))}
