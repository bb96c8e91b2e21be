"""Tree search: it converges to known answers, beats the player it thinks with, and follows a policy and a critic."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.core.agent import RANDOM, Agent
from mazzo.core.game import host
from mazzo.evaluation.match import evaluate, play_match
from mazzo.search.goal import Lesson
from mazzo.search.searcher import Mind, searcher
from mazzo.search.settings import read
from mazzo.search.tree import name_of
from tests.helpers import random_games, toy
from tests.search.tables import (
    BET,
    EQUILIBRIUM,
    JACK,
    KING,
    KUHN,
    PASS,
    QUEEN,
    asked,
    best_by_minimax,
    kuhn_view,
    position,
    values_of,
)

HIGHER = toy("higher")


@pytest.mark.parametrize("trees", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_it_converges_to_the_best_lead(trees):
    """At Higher the other's cards are known by elimination, so that the best lead is that of brute force. Of deals in
    which leads differ, it finds one of the best, and what it is worth."""
    rng = np.random.default_rng(2)
    tried = 0
    while tried < 4:
        state = position(HIGHER, rng.permutation(6), ())
        best = best_by_minimax(HIGHER, state)
        if len(set(best.values())) == 1:
            continue
        tried += 1
        view = host(HIGHER).observe(state, jnp.int8(0))
        action, info = asked(HIGHER, f"search:tree,simulations=1200,trees={trees}", view, [RANDOM])
        assert best[action] == max(best.values())
        assert info["value"] == pytest.approx(best[action], abs=0.35)
        assert info["tries"].sum() == 1200


@pytest.mark.parametrize(
    ("card", "actions", "best", "value"),  # against the equilibrium: what a best answer brings
    [
        (KING, (BET,), BET, 2),
        (JACK, (BET,), PASS, -1),
        (QUEEN, (PASS,), PASS, 0),
        # A king that checks is bet into by a third of the jacks, and wins one chip, or two, then; by a queen one:
        # (2/3 * 1 + 1/3 * 2 + 1) / 2. A bet is called by a third of the queens: (1 + (2/3 * 1 + 1/3 * 2)) / 2.
        (KING, (), None, 7 / 6),
    ],
)
def test_against_a_known_player_it_finds_the_best_answer(card, actions, best, value):
    view = kuhn_view(card, actions)
    action, info = asked(KUHN, "search:tree,simulations=800,replies=policy,utility=return", view, [EQUILIBRIUM], seed=3)
    assert best in (None, action)
    assert info["value"] == pytest.approx(value, abs=0.15)


@pytest.mark.slow
def test_it_beats_the_player_it_thinks_with():
    """Fixed seed; the lower end of the interval is above a half."""
    agent = searcher(HIGHER, read("search:tree,simulations=48"), Mind((RANDOM,)))
    result = evaluate(play_match(HIGHER, (agent, RANDOM), 200, seed=3), "search", "random", 3)
    assert result.win_rate_ci95[0] > 0.5


def network_like(chances, value):
    """An agent that tells fixed chances and a value, as networks do."""

    def act(params, memory, view, key):
        return jnp.argmax(view.legal).astype(jnp.int32), memory, {"value": jnp.float32(value)}

    return Agent("network", act, chances=lambda view, info, actions: jnp.asarray(chances)[actions])


def test_a_policy_guides_it():
    """With nothing to be won either way, actions are tried as often as the policy would choose them."""
    view = kuhn_view(QUEEN, ())
    player = network_like([0.2, 0.8], 0.0)
    lesson = Lesson((("chips", 0.0),))
    _, info = asked(KUHN, "search:tree,agent=X,simulations=500,trees=5", view, [player], lesson=lesson)
    assert info["tries"].sum() == 500
    assert info["tries"][BET] == pytest.approx(400, abs=10)
    assert set(info["values"].tolist()) == {0.0}


def test_a_critic_judges_the_leaves():
    """It foresees half a chip at every own decision. After a bet there is none: the end is worth what it is."""
    player = network_like([0.5, 0.5], 0.5)
    lesson = Lesson((("chips", 1.0),), scale=2.0)
    name = "search:tree,agent=X,simulations=300,replies=policy"
    _, info = asked(KUHN, name, kuhn_view(QUEEN, (PASS,)), [player], lesson=lesson)
    found = values_of(info)
    assert abs(found[PASS]) < 0.7  # twice a chip won or lost at the showdown
    assert found[BET] == 2.0  # the other passes always: he folds, and a chip counts twice
    (_, twice) = asked(KUHN, name, kuhn_view(QUEEN, ()), [player], lesson=lesson)
    assert abs(values_of(twice)[PASS]) < 0.7


def test_leaves_may_be_played_out_by_another_player():
    """The policy would always pass, the rollout always bets: a check is answered by a bet, which is then called."""

    def bets(params, memory, view, key):
        return jnp.int32(BET), memory, {}

    name = "search:tree,agent=X,rollout=Y,simulations=1,utility=return"
    policy = network_like([1.0, 0.0], 0.0)
    _, info = asked(KUHN, name, kuhn_view(KING, ()), [policy], rollout=Agent("bets", bets))
    assert values_of(info)[PASS] == 2


def test_views_that_differ_have_other_names():
    _, views, _, _, _ = random_games(HIGHER, 64, seed=3)
    flat = jax.tree.map(lambda leaf: leaf.reshape(-1, *leaf.shape[3:]), views)
    names = np.asarray(jax.jit(jax.vmap(name_of))(flat)).tolist()
    seen = [tuple(np.concatenate([np.ravel(leaf[i]) for leaf in flat]).tolist()) for i in range(len(names))]
    assert len({tuple(name) for name in names}) == len(set(seen))
    assert len({(*name, *view) for name, view in zip(names, seen, strict=True)}) == len(set(seen))


def test_same_seed_same_bytes():
    view = kuhn_view(JACK, ())
    one, two, other = (asked(KUHN, "search:tree,simulations=50", view, [RANDOM], seed=s)[1] for s in (1, 1, 2))
    assert one["values"].tobytes() == two["values"].tobytes()
    assert one["values"].tobytes() != other["values"].tobytes()
