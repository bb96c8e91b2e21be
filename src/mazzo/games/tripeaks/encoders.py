"""Views and afterstates of TriPeaks as vectors. Source: He 2021 (section 4.1.2)."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import once
from mazzo.core.encoding import Encoder, Piece
from mazzo.games.tripeaks import rules as R
from mazzo.games.tripeaks.spec import DECK, RANKS, Rules
from mazzo.games.tripeaks.view import FACE_DOWN, NO_CARD, View

CARDS = np.array(DECK, np.int8)  # in the paper's order: A to K of spades, hearts, clubs, diamonds
BITS = len(DECK) + 2  # of a location in E2: the card, face down, vacant


def locations(rules: Rules, view: View) -> Array:
    """int8[cards]: what lies on the paper's locations, the tableau, the stock and the top of the waste."""
    stock = jnp.where(np.arange(rules.stock) < rules.stock - view.stock, NO_CARD, FACE_DOWN)
    return jnp.concatenate([view.tableau, stock, view.waste[None]])


def _e1(rules: Rules) -> tuple[Piece, ...]:
    """[cards + 2, 52]: the channels of each card."""
    count = len(rules.deck)

    def located(view: View) -> Array:
        return locations(rules, view)[:, None] == CARDS

    def seen(view: View) -> Array:
        return (view.deck[:, None] == CARDS).any(0)

    def face_down(view: View) -> Array:
        return ~seen(view) & np.isin(CARDS, rules.deck)

    def discarded(view: View) -> Array:
        return seen(view) & ~located(view).any(0)

    return (
        Piece("location", count * len(DECK), located, "a channel per location, a flag for the face-up card there"),
        Piece("face-down", len(DECK), face_down, "cards not seen yet: in the stock or face down in the tableau"),
        Piece("discarded", len(DECK), discarded, "cards under the top of the waste"),
    )


def _e2(rules: Rules) -> tuple[Piece, ...]:
    """[cards, 54]: a channel per location."""

    def channels(cards: Array) -> Array:
        flags = [cards[:, None] == CARDS, (cards == FACE_DOWN)[:, None], (cards == NO_CARD)[:, None]]
        return jnp.concatenate(flags, axis=1)

    def stock_channels(view: View) -> Array:
        return channels(locations(rules, view)[rules.places : -1])

    each = "its card, face down, vacant"
    return (
        Piece("tableau", rules.places * BITS, lambda view: channels(view.tableau), f"of each place: {each}"),
        Piece("stock", rules.stock * BITS, stock_channels, f"of each place, in order of turning: {each}"),
        Piece("waste", BITS, lambda view: channels(view.waste[None]), f"of its top: {each}"),
    )


def _full(rules: Rules) -> tuple[Piece, ...]:
    """Suits never matter, and ranks only by their distance from the waste, because they go round."""
    places = rules.places

    def distance(view: View, cards: Array) -> Array:
        """int8[n]: how many ranks each card lies above the waste; -1 for no card."""
        apart = R.rank(cards) - jnp.where(view.waste >= 0, R.rank(view.waste), 0)
        return jnp.where(cards >= 0, jnp.where(apart < 0, apart + RANKS, apart), NO_CARD)

    def ranks(view: View) -> Array:
        return once(distance(view, view.tableau))[:, None] == np.arange(RANKS)

    def unseen(view: View) -> Array:
        return _tally(distance(view, jnp.asarray(rules.deck, jnp.int8))) - _tally(distance(view, view.deck))

    order = "by distance from the waste"
    return (
        Piece("ranks", places * RANKS, ranks, f"of each face-up card, {order}"),
        Piece("face-down", places, lambda view: view.tableau == FACE_DOWN, "places with a card that was not seen"),
        Piece("taken", places, lambda view: view.covered < 0, "empty places"),
        Piece("free", places, lambda view: view.covered == 0, "places with a card on which nothing lies"),
        Piece("unseen", RANKS, lambda view: unseen(view) / 4, f"cards not seen yet, as a part of 4, {order}"),
        Piece("showing", RANKS, lambda view: _tally(distance(view, view.tableau)) / 4, f"face-up cards, {order}"),
        Piece("stock", rules.stock, lambda view: np.arange(rules.stock) < view.stock, "a flag per card in the stock"),
        Piece("waste", 1, lambda view: view.waste >= 0, "its top card is known; if not, distances are from the ace"),
        Piece("legal", places + 1, lambda view: view.legal, "what may be played"),
    )


def encoders(rules: Rules) -> dict[str, Encoder]:
    found = (
        Encoder("e1", "He 2021, section 4.1.2, E1; as 54 channels of 52", _e1(rules)),
        Encoder("e2", "He 2021, section 4.1.2, E2 and Table 4.2; as 52 channels of 54", _e2(rules)),
        Encoder("full", "mazzo: everything that matters, ranks counted from the waste", _full(rules)),
    )
    return {encoder.name: encoder for encoder in found}


def _tally(values: Array) -> Array:
    """int32[13]: how often each number from 0 to 12 occurs, at most 7 times; negative ones are not counted.

    Counted in three bits each: sums over one axis are fast in batches, comparisons with every number are not.
    """
    counts = []
    for first, last in ((0, 9), (10, 12)):
        here = (values >= first) & (values <= last)
        ones = jnp.where(here, jnp.uint32(1) << (3 * (values - first)).astype(jnp.uint32), 0)
        packed = once(ones.sum(dtype=jnp.uint32))
        counts.append((packed >> np.arange(0, 3 * (last - first + 1), 3, dtype=np.uint32)) & 7)
    return jnp.concatenate(counts).astype(jnp.int32)
