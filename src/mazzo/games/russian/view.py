"""What the player may know at Russian Solitaire, the deals that fit it, and what a move is known to bring about."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import members
from mazzo.core.chance import fill
from mazzo.core.game import Deal
from mazzo.games.russian import rules as R
from mazzo.games.russian.spec import CARDS, Rules


class View(NamedTuple):
    seat: Array  # int8, always 0
    pile: Array  # int8[52], where each card lies: a pile, `piles` for the foundations, or HIDDEN
    height: Array  # int8[52], how many cards lie beneath it there; 0 for hidden cards
    sizes: Array  # int8[piles], cards in each pile
    down: Array  # int8[piles], how many of them are face down
    tops: Array  # int8[piles], the top card of each pile, or NO_CARD; FACE_DOWN only in an afterstate
    moves: Array  # int8[piles + suits], the legal actions as a list, NO_MOVE (-1) between them
    deck: Array  # int8[cards], the deal as far as it was seen; NO_CARD elsewhere
    turn: Array  # int8, always 0
    actions: Array  # int8[longest], the actions so far; -1 after them
    plays: Array  # int8, how many
    legal: Array  # bool[104], the same as `moves`
    done: Array  # bool


def observe(rules: Rules, state: R.State, seat: Array) -> View:
    seen = jnp.concatenate([np.arange(size) >= state.down[pile] for pile, size in enumerate(rules.sizes)])
    return View(
        seat=jnp.asarray(seat, jnp.int8),
        pile=state.pile,
        height=state.height,
        sizes=state.sizes,
        down=state.down,
        tops=state.tops,
        moves=state.moves,
        deck=jnp.where(seen, state.deck, R.NO_CARD),
        turn=state.turn,
        actions=state.actions,
        plays=state.plays,
        legal=R.legal(rules, state),
        done=state.done,
    )


def redeal(rules: Rules, view: View, key: Array) -> Deal:
    """A deal drawn uniformly from those that look like `view`.

    What may be moved depends on face-up cards only, so every order of the face-down ones is possible.
    """
    return Deal(fill(key, view.deck, rules.deck), jnp.zeros(0, jnp.int8))


def after(rules: Rules, view: View, action: Array) -> View:
    """The afterstate: the move is made, but a card that it uncovers stays face down.

    `legal` and `moves` hold what is then known to be possible, and `done` is True only where the end is certain. A move
    that uncovers nothing gives the next view itself.
    """
    action = action.astype(jnp.int8)
    card = R.moved_card(action)
    below = view.height[card] - 1
    found = jnp.where((view.pile == view.pile[card]) & (view.height == below), R.IDS, R.NO_CARD).max()
    turns = (below >= 0) & (found < 0)
    before = R.Layout(*(getattr(view, name) for name in R.Layout._fields))
    layout = R.move(rules, before, action, jnp.where(turns, R.FACE_DOWN, found))
    known = (layout.moves >= 0).any()
    return view._replace(
        **layout._asdict(),
        actions=jnp.where(view.plays == np.arange(view.actions.shape[0]), action, view.actions),
        plays=view.plays + np.int8(1),
        legal=members(layout.moves, 2 * CARDS),
        done=~(known | turns),
    )
