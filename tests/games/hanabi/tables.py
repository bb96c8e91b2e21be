"""Hanabi tables: one with a named deck, or many with random ones."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np

from mazzo import make
from mazzo.core.game import Deal, host
from mazzo.games.hanabi import rules as R
from mazzo.games.hanabi import sets


class Table:
    """One game on an injected deck: the cards named first, then the rest of the deck in order."""

    def __init__(self, variant, cards="", **options):
        self.game = make("hanabi", variant, **options)
        self.rules, self.host, self.text = self.game.spec.rules, host(self.game), self.game.text
        self.deck = stacked(self.game, cards)
        self.state = self.host.start(deal(self.deck))

    def play(self, actions):
        for code in actions.split():
            self.state = self.host.play(self.state, self.text.parse_action(code))
        return self

    @property
    def legal(self):
        return " ".join(self.text.action(action) for action in self.host.legal_actions(self.state))

    @property
    def actions(self):
        return " ".join(self.text.action(action) for action in range(self.game.spec.actions))

    def view(self, seat):
        return self.host.observe(self.state, jnp.int8(seat))

    def hand(self, seat):
        return " ".join(self.text.card(int(card)) for card in self.state.hands[seat] if card >= 0)

    @property
    def fireworks(self):
        built, ranks = int(self.state.built), self.rules.ranks
        return [(built >> ranks * colour & (1 << ranks) - 1).bit_count() for colour in range(self.rules.colours)]

    @property
    def returns(self):
        return self.host.returns(self.state).tolist()


def stacked(game, cards):
    """The named cards, then the others."""
    first = [game.text.parse_card(code) for code in cards.split()]
    rest = list(game.spec.deck)
    for card in first:
        rest.remove(card)
    return first + rest


def deal(deck):
    return Deal(jnp.asarray(deck, jnp.int8), jnp.zeros(0, jnp.int8))


def kinds(game, possible):
    """The codes of a set of cards."""
    return {game.text.card(card) for card in range(game.spec.rules.types) if int(possible) >> card & 1}


def equal(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def random_games(game, games, seed, keep):
    """Decks, actions and keep(state) of random games, before each play; every other game is careful.

    A careful player mostly plays no card that does not fit, so that the game reaches its last round. All that is random
    comes from NumPy: half of the compile time of such a loop would go into JAX's random numbers.
    """
    rng = np.random.default_rng(seed)
    decks = rng.permuted(np.tile(np.array(game.spec.deck, np.int8), (games, 1)), axis=1)
    noise = rng.random((games, game.spec.longest + 1, game.spec.actions), np.float32)
    safe = (rng.random((games, game.spec.longest + 1)) > 0.05) & (np.arange(games) % 2 == 1)[:, None]
    actions, kept = _player(game, keep)(decks, noise, safe)
    return decks, np.asarray(actions), jax.tree.map(np.asarray, kept)


@cache
def _player(game, keep):
    rules = game.spec.rules

    def step(state, chance):
        noise, safe = chance
        legal = game.legal(state)
        fits = sets.has(sets.playable(rules, state.built), R.from_seat(state.hands, state.turn)[0])
        misplays = jnp.zeros(rules.actions, bool).at[rules.hand_size : 2 * rules.hand_size].set(~fits)
        allowed = legal & ~misplays
        allowed = jnp.where(safe & allowed.any(), allowed, legal)
        action = jnp.argmax(jnp.where(allowed, noise, -1)).astype(jnp.int32)
        return game.step(state, action), (action, keep(state))

    def one(deck, noise, safe):
        return jax.lax.scan(step, game.start(deal(deck)), (noise, safe))[1]

    return jax.jit(jax.vmap(one))
