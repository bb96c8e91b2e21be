"""What the thesis proves about Hanabi (chapter 7), checked by machine."""

from collections import Counter, deque
from functools import cache
from itertools import product

import numpy as np
import pytest

from mazzo import make
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.spec import Rules
from tests.games.hanabi.tables import Table, random_games

PLAYERS = (2, 3, 4, 5)
VARIANTS = {2: "full-2p", 3: "simplified-3p", 4: "simplified-4p", 5: "simplified-5p"}


def line_up(players, plan):
    """A deck for which a plan comes true when everyone uses the oldest card: `plan` has a card code for each turn that
    uses a card, and None for a hint."""
    rules = Rules(players, simplified=True)
    hands = [deque(range(i * rules.hand_size, (i + 1) * rules.hand_size)) for i in range(players)]
    deck, drawn = [""] * rules.cards, players * rules.hand_size
    for turn, card in enumerate(plan):
        if card is not None:
            deck[hands[turn % players].popleft()] = card
            if drawn < rules.cards:
                hands[turn % players].append(drawn)
                drawn += 1
    spare = Counter(f"{colour}{rank}" for colour in "RYGWB" for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)) - Counter(deck)
    rest = list(spare.elements())
    return " ".join(card or rest.pop() for card in deck)


def follow(variant, deck, moves):
    """Play moves: p and d for the oldest card, h for the first possible hint; returns the number of turns."""
    table = Table(variant, deck)
    hint = 2 * table.rules.hand_size
    for move in moves:
        assert not table.state.done
        action = {"d": 0, "p": table.rules.hand_size}.get(move)
        if action is None:
            action = next(a for a in table.host.legal_actions(table.state) if a >= hint)
        table.state = table.host.play(table.state, action)
    return table


@pytest.mark.parametrize(("players", "turns"), [(2, 89), (3, 80), (4, 79), (5, 72)])
def test_longest_game(players, turns):
    """Proposition 4: spend all tokens, then discard and hint in turn; discard in the last round."""
    stock = Rules(players).stock
    moves = "h" * 8 + "dh" * (stock - 1) + "d" + "d" * players
    table = follow(VARIANTS[players], "", moves)
    assert table.state.done
    assert table.state.plays == len(moves) == turns == table.game.spec.longest


def perfect(players):
    """Moves and cards of the longest perfect game: tokens are spent at once, waste is discarded, last turns play."""
    rules = Rules(players)
    order = [f"{colour}{rank}" for colour in "RYGWB" for rank in range(1, 6)]
    early, empties, last = order[: 24 - players], order[24 - players], order[25 - players :]
    waste = [f"{colour}1" for colour in "RYGWB"] * 2 + [f"{colour}2" for colour in "RYGWB"] + ["R3", "Y3"]
    moves, plan = ["h"] * 8, [None] * 8
    for card in early:
        moves += ["p", "h"] if card[1] == "5" else ["p"]
        plan += [card, None] if card[1] == "5" else [card]
    for card in waste[: rules.stock - 1 - len(early)]:
        moves += ["d", "h"]
        plan += [card, None]
    return moves + ["p"] * (1 + players), [*plan, empties, *last]


@pytest.mark.parametrize(("players", "turns", "bound"), [(2, 71, 71), (3, 63, 63), (4, 63, 63), (5, 56, 57)])
def test_longest_perfect_game(players, turns, bound):
    """Proposition 5, Table 7.4. With five players the bound is not reached: it wants four fives among 19 plays."""
    moves, plan = perfect(players)
    table = follow(VARIANTS[players], line_up(players, plan), moves)
    assert table.state.done
    assert table.returns == [25] * players
    assert table.state.plays == turns
    assert bound == table.game.spec.longest - (25 - (5 + players))


def seen(state):
    return state._replace(deck=state.turn)


@cache
def long_games(players):
    """States [games, plays] of random games that do not end for want of lives."""
    game = make("hanabi", f"simplified-{players}p", lives=90)
    return game.spec, random_games(game, 500, seed=players, keep=seen)[2]


@pytest.mark.parametrize("players", PLAYERS)
def test_potential_never_grows(players):
    """Proposition 4, part 2: t + c + d + u + p starts at the length of the longest game and never grows."""
    spec, states = long_games(players)
    stock = spec.rules.cards - states.drawn
    tokens = np.where(stock > 0, states.hints, 0)
    undisclosed = np.where(stock > 0, stock - 1, 0)
    potential = states.plays + tokens + stock + undisclosed + states.turns_left
    assert (potential[:, 0] == spec.longest).all()
    assert (np.diff(potential.astype(int), axis=1) <= 0).all()
    assert states.done[:, -1].all()
    assert (states.turns_left[:, -1] == 0).mean() > 0.9


@pytest.mark.parametrize("players", PLAYERS)
def test_time_step_of_a_state(players):
    """Proposition 6: without completed fireworks the cards and tokens tell how many turns there were."""
    spec, states = long_games(players)
    fives = sets.of_rank(spec.rules, 4)
    incomplete = (states.built & fives) == 0
    wrong = spec.rules.lives - states.lives
    discarded = np.bitwise_count(states.discards).sum(axis=-1) - wrong
    hints = discarded + spec.rules.hints - states.hints
    turns = np.bitwise_count(states.built) + wrong + discarded + hints
    assert (turns == states.plays)[incomplete].all()
    assert incomplete.mean() > 0.5


@pytest.mark.parametrize(("size", "hands"), [(4, 371_460), (5, 8_964_050)])
def test_number_of_ordered_hands(size, hands):
    """Section 7.3 counts 372,600 and 9,095,150: it takes pairs of pairs twice."""
    copies = np.array([3, 2, 2, 2, 1] * 5)

    # Exponential generating function of one card with c copies: sum of x^k / k! for k <= c.
    ways = np.zeros(size + 1)
    ways[0] = 1
    factorial = np.cumprod([1, *range(1, size + 1)])
    for c in copies:
        card = np.array([1 / factorial[k] if k <= c else 0 for k in range(size + 1)])
        ways = np.convolve(ways, card)[: size + 1]
    assert round(ways[size] * factorial[size]) == hands
    if size == 4:
        tuples = product(range(25), repeat=4)
        assert sum(all(hand.count(card) <= copies[card] for card in set(hand)) for hand in tuples) == hands
