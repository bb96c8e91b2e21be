"""Injected deals: a test names its cards."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np

from mazzo import make
from mazzo.core.cards import FRENCH
from mazzo.core.game import Deal, host
from tests.helpers import random_games

STANDARD = make("russian")
OPEN = make("russian", down=(0, 0, 0, 0), up=(1, 1, 1, 3), suits=2, ranks=3)  # threes are the kings
CLOSED = make("russian", down=(0, 2, 3), up=(1, 1, 1), suits=2, ranks=4)  # fours are the kings


def cards(text: str) -> list[int]:
    return [FRENCH.parse(code) for code in text.split()]


def deal(game, *piles: str) -> Deal:
    """Piles from the bottom up; `..` is a card that does not matter: the unnamed ones follow there in their order."""
    assert [len(pile.split()) for pile in piles] == list(game.spec.rules.sizes)
    codes = " ".join(piles).split()
    rest = iter([card for card in game.spec.deck if FRENCH.code(card) not in codes])
    deck = [next(rest) if code == ".." else FRENCH.parse(code) for code in codes]
    assert sorted(deck) == sorted(game.spec.deck)
    return Deal(jnp.asarray(deck, jnp.int8), jnp.zeros(0, jnp.int8))


KINGS = deal(OPEN, "As", "Ah", "2s", "2h 3s 3h")
TURNS = deal(CLOSED, "2s", "3h 4s As", "Ah 2h 4h 3s")


@cache
def random_plays():
    """200 random standard games as `random_games` gives them, played once for all tests."""
    return random_games(STANDARD, 200, seed=5)


def played(game, dealt: Deal, actions: str = ""):
    """The state after actions written as people write them."""
    table = host(game)
    state = table.start(dealt)
    for code in actions.split():
        state = table.play(state, game.text.parse_action(code))
    return state


def view_of(game, dealt: Deal, actions: str = ""):
    return host(game).observe(played(game, dealt, actions), 0)


def legal(game, state) -> set[str]:
    return {game.text.action(action) for action in host(game).legal_actions(state)}


def piles(view) -> list[str]:
    """What lies face up and face down (`..`), pile by pile from the bottom up."""
    pile, height, shown = np.asarray(view.pile), np.asarray(view.height), []
    for number, size in enumerate(view.sizes.tolist()):
        row = [".."] * size
        for card in np.flatnonzero(pile == number):
            row[height[card]] = FRENCH.code(int(card))
        shown.append(" ".join(row))
    return shown


def pieces(game, name: str, view) -> dict:
    """The encoder's vector, cut into its pieces."""
    encoder = game.encoder(name)
    vector = np.asarray(jax.jit(encoder)(view))
    ends = np.cumsum([piece.size for piece in encoder.pieces])
    return dict(zip([piece.name for piece in encoder.pieces], np.split(vector, ends[:-1]), strict=True))
