"""The rules, views, encoder, head, reward, bots and text of Kuhn poker. Source: Kuhn (1950), A simplified two-person
poker.

Each player antes a chip and is dealt one of three cards. In turn they pass or bet a chip. Two passes, or a bet that is
called by another, end in a showdown; who passes against a bet folds. The winner takes the pot.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from mazzo.core.agent import RANDOM, scripted
from mazzo.core.chance import fill
from mazzo.core.encoding import Encoder, Piece, direct_head
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal, Game, Text

PASS, BET = 0, 1  # check or fold; bet or call
JACK, QUEEN, KING = range(3)


class State(NamedTuple):
    cards: jnp.ndarray  # int8[2], of the players
    chips: jnp.ndarray  # int8[2], in the pot
    turn: jnp.ndarray
    actions: jnp.ndarray
    plays: jnp.ndarray
    done: jnp.ndarray


class View(NamedTuple):
    seat: jnp.ndarray
    card: jnp.ndarray  # the own one; the other is never shown, not even at the end
    turn: jnp.ndarray
    actions: jnp.ndarray
    plays: jnp.ndarray
    legal: jnp.ndarray
    done: jnp.ndarray


def start(deal):
    zero = jnp.int8(0)
    return State(deal.deck[:2], jnp.ones(2, jnp.int8), zero, jnp.full(3, -1, jnp.int8), zero, jnp.bool_(False))


def legal(state):
    return jnp.full(2, ~state.done)


def play(state, action):
    action = action.astype(jnp.int8)
    opens = (action == BET) & ~(state.actions == BET).any()  # a bet to which the other has to answer
    plays = state.plays + jnp.int8(1)
    return State(
        cards=state.cards,
        chips=state.chips + action * (np.arange(2) == state.turn).astype(jnp.int8),
        turn=1 - state.turn,
        actions=jnp.where(np.arange(3) == state.plays, action, state.actions),
        plays=plays,
        done=(plays >= 2) & ~opens,
    )


def returns(state):
    """What each has won, in chips."""
    folded = state.chips[0] != state.chips[1]
    first_wins = jnp.where(folded, state.chips[0] > state.chips[1], state.cards[0] > state.cards[1])
    stake = jnp.where(state.done, state.chips.min(), 0)
    return jnp.where(first_wins, 1.0, -1.0) * stake * jnp.array([1.0, -1.0])


def observe(state, seat):
    seat = jnp.asarray(seat, jnp.int8)
    mine = legal(state) & (state.turn == seat)
    return View(seat, state.cards[seat], state.turn, state.actions, state.plays, mine, state.done)


def redeal(view, key):
    """The other player has either of the two other cards."""
    known = jnp.where(np.arange(3) == view.seat, view.card, jnp.int8(-1))
    return Deal(fill(key, known, (JACK, QUEEN, KING)), jnp.zeros(0, jnp.int8))


# How likely a bet is with jack, queen and king: Kuhn's equilibrium in which the first player never opens (alpha = 0).
OPEN = (0.0, 0.0, 0.0)  # nothing was done yet
AFTER_CHECK = (1 / 3, 0.0, 1.0)
AFTER_BET = (0.0, 1 / 3, 1.0)  # of either player


def equilibrium_chances(view):
    """float[2]: how likely the equilibrium passes and bets. The first player loses 1/18 of a chip a deal, at least."""
    facing = jnp.where((view.actions == BET).any(), 2, jnp.minimum(view.plays, 1))
    bet = jnp.array([OPEN, AFTER_CHECK, AFTER_BET])[facing, view.card]
    return jnp.stack([1 - bet, bet])


def equilibrium(view, key):
    """Cannot be beaten, and bluffs with a third of its jacks."""
    return (jax.random.uniform(key) < equilibrium_chances(view)[BET]).astype(jnp.int32)


def written(names):
    """(write, parse) between ids and names."""

    def parse(text):
        if text not in names:
            raise MazzoError(f"{text!r} is not one of: {', '.join(names)}")
        return names.index(text)

    return names.__getitem__, parse


def show(view):
    said = " ".join(ACTIONS[action] for action in view.actions if action >= 0)
    return f"card {CARDS[int(view.card)]}, so far: {said or 'nothing'}"


CARDS = ("J", "Q", "K")
ACTIONS = ("pass", "bet")


def kuhn(spec):
    card = Piece("card", 3, lambda view: view.card == np.arange(3), "the own card")
    history = Piece("history", 6, lambda view: view.actions[:, None] == np.arange(2), "of each play: pass, bet")
    return Game(
        spec=spec,
        start=start,
        legal=legal,
        play=play,
        returns=returns,
        observe=observe,
        redeal=redeal,
        encoders={"full": Encoder("full", "own card and what was done", (card, history))},
        heads={"actions": direct_head("actions", "one output each for pass and bet", 2)},
        rewards={"chips": lambda before, action, after: returns(after) - returns(before)},
        bots={"random": RANDOM, "equilibrium": scripted("equilibrium", equilibrium)},
        text=Text(*written(CARDS), *written(ACTIONS), show),
    )
