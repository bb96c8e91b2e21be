"""What PPO can be given beside its loss: a reference, a mean of weights, insight, precision. A game of one decision."""

from dataclasses import replace
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.agents.network import network_agent
from mazzo.core.agent import RANDOM
from mazzo.core.chance import stream
from mazzo.core.encoding import Encoder, Piece, direct_head
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game, Text
from mazzo.core.spec import Spec
from mazzo.learners import actor_critic as ac
from mazzo.learners import ppo, slow
from mazzo.learners.arena import Sight, make_arena
from tests.learners.tiny import train

LUCK = 3.0


class Door(NamedTuple):
    luck: Any  # int8, dealt: 0 or 1; seat 1 sees it
    seat: Any
    turn: Any
    legal: Any
    actions: Any
    plays: Any
    done: Any


def doors() -> Game[Any, Any]:
    """Seat 0 opens door 0 or 1, which pays as much, and 3 more or less by a luck that only seat 1 sees."""

    def start(deal):
        none = jnp.full(1, -1, jnp.int8)
        zero = jnp.int8(0)
        return Door(deal.deck[0], zero, zero, jnp.ones(2, bool), none, zero, jnp.bool_(False))

    def play(state, action):
        return state._replace(actions=action[None].astype(jnp.int8), plays=state.plays + 1, done=jnp.bool_(True))

    def returns(state):
        won = state.actions[0] + jnp.where(state.luck == 1, LUCK, -LUCK)
        return jnp.where(state.done, won, 0.0) * jnp.array([1.0, 0.0])

    def observe(state, seat):
        own = jnp.asarray(seat, jnp.int8)
        luck = jnp.where(own == 1, state.luck, np.int8(-1))
        return state._replace(luck=luck, seat=own, legal=state.legal & (state.turn == own) & ~state.done)

    luck = Piece("luck", 2, lambda view: view.luck == np.arange(2), "seen by seat 1")
    return Game(
        spec=Spec("doors", "Doors", 1, "", "", 2, (0, 1), 2, (0, 1), (), 1, (-3.0, 4.0), None),
        start=start,
        legal=lambda state: state.legal & ~state.done,
        play=play,
        returns=returns,
        observe=observe,
        redeal=lambda view, key: None,
        encoders={"full": Encoder("full", "the luck", (luck,))},
        heads={"doors": direct_head("doors", "one output per door", 2)},
        rewards={"paid": lambda before, action, after: returns(after) - returns(before)},
        bots={"random": RANDOM},
        text=Text(str, int, str, int, str),
    )


CONFIG = ppo.Config(
    networks=ac.Networks(hidden=(4,)),
    gathering=ac.Gathering(places=128, steps=2),
    minibatches=2,
    rate="linear 3e-2 1e-3 40000",
    entropy="0",
    renormalise=False,
)
ARENA = make_arena(doors())


def open_door_1(networks):
    """How likely each seed's policy is to do so."""
    logits = jax.vmap(lambda network: network(jnp.zeros(2))[0])(networks)
    return np.asarray(jax.nn.softmax(logits)[:, 1])


# ---------------------------------------------------------------------------------------------------- a reference


@pytest.mark.parametrize("distance", ["reverse", pytest.param("forward", marks=pytest.mark.slow)])
def test_a_policy_that_is_held_to_another_is_as_good_as_the_pull_allows(distance):
    """Door 1 pays 1 more, the pull is 1/2; q is the reference, which does not move.

    p - KL(p, q) / 2 is greatest where p / (1 - p) = q / (1 - q) exp(2), and p - KL(q, p) / 2 where
    1 + q / (2 p) - (1 - q) / (2 (1 - p)) = 0.
    """
    config = replace(CONFIG, magnet="0.5", magnet_pace=0.0, magnet_distance=distance, insight="full")
    states, _ = train(ppo, ARENA, config, 200)
    p, q = open_door_1(ppo.weights(states).network), open_door_1(states.reference)
    best = q * np.exp(2) / (q * np.exp(2) + 1 - q)
    if distance == "forward":  # p^2 - p / 2 - q / 2 = 0
        best = (0.5 + np.sqrt(0.25 + 2 * q)) / 2
    np.testing.assert_allclose(p, best, atol=0.025)


@pytest.mark.slow
def test_without_it_the_better_door_is_all_that_is_opened_and_the_critic_that_sees_the_luck_is_never_surprised():
    """What luck pays has a variance of 9: half of the squared error is 4.5 for a critic that cannot see it."""
    states, told = train(ppo, ARENA, replace(CONFIG, insight="full", precision="bfloat16"), 120)
    assert (open_door_1(ppo.weights(states).network) > 0.95).all()
    assert (np.asarray(told["value_loss"]) < 0.5).all()


def test_a_critic_with_insight_is_not_saved_and_the_policy_does_not_have_it():
    arena = ac.informed(ARENA, "full")
    config = replace(CONFIG, insight="full")
    state = ppo.init(ARENA, config, jax.random.key(0))
    recipe, weights = ppo.recipe(ARENA, config), ppo.weights(state)
    assert (recipe.value, weights.value) == (None, None)
    assert state.actor.value.layers[0].weight.shape == (4, 2 + 2)
    own, others = jnp.zeros(2), jnp.array([[0.0, 1.0], [1.0, 0.0]])
    for seen in others:
        np.testing.assert_array_equal(state.actor(Sight(own, seen))[0], weights.network(own)[0])
    assert state.actor(Sight(own, others[0]))[1] != state.actor(Sight(own, others[1]))[1]

    table = state.experience.places.table
    seen = jax.vmap(lambda table: arena.see(table.state, *arena.view(table)))(table)
    assert (seen.own == 0).all()
    np.testing.assert_array_equal(seen.others.argmax(axis=1), table.state.luck)
    agent = network_agent(ARENA.game, recipe, weights, "saved")
    assert agent.act(weights, (), ARENA.game.observe(jax.tree.map(lambda x: x[0], table.state), 0), jax.random.key(0))


@pytest.mark.parametrize("changes", [{"shared": True}, {"apart": True}, {"critic": False}])
def test_insight_needs_a_critic_of_its_own(changes):
    config = replace(CONFIG, insight="full", networks=replace(CONFIG.networks, **changes))
    with pytest.raises(MazzoError, match="a critic with insight"):
        ppo.init(ARENA, config, jax.random.key(0))


@pytest.mark.parametrize("changes", [{"magnet_distance": "far"}, {"precision": "float8"}])
def test_unknown_names_are_refused(changes):
    with pytest.raises(MazzoError, match="choose one of"):
        ppo.init(ARENA, replace(CONFIG, **changes), jax.random.key(0))


def test_the_loss_with_a_reference_by_hand():
    """A policy of 1/2 and 1/2, held to 3/4 and 1/4 with the weight 2; nothing else is at stake."""
    zero, nothing = jnp.zeros(1), jnp.zeros(1, jnp.int32)
    batch = ac.Batch(
        vector=jnp.zeros((1, 1)), legal=jnp.ones((1, 2), bool), output=nothing, log_policy=jnp.log(jnp.ones(1) / 2),
        value=zero, advantage=zero, target=zero, weight=jnp.ones(1), age=nothing,
        reference=jnp.log(jnp.array([[3 / 4, 1 / 4]])),
    )  # fmt: skip
    for distance, expected in (
        ("reverse", np.log(2 / 3) / 2 + np.log(2) / 2),
        ("forward", 0.75 * np.log(1.5) - np.log(2) / 4),
    ):
        config = replace(CONFIG, magnet_distance=distance)
        loss, told = ppo.loss(
            lambda vector: (jnp.zeros(2), jnp.float32(0)), batch, ppo.rates(config), 0.0, config, None, 2.0
        )
        assert float(told["distance"]) == pytest.approx(expected, abs=1e-6)
        assert float(loss) == pytest.approx(2 * expected, abs=1e-6)


def test_how_a_reference_follows():
    """Exponentially: a tenth of the way at every update. Stepwise: all of it at every third."""
    policy, start = {"w": jnp.float32(10)}, {"w": jnp.float32(0)}
    for pace, every, expected in ((0.1, 1, [1.0, 1.9, 2.71]), (1.0, 3, [0.0, 0.0, 10.0])):
        copy, found = start, []
        for update in (1, 2, 3):
            copy = slow.followed(copy, policy, slow.magnet("1", pace, every), jnp.int32(update))
            found.append(float(copy["w"]))
        assert found == pytest.approx(expected)


# ------------------------------------------------------------------------------------------------ a mean of weights


def test_later_weights_count_more():
    """Weights 3, 6, 0 after a start that does not count: with power 1 they count once, twice, three times."""
    mean, found = jnp.float32(99), []
    for update, weight in enumerate((3.0, 6.0, 0.0), 1):
        mean = slow.averaged(mean, jnp.float32(weight), jnp.float32(1), jnp.int32(update))
        found.append(float(mean))
    assert found == pytest.approx([3, (3 + 2 * 6) / 3, (3 + 2 * 6 + 3 * 0) / 6])


@pytest.mark.parametrize("length", [500, 5000])
def test_the_mean_is_that_of_the_last_part_of_a_run_of_any_length(length):
    """Of weights that are 1 after 9/10 of the run and 0 before, power 20 keeps 1 - (9/10)^21."""

    def one(mean, update):
        return slow.averaged(mean, jnp.where(update > 0.9 * length, 1.0, 0.0), jnp.float32(20), update), None

    mean, _ = jax.lax.scan(one, jnp.float32(0), jnp.arange(1, length + 1))
    assert float(mean) == pytest.approx(1 - 0.9**21, abs=0.02)


def test_the_agent_is_the_mean_of_the_weights_so_far():
    """1 of 6 of the first, 2 of the second, 3 of the third."""
    config = replace(CONFIG, average=1.0)
    state = ppo.init(ARENA, config, stream(jax.random.key(3)))
    update, actors = jax.jit(lambda state: ppo.update(ARENA, config, state)[0]), []
    for _ in range(3):
        state = update(state)
        actors.append(state.actor)
    means = jax.tree.map(lambda one, two, three: (one + 2 * two + 3 * three) / 6, *actors)
    jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, atol=1e-6), ppo.weights(state), means.kept())
    assert float(abs(actors[-1].policy.layers[-1].bias - means.policy.layers[-1].bias).max()) > 1e-3


# ------------------------------------------------------------------------------------------------------- precision


def test_a_rounded_network_answers_in_float32_nearly_the_same():
    actor = ppo.init(ARENA, CONFIG, jax.random.key(1)).actor
    rounded = replace(actor, precision="bfloat16")
    vector = jnp.array([0.3, 0.7])
    for exact, found in zip(actor(vector), rounded(vector), strict=True):
        assert found.dtype == jnp.float32
        assert not np.array_equal(exact, found)
        np.testing.assert_allclose(exact, found, atol=0.02)
