"""The checks that Gymnasium and PettingZoo ship, on every registered environment; warnings are errors."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import mazzo.interop as interop
from mazzo import family
from mazzo.core.errors import MazzoError
from tests.helpers import every_variant

BRISCOLA = "mazzo/Briscola-v0"


@every_variant
def test_gymnasium_accepts_it(game, variant):
    ids = [name for name, which in interop.environment_ids().items() if which == (game, variant)]
    assert len(ids) == 1 + (variant == family(game).default)  # the first variant has a short name, too
    for name in ids:
        check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


@every_variant
def test_pettingzoo_accepts_it(game, variant):
    api_test(interop.pettingzoo_env(game, variant), num_cycles=60)
    seed_test(lambda: interop.pettingzoo_env(game, variant), num_cycles=20)


SMALL = {"encoder": "state-1", "head": "slots-3", "reward": "points", "seat": 0}


def play(env, seed):
    """A whole episode of random legal actions: (observations, rewards)."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, paid, over = [observation], [], False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, _, info = env.step(action)
        seen.append(observation)
        paid.append(reward)
    return np.array(seen), np.array(paid)


def test_briscola_from_one_seat():
    env = gymnasium.make(BRISCOLA, opponent="rules", encoder="state-1", head="slots-3", reward="points", seat=1)
    assert env.observation_space.shape == (26,)
    assert env.action_space.n == 3
    seen, paid = play(env, seed=4)
    assert len(paid) == 20
    assert (seen[:-1, 1] == np.arange(20)).all()  # tricks played
    assert paid.sum() == 2 * seen[-1, 0] - 120  # points of the learner against the rest of the 120


@pytest.mark.slow
def test_same_seed_same_episode_another_seed_another():
    env = gymnasium.make(BRISCOLA, opponent="expert")
    assert np.array_equal(play(env, 1)[0], play(env, 1)[0])
    assert not np.array_equal(play(env, 1)[0], play(env, 2)[0])


def test_an_illegal_action_ends_the_episode_with_its_penalty():
    env = gymnasium.make(BRISCOLA, head="cards-40", illegal_reward=-7.0)
    _, info = env.reset(seed=0)
    _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over, info["illegal_action"]) == (-7.0, True, True)


@pytest.mark.slow
def test_each_other_seat_can_have_its_own_player():
    env = gymnasium.make("mazzo/Briscola-4p-v0", opponent=["rules", "expert", "random"], seat=0)
    assert [env.unwrapped.settings.opponents[i].name for i in env.unwrapped.settings.relative] == [
        "rules",
        "expert",
        "random",
    ]
    _, paid = play(env, 3)
    assert len(paid) == 10


def test_rendering_shows_the_learners_view():
    env = gymnasium.make(BRISCOLA, render_mode="ansi", seat=0)
    env.reset(seed=1)
    shown = env.render()
    assert shown.startswith("trick 1 of 20")
    assert "[" not in shown


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"opponent": "nobody"}, "no briscola agent is called 'nobody'"),
        ({"opponent": ["rules", "rules"]}, "2 opponents for 1 other seats"),
        ({"encoder": "pixels"}, "no encoder is called 'pixels'"),
        ({"seat": 5}, "the seat is 5"),
    ],
)
def test_wrong_settings_are_refused_in_words(settings, message):
    with pytest.raises(MazzoError, match=message):
        gymnasium.make(BRISCOLA, **settings)


def test_vector_environment():
    envs = gymnasium.make_vec(BRISCOLA, num_envs=200, opponent="rules", **SMALL)
    observation, info = envs.reset(seed=3)
    assert observation in envs.observation_space
    ends = 0
    for step in range(63):
        actions = np.argmax(info["action_mask"], axis=1)
        assert actions in envs.action_space
        observation, reward, over, cut, info = envs.step(actions)
        assert observation.shape == (200, 26)
        assert not cut.any()
        ends += over.sum()
        if (step + 1) % 21 == 0:  # a game takes 20 steps, and one to start the next
            assert (observation[:, 1] == 0).all()
            assert (reward == 0).all()
        assert over.all() == (step % 21 == 19)
    assert ends == 600


@pytest.mark.slow
def test_vector_episodes_are_single_episodes():
    """The same game of the same settings: points and length of many games have the same mean in both."""
    one = gymnasium.make(BRISCOLA, opponent="rules", **SMALL)
    singles = [play(one, seed)[1].sum() for seed in range(40)]
    many = gymnasium.make_vec(BRISCOLA, num_envs=200, opponent="rules", **SMALL)
    rng = np.random.default_rng(0)
    _, info = many.reset(seed=1)
    total = np.zeros(200)
    for _ in range(20):
        weights = info["action_mask"] * rng.random(info["action_mask"].shape)
        _, reward, over, _, info = many.step(np.argmax(weights, axis=1))
        total += reward
    assert over.all()
    error = np.hypot(np.std(singles) / np.sqrt(40), total.std() / np.sqrt(200))
    assert abs(np.mean(singles) - total.mean()) < 4 * error
