"""Injected deals: a test names its cards."""

import jax.numpy as jnp

from mazzo import make
from mazzo.core.cards import ITALIAN
from mazzo.core.game import Deal, host


def cards(text: str) -> list[int]:
    return [ITALIAN.parse(code) for code in text.split()]


def deal(start: str, turned: str, players: int = 2) -> Deal:
    """A deal that begins with the cards `start` and ends with `turned`; the rest follows in order."""
    deck = make("briscola", f"{players}p").spec.deck
    first, last = cards(start), cards(turned)
    rest = [card for card in deck if card not in first + last]
    return Deal(jnp.asarray(first + rest + last, jnp.int8), jnp.zeros(0, jnp.int8))


def position(start: str, turned: str, played: str = "", players: int = 2):
    """(game, state) after the cards `played`."""
    game = make("briscola", f"{players}p")
    table = host(game)
    state = table.start(deal(start, turned, players))
    for card in cards(played):
        state = table.play(state, card)
    return game, state


def view_of(start: str, turned: str, played: str = "", players: int = 2, seat: int | None = None):
    """(game, view) of the seat on turn, or of another."""
    game, state = position(start, turned, played, players)
    return game, host(game).observe(state, state.turn if seat is None else jnp.int8(seat))
