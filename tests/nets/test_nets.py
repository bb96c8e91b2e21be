import json

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import nets
from mazzo.core.chance import fold_in
from mazzo.core.errors import MazzoError
from mazzo.nets import ByPlace, Conv, Mlp, Recurrent

KEY = jax.random.key(0)


def with_weights(network, numbers):
    """The network with these arrays in the place of its own, layer by layer."""
    leaves, structure = jax.tree.flatten(eqx.filter(network, eqx.is_array))
    given = [jnp.array(array, jnp.float32) for array in numbers]
    assert [leaf.shape for leaf in leaves] == [array.shape for array in given]
    return eqx.combine(jax.tree.unflatten(structure, given), network)


def vector(*numbers):
    return jnp.array(numbers, jnp.float32)


# ------------------------------------------------------------------------------------------------ weights


@pytest.mark.parametrize(
    ("shape", "layers", "total"),
    [
        (Conv(52, 54, 8, 100), (424, 43_300, 101), 43_825),  # Table 4.2, TriPeaks with E2
        (Conv(373, 52, 56, 600), (20_944, 1_747_800, 601), 1_769_345),  # Table 4.3, Russian Solitaire with E1
        (Conv(54, 368, 8, 600), (440, 1_767_000, 601), 1_768_041),  # Table 4.4, Russian Solitaire with E2
    ],
)
def test_uec_networks(shape, layers, total):
    network = nets.build(shape, KEY)
    assert tuple(map(nets.weights, (network.mix, network.hidden, network.out))) == layers
    assert nets.weights(network) == sum(layers) == total
    assert (shape.inputs, shape.outputs) == (shape.channels * shape.width, 1)


def test_padova_q_network():
    """26 inputs, two hidden layers of 256, three cards."""
    network = nets.build(Mlp(26, 3), KEY)
    assert list(map(nets.weights, network.layers)) == [26 * 256 + 256, 256 * 256 + 256, 256 * 3 + 3]
    assert nets.weights(network) == 73_475


def test_fully_connected():
    assert nets.weights(nets.build(Mlp(5, 2, hidden=(7, 11, 13)), KEY)) == 6 * 7 + 8 * 11 + 12 * 13 + 14 * 2
    assert nets.weights(nets.build(Mlp(5, 2, hidden=()), KEY)) == 6 * 2


@pytest.mark.parametrize(("inputs", "dense", "memory", "outputs"), [(26, 128, 128, 3), (5, 3, 2, 4)])
def test_recurrent(inputs, dense, memory, outputs):
    """The four gates of an LSTM each see the dense layer, what is remembered, and a bias."""
    network = nets.build(Recurrent(inputs, outputs, dense, memory), KEY)
    layers = (inputs + 1) * dense, 4 * memory * (dense + memory + 1), (memory + 1) * outputs
    assert tuple(map(nets.weights, (network.dense, network.cell, network.out))) == layers
    assert nets.weights(network) == sum(layers)


@pytest.mark.parametrize("shape", [Mlp(16, 4, hidden=(9,)), Conv(16, 3, 5, 7), Recurrent(16, 2, dense=4, memory=25)])
def test_fresh_weights_lie_within_one_over_the_root_of_the_inputs(shape):
    network = nets.build(shape, KEY)
    for layer in jax.tree.leaves(network, is_leaf=lambda x: isinstance(x, eqx.nn.Linear)):
        if isinstance(layer, eqx.nn.Linear):
            most = 1 / np.sqrt(layer.in_features)
            assert 0.5 * most < abs(layer.weight).max() <= most


def test_other_keys_give_other_weights():
    one, same, other = (nets.build(Mlp(4, 2, hidden=(3,)), jax.random.key(i)) for i in (0, 0, 1))
    assert eqx.tree_equal(one, same)
    for a, b in zip(one.layers, other.layers, strict=True):
        assert not (a.weight == b.weight).any()


# ------------------------------------------------------------------------------------- what they compute

# 2 -> 2 -> 1: the hidden layer is (x + y, x - y - 1), the output twice the first plus three times the second plus 5
BY_HAND = ([[1, 1], [1, -1]], [0, -1], [[2, 3]], [5])


@pytest.mark.parametrize(
    ("activation", "final", "expected"),
    [
        ("linear", "linear", 2 * 3 + 3 * -2 + 5),
        ("relu", "linear", 2 * 3 + 3 * 0 + 5),
        ("tanh", "linear", 2 * np.tanh(3) + 3 * np.tanh(-2) + 5),
        ("elu", "linear", 2 * 3 + 3 * (np.exp(-2) - 1) + 5),
        ("softmax", "linear", (2 * np.exp(3) + 3 * np.exp(-2)) / (np.exp(3) + np.exp(-2)) + 5),
        ("sigmoid", "relu", 2 / (1 + np.exp(-3)) + 3 / (1 + np.exp(2)) + 5),
        ("linear", "tanh", np.tanh(5)),
    ],
)
def test_fully_connected_by_hand(activation, final, expected):
    """Of (1, 2): hidden 3 and -2 before the activation."""
    shape = Mlp(2, 1, hidden=(2,), activation=activation, final=final)
    network = with_weights(nets.build(shape, KEY), BY_HAND)
    outputs, memory = network(vector(1, 2), network.start())
    assert outputs.tolist() == pytest.approx([expected], rel=1e-6)
    assert memory == ()


@pytest.mark.parametrize("across", [False, True])
def test_conv_by_hand(across):
    """Two channels (1, 2, 3) and (4, 5, 6) at three places, one filter: relu(a - b + 4) is 1 at each place, so change
    the last place to (9, 6): 7. The hidden layer is 1 + 10 * 1 + 100 * 7 - 700 = 11, the output sigmoid(11 - 10).
    """
    shape = Conv(channels=2, width=3, filters=1, hidden=1, across=across)
    network = with_weights(nets.build(shape, KEY), ([[1, -1]], [4], [[1, 10, 100]], [-700], [[1]], [-10]))
    by_place, by_channel = vector(1, 4, 2, 5, 9, 6), vector(1, 2, 9, 4, 5, 6)
    outputs, memory = network(by_place if across else by_channel, network.start())
    assert outputs.tolist() == pytest.approx([1 / (1 + np.exp(-1))], rel=1e-6)
    assert memory == ()


def test_across_is_another_order_of_the_same_inputs():
    channels, width = 3, 4
    plain = nets.build(Conv(channels, width, 5, 6), KEY)
    across = nets.build(Conv(channels, width, 5, 6, across=True), KEY)
    grid = jax.random.normal(jax.random.key(1), (channels, width))
    expected = plain(grid.reshape(-1))[0]
    np.testing.assert_allclose(across(grid.T.reshape(-1))[0], expected, rtol=1e-6)
    assert abs(across(grid.reshape(-1))[0] - expected) > 1e-4


# ---------------------------------------------------------------------------------------------- remembering


def test_recurrent_by_hand():
    """One number in, a dense layer that doubles it, one cell, and ten times the cell's output out."""
    shape = Recurrent(1, 1, dense=1, memory=1, activation="linear")
    gates = [[0.5], [0.25], [1], [-1]], [[1], [2], [-1], [0.5]], [0, 1, 0, 0.5]  # enter, forget, what, leave
    network = with_weights(nets.build(shape, KEY), ([[2]], [0], *gates, [[10]], [1]))

    def sigmoid(x):
        return 1 / (1 + np.exp(-x))

    h = c = 0.0
    memory = network.start()
    for x in (0.3, -0.7):
        outputs, memory = network(vector(x), memory)
        enter, forget = sigmoid(0.5 * 2 * x + h), sigmoid(0.25 * 2 * x + 2 * h + 1)
        what, leave = np.tanh(2 * x - h), sigmoid(-2 * x + 0.5 * h + 0.5)
        c = forget * c + enter * what
        h = leave * np.tanh(c)
        assert [float(outputs[0]), float(memory[0][0]), float(memory[1][0])] == pytest.approx(
            [10 * h + 1, h, c], abs=1e-5
        )


def test_memory_carries_over():
    network = nets.build(Recurrent(3, 2, dense=4, memory=5), KEY)
    start = network.start()
    assert [part.tolist() for part in start] == [[0] * 5] * 2
    first, after_one = network(vector(1, 2, 3), start)
    same, _ = network(vector(1, 2, 3), network.start())
    later, _ = network(vector(1, 2, 3), after_one)
    another, _ = network(vector(1, 2, 3), network(vector(3, 2, 1), start)[1])
    assert (first == same).all()
    assert not np.allclose(first, later, atol=1e-4)
    assert not np.allclose(later, another, atol=1e-4)


# --------------------------------------------------------------------------------------- one for each place


@pytest.mark.parametrize("each", [Mlp(3, 2, hidden=(4,)), Recurrent(3, 2, dense=4, memory=5)], ids=str)
def test_the_network_of_the_place_answers(each):
    """As it would alone, without seeing its place; also what it remembers is its own."""
    shape = ByPlace(2, each)
    team = nets.build(shape, KEY)
    assert (shape.inputs, shape.outputs) == (5, 2)
    assert nets.weights(team) == 2 * nets.weights(nets.build(each, KEY))
    parts = [jax.tree.map(lambda leaf, i=i: leaf[i], team.each) for i in range(2)]
    assert not np.allclose(*(jax.tree.leaves(part)[0] for part in parts))  # begun apart
    memory = team.start()
    seen = vector(0.5, -1, 2)
    answer, alone = jax.jit(team.__call__), jax.jit(lambda part, memory: part(seen, memory))
    for place in (0, 1, 1, 0):
        expected, remembered = alone(parts[place], memory)
        outputs, memory = answer(jnp.concatenate([seen, np.eye(2, dtype=np.float32)[place]]), memory)
        np.testing.assert_allclose(outputs, expected, rtol=1e-6)
        for one, other in zip(jax.tree.leaves(memory), jax.tree.leaves(remembered), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6)


def test_a_place_teaches_its_own_network_only():
    team = nets.build(ByPlace(3, Mlp(2, 1, hidden=(4,), activation="tanh")), KEY)
    gradient = jax.jit(jax.grad(lambda team: team(vector(1, 2, 0, 1, 0))[0].sum()))(team)
    for leaf in jax.tree.leaves(gradient.each):
        assert (leaf[0] == 0).all()
        assert (leaf[1] != 0).all()
        assert (leaf[2] == 0).all()


# -------------------------------------------------------------------------------------------------- dropout


def hidden_of(dropout, n=40):
    """A network whose outputs are what is left of its hidden layer: 1, 2, … n."""
    network = nets.build(Mlp(1, n, hidden=(n,), dropout=dropout), KEY)
    return with_weights(network, (np.arange(1, n + 1)[:, None], np.zeros(n), np.eye(n), np.zeros(n)))


def test_dropout_only_with_a_key():
    plain = np.arange(1, 41)
    assert hidden_of(0.25)(vector(1))[0].tolist() == plain.tolist()
    assert hidden_of(0.0)(vector(1), key=KEY)[0].tolist() == plain.tolist()
    left = np.asarray(hidden_of(0.25)(vector(1), key=KEY)[0]) / plain
    assert set(left.round(4)) == {0, 1.3333}  # dropped, or larger by as much as is dropped elsewhere


def test_dropout_keeps_the_mean():
    network = hidden_of(0.25)
    keys = jax.vmap(lambda i: fold_in(KEY, i))(jnp.arange(1000))
    left = np.asarray(jax.jit(jax.vmap(lambda key: network(vector(1), key=key)[0]))(keys)) / np.arange(1, 41)
    # one number is 4/3 with chance 3/4: variance 1/3
    assert abs(left.mean() - 1) < 4.5 * np.sqrt(1 / 3 / left.size)
    assert abs(left.mean(0) - 1).max() < 4.5 * np.sqrt(1 / 3 / 1000)  # every neuron
    assert abs((left == 0).mean() - 0.25) < 0.01


def test_every_layer_drops_others():
    """Through two layers, a neuron is there if both keep it: 9 of 16. The output is the mean of 1000."""
    n = 1000
    network = nets.build(Mlp(1, 1, hidden=(n, n), dropout=0.25), KEY)
    ones = np.ones((n, 1)), np.zeros(n), np.eye(n), np.zeros(n), np.full((1, n), 1 / n), np.zeros(1)
    mean = float(with_weights(network, ones)(vector(1), key=KEY)[0][0])
    assert mean == pytest.approx(1, abs=0.1)  # each 16/9 or 0; if both dropped the same ones it would be 4/3


# --------------------------------------------------------------------------------------------- descriptions

SHAPES = [
    Mlp(26, 3),
    Mlp(5, 2, hidden=(7, 11), activation="tanh", final="sigmoid", dropout=0.5),
    Mlp(5, 2, hidden=()),
    Recurrent(26, 3),
    Recurrent(4, 2, dense=5, memory=6, activation="elu"),
    Conv(52, 54, 8, 100),
    Conv(54, 368, 8, 600, across=True),
    ByPlace(2, Mlp(5, 2, hidden=(7, 11), dropout=0.5)),
    ByPlace(3, Recurrent(4, 2, dense=5, memory=6)),
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_what_is_described_is_read(shape):
    described = json.loads(json.dumps(nets.describe(shape)))
    assert nets.read(described) == shape
    assert hash(nets.read(described)) == hash(shape)  # a recipe is a key of caches


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"kind": "transformer"}, "no kind of network is called .* choose one of: mlp, recurrent, conv"),
        ({"kind": None}, "no kind of network"),
        ({"width": 3}, "a network of kind mlp has the fields activation, dropout, final, hidden, inputs, outputs"),
        ({"inputs": -1}, "the network's inputs is -1"),
        ({"outputs": 10**9}, "the network's outputs is 1000000000"),
        ({"hidden": [256, 1 << 21]}, "the network's hidden is"),
        ({"dropout": float("nan")}, "the network's dropout is nan"),
        ({"activation": "step"}, "no activation is called 'step'; choose one of: relu, tanh, sigmoid"),
        ({"final": "step"}, "no activation is called 'step'"),
    ],
)
def test_other_descriptions_are_refused_in_words(changed, words):
    with pytest.raises(MazzoError, match=words):
        nets.read(nets.describe(Mlp(26, 3)) | changed)


def test_a_team_of_other_networks_is_refused_in_words():
    described = nets.describe(ByPlace(2, Mlp(5, 2)))
    with pytest.raises(MazzoError, match="of a team are of kind mlp or recurrent"):
        nets.read(described | {"each": nets.describe(Conv(2, 3, 1, 1))})
    with pytest.raises(MazzoError, match="no activation is called 'step'"):
        nets.read(described | {"each": described["each"] | {"activation": "step"}})


@pytest.mark.parametrize("shape", [Mlp(26, 3), Recurrent(26, 3), Conv(52, 54, 8, 100), ByPlace(2, Mlp(3, 1))], ids=str)
def test_every_field_must_be_there(shape):
    described = nets.describe(shape)
    for name in set(described) - {"kind"}:
        with pytest.raises(MazzoError, match=f"has the fields .*{name}"):
            nets.read({field: value for field, value in described.items() if field != name})


@pytest.mark.parametrize("described", [None, [], "mlp", {}])
def test_what_is_no_description_is_refused(described):
    with pytest.raises(MazzoError, match="no kind of network is called"):
        nets.read(described)


def test_rows_filled_up_for_a_gpu_give_the_same(monkeypatch):
    network = nets.build(nets.Mlp(13, 3, (16,)), jax.random.key(0))
    vector = jax.random.normal(jax.random.key(1), (13,))
    expected = network(vector)[0]
    monkeypatch.setattr(jax, "default_backend", lambda: "gpu")
    np.testing.assert_allclose(network(vector)[0], expected, rtol=1e-6)


def test_weights_may_begin_as_in_keras():
    """Glorot and Bengio: uniform within sqrt(6 / (inputs + outputs)); no biases."""
    network = nets.glorot(nets.build(nets.Mlp(780, 16, (512,)), jax.random.key(0)))
    for layer, bound in zip(network.layers, (np.sqrt(6 / 1292), np.sqrt(6 / 528)), strict=True):
        assert float(jnp.abs(layer.weight).max()) == pytest.approx(bound, rel=1e-2)
        assert float(layer.weight.std()) == pytest.approx(bound / np.sqrt(3), rel=2e-2)
        assert not layer.bias.any()
