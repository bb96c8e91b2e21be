"""Searches that think with saved networks."""

import jax
import numpy as np
import pytest

from mazzo import agents, make, nets
from mazzo.agents import find
from mazzo.agents.network import Recipe, Weights
from mazzo.agents.storage import save_agent
from mazzo.core.errors import MazzoError
from mazzo.core.game import host

GAME = make("briscola", "2p", deck=tuple(range(0, 40, 4)))
POLICY = Recipe("policy", "state-1", "slots-3", nets.Mlp(26, 3, (8,)), nets.Mlp(26, 1, (4,)))
ALONE = Recipe("policy", "state-1", "slots-3", nets.Mlp(26, 3, (8,)))
LEARNED = {"settings": {"reward": "points:1,result:30", "scale": 0.1, "reward_weights": {}}}


def saved(path, recipe=POLICY, made=LEARNED, seed=1):
    def build(shape, key):
        return None if shape is None else nets.build(shape, key)

    keys = jax.random.split(jax.random.key(seed))
    save_agent(path, GAME, recipe, Weights(nets.build(recipe.network, keys[0]), build(recipe.value, keys[1])), made)
    return path


@pytest.fixture(scope="module")
def view():
    table = host(GAME)
    state = table.start(GAME.deal(jax.random.key(3)))
    state = table.play(state, table.legal_actions(state)[0])
    return table.observe(state, state.turn)


@pytest.mark.parametrize(
    "search",
    [
        pytest.param("lookahead,agent={},worlds=3,weigh=2", marks=pytest.mark.slow),
        pytest.param("tree,agent={},simulations=6", marks=pytest.mark.slow),
        "flat,rollout={},others=rules,worlds=3",
    ],
)
def test_a_folder_thinks(search, view, tmp_path):
    """Others of the same shape share the compiled program."""
    agents = [find(GAME, f"search:{search.format(saved(tmp_path / str(seed), seed=seed))}") for seed in (1, 2)]
    act = jax.jit(agents[0].act)
    for agent in agents:
        action, _, info = act(agent.params, (), view, jax.random.key(4))
        assert bool(view.legal[action])
        assert np.isfinite(np.asarray(info["values"])).all()
        assert agent.act is agents[0].act
    assert act._cache_size() == 1


@pytest.mark.parametrize(
    ("recipe", "made", "search", "message"),
    [
        (ALONE, LEARNED, "lookahead,agent={}", "has no critic; let leaves be played out: rollout=NAME"),
        (POLICY, {}, "tree,agent={}", "does not say which reward its critic foresees"),
        (POLICY, LEARNED, "tree,agent={},utility=result", "leave utility out"),
    ],
)
def test_what_a_critic_did_not_learn_is_said(recipe, made, search, message, tmp_path):
    folder = saved(tmp_path / "agent", recipe, made)
    with pytest.raises(MazzoError, match=message):
        find(GAME, f"search:{search.format(folder)}")


@pytest.mark.slow
def test_a_policy_without_a_critic_guides_a_tree_whose_leaves_are_played_out(view, tmp_path):
    agent = find(GAME, f"search:tree,agent={saved(tmp_path / 'agent', ALONE, {})},rollout=rules,simulations=6")
    action, _, info = jax.jit(agent.act)(agent.params, (), view, jax.random.key(4))
    assert bool(view.legal[action])
    assert info["tries"].sum() == 6


@pytest.mark.parametrize(
    ("amount", "end"), [(0.5, 0.5), ("0.5", 0.5), ("linear 1 0.25 100", 0.25), ("staged 10:1:1 20:0.5:0.75", 0.75)]
)
def test_a_critic_foresees_what_was_paid_in_the_end(amount, end):
    assert agents._in_the_end(amount) == end
