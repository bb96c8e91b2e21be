import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.learners import dqn, drqn
from mazzo.learners.arena import make_arena
from tests.helpers import toy
from tests.learners.tiny import strengths, train

COMMON = dict(places=32, decisions=32, batch=64, memory=20_000, warmup=500, gamma=1.0, rate="2e-3", target_every=50)
EPSILON = "linear 1 0.05 10000"


@pytest.mark.parametrize(
    ("double", "distance"), [pytest.param(False, "huber", marks=pytest.mark.slow), (True, "squared")]
)
def test_dqn_finds_the_best_answer_to_highest(double, distance):
    """1.9 of 3 tricks: the optimum of test_enumerate.py."""
    arena = make_arena(toy("higher", "six"), opponents=[(toy("higher", "six").bots["highest"], 1.0)])
    config = dqn.Config(hidden=(64,), updates=4, epsilon=EPSILON, double=double, distance=distance, **COMMON)
    states, metrics = train(dqn, arena, config, 600)
    assert min(strengths(dqn, arena, config, states, 4000, "highest")) > 1.86
    assert np.asarray(dqn.progress(states).updates).tolist() == [(600 - 15) * 4] * 3  # nothing before 500 decisions
    assert np.asarray(metrics["epsilon"]) == pytest.approx(0.05)


@pytest.mark.slow
def test_drqn_finds_the_best_answer_to_highest():
    """As above, with a network that remembers, on sequences of two decisions."""
    arena = make_arena(toy("higher", "six"), opponents=[(toy("higher", "six").bots["highest"], 1.0)])
    config = drqn.Config(dense=32, cells=32, sequence=2, updates=4, epsilon=EPSILON, **COMMON)
    states, _ = train(drqn, arena, config, 600)
    assert min(strengths(drqn, arena, config, states, 4000, "highest")) > 1.86


@pytest.mark.slow
def test_self_play_fills_the_memory_from_both_seats():
    arena = make_arena(toy("higher", "six"))
    config = dqn.Config(hidden=(8,), updates=1, epsilon="1", **COMMON)
    states, _ = train(dqn, arena, config, 60)
    games = int(dqn.progress(states).games[0])
    memory = states.memory
    assert games == 60 * 32 // 6
    assert int(memory.size[0]) == 60 * 32  # each of the six plays of a game is known once it is over
    seen = np.asarray(memory.samples.reward[0])[: 60 * 32].sum()
    assert seen == 3 * games  # three tricks in every game, each paid to the seat that took it


def test_the_loss_by_hand():
    """Values 1 and 2 now, 3 and 5 later of which only 3 is legal: reward 1 + 0.5 * 3 against 2."""

    class Fixed:
        encoder = staticmethod(lambda view: view["vector"])
        head = type("Head", (), {"legal": staticmethod(lambda view: view["legal"])})
        compact = type("Compact", (), {"unpack": staticmethod(lambda kept: kept)})

    def network(vector):
        return vector, ()

    legal = jnp.array([[True, False]])
    batch = dqn.Sample(
        view={"vector": jnp.array([[1.0, 2.0]]), "legal": legal},
        output=jnp.array([1]),
        reward=jnp.array([1.0]),
        over=jnp.array([False]),
        next_view={"vector": jnp.array([[3.0, 5.0]]), "legal": legal},
    )
    rates = dqn.Rates(None, None, jnp.float32(0.5))
    for distance, expected in (("squared", 0.25), ("huber", 0.125), ("absolute", 0.5)):
        loss, value = dqn.loss(network, network, batch, Fixed, dqn.Config(distance=distance), rates)
        assert float(loss) == pytest.approx(expected)  # of 2 from 2.5
        assert float(value) == 2.0
    ended = batch._replace(over=jnp.array([True]))
    assert float(dqn.loss(network, network, ended, Fixed, dqn.Config(distance="squared"), rates)[0]) == 1.0
