"""Views and afterstates of Russian Solitaire as vectors. Source: He 2021 (section 4.1.2)."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.encoding import Encoder, Piece
from mazzo.games.russian import rules as R
from mazzo.games.russian.rules import IDS
from mazzo.games.russian.spec import CARDS, SUIT, Rules
from mazzo.games.russian.view import View

SPARE = 3  # channels of Table 4.3 that the paper does not explain: zeros


def location(rules: Rules, view: View) -> Array:
    """int16[52]: the paper's location of each face-up card; -1 for hidden cards and those under a foundation's top.

    Pile after pile with as many heights as there are cards, then the tops of the foundations.
    """
    on_foundation = view.pile == rules.piles
    next_is_too = jnp.roll(on_foundation, -1) & (R.rank(IDS) < rules.ranks - 1)
    piles = view.pile.astype(jnp.int16) * len(rules.deck) + view.height
    tops = rules.piles * len(rules.deck) + (IDS // SUIT).astype(np.int16)
    found = jnp.where(on_foundation, jnp.where(next_is_too, -1, tops), piles)
    return jnp.where(view.pile < 0, -1, found)


def face_down(rules: Rules, view: View) -> Array:
    """bool[locations]: where a face-down card lies."""
    heights = np.arange(len(rules.deck))
    return jnp.concatenate([(heights < view.down[:, None]).reshape(-1), np.zeros(rules.suits, bool)])


def hidden(rules: Rules, view: View) -> Array:
    """bool[52]: cards that were not seen yet."""
    return (view.pile < 0) & np.isin(IDS, rules.deck)


def _e1(rules: Rules) -> tuple[Piece, ...]:
    """[373, 52]: the channels of each card."""

    def located(view: View) -> Array:
        return np.arange(rules.locations)[:, None] == location(rules, view)

    def discarded(view: View) -> Array:
        return (view.pile == rules.piles) & (location(rules, view) < 0)

    return (
        Piece("location", rules.locations * CARDS, located, "a channel per location: the face-up card there"),
        Piece("face-down", CARDS, lambda view: hidden(rules, view), "cards not seen yet"),
        Piece("discarded", CARDS, discarded, "cards under the top of a foundation"),
        Piece("spare", SPARE * CARDS, lambda view: jnp.zeros(SPARE * CARDS), "not explained in the paper: zeros"),
    )


def _e2(rules: Rules) -> tuple[Piece, ...]:
    """[54, 368]: the channels of each location."""

    def cards(view: View) -> Array:
        return location(rules, view)[:, None] == np.arange(rules.locations)

    def vacant(view: View) -> Array:
        return ~(cards(view).any(0) | face_down(rules, view))

    n = rules.locations
    return (
        Piece("card", CARDS * n, cards, "a channel per card, a flag for the location where it lies face up"),
        Piece("face-down", n, lambda view: face_down(rules, view), "locations with a face-down card"),
        Piece("vacant", n, vacant, "locations without a card"),
    )


def _full(rules: Rules) -> tuple[Piece, ...]:
    piles, cards = rules.piles, len(rules.deck)
    most = max(rules.down)
    king = rules.ranks - 1 == IDS % SUIT  # NumPy: nothing is computed before the first call

    def with_successor(view: View) -> Array:
        """The card lies in the same pile as the next card of its suit."""
        return (view.pile == jnp.roll(view.pile, -1)) & (view.pile >= 0) & (view.pile < piles) & ~king

    def joined(view: View) -> Array:
        return with_successor(view) & (view.height == jnp.roll(view.height, -1) + 1)

    def before_successor(view: View) -> Array:
        return with_successor(view) & (view.height < jnp.roll(view.height, -1))

    def cover(view: View) -> Array:
        """How many cards lie on each."""
        size = jnp.zeros(CARDS, jnp.int8)
        for pile in range(piles):
            size = jnp.where(view.pile == pile, view.sizes[pile], size)
        return jnp.where(size > 0, size - 1 - view.height, 0)

    def where(view: View) -> Array:
        return np.arange(piles + 1)[:, None] == view.pile

    return (
        Piece("pile", (piles + 1) * CARDS, where, "a channel per pile and one for the foundations, a flag per card"),
        Piece("hidden", CARDS, lambda view: hidden(rules, view), "cards not seen yet"),
        Piece("height", CARDS, lambda view: view.height / cards, "cards beneath each card, as a part of all"),
        Piece("cover", CARDS, lambda view: cover(view) / cards, "cards on each card, as a part of all"),
        Piece("top", CARDS, lambda view: (cover(view) == 0) & (view.pile >= 0), "nothing lies on it"),
        Piece("joined", CARDS, joined, "lies directly on the next card of its suit"),
        Piece("blocked", CARDS, before_successor, "lies under the next card of its suit"),
        Piece("down", piles * most, lambda view: np.arange(most) < view.down[:, None], "a flag per face-down card"),
        Piece("empty", piles, lambda view: np.arange(piles) < (view.sizes == 0).sum(), "a flag per empty pile"),
        Piece("legal", 2 * CARDS, lambda view: view.legal, "what may be moved"),
    )


def _moves(rules: Rules) -> tuple[Piece, ...]:
    """What a move would bring about, which a network finds hard to work out from heights and sizes."""
    piles, most = rules.piles, max(rules.down)
    king = rules.ranks - 1 == IDS % SUIT

    def of_pile(view: View, numbers: Array) -> Array:
        """int8[52]: the number of the pile on which each card lies; 0 for other cards."""
        found = jnp.zeros(CARDS, jnp.int8)
        for pile in range(piles):
            found = jnp.where(view.pile == pile, numbers[pile], found)
        return found

    def on_a_pile(view: View) -> Array:
        return (view.pile >= 0) & (view.pile < piles)

    def lowest(view: View) -> Array:
        return on_a_pile(view) & (view.height == of_pile(view, view.down))

    def beneath(view: View) -> Array:
        return of_pile(view, view.down) / max(most, 1)

    def way(view: View) -> Array:
        """What lies on the card that it could be moved to."""
        cover = jnp.where(on_a_pile(view), of_pile(view, view.sizes) - 1 - view.height, 0)
        return jnp.where(king, 0, jnp.roll(cover, -1)) / len(rules.deck)

    def wanted(view: View) -> Array:
        before_it = (jnp.roll(view.pile, 1) == piles) | (IDS % SUIT == 0)
        return before_it & (view.pile != piles) & np.isin(IDS, rules.deck)

    return (
        Piece("beneath", CARDS, beneath, "face-down cards in the pile of each card, as a part of the most"),
        Piece("turns", CARDS, lambda view: lowest(view) & (view.height > 0), "moving it turns a card face up"),
        Piece("clears", CARDS, lambda view: lowest(view) & (view.height == 0), "moving it empties the pile"),
        Piece("way", CARDS, way, "cards that lie on the next card of its suit, as a part of all"),
        Piece("wanted", CARDS, wanted, "the next card of its foundation, wherever it is"),
    )


def encoders(rules: Rules) -> dict[str, Encoder]:
    found = (
        Encoder("e1", "He 2021, section 4.1.2, E1 and Table 4.3; as 373 channels of 52", _e1(rules)),
        Encoder("e2", "He 2021, section 4.1.2, E2 and Table 4.4; as 54 channels of 368", _e2(rules)),
        Encoder("full", "mazzo: everything that the player may know", _full(rules)),
        Encoder(
            "moves", "mazzo: what moves would bring about; to be put beside another, as `full+moves`", _moves(rules)
        ),
    )
    return {encoder.name: encoder for encoder in found}
