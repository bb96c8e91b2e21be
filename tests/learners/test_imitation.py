"""Losses and lessons by hand; a teacher's strength is reached, and policy gradients go on from there."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.agents.network import Weights, network_agent
from mazzo.core.chance import stream
from mazzo.core.errors import MazzoError
from mazzo.core.rollout import play_deals
from mazzo.learners import actor_critic as ac
from mazzo.learners import imitation
from mazzo.learners import policy_gradient as pg
from mazzo.learners.arena import make_arena
from tests.helpers import toy

SEEDS = np.arange(1, 4)
QUICK = {"xla_backend_optimization_level": 1}  # compiles in half the time


# --------------------------------------------------------------------------------------------------------- by hand


def test_the_losses_of_one_answer():
    logs = jnp.log(jnp.array([3 / 4, 1 / 4]))
    assert float(imitation.LOSSES["squared"](logs, 0)) == pytest.approx(((3 / 4 - 1) ** 2 + (1 / 4) ** 2) / 2)
    assert float(imitation.LOSSES["cross-entropy"](logs, 1)) == pytest.approx(np.log(4), abs=1e-6)


def test_the_gradient_of_the_squared_loss():
    """2/actions times the sum of (pi - teacher) grad pi, at pi = (3/4, 1/4), where dpi/dz = 3/16 (1, -1)."""

    def loss(logits):
        return imitation.LOSSES["squared"](jax.nn.log_softmax(logits), 0)

    slope = 2 / 2 * ((3 / 4 - 1) * 3 / 16 - (1 / 4) * 3 / 16)
    np.testing.assert_allclose(jax.grad(loss)(jnp.array([np.log(3.0), 0.0])), [slope, -slope], atol=1e-6)


def test_what_does_not_count_is_left_out():
    logits = jnp.array([[np.log(3.0), 0.0], [9.0, 0.0]])
    lesson = imitation.Lesson(logits, jnp.ones((2, 2), bool), jnp.array([1, 1]), jnp.array([1.0, 0.0]))
    mean, told = imitation.loss(lambda vector, *_: (vector, ()), lesson, imitation.LOSSES["cross-entropy"], None)
    assert float(mean) == pytest.approx(np.log(4), abs=1e-6)
    assert float(told["agreement"]) == 0


@pytest.mark.parametrize("roll", imitation.ROLLS)
def test_who_plays_and_who_tells(roll):
    """A student who is sure of his lowest card; the teacher plays the highest one."""
    game = toy("higher", "six")
    head, teacher = game.head("cards"), game.bot("highest")
    view = game.observe(game.start(game.deal(jax.random.key(0))), 0)
    legal = head.legal(view)
    cards = np.flatnonzero(legal)

    def student(vector):
        return -100.0 * jnp.arange(6), jnp.float32(0)

    seen = (view, game.encoder("full")(view))
    output, _, lesson = imitation.act(head, roll, (student, teacher), (), seen, legal, jax.random.key(1))
    assert lesson.label == cards[-1]
    assert output == (cards[-1] if roll == "teacher" else cards[0])
    assert lesson.weight == 1


def test_what_cannot_be_learned_is_refused():
    game = toy("higher", "six")
    arena, key = make_arena(game), jax.random.key(0)
    for change, words in (
        ({"teacher": "nobody"}, "no agent is called"),
        ({"roll": "nobody"}, "no roll is called"),
        ({"loss": "nobody"}, "no loss is called"),
        ({"networks": ac.Networks()}, "values"),
        ({"minibatches": 3}, "3 equal parts"),
    ):
        with pytest.raises(MazzoError, match=words):
            imitation.init(arena, imitation.Config(**{"teacher": "highest", **change}), key)


# ------------------------------------------------------------------------------------------------------ a small Hanabi


GAME = make("hanabi", "simplified-2p", colours=2, ranks=2, hand=2, hints=2)  # 8 cards, at most 11 turns, 4 points
ARENA = make_arena(GAME, "full", "outputs-11", "score", penalty=-0.5)  # illegal outputs are offered, and fined
POLICY = ac.Networks((64,), critic=False, activation="tanh")
LESSONS = imitation.Config("cheater", networks=POLICY, gathering=ac.Gathering(64, 8), rate="1e-2")
GOES_ON = pg.Config(
    networks=ac.Networks((64,), activation="tanh"),
    gathering=ac.Gathering(64, 14, whole=True),
    lambda_=0.95,
    rate="3e-3",
    entropy="0.01",
)


def keys(seeds):
    return jax.vmap(jax.random.key)(seeds)


@pytest.fixture(scope="module")
def imitated():
    """(weights, metrics) of 80 updates, from three seeds."""

    def run(key):
        state = imitation.init(ARENA, LESSONS, key)
        state, told = jax.lax.scan(lambda s, _: imitation.update(ARENA, LESSONS, s), state, None, length=80)
        return imitation.weights(state), told

    weights, told = jax.jit(jax.vmap(run), compiler_options=QUICK)(keys(SEEDS))
    return weights, jax.tree.map(np.asarray, told)


@pytest.fixture(scope="module")
def continued(imitated):
    """(weights, metrics) of 180 updates by VPG: three seeds go on from the imitations, three from fresh networks."""

    def run(key, start):
        state = pg.init(ARENA, GOES_ON, key, start)
        state, told = jax.lax.scan(lambda s, _: pg.update(ARENA, GOES_ON, s), state, None, length=180)
        return Weights(pg.weights(state).network), told

    fresh = jax.jit(jax.vmap(lambda key: Weights(ac.build(POLICY, ARENA, key).policy)))(keys(SEEDS + 10))
    starts = jax.tree.map(lambda *both: np.concatenate(both), imitated[0], fresh)
    weights, told = jax.jit(jax.vmap(run), compiler_options=QUICK)(keys(np.arange(6)), starts)
    return weights, jax.tree.map(np.asarray, told)


@partial(jax.jit, compiler_options=QUICK)
@jax.vmap
def score(weights):
    """The mean of 1000 games by the most probable legal actions."""
    agent = network_agent(GAME, imitation.recipe(ARENA, LESSONS), weights, "network")
    deal_keys = jax.vmap(partial(stream, jax.random.key(99)))(jnp.arange(1000))
    deals, seating = jax.vmap(GAME.deal)(deal_keys), jnp.zeros((1000, 2), jnp.int8)
    return play_deals(GAME, (agent,), deals, seating, deal_keys).returns[:, 0].mean()


def cheater(imitated):
    """What the teacher scored while he taught: the best there is, within a hundredth."""
    mean = imitated[1]["score"].mean()
    assert 3.99 <= mean <= GAME.spec.returns[1]
    return mean


@pytest.mark.slow
def test_the_student_agrees_with_the_teacher(imitated):
    weights, told = imitated
    assert (told["agreement"][:, 0] < 0.6).all()
    assert (told["agreement"][:, -10:].mean(axis=1) >= 0.95).all(), told["agreement"][:, -10:]
    found = np.asarray(score(weights))
    assert (found >= 0.95 * cheater(imitated)).all(), found


@pytest.mark.slow
def test_policy_gradients_go_on_from_there(imitated, continued):
    """The policy that plays first is the imitated one, and nothing is lost on the way."""
    scores = continued[1]["score"][:3]
    assert (scores[:, :10].mean(axis=1) >= 0.95 * cheater(imitated)).all(), scores[:, :10]
    assert (scores[:, -10:].mean(axis=1) >= 0.95 * cheater(imitated)).all(), scores[:, -10:]


@pytest.mark.slow
def test_vpg_learns_it_from_nothing(imitated, continued):
    """One stream of both players, generalised advantages, and fines for illegal outputs."""
    weights, told = continued
    assert (told["score"][3:, 0] < 0.7 * cheater(imitated)).all()
    assert (told["illegal"][3:, 0] > 100).all()
    assert (told["illegal"][3:, -10:].mean(axis=1) < 5).all(), told["illegal"][3:, -10:]
    found = np.asarray(score(jax.tree.map(lambda leaf: np.asarray(leaf)[3:], weights)))
    assert (found >= 0.95 * cheater(imitated)).all(), found
