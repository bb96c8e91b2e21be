"""Injected deals: a test names its cards."""

from functools import cache

import jax.numpy as jnp

from mazzo import make
from mazzo.core.cards import ITALIAN
from mazzo.core.game import Deal, host
from tests.helpers import random_games

# One suit each: nobody can follow anybody.
ONE_SUIT_EACH = (
    "Ad 2d 3d 4d 5d 6d 7d Fd Cd Rd",
    "As 2s 3s 4s 5s 6s 7s Fs Cs Rs",
    "Ac 2c 3c 4c 5c 6c 7c Fc Cc Rc",
    "Ab 2b 3b 4b 5b 6b 7b Fb Cb Rb",
)
# Everybody can follow denari twice; seat 0 has the maraffa of denari, seat 2 that of coppe.
MIXED = (
    "Ad 2d 3d 4s 5s 6s 7s 4b 5b 6b",
    "4d 5d 4c 5c 6c As 2s 7b Fb 3b",
    "6d 7d Ac 2c 3c 3s Fs Cb Rb 2b",
    "Fd Cd Rd 7c Fc Cc Rc Cs Rs Ab",
)


def cards(text: str) -> list[int]:
    return [ITALIAN.parse(code) for code in text.split()]


def deal(hands: tuple[str, ...], setup: int) -> Deal:
    order = [card for hand in hands for card in cards(hand)]
    return Deal(jnp.asarray(order, jnp.int8), jnp.asarray([setup], jnp.int8))


def position(variant: str, hands: tuple[str, ...], setup: int, actions: str = "", **options):
    """(game, state) after `actions`, as words."""
    game = make("maraffone", variant, **options)
    table = host(game)
    state = table.start(deal(hands, setup))
    for word in actions.split():
        state = table.play(state, game.text.parse_action(word))
    return game, state


def view_of(variant: str, hands: tuple[str, ...], setup: int, actions: str = "", seat: int | None = None, **options):
    """(game, view) of the seat on turn, or of another."""
    game, state = position(variant, hands, setup, actions, **options)
    return game, host(game).observe(state, state.turn if seat is None else jnp.int8(seat))


def legal_words(game, state) -> set[str]:
    return {game.text.action(action) for action in host(game).legal_actions(state)}


@cache
def played(variant: str):
    """(game, states, views of all seats, actions, last states, returns) of 60 random deals: compiled once."""
    game = make("maraffone", variant)
    return game, *random_games(game, 60, seed=3)
