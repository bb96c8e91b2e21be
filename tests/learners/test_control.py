"""The control task that Padova tried its learners on first: CartPole, here for 200 steps."""

import pytest

from mazzo.learners import actor_critic as ac
from mazzo.learners import dqn, drqn, ppo
from mazzo.learners.arena import make_arena
from tests.helpers import toy
from tests.learners.tiny import strengths, train

# What is far does not matter: the end after 200 steps, which cannot be seen coming, would look like a fall.
COMMON = dict(
    places=8,
    decisions=8,
    updates=4,
    memory=100_000,
    warmup=1_000,
    rate="linear 1e-3 1e-4 80000",
    epsilon="linear 1 0.05 10000",
    target_every=200,
    gamma=0.95,
)
CASES = {
    "ppo": (
        ppo,
        ppo.Config(
            networks=ac.Networks(hidden=(64,)), gathering=ac.Gathering(places=32, steps=64), rate="3e-3", gamma=0.98
        ),
        60,
    ),
    "dqn": (dqn, dqn.Config(hidden=(64, 64), batch=64, **COMMON), 10_000),
    "drqn": (drqn, drqn.Config(dense=64, cells=32, sequence=10, batch=32, **COMMON), 10_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_keeps_the_pole_up(name):
    """Random play falls after 22 steps; 195 of 200 is the usual mark of a solved task."""
    learner, config, updates = CASES[name]
    game = toy("cartpole", "classic,steps=200")
    arena = make_arena(game)
    states, _ = train(learner, arena, config, updates)
    assert min(strengths(learner, arena, config, states, 200)) > 195
