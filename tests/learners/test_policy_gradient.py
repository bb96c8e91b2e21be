"""Losses, returns and weights by hand, and a game whose optimum is known."""

from itertools import combinations

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.agents.network import Weights, network_agent
from mazzo.core.encoding import direct_head
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal
from mazzo.core.rollout import play_deals
from mazzo.learners import actor_critic as ac
from mazzo.learners import imitation, ppo
from mazzo.learners import policy_gradient as pg
from mazzo.learners.arena import make_arena
from mazzo.learners.optimiser import Optimiser
from mazzo.ops import returns
from tests.helpers import toy

SEEDS = 3
QUICK = {"xla_backend_optimization_level": 1}  # compiles in half the time
LOG3 = np.log(3.0)


def batch(advantage, **fields):
    """Decisions of one place; all count unless `weight` says otherwise."""
    advantage = jnp.array(advantage, jnp.float32)
    zeros = jnp.zeros_like(advantage)
    every = ac.Batch(
        vector=zeros, legal=zeros, output=zeros, log_policy=zeros, value=zeros,
        advantage=advantage, target=zeros, weight=jnp.ones_like(advantage), age=zeros,
    )  # fmt: skip
    return every._replace(**{name: jnp.array(values) for name, values in fields.items()})


def logits_as_they_are(vector):
    return vector, jnp.float32(0)


# --------------------------------------------------------------------------------------------------------- by hand


def three_decisions(logits):
    """Policies (3/4, 1/4) and (1/2, 1/2), of which outputs 0 and 1 were chosen; the third does not count."""
    return batch(
        [2.0, -1.0, 50.0],
        vector=logits,
        legal=np.ones((3, 2), bool),
        output=np.array([0, 1, 0]),
        weight=np.array([1.0, 1.0, 0.0], np.float32),
    )


LOGITS = np.array([[LOG3, 0.0], [0.0, 0.0], [5.0, 0.0]], np.float32)


def test_the_loss_of_the_policy():
    loss, told = pg.policy_loss(logits_as_they_are, three_decisions(LOGITS), jnp.float32(0.5), None)
    plain = (-2.0 * np.log(3 / 4) + 1.0 * np.log(1 / 2)) / 2  # -0.058893
    entropy = (-(3 / 4) * np.log(3 / 4) - (1 / 4) * np.log(1 / 4) + np.log(2)) / 2  # 0.627741
    assert plain == pytest.approx(-0.058892, abs=1e-5)
    assert float(told["policy_loss"]) == pytest.approx(plain, abs=1e-6)
    assert float(told["entropy"]) == pytest.approx(entropy, abs=1e-6)
    assert float(loss) == pytest.approx(plain - 0.5 * entropy, abs=1e-6)


def test_probabilities_and_their_bias():
    """The third decision does not count; of two outputs in one group, and of one, which differs from nothing."""
    _, told = pg.policy_loss(logits_as_they_are, three_decisions(LOGITS), jnp.float32(0), None)
    np.testing.assert_allclose(told["probabilities"], [(3 / 4 + 1 / 2) / 2, (1 / 4 + 1 / 2) / 2], rtol=1e-6)
    head = direct_head("two", "", 2, {"both": (0, 1), "one": (1,)})
    found = ac.biases(head, {"probabilities": jnp.array([0.2, 0.3])})
    assert {name: float(bias) for name, bias in found.items()} == {
        "bias_both": pytest.approx(0.1 / 0.5), "bias_one": 0,
    }  # fmt: skip


RECORDED = {
    *("return", "score", "fireworks", "lives", "illegal", "entropy", "probabilities", "bias_discard", "bias_play"),
}


@pytest.mark.parametrize(
    ("learner", "config", "more"),
    [
        (pg, pg.Config(), {"value", "target"}),
        (ppo, ppo.Config(), {"value", "target", "clip_fraction"}),
        (imitation, imitation.Config("teacher"), set()),
    ],
)
def test_everything_in_section_5_2_is_recorded(learner, config, more):
    arena = make_arena(make("hanabi", "simplified-2p"), "vector-136", penalty=-1)

    def run(key):
        return learner.update(arena, config, learner.init(arena, config, key))[1]

    told = jax.eval_shape(run, jax.random.key(0))
    assert (RECORDED | more) <= set(told)
    assert told["probabilities"].shape == (11,)


def test_its_gradient():
    """A (p - chosen) / decisions: what went well becomes likelier, what went badly less likely."""
    gradient = jax.grad(lambda z: pg.policy_loss(logits_as_they_are, three_decisions(z), jnp.float32(0), None)[0])
    expected = np.array([[2 * (3 / 4 - 1), 2 / 4], [-1 / 2, -1 * (1 / 2 - 1)], [0, 0]]) / 2
    np.testing.assert_allclose(gradient(jnp.array(LOGITS)), expected, atol=1e-6)


def test_an_output_that_was_not_offered_has_no_part():
    decisions = three_decisions(LOGITS)._replace(legal=np.array([[1, 0], [1, 1], [1, 1]], bool))
    _, told = pg.policy_loss(logits_as_they_are, decisions, jnp.float32(0), None)
    assert float(told["policy_loss"]) == pytest.approx(np.log(1 / 2) / 2, abs=1e-6)


def test_the_loss_of_the_critic():
    """Half of the mean square, so that its gradient is that of equation 4.3."""
    decisions = batch([0.0, 0.0], vector=[1.0, 5.0], target=[4.0, 3.0])

    def loss(vector):
        return pg.value_loss(lambda v: (v, v), decisions._replace(vector=vector), None)[0]

    assert float(loss(decisions.vector)) == pytest.approx((9 / 2 + 4 / 2) / 2)
    np.testing.assert_allclose(jax.grad(loss)(decisions.vector), [-3 / 2, 2 / 2])


def signals(decisions, **settings):
    config = pg.Config(gamma=0.5, **settings)
    return pg.signals(config, pg.rates(config), decisions)


def test_the_factor_gamma_to_the_t():
    decisions = batch([8.0, 8.0, 8.0, 8.0], age=[0, 1, 2, 0])  # a game of three decisions, then another one
    np.testing.assert_allclose(signals(decisions, renormalise=False), [8, 8, 8, 8])
    np.testing.assert_allclose(signals(decisions, renormalise=False, gamma_power=True), [8, 4, 2, 8])


def test_renormalised_before_the_factor():
    """Mean 4 and deviation 2 of what counts."""
    decisions = batch([2.0, 6.0, 99.0], age=[0, 1, 0], weight=[1.0, 1.0, 0.0])
    found = signals(decisions, gamma_power=True)
    np.testing.assert_allclose(found[:2], [-1, 0.5], atol=1e-6)


def test_how_old_decisions_are():
    """Two streams: each counts its own decisions, from where the last batch left them, and anew after each game."""
    seat, over = jnp.array([0, 1, 1, 0, 1]), jnp.array([False, False, False, True, False])
    live = jnp.ones(5, bool)
    left, age = ac.count_ages(seat, over, live, jnp.array([3, 0]))
    assert age.tolist() == [3, 0, 1, 4, 0]
    assert left.tolist() == [0, 1]
    left, age = ac.count_ages(seat, over, live.at[4].set(False), jnp.array([3, 0]))  # nothing was decided there
    assert left.tolist() == [0, 0]


def test_one_stream_for_those_who_play_together():
    """Two seats in turn, gamma 1/2: every decision is followed by the next one of anybody.

    Seat 1 is fined 1 for an illegal output, which is nobody else's affair; then the game ends.
    """
    seat = jnp.array([0, 1, 1, 0], jnp.int8)
    paid = jnp.array([[4.0, 4.0], [0.0, -1.0], [2.0, 2.0], [8.0, 8.0]])
    over, live = jnp.array([False, False, False, True]), jnp.ones(4, bool)
    one, reward, last = ac.as_one_stream(seat, paid, jnp.int8(1))
    steps = returns.Seats(one, reward, over, live)
    values, after = jnp.array([1.0, 2.0, 3.0, 4.0]), (last, jnp.float32(7))

    _, target, complete = returns.seat_returns(steps, values, after, 0.5, 1.0)
    assert complete.all()
    assert target.tolist() == [4 + (-1 + (2 + 8 / 2) / 2) / 2, -1 + (2 + 8 / 2) / 2, 2 + 8 / 2, 8]  # 5, 2, 6, 8

    advantage, _, _ = returns.seat_returns(steps, values, after, 0.5, 0.0)  # r + V(s') / 2 - V(s), s' the next one's
    assert advantage.tolist() == [4 + 2 / 2 - 1, -1 + 3 / 2 - 2, 2 + 4 / 2 - 3, 8 - 4]

    # Of their own each seat would be paid until its next decision: another discount, other successors.
    _, apart, _ = returns.seat_returns(returns.Seats(seat, paid, over, live), values, after, 0.5, 1.0)
    assert apart.tolist() == [4 + 0 + 2 + 8 / 2, -1 + (2 + 8) / 2, 2 + 8, 8]


def test_who_has_one_stream():
    hanabi, higher = make("hanabi", "simplified-2p"), toy("higher", "six")
    assert ac.one_stream(make_arena(hanabi))
    assert not ac.one_stream(make_arena(hanabi, opponents=[(hanabi.bot("teacher"), 1)]))
    assert not ac.one_stream(make_arena(higher))


class Weight(eqx.Module):
    weight: jax.Array


def test_a_step_for_every_decision():
    """The loss w x has the gradient x. Where the games were over nothing moves."""
    decisions = batch([[1.0], [2.0], [4.0]], weight=[[1.0], [1.0], [0.0]])
    passes, rate = 2, jnp.float32(0.1)

    def loss(network, part, key):
        told = (network.weight * part.advantage).mean()
        return told, {"loss": told}

    def after(parts):
        start, sgd = Weight(jnp.float32(10)), Optimiser("sgd")
        cut = ac.in_order(decisions, parts)
        return ac.descend(loss, sgd, start, sgd.start(start), cut, passes, rate, jax.random.key(0))

    network, _, told = after(3)
    assert float(network.weight) == pytest.approx(10 - 2 * 0.1 * (1 + 2))
    assert float(told["loss"]) == pytest.approx((10 * 1 + 9.9 * 2 + 9.7 * 1 + 9.6 * 2) / 4)
    network, _, _ = after(1)
    assert float(network.weight) == pytest.approx(10 - 2 * 0.1 * 7 / 3)


@pytest.mark.slow
def test_dealing_seldom_plays_the_same_games():
    """Places rest a while between two games; what is decided in these, and what comes of it, is the same."""
    arena, steps = make_arena(toy("higher", "six")), 24

    def played(deal_every):
        gathering = ac.Gathering(places=5, steps=steps, deal_every=deal_every)

        def run(key):
            actor = ac.build(ac.Networks((4,)), arena, key)
            begun = ac.begin(arena, gathering, jax.random.key(1))
            zero, one = jnp.float32(0), jnp.float32(1)
            return ac.gather(arena, gathering, actor, begun, zero, one, one, jax.random.key(2))

        experience, batch, metrics = jax.jit(run, compiler_options=QUICK)(jax.random.key(0))
        return experience, jax.tree.map(np.asarray, batch), metrics

    (often, all_live, _), (seldom, batch, metrics) = played(1), played(4)
    assert int(seldom.decisions) == batch.weight.sum() < all_live.weight.size == int(often.decisions)
    assert int(metrics["games"]) == int(seldom.games)
    for place in range(5):
        live = batch.weight[:, place] > 0
        told = [
            (part.vector[rows, place], part.output[rows, place], part.target[rows, place], part.age[rows, place])
            for part, rows in ((batch, live), (all_live, np.arange(live.sum())))
        ]
        for resting, going_on in zip(*told, strict=True):
            np.testing.assert_allclose(resting, going_on, rtol=1e-6)


# ----------------------------------------------------------------------------------------------------- what is refused


def test_deals_fit_the_steps():
    arena = make_arena(toy("higher", "six"))
    with pytest.raises(MazzoError, match="does not divide"):
        ac.begin(arena, ac.Gathering(4, 6, deal_every=4), jax.random.key(0))


def test_returns_cut_off_are_no_returns():
    arena = make_arena(toy("higher", "six"))
    config = pg.Config(networks=ac.Networks(critic=False), gathering=ac.Gathering(4, 3))
    with pytest.raises(MazzoError, match="whole games"):
        pg.init(arena, config, jax.random.key(0))


def traced(start_hidden, hidden):
    """The state of a run that goes on from a policy without critic, as shapes."""
    arena = make_arena(toy("higher", "six"))
    config = pg.Config(networks=ac.Networks((hidden,)), gathering=ac.Gathering(4, 3, whole=True))

    def start(key):
        given = ac.build(ac.Networks((start_hidden,), critic=False), arena, key)
        state = pg.init(arena, config, key, Weights(given.policy))
        assert state.actor.policy is given.policy
        return state

    return jax.eval_shape(start, jax.random.key(0))


def test_weights_of_another_shape_are_refused():
    with pytest.raises(MazzoError, match=r"policy to start from has layers of shapes \[\(4, 12\)"):
        traced(4, 5)


def test_it_goes_on_from_given_weights_with_a_fresh_critic():
    assert pg.weights(traced(4, 4)).value.layers[-1].weight.shape == (1, 4)


# ------------------------------------------------------------------------------------------------------- known optimum


HANDS = [frozenset(hand) for hand in combinations(range(6), 3)]  # of the player who leads


def best_tricks(mine, other, leads, led=None):
    """Most tricks against a player who always plays the highest card, both hands being known."""
    if not mine and not other:
        return 0
    if led is None and not leads:
        led = max(other)
        return best_tricks(mine, other - {led}, False, led)

    def after(card):
        answer = max(other) if led is None else led
        won = card > answer
        return won + best_tricks(mine - {card}, other - {answer}, won)

    return max(after(card) for card in mine)


@pytest.mark.slow
def test_spg_finds_the_best_answer_to_a_fixed_player():
    """In 20 hands and both seats: the optimum is 1.9 tricks a game, found by trying everything."""
    game = toy("higher", "six")
    every = frozenset(range(6))
    optimum = np.mean(
        [best_tricks(hand if first else every - hand, every - hand if first else hand, first)
         for hand in HANDS for first in (True, False)]
    )  # fmt: skip
    assert optimum == pytest.approx(1.9)

    arena = make_arena(game, opponents=[(game.bot("highest"), 1)])
    config = pg.Config(
        networks=ac.Networks((32, 32), critic=False, activation="tanh"),
        gathering=ac.Gathering(places=64, steps=3, whole=True),
        rate="1e-2",
        gamma=1.0,
        entropy="linear 0.02 0 30000",
    )

    def run(key):
        state = pg.init(arena, config, key)
        return jax.lax.scan(lambda state, _: pg.update(arena, config, state), state, None, length=300)

    states, told = jax.jit(jax.vmap(run), compiler_options=QUICK)(jax.vmap(jax.random.key)(np.arange(1, SEEDS + 1)))
    assert (told["games"] == 64).all()
    assert (told["decisions"] == 3 * 64).all()
    assert (pg.progress(states).games == 300 * 64).all()

    decks = np.array([[*hand, *(every - hand)] for hand in HANDS] * 2, np.int8)
    seating = np.repeat(np.array([[0, 1], [1, 0]], np.int8), len(HANDS), axis=0)
    keys = jax.vmap(jax.random.key)(np.arange(len(decks)))

    def tricks(weights):
        agent = network_agent(game, pg.recipe(arena, config), weights, "spg")
        deals = Deal(jnp.asarray(decks), jnp.zeros((len(decks), 0), jnp.int8))
        played = play_deals(game, (agent, game.bot("highest")), deals, jnp.asarray(seating), keys)
        return (played.returns * (seating == 0)).sum(axis=1).mean()

    found = jax.jit(jax.vmap(tricks), compiler_options=QUICK)(pg.weights(states))
    assert (found >= optimum - 0.051).all(), found  # at most two tricks in the 40 games
    assert (found <= optimum + 1e-6).all(), found
