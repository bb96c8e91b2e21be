"""The solver against plain expectimax over the oracle's rules, a line played, and known answers."""

import copy
from fractions import Fraction

import numpy as np
import pytest

from mazzo import MazzoError, make
from mazzo.core.game import host
from mazzo.core.solver import best_line, find
from mazzo.games.hanabi.solver import HanabiSolver
from tests.games.hanabi.tables import Table, random_games
from tests.helpers import row
from tests.oracles import hanabi as oracle


def expected(plain: oracle.Hanabi, seen: dict) -> dict[int, Fraction]:
    """The score to be expected after each action, over all cards that may be drawn, each position looked at once."""
    return {action: after(plain, action, seen) for action in sorted(plain.legal())}


def after(plain: oracle.Hanabi, action: int, seen: dict) -> Fraction:
    stock = range(plain.drawn, len(plain.deck))
    if action == 2 * plain.size or not stock:
        return worth(played(plain, action, None), seen)
    return sum((worth(played(plain, action, place), seen) for place in stock), Fraction()) / len(stock)


def played(plain: oracle.Hanabi, action: int, place: int | None) -> oracle.Hanabi:
    """A copy in which the action was done, and the card at `place` of the deck drawn, if any is."""
    copied = copy.deepcopy(plain)
    if place is not None:
        deck = copied.deck
        deck[plain.drawn], deck[place] = deck[place], deck[plain.drawn]
    copied.play(action)
    return copied


def worth(plain: oracle.Hanabi, seen: dict) -> Fraction:
    if plain.done:
        return Fraction(plain.score())
    hands = [sorted(held.card for held in hand) for hand in plain.hands]
    left = sorted(plain.deck[plain.drawn :])
    position = str((hands, left, plain.fireworks, plain.tokens, plain.lives, plain.turn, plain.turns_left))
    if position not in seen:
        seen[position] = max(expected(plain, seen).values())
    return seen[position]


def plain_game(game, deck, actions) -> oracle.Hanabi:
    rules = game.spec.rules
    options = {name: getattr(rules, name) for name in ("scoring", "lives", "hints", "colours", "ranks", "hand")}
    plain = oracle.Hanabi(deck, rules.players, rules.simplified, **options)
    for action in actions:
        plain.play(action)
    return plain


@pytest.mark.parametrize("options", [{}, {"scoring": "fireworks", "lives": 2, "hints": 1}], ids=["zero", "fireworks"])
def test_every_action_of_small_games_is_valued_as_by_trying_everything(options):
    """Two colours, ranks to three, two cards a hand, one token or two; from two cards in the stock to the end."""
    game = make("hanabi", "simplified-2p", **{"colours": 2, "ranks": 3, "hand": 2, "hints": 2, **options})
    solver = find(game)
    decks, actions, states = random_games(game, 12, 6, lambda state: state)
    found, seen = [], {}
    for i in range(12):
        plain, ply = plain_game(game, decks[i].tolist(), []), 0
        while not plain.done:
            if len(plain.deck) - plain.drawn <= 2:
                score = sum(plain.fireworks)
                wanted = {action: float(value - score) for action, value in expected(plain, seen).items()}
                values = solver.values(row(states, i, ply))
                assert values == pytest.approx(wanted, abs=1e-12)
                found.append(max(values.values()) - min(values.values()))
            plain.play(int(actions[i, ply]))
            ply += 1
    assert len(found) > 30
    assert np.mean(found) > 0.5


def test_a_card_may_be_thrown_away_by_playing_it():
    """All tokens (one) are there, and somebody will do best by giving a life for a card: hence 8/3, and not 5/2."""
    small = {"colours": 2, "ranks": 3, "hand": 2, "hints": 1}
    table = Table("simplified-2p", "R1 R2 Y2 Y1 Y1 Y1 R1 Y2 R1 Y3 R2 R3", **small).play("p0 p1 h p1 d0 p0")
    plain = plain_game(table.game, table.deck, [int(action) for action in table.state.actions if action >= 0])
    values = find(table.game).values(table.state)
    score = sum(table.fireworks)
    assert values == pytest.approx({action: float(worth - score) for action, worth in expected(plain, {}).items()})
    assert max(values.values()) == values[table.text.parse_action("h")] == pytest.approx(8 / 3)


def test_the_last_card_is_known_and_the_line_reaches_what_was_claimed():
    """With one card in the stock nothing is open any more: the best line has the value of its first action."""
    game = make("hanabi", "simplified-2p")
    solver, table = find(game), host(game)
    _, _, states = random_games(game, 12, 9, lambda state: state)
    tried = 0
    for i in range(12):
        plies = np.flatnonzero((states.drawn[i] == 49) & ~states.done[i])
        if len(plies):
            state = row(states, i, int(plies[0]))
            claimed = max(solver.values(state).values())
            so_far = float(table.returns(state)[0])
            for action in best_line(game, solver, state):
                state = table.play(state, action)
            assert float(table.returns(state)[0]) == so_far + claimed
            tried += 1
    assert tried > 2


def test_positions_that_it_does_not_take():
    game = make("hanabi", "simplified-2p")
    state = Table("simplified-2p").state
    with pytest.raises(MazzoError, match="40 cards are in the stock, and this solver takes 5 at most"):
        find(game).values(state)
    with pytest.raises(MazzoError, match="choose a simplified variant"):
        find(make("hanabi", "full-2p"))
    with pytest.raises(MazzoError, match="too many positions"):
        HanabiSolver(game.spec.rules, most=40).values(state)
