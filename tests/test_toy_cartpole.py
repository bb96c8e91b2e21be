"""CartPole as a game of cards is CartPole."""

from pathlib import Path

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core import chance
from mazzo.core.checks import check_game
from mazzo.core.game import Deal, host
from tests.helpers import random_games

LEFT, RIGHT = 0, 1


@pytest.fixture(scope="module")
def cartpole():
    """`cartpole(steps)`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAZZO_GAMES", str(Path(__file__).parent / "toys"))
        yield lambda steps: make("cartpole", steps=steps)


@pytest.fixture
def theirs():
    """`theirs(motion)`: Gymnasium's CartPole with this motion."""
    env = gymnasium.make("CartPole-v1")
    env.reset(seed=0)

    def begin(motion):
        env.unwrapped.state = np.array(motion, np.float64)
        return env

    yield begin
    env.close()


def dealt(*first):
    """The deal with these cards first."""
    rest = [card for card in range(52) if card not in first]
    return Deal(jnp.array([*first, *rest], jnp.int8), jnp.zeros(0, jnp.int8))


@pytest.mark.slow
def test_it_keeps_every_promise(cartpole):
    assert check_game(cartpole(30), games=16) == []


def test_the_first_four_cards_say_how_it_begins(cartpole):
    motion = host(cartpole(60)).start(dealt(0, 51, 17, 34)).motion
    np.testing.assert_allclose(motion, [-0.05, 0.05, -0.05 / 3, 0.05 / 3], rtol=1e-5)


def test_one_push_by_hand(cartpole):
    """From rest, upright: the cart is pushed away under the pole."""
    table = host(cartpole(60))
    state = table.start(dealt(0, 1, 2, 3))
    rest = state._replace(motion=jax.tree.map(jnp.zeros_like, state.motion))
    # sin = 0, cos = 1: F / 1.1 = 9.0909; the pole turns by -9.0909 / (0.5 (4/3 - 0.1 / 1.1)) = -14.6341 radians/s²,
    # the cart gains 9.0909 + 0.05 * 14.6341 / 1.1 = 9.7561 m/s²; both for 0.02 s. Nothing has moved yet.
    right = table.play(rest, RIGHT)
    np.testing.assert_allclose(right.motion, [0, 0.195122, 0, -0.292683], atol=1e-6)
    np.testing.assert_allclose(table.play(rest, LEFT).motion, [0, -0.195122, 0, 0.292683], atol=1e-6)
    assert (int(right.plays), bool(right.done)) == (1, False)


@pytest.mark.parametrize("first", [(3, 40, 11, 29), (51, 0, 50, 1), (20, 33, 26, 25)])
def test_it_moves_like_gymnasiums(cartpole, theirs, first):
    """For 50 steps of keeping the pole up, every fifth push a wrong one."""
    table = host(cartpole(60))
    state = table.start(dealt(*first))
    env = theirs(state.motion)
    for step in range(50):
        right = state.motion.angle + state.motion.spin / 4 > 0
        action = int(right) if step % 5 else 1 - int(right)
        state = table.play(state, action)
        motion, reward, fallen, _, _ = env.step(action)
        np.testing.assert_allclose(state.motion, motion, atol=1e-4)
        assert not fallen
        assert not bool(state.done)
        assert reward == 1
    assert table.returns(state).tolist() == [50]


@pytest.mark.parametrize("action", [LEFT, RIGHT])
@pytest.mark.parametrize("first", [(3, 40, 11, 29), (51, 0, 50, 1)])
def test_it_falls_when_gymnasiums_falls(cartpole, theirs, action, first):
    table = host(cartpole(60))
    state = table.start(dealt(*first))
    env = theirs(state.motion)
    fallen = False
    while not fallen:
        assert not bool(state.done)
        state = table.play(state, action)
        fallen = env.step(action)[2]
    assert bool(state.done)
    assert table.legal_actions(state) == []
    assert table.returns(state).tolist() == [int(state.plays)]  # the step that fell is paid, as theirs


@pytest.mark.parametrize(("place", "done"), [(2.39, False), (2.41, True), (-2.39, False), (-2.41, True)])
def test_the_cart_may_not_leave(cartpole, place, done):
    table = host(cartpole(60))
    state = table.start(dealt(0, 1, 2, 3))
    at = state._replace(motion=state.motion._replace(place=jnp.float32(place), speed=jnp.float32(0)))
    assert bool(table.play(at, RIGHT).done) is done


def play(game, bot, deals):
    """Returns of so many games of a bot."""

    def one(key):
        def step(state, ply):
            action, _, _ = bot.act(bot.params, (), game.observe(state, 0), chance.stream(key, 1, ply))
            return game.step(state, action), None

        last, _ = jax.lax.scan(step, game.start(game.deal(key)), jnp.arange(game.spec.longest))
        return game.returns(last)[0]

    return np.asarray(jax.jit(jax.vmap(one))(jax.random.split(jax.random.key(0), deals)))


def test_what_the_bots_reach(cartpole):
    game = cartpole(200)
    assert (play(game, game.bots["balance"], 200) == 200).all()
    # at random: Gymnasium's gives 22.2 steps, with a standard deviation of 12
    assert play(game, game.bots["random"], 2000).mean() == pytest.approx(22.2, abs=1.2)


def test_every_step_is_paid(cartpole):
    game = cartpole(30)
    states, _, actions, last, returns = random_games(game, 50, seed=1)
    after = jax.tree.map(lambda x, end: np.concatenate([x[:, 1:], end[:, None]], 1), states, last)
    paid = jax.jit(jax.vmap(jax.vmap(game.reward("alive"))))(states, actions, after)
    assert np.asarray(paid).sum(1).tolist() == returns.tolist()
    assert set(np.asarray(paid).ravel()) == {0, 1}  # nothing after the end


def test_compiled_or_not_one_or_many_it_is_the_same_game(cartpole):
    """Bit for bit, although it computes with fractions."""
    game = cartpole(30)
    deals = jax.jit(jax.vmap(game.deal))(jax.random.split(jax.random.key(0), 64))
    plain = compiled = jax.vmap(game.start)(deals)
    step = jax.jit(jax.vmap(game.play))
    for ply in range(8):
        actions = jnp.arange(64) >> (ply % 6) & 1
        plain, compiled = jax.vmap(game.play)(plain, actions), step(compiled, actions)
        for one, other in zip(plain.motion, compiled.motion, strict=True):
            assert one.tolist() == other.tolist()
    assert jax.jit(game.start)(dealt(0, 9, 17, 44)).motion == game.start(dealt(0, 9, 17, 44)).motion
