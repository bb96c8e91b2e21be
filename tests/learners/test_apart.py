"""A team whose places have networks of their own."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.core.agent import RANDOM
from mazzo.core.encoding import Encoder, Piece, direct_head
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game, Text
from mazzo.core.spec import Spec
from mazzo.learners import actor_critic as ac
from mazzo.learners import dqn, drqn, policy_gradient, ppo
from mazzo.learners.arena import make_arena
from tests.learners.tiny import strengths, train


class Side(NamedTuple):
    """Of a road: state and view of a game for two partners, who pass each other if they choose different sides."""

    weather: Any  # int8, dealt; it does not matter
    choices: Any  # int8[2], -1: not yet; neither sees the other's
    seat: Any
    turn: Any
    legal: Any
    actions: Any
    plays: Any
    done: Any


def pass_by() -> Game[Any, Any]:
    """1 for different choices, 0 for the same: 1 is the optimum, and 1/2 the best for two who decide alike."""

    def start(deal):
        none = jnp.full(2, -1, jnp.int8)
        return Side(
            deal.deck[0], none, jnp.int8(0), jnp.int8(0), jnp.ones(2, bool), none, jnp.int8(0), jnp.bool_(False)
        )

    def play(state, action):
        choices = jnp.where(np.arange(2) == state.turn, action.astype(jnp.int8), state.choices)
        return state._replace(
            choices=choices, actions=choices, turn=1 - state.turn, plays=state.plays + 1, done=state.turn == 1
        )

    def returns(state):
        return jnp.full(2, state.done & (state.choices[0] != state.choices[1]), jnp.float32)

    def observe(state, seat):
        own = jnp.asarray(seat, jnp.int8)
        return state._replace(seat=own, legal=state.legal & (state.turn == own) & ~state.done)

    weather = Piece("weather", 2, lambda view: view.weather == np.arange(2), "it does not matter")
    return Game(
        spec=Spec("pass-by", "Pass by", 1, "", "", 2, (0, 0), 2, (0, 1), (), 2, (0.0, 1.0), None),
        start=start,
        legal=lambda state: state.legal & ~state.done,
        play=play,
        returns=returns,
        observe=observe,
        redeal=lambda view, key: None,
        encoders={"full": Encoder("full", "the weather", (weather,))},
        heads={"sides": direct_head("sides", "one output per side", 2)},
        rewards={"passed": lambda before, action, after: returns(after)},
        bots={"random": RANDOM},
        text=Text(str, int, str, int, str),
    )


NETWORKS = ac.Networks(hidden=(8,), apart=True)
DQN = dict(apart=True, places=32, decisions=32, updates=2, batch=64, memory=500, warmup=100, rate="1e-2", gamma=1.0)
DQN |= dict(target_every=20, epsilon="linear 1 0 5000")
LEARNERS = {
    ppo: ppo.Config(networks=NETWORKS, gathering=ac.Gathering(64, 8), minibatches=1, rate="1e-2"),
    policy_gradient: policy_gradient.Config(networks=NETWORKS, gathering=ac.Gathering(64, 2, True), rate="1e-2"),
    dqn: dqn.Config(hidden=(8,), **DQN),
    drqn: drqn.Config(dense=8, cells=8, sequence=1, **DQN),
}


def cases(*quick):
    every = [pytest.param(kind, marks=() if kind in quick else pytest.mark.slow) for kind in LEARNERS]
    return pytest.mark.parametrize("learner", every, ids=lambda kind: kind.__name__.rpartition(".")[2])


@pytest.mark.slow
@cases(ppo)
def test_two_networks_learn_to_pass_each_other(learner):
    arena = make_arena(pass_by(), "full+place")
    states, _ = train(learner, arena, LEARNERS[learner], 200)
    assert strengths(learner, arena, LEARNERS[learner], states, 200) == [1, 1, 1]


@pytest.mark.slow
def test_one_network_that_cannot_tell_its_places_apart_does_not():
    arena = make_arena(pass_by(), "full")
    config = ppo.Config(networks=ac.Networks(hidden=(8,)), gathering=ac.Gathering(64, 8), minibatches=1, rate="1e-2")
    states, _ = train(ppo, arena, config, 200)
    assert strengths(ppo, arena, config, states, 200) == [0, 0, 0]  # greedy: both choose the same


@cases(*LEARNERS)
def test_the_encoder_must_tell_the_places_apart(learner):
    arena = make_arena(pass_by(), "full")
    with pytest.raises(MazzoError, match=r"choose the encoder full\+place"):
        learner.init(arena, LEARNERS[learner], jax.random.key(0))
