"""Saved agents come back as they were; what does not fit is refused in words."""

import json

import jax
import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

import mazzo
from mazzo import nets
from mazzo.agents import find
from mazzo.agents.network import Recipe, Weights, network_agent
from mazzo.agents.storage import digest, save_agent
from mazzo.core.errors import MazzoError
from mazzo.core.game import host

RECIPE = Recipe("policy", "state-1", "slots-3", nets.Mlp(26, 3, (8,)), nets.Mlp(26, 1, (4,)))


def weights():
    return Weights(nets.build(RECIPE.network, jax.random.key(1)), nets.build(RECIPE.value, jax.random.key(2)))


@pytest.fixture
def folder(tmp_path):
    save_agent(tmp_path / "agent", mazzo.make("briscola"), RECIPE, weights(), {"what": "a test"})
    return tmp_path / "agent"


def test_it_comes_back_as_it_was(folder):
    game = mazzo.make("briscola")
    saved = mazzo.load(folder)
    assert saved.recipe == RECIPE
    assert saved.agent.doc == "a test"
    view = host(game).observe(host(game).start(game.deal(jax.random.key(3))), np.int8(0))
    for agent in (saved.agent, find(game, str(folder))):
        fresh = network_agent(game, RECIPE, weights(), "fresh")
        key = jax.random.key(4)
        one, other = agent.act(agent.params, (), view, key), fresh.act(fresh.params, (), view, key)
        assert int(one[0]) == int(other[0])
        np.testing.assert_array_equal(one[2]["probabilities"], other[2]["probabilities"])
        assert float(one[2]["value"]) == float(other[2]["value"])


def test_a_game_may_have_few_actions(tmp_path):
    """Simplified Hanabi has 11: fewer than the moves that are looked at after each other, where that is done."""
    game = mazzo.make("hanabi", "simplified-2p")
    recipe = Recipe("policy", "vector-37", "outputs-11", nets.Mlp(37, 11, (4,)))
    save_agent(tmp_path / "agent", game, recipe, Weights(nets.build(recipe.network, jax.random.key(1))), {})
    assert mazzo.load(tmp_path / "agent").recipe == recipe


def test_a_team_of_two_networks_comes_back_as_it_was(tmp_path):
    """Each seat answers with the network of its place."""
    game = mazzo.make("maraffone")
    encoder = game.encoder("full+place")
    shape = nets.by_place(nets.Mlp(encoder.size, 48, (8,)), encoder)
    recipe = Recipe("policy", "full+place", "trump-first-48", shape)
    network = nets.build(shape, jax.random.key(1))
    save_agent(tmp_path / "team", game, recipe, Weights(network), {})
    saved = mazzo.load(tmp_path / "team")
    assert saved.recipe == recipe

    @jax.jit
    def both(seat):
        """What the agent of the disk tells, and the network of that place by itself, where this seat names trump."""
        deal = game.deal(jax.random.key(4))._replace(setup=seat[None] + np.int8(1))
        view = game.observe(game.start(deal), seat)
        alone = jax.tree.map(lambda leaf: leaf[seat // 2], network.each)
        told = saved.agent.act(saved.agent.params, (), view, jax.random.key(5))[2]["probabilities"]
        return told[40:44], jax.nn.softmax(alone(game.encoder("full")(view))[0][40:44])

    for told, expected in zip(*jax.vmap(both)(np.arange(4, dtype=np.int8)), strict=True):
        np.testing.assert_allclose(told, expected, rtol=1e-5)


def test_half_precision_is_half_as_large(folder, tmp_path):
    save_agent(tmp_path / "half", mazzo.make("briscola"), RECIPE, weights(), {}, half=True)
    small, large = (load_file(path / "weights.safetensors") for path in (tmp_path / "half", folder))
    assert sum(a.nbytes for a in small.values()) * 2 == sum(a.nbytes for a in large.values())
    assert mazzo.load(tmp_path / "half").agent.params.network.layers[0].weight.dtype == np.float32


def change(folder, **fields):
    described = json.loads((folder / "agent.json").read_text())
    (folder / "agent.json").write_text(json.dumps({**described, **fields}))


MLP = {
    "kind": "mlp",
    "inputs": 26,
    "outputs": 3,
    "hidden": [8],
    "activation": "relu",
    "final": "linear",
    "dropout": 0.0,
}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"format": 9}, "has format 9; this mazzo reads format 1"),
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"rules": 7}, "version 7 of the rules"),
        ({"layout": "0000"}, "another layout of the encoder state-1"),
        ({"encoder": "pixels"}, "no encoder is called 'pixels'"),
        ({"outputs": 5}, "trained for 5 outputs; the head slots-3 has 3"),
        ({"kind": "oracle"}, "its kind is 'oracle'"),
        ({"network": {**MLP, "inputs": 27}}, "for 27 inputs"),
        ({"network": {**MLP, "hidden": [9]}}, "does not fit the network"),
        ({"network": {**MLP, "activation": "os.system"}}, "no activation is called"),
        ({"network": {"kind": "pickle"}}, "no kind of network"),
        ({"moves": -1}, "its moves are -1"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(folder, fields, message):
    change(folder, **fields)
    with pytest.raises(MazzoError, match=message):
        mazzo.load(folder)


def test_torn_files_are_refused_in_words(folder):
    path = folder / "weights.safetensors"
    content = path.read_bytes()
    path.write_bytes(content[:100])
    with pytest.raises(MazzoError, match="damaged"):
        mazzo.load(folder)
    arrays = load_file(_written(path, content))
    name = next(iter(arrays))
    save_file({**arrays, name: np.full_like(arrays[name], np.nan)}, path)
    with pytest.raises(MazzoError, match="not finite"):
        mazzo.load(folder)
    path.unlink()
    with pytest.raises(MazzoError, match="cannot read"):
        mazzo.load(folder)
    with pytest.raises(MazzoError, match="no briscola agent is called"):
        find(mazzo.make("briscola"), str(folder.parent))


def test_weights_of_another_agent_are_refused(folder, tmp_path):
    save_agent(tmp_path / "other", mazzo.make("briscola"), RECIPE, jax.tree.map(lambda leaf: leaf + 1, weights()), {})
    (folder / "weights.safetensors").write_bytes((tmp_path / "other" / "weights.safetensors").read_bytes())
    with pytest.raises(MazzoError, match="not the file that"):
        mazzo.load(folder)


def test_an_agent_is_known_by_its_digest_without_its_weights(folder):
    told = digest(folder)
    (folder / "weights.safetensors").unlink()
    assert digest(folder) == told
    change(folder, digest=None)  # as older ones are
    with pytest.raises(MazzoError, match="cannot read"):
        digest(folder)


def test_an_agent_of_another_game_is_refused(folder):
    with pytest.raises(MazzoError, match="plays briscola 2p, not briscola 4p"):
        find(mazzo.make("briscola", "4p"), str(folder))


def _written(path, content):
    path.write_bytes(content)
    return path
