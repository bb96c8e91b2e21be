"""Injected deals: a test names its cards."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np

from mazzo import make
from mazzo.core.cards import FRENCH
from mazzo.core.game import Deal, host
from tests.helpers import random_games

STANDARD = make("tripeaks")
STOCK = 28  # the action that turns it


def cards(text: str) -> list[int]:
    return [FRENCH.parse(code) for code in text.split()]


# Two peaks of two rows: a1 under b1 and b2, a2 under b2 and b3; then a stock of three and the first waste card.
SMALL = make("tripeaks", peaks=2, rows=2, deck=tuple(cards("As 2s 3s 4s 5s Ah 2h 3h 9h")))


@cache
def random_plays():
    """300 random standard games as `random_games` gives them, played once for all tests."""
    return random_games(STANDARD, 300, seed=5)


def deal(game, *rows: str, stock: str = "", waste: str) -> Deal:
    """Rows from the peaks down, `..` for a card that does not matter: the unnamed ones follow there in their order."""
    rules = game.spec.rules
    places = " ".join(rows).split()
    drawn = stock.split()
    codes = [*places, *drawn, *[".."] * (rules.stock - len(drawn)), waste]
    assert len(places) == rules.places
    rest = iter([card for card in game.spec.deck if FRENCH.code(card) not in codes])
    deck = [next(rest) if code == ".." else FRENCH.parse(code) for code in codes]
    assert sorted(deck) == sorted(game.spec.deck)
    return Deal(jnp.asarray(deck, jnp.int8), jnp.zeros(0, jnp.int8))


def played(game, dealt: Deal, actions: str = ""):
    """The state after actions written as people write them."""
    table = host(game)
    state = table.start(dealt)
    for code in actions.split():
        state = table.play(state, game.text.parse_action(code))
    return state


def view_of(game, dealt: Deal, actions: str = ""):
    return host(game).observe(played(game, dealt, actions), 0)


def legal(game, state) -> str:
    return " ".join(game.text.action(action) for action in host(game).legal_actions(state))


def pieces(game, name: str, view) -> dict:
    """The encoder's vector, cut into its pieces."""
    encoder = game.encoder(name)
    vector = np.asarray(jax.jit(encoder)(view))
    ends = np.cumsum([piece.size for piece in encoder.pieces])
    return dict(zip([piece.name for piece in encoder.pieces], np.split(vector, ends[:-1]), strict=True))
