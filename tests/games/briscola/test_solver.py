"""Both exact endgames against a plain search over the oracle's rules."""

import copy

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import MazzoError, make
from mazzo.core.game import Deal, host
from mazzo.core.solver import find
from mazzo.games.briscola import rules as R
from mazzo.games.briscola import solver as S
from mazzo.games.briscola.endgame import endgame_values, in_endgame
from tests.games.briscola.hands import cards
from tests.helpers import random_games, row
from tests.oracles import briscola as oracle


def ends(plain: oracle.Briscola) -> dict[int, list[int]]:
    """The points of all seats at the end, after each card of the seat on turn."""
    found = {}
    for card in sorted(plain.legal()):
        after = copy.deepcopy(plain)
        after.play(card)
        found[card] = end(after)
    return found


def end(plain: oracle.Briscola) -> list[int]:
    if plain.done:
        return plain.returns()
    seat, best = plain.turn, None
    for points in ends(plain).values():  # by number: the first of equals stays
        rivals = [p for other, p in enumerate(points) if (other - seat) % 2 or (plain.players == 3 and other != seat)]
        wish = points[seat], -max(rivals)
        if best is None or wish > best[0]:
            best = wish, points
    assert best is not None
    return best[1]


def replayed(states, actions, i: int, plays: int, players: int) -> oracle.Briscola:
    plain = oracle.Briscola(states.deck[i, 0].tolist(), players)
    for card in actions[i, :plays]:
        plain.play(int(card))
    return plain


@pytest.mark.every_variant
@pytest.mark.parametrize(("variant", "games"), [("2p", 20), ("3p", 6), ("4p", 2)])
def test_every_card_is_valued_as_by_trying_everything(variant, games):
    game = make("briscola", variant)
    players, solver = game.spec.players, find(game)
    states, _, actions, _, _ = random_games(game, 50, seed=8)
    spread = 0.0
    for i in range(games):
        for plays in range(game.spec.longest - 3 * players, game.spec.longest):
            state, plain = row(states, i, plays), replayed(states, actions, i, plays, players)
            seat, values = int(state.turn), solver.values(state)
            so_far = plain.returns()[seat]
            assert values == {card: points[seat] - so_far for card, points in ends(plain).items()}
            spread += max(values.values()) - min(values.values())
    assert spread > 0


def test_the_compiled_form_gives_the_same_from_a_view():
    game = make("briscola", "2p")
    rules, solver = game.spec.rules, find(game)
    states, views, _, _, _ = random_games(game, 50, seed=8)
    last = range(game.spec.longest - 6, game.spec.longest)
    where = [(i, plays) for i in range(50) for plays in last]
    own = [(i, plays, int(states.turn[i, plays])) for i, plays in where]
    seen = jax.tree.map(lambda leaf: leaf[tuple(np.array(own).T)], views)
    found = np.asarray(jax.jit(jax.vmap(lambda view: endgame_values(rules, view)))(seen))
    for (i, plays), values in zip(where, found, strict=True):
        told = {int(card): float(values[card]) for card in np.flatnonzero(np.isfinite(values))}
        assert told == solver.values(row(states, i, plays))
    early = jax.tree.map(lambda leaf: leaf[:, :, 0], views)
    assert (np.asarray(in_endgame(rules, early)) == (np.arange(game.spec.longest) >= 34)).all()


def test_a_known_answer():
    """Ace and three of spade and a small trump against a higher trump: draw it by leading one of the two, not with 4c.

    After 4c 5c the other leads denari to the end. After As 5c, or 3s 2d, one of the two is taken home.
    """
    deck = cards("Rd As 3s  7d 2d 4d  4c 5c")
    game = make("briscola", "2p", deck=tuple(deck))
    table = host(game)
    state = table.start(Deal(jnp.asarray(deck, jnp.int8), jnp.zeros(0, jnp.int8)))
    with pytest.raises(MazzoError, match="2 cards are in the stock"):
        find(game).values(state)
    for card in cards("Rd 7d"):
        state = table.play(state, card)
    expected = dict(zip(cards("As 3s 4c"), (10, 10, 0), strict=True))
    assert find(game).values(state) == expected
    values = endgame_values(game.spec.rules, table.observe(state, jnp.int8(0)))
    assert {card: float(values[card]) for card in expected} == expected


def test_the_compiled_form_is_for_two():
    with pytest.raises(MazzoError, match="variant 2p"):
        endgame_values(make("briscola", "4p").spec.rules, None)


def test_worth_and_strength_are_those_of_the_rules():
    assert np.asarray(R.points(R.CARDS)).tolist() == [S.WORTH[card % 10] for card in range(40)]
    assert np.asarray(R.strength(R.CARDS)).tolist() == [S.STRENGTH[card % 10] for card in range(40)]
