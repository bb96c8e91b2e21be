"""Flat Monte Carlo: known values, the same worlds for all actions, the same move for the same seed."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core.agent import RANDOM, Agent
from mazzo.evaluation.match import evaluate, play_match
from mazzo.search.searcher import Mind, searcher
from mazzo.search.settings import read
from tests.helpers import toy
from tests.search.tables import BET, EQUILIBRIUM, JACK, KING, KUHN, PASS, QUEEN, asked, kuhn_view, values_of


@pytest.mark.parametrize(
    ("card", "actions", "values"),
    [(KING, (BET,), {PASS: -1, BET: 2}), (JACK, (BET,), {PASS: -1, BET: -2}), (KING, (PASS, BET), {PASS: -1, BET: 2})],
)
def test_values_that_depend_on_no_hidden_card_are_exact(card, actions, values):
    """Facing a bet one folds, or calls for two chips."""
    action, info = asked(KUHN, "search:flat,worlds=7,utility=return", kuhn_view(card, actions), [EQUILIBRIUM])
    assert values_of(info) == values
    assert action == max(values, key=values.get)
    assert info["value"] == values[action]


def test_all_actions_meet_the_same_worlds():
    """A queen after a check, against the equilibrium: a check is worth 1 and -1, a bet 1 and -2, with a jack and with a
    king opposite. So both values follow from how many kings there are, and they must tell of equally many."""
    action, info = asked(
        KUHN, "search:flat,worlds=500,utility=return", kuhn_view(QUEEN, (PASS,)), [EQUILIBRIUM], seed=1
    )
    found = values_of(info)
    kings = (1 - found[PASS]) / 2
    assert found[BET] == pytest.approx(1 - 3 * kings, abs=1e-5)
    assert abs(kings - 0.5) < 0.12  # five standard deviations
    assert action == PASS
    assert info["tries"].tolist() == [500, 500]


def test_luck_is_the_same_for_every_action():
    """A player who throws a coin at his only decision throws the same for either action of the searcher."""

    def act(params, memory, view, key):
        return (jax.random.uniform(key) < 0.5).astype(jnp.int32), memory, {}

    coin = Agent("coin", act)
    passed = []
    for seed in range(6):
        _, info = asked(KUHN, "search:flat,worlds=1,utility=return", kuhn_view(KING, ()), [coin], seed=seed)
        found = values_of(info)
        passed.append(found[BET] == 1)  # a bet brings 1 if he folds, and 2 if he calls
        assert (found[PASS] == 1) == passed[-1]  # a check brings 1 if he checks, else we fold or call: -1 or 2
    assert len(set(passed)) == 2


def test_standard_errors_are_those_of_the_mean():
    _, info = asked(KUHN, "search:flat,worlds=100,utility=return", kuhn_view(QUEEN, (PASS,)), [EQUILIBRIUM])
    mean = values_of(info)[PASS]
    assert info["errors"][PASS] == pytest.approx(np.sqrt((1 - mean**2) / 100), rel=1e-4)  # of 1 and -1


@pytest.mark.slow
def test_it_beats_the_player_it_thinks_with_and_repeats_itself():
    """Fixed seed; the lower end of the interval is above a half. The same games come in any block."""
    game = toy("higher")
    agent = searcher(game, read("search:flat,worlds=8"), Mind((RANDOM,)))
    match = play_match(game, (agent, RANDOM), 200, seed=3)
    assert evaluate(match, "search", "random", 3).win_rate_ci95[0] > 0.5
    again = play_match(game, (agent, RANDOM), 200, seed=3, block=64)
    assert match.returns.tobytes() == again.returns.tobytes()
    other = play_match(game, (agent, RANDOM), 200, seed=4)
    assert match.returns.tobytes() != other.returns.tobytes()


@pytest.mark.slow
def test_a_solitaire_is_searched_as_well():
    """One peak of two rows: three cards, and three in the stock. Random play wins seldom, search nearly always can."""
    game = make("tripeaks", "standard", peaks=1, rows=2, deck=(0, 1, 2, 3, 4, 20, 21))
    agent = searcher(game, read("search:flat,worlds=8"), Mind((RANDOM,)))
    searched = play_match(game, (agent,), 200, seed=1)
    by_chance = play_match(game, (RANDOM,), 200, seed=1)
    assert searched.own.mean() > by_chance.own.mean() + 0.1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "variant", "bot"),
    [("hanabi", "simplified-2p", "teacher"), ("maraffone", "official", "random"), ("briscola", "3p", "random")],
)
def test_every_kind_of_game_is_searched(game, variant, bot):
    """A cooperative game, one of two teams, one of three sides: it does better than the player that it thinks with."""
    made = make(game, variant)
    player = made.bots[bot]
    agent = searcher(made, read("search:flat,worlds=4"), Mind((player,)))
    others = () if made.spec.kind == "cooperative" else (player,)
    searched = play_match(made, (agent, *others), 24, seed=1)
    without = play_match(made, (player, *others), 24, seed=1)
    assert searched.own.mean() > without.own.mean()
