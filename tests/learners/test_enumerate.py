"""Games as decision problems: against known values, against slow searches that share nothing with them, and in play."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import combinations, permutations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core.agent import scripted
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal
from mazzo.core.rollout import play_deals
from mazzo.learners.enumerate import always, enumerate_game, equally, tabular
from mazzo.learners.problem import action_values, evaluate, greedy, solve, uniform, worth
from tests.helpers import toy
from tests.oracles import tripeaks as plain

EXACT = dict(abs=1e-6)  # the games count in float32
SMALL = dict(peaks=1, rows=2, deck=(0, 1, 2, 3, 13, 14))  # A234 and another A2: three places, a stock of two


@cache
def problem(game, seat, others, describe="views"):
    """Solved in several tests."""
    if game == "tripeaks":
        game = make("tripeaks", **SMALL)
        return enumerate_game(game, describe=game.encoder("full")) if describe == "full" else enumerate_game(game)
    game = toy(game)
    opponents = {"random": lambda: equally, "highest": lambda: always(game.bot("highest")), "equilibrium": equilibrium}
    options = {"describe": game.encoder("full")} if describe == "full" else {}
    return enumerate_game(game, seat, opponents[others](), **options)


def equilibrium():
    toy("kuhn")
    return import_module("mazzo.games.kuhn.game").equilibrium_chances


def optimum(problem):
    return worth(problem, solve(problem))


# ------------------------------------------------------------------------------------------------------ known values


@pytest.mark.parametrize(("seat", "value"), [(0, -1 / 18), (1, 1 / 18)])
def test_the_equilibrium_of_kuhn_poker_cannot_be_beaten(seat, value):
    """The game's value. Kuhn (1950)."""
    assert optimum(problem("kuhn", seat, "equilibrium")) == pytest.approx(value, **EXACT)


@pytest.mark.parametrize(("seat", "value"), [(0, 1 / 2), (1, 5 / 12)])
def test_the_random_bot_of_kuhn_poker_loses(seat, value):
    """By hand. First: bet a jack (-1/2), bet a queen (1/2), a king wins 3/2 either way. Second: after a pass the same
    bets and values; after a bet a jack folds (-1), a queen calls (0), a king calls (2)."""
    assert optimum(problem("kuhn", seat, "random")) == pytest.approx(value, **EXACT)


def test_a_policy_that_beats_random_is_beaten_itself():
    """Against the best answer to random play, random play loses just that: the game is zero-sum."""
    second = problem("kuhn", 1, "random")
    answer = tabular(greedy(second, action_values(second, solve(second))), actions=2)
    first = enumerate_game(toy("kuhn"), 0, answer)
    assert worth(first, evaluate(first, uniform(first))) == pytest.approx(-5 / 12, **EXACT)
    assert optimum(first) > -1 / 18 + 0.01  # it is no equilibrium: more than the game's value can be had


# -------------------------------------------------------------------------------------------- a slow search of higher


def highest(hand):
    return {max(hand): Fraction(1)}


def any_card(hand):
    return dict.fromkeys(hand, Fraction(1, len(hand)))


def best_of_higher(worlds, seat, answers):
    """The most tricks that `seat` can take, times the chance of these worlds, which all look alike to it.

    A world is (chance, hands, led, turn); `answers` says how likely the other plays each card of a hand.
    """
    _, hands, led, turn = worlds[0]
    if not hands[seat] and not hands[1 - seat]:
        return Fraction(0)

    def after(world, card, likely):
        chance, hands, led, turn = world
        hands = tuple(hand - {card} if player == turn else hand for player, hand in enumerate(hands))
        if led is None:
            return chance * likely, hands, card, 1 - turn
        return chance * likely, hands, None, turn if card > led else 1 - turn

    def value(card, likely_worlds):
        worlds = [after(world, card, likely) for world, likely in likely_worlds]
        won = led is not None and worlds[0][3] == seat  # who leads next took the trick
        return won * sum(world[0] for world in worlds) + best_of_higher(worlds, seat, answers)

    if turn == seat:
        return max(value(card, [(world, 1) for world in worlds]) for card in hands[seat])
    seen = defaultdict(list)
    for world in worlds:
        for card, likely in answers(world[1][1 - seat]).items():
            seen[card].append((world, likely))
    return sum(value(card, likely_worlds) for card, likely_worlds in seen.items())


HIGHER = {("highest", 0): 1.9, ("highest", 1): 1.9, ("random", 0): 197 / 120, ("random", 1): 1.8}


@pytest.mark.parametrize(("others", "seat"), HIGHER)
def test_higher_is_solved_as_by_a_slow_search(others, seat):
    cards = frozenset(range(6))
    total = Fraction(0)
    for mine in map(frozenset, combinations(cards, 3)):
        hands = (mine, cards - mine) if seat == 0 else (cards - mine, mine)
        world = (Fraction(1, 20), hands, None, 0)
        total += best_of_higher([world], seat, {"highest": highest, "random": any_card}[others])
    assert float(total) == pytest.approx(HIGHER[others, seat])
    assert optimum(problem("higher", seat, others)) == pytest.approx(HIGHER[others, seat], **EXACT)


# ------------------------------------------------------------------------------------------ a slow search of tripeaks


def best_of_tripeaks(worlds, covers):
    """In how many of these worlds, which all look alike, the game can be won without knowing which it is."""
    tableau, stock, waste = worlds[0]
    if not any(card is not None for card in tableau):
        return len(worlds)

    def free(tableau):
        lying = [card is not None for card in tableau]
        return [lying[p] and not any(lying[above] for above in covers[p]) for p in range(len(tableau))]

    def look(world):
        tableau, stock, waste = world
        return tuple(card for card, is_free in zip(tableau, free(tableau), strict=True) if is_free), len(stock), waste

    def after(world, place):
        tableau, stock, _ = world
        if place is None:
            return tableau, stock[1:], stock[0]
        return (*tableau[:place], None, *tableau[place + 1 :]), stock, tableau[place]

    fitting = plain.neighbours(waste % 13)
    moves = [p for p, is_free in enumerate(free(tableau)) if is_free and tableau[p] % 13 in fitting]
    most = 0
    for move in [*moves, None] if stock else moves:
        alike = defaultdict(list)
        for world in worlds:
            following = after(world, move)
            alike[look(following)].append(following)
        most = max(most, sum(best_of_tripeaks(group, covers) for group in alike.values()))
    return most


@pytest.mark.slow
def test_a_small_tripeaks_is_solved_as_by_a_slow_search():
    """544 of 720 deals; its expert wins 489, chance 227."""
    covers = plain.covers(1, 2)
    alike = defaultdict(list)
    for deck in permutations(SMALL["deck"]):
        alike[deck[1:3], deck[-1]].append((deck[:3], deck[3:-1], deck[-1]))
    assert sum(best_of_tripeaks(group, covers) for group in alike.values()) == 544
    assert optimum(problem("tripeaks", 0, None)) == pytest.approx(544 / 720, **EXACT)


@pytest.mark.slow
def test_what_a_network_sees_of_tripeaks_is_enough():
    fewer = problem("tripeaks", 0, None, "full")
    assert len(fewer.states) < len(problem("tripeaks", 0, None).states) / 5
    assert optimum(fewer) == pytest.approx(544 / 720, **EXACT)


# ----------------------------------------------------------------------------------------------------------- in play


def as_agent(problem, actions):
    """The best policy of a problem of views."""
    chances = tabular(greedy(problem, action_values(problem, solve(problem))), actions)
    return scripted("best", lambda view, key: jnp.argmax(chances(view)).astype(jnp.int32))


def every_deal(deck):
    decks = np.array(list(permutations(deck)), np.int8)
    return Deal(jnp.asarray(decks), jnp.zeros((len(decks), 0), jnp.int8))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_policy_takes_in_play_what_was_computed(seat):
    """All 720 deals of Higher against an opponent without chance."""
    higher, deals = toy("higher"), every_deal(range(6))
    agents = (as_agent(problem("higher", seat, "highest"), 6), higher.bot("highest"))
    seating = np.tile(np.array([0, 1] if seat == 0 else [1, 0], np.int8), (720, 1))
    finished = play_deals(higher, agents, deals, seating, jax.random.split(jax.random.key(0), 720))
    assert float(finished.returns[:, seat].mean()) == pytest.approx(1.9, **EXACT)


@pytest.mark.slow
def test_and_at_tripeaks():
    game = make("tripeaks", **SMALL)
    agents = (as_agent(problem("tripeaks", 0, None), 4),)
    keys = jax.random.split(jax.random.key(0), 720)
    finished = play_deals(game, agents, every_deal(SMALL["deck"]), np.zeros((720, 1), np.int8), keys)
    assert int(finished.returns.sum()) == 544


def test_who_draws_lots_is_met_as_often_as_computed():
    """500 times each deal of Kuhn poker, always betting into the equilibrium: five standard errors are 0.13 chips."""
    kuhn, first = toy("kuhn"), problem("kuhn", 0, "equilibrium")
    computed = worth(first, evaluate(first, {state: {1: 1.0} for state in first.states}))
    assert computed == pytest.approx(-1 / 9, **EXACT)
    always_bets = scripted("bets", lambda view, key: jnp.int32(1))
    deals = jax.tree.map(lambda leaf: jnp.tile(leaf, (500, 1)), every_deal(range(3)))
    seating = np.tile(np.array([0, 1], np.int8), (3000, 1))
    keys = jax.random.split(jax.random.key(2), 3000)
    finished = play_deals(kuhn, (always_bets, kuhn.bot("equilibrium")), deals, seating, keys)
    assert float(finished.returns[:, 0].mean()) == pytest.approx(computed, abs=0.13)


# --------------------------------------------------------------------------------------------------------- the states


def decisions_before(problem):
    """For each state, the decisions after which it may come."""
    found = defaultdict(set)
    for state, actions in problem.dynamics.items():
        for action, outcomes in actions.items():
            for outcome in outcomes:
                found[outcome.state].add((state, action))
    return {state: found[state] for state in problem.states}


@pytest.mark.parametrize("game", ["kuhn", "higher"])
def test_a_view_remembers_everything(game):
    assert all(len(before) <= 1 for before in decisions_before(problem(game, 0, "random")).values())


def test_an_encoder_may_forget():
    assert any(len(before) > 1 for before in decisions_before(problem("higher", 0, "random", "full")).values())


def test_too_many_deals_are_refused():
    with pytest.raises(MazzoError, match=r"TriPeaks standard has .* deals; choose rules with at most 50,000"):
        enumerate_game(make("tripeaks"))
