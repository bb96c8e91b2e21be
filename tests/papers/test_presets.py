"""Every preset can be trained; the papers' networks and ratios are theirs."""

from functools import cache

import jax
import pytest

from mazzo import nets
from mazzo.learners.settings import Settings
from mazzo.ops import exploration
from mazzo.papers import find_preset, find_work, presets


@cache
def settings(key):
    game, learner, _ = key
    return Settings(**{"game": game, "learner": learner, "variant": "", **presets()[key]}).checked()


@cache
def made(key):
    """(learner, arena, configuration)"""
    chosen = settings(key)
    learner, configs = chosen.make_learner()
    return learner, chosen.make_arenas(chosen.make_game())[""], configs[""]


@pytest.mark.parametrize("key", presets(), ids=" ".join)
def test_a_preset_can_be_trained(key):
    learner, played, config = made(key)
    state = jax.eval_shape(lambda: learner.init(played, config, jax.random.key(0)))
    expected = jax.eval_shape(lambda: nets.build(learner.recipe(played, config).network, jax.random.key(0)))
    assert jax.tree.map(lambda leaf: leaf.shape, learner.weights(state).network) == jax.tree.map(
        lambda leaf: leaf.shape, expected
    )


@pytest.mark.parametrize(
    ("key", "policy", "critic"),
    [
        # 26 -> 256 -> 256 -> 3
        (("briscola", "dqn", "padova"), 27 * 256 + 257 * 256 + 257 * 3, 0),
        # 26 -> 128, an LSTM of 128 with four gates, 128 -> 3
        (("briscola", "drqn", "padova"), 27 * 128 + 4 * 128 * (128 + 128 + 1) + 129 * 3, 0),
        (("briscola", "ppo", "padova"), 27 * 128 + 129 * 128 + 129 * 3, 27 * 128 + 129 * 128 + 129),
        # 162 in, 40 out
        (("briscola", "dqn", "sapienza"), 163 * 256 + 2 * 257 * 256 + 257 * 40, 0),
        # 136 -> 128 -> 128 -> 64 -> 11, with a critic 136 -> 128 -> 64 -> 32 -> 1
        (("hanabi", "policy-gradient", "tue-spg"), 137 * 128 + 129 * 128 + 129 * 64 + 65 * 11, 0),
        (
            ("hanabi", "policy-gradient", "tue-vpg"),
            137 * 128 + 129 * 128 + 129 * 64 + 65 * 11,
            137 * 128 + 129 * 64 + 65 * 32 + 33,
        ),
        (
            ("hanabi", "ppo", "tue-ppo"),
            137 * 128 + 129 * 128 + 129 * 64 + 65 * 11,
            137 * 128 + 129 * 64 + 65 * 32 + 33,
        ),
        # 62 -> 64 -> 64 -> 11
        (("hanabi", "imitation", "tue"), 63 * 64 + 65 * 64 + 65 * 11, 0),
        # 780 -> 512 -> 16
        (("maraffone", "dqn", "ragazzini-text"), 781 * 512 + 513 * 16, 0),
        (("maraffone", "ppo", "ragazzini-code-self"), 781 * 512 + 513 * 16, 781 * 512 + 513),
    ],
    ids=lambda x: " ".join(x) if isinstance(x, tuple) else str(x),
)
def test_the_papers_networks(key, policy, critic):
    learner, played, config = made(key)
    weights = jax.eval_shape(lambda: learner.weights(learner.init(played, config, jax.random.key(0))))
    assert sum(leaf.size for leaf in jax.tree.leaves(weights.network)) == policy
    assert sum(leaf.size for leaf in jax.tree.leaves(weights.value)) == critic


def test_padova_learns_from_64_whole_games():
    """Table 7.3. Every game has 20 decisions, so that all places end together."""
    _, played, config = made(("briscola", "ppo", "padova"))
    assert (config.gathering.places, config.gathering.steps, config.minibatches, config.epochs) == (64, 20, 1, 10)
    assert played.game.spec.longest == 40


def test_padova_explores_as_in_the_longer_run():
    """0.37 after 25,000 games of 20 decisions, and never below 0.1 (section 7.5)."""
    learner, _, config = made(("briscola", "dqn", "padova-100k"))
    epsilon = learner.rates(config).epsilon
    assert float(epsilon(25_000 * 20)) == pytest.approx(0.3679, abs=1e-4)
    assert float(epsilon(57_500 * 20)) > 0.1
    assert float(epsilon(58_000 * 20)) == pytest.approx(0.1)


def test_sapienza_explores_from_82_to_1_percent():
    learner, _, config = made(("briscola", "dqn", "sapienza"))
    chosen = settings(("briscola", "dqn", "sapienza"))
    epsilon = learner.rates(config).epsilon
    assert [float(epsilon(step)) for step in (0, chosen.budget * 20)] == pytest.approx([0.82, 0.01])


@pytest.mark.parametrize(
    ("name", "ratio", "epsilon"),
    [
        # decisions of two or four seats for 8 (code, self-play: 4) of one; 0.9 * 0.9999^100 for 100 decisions of each
        ("ragazzini-text", 16, 200),
        ("ragazzini-code", 16, 200),
        ("ragazzini-text-self", 32, 400),
        ("ragazzini-code-self", 16, 400),
    ],
)
def test_ragazzini_counts_the_steps_of_one_seat(name, ratio, epsilon):
    learner, _, config = made(("maraffone", "dqn", name))
    assert config.decisions == config.places  # one decision at each place, then learning
    assert config.decisions / config.updates == ratio
    assert float(learner.rates(config).epsilon(epsilon)) == pytest.approx(0.9 * 0.9999**100, rel=1e-5)


def test_ragazzini_learns_from_four_batches_of_512():
    _, _, config = made(("maraffone", "ppo", "ragazzini-text"))
    assert config.gathering.places * config.gathering.steps / config.minibatches == 512
    assert (config.minibatches, config.epochs) == (4, 4)


@pytest.mark.parametrize("name", ["spg", "vpg", "ppo"])
def test_tue_is_paid_as_in_table_6_7(name):
    """For a played card, the last life, a life, a discard, play, hint, and discards of playable, useless, unique."""
    learner = "ppo" if name == "ppo" else "policy-gradient"
    _, played, config = made(("hanabi", learner, f"tue-{name}"))
    earned = {"spg": 3, "vpg": 10, "ppo": 1}[name]
    assert played.terms.weights.tolist() == pytest.approx([earned, -1, 0, -0.1, 0, 0.02, -0.02, -0.1, 0.1, -0.1])
    assert (played.terms.penalty, played.terms.patience) == (-1, 100)
    assert (config.gathering.places, config.gathering.whole) == (17, True)  # 17 games of 60 turns
    assert (config.rate, config.gamma, config.entropy, config.renormalise) == ("3e-4", 0.99, "0.01", True)
    if name == "ppo":
        assert (config.epochs, config.minibatches, config.clip, config.lambda_) == (5, 1, 0.2, 0.95)
    else:
        assert config.policy_updates == 1
        assert (config.value_updates, config.lambda_) == (5, 0.95 if name == "vpg" else 1)


@pytest.mark.parametrize("budget", ["quick", "paper"])
def test_ragazzini_learns_side_by_side_as_its_presets(budget):
    """With other numbers of places, every lane has its preset's decisions for a step of learning."""
    for name, training in find_work("ragazzini").trainings(budget).items():
        _, configs = training.settings.checked().make_learner()
        for lane, config in configs.items():
            preset = lane.removesuffix("-self") if name == "exploit" else lane
            _, _, theirs = made(("maraffone", training.settings.learner, f"ragazzini-{preset}"))
            if training.settings.learner == "ppo":
                assert config.epochs == theirs.epochs
                assert budget == "quick" or (config.clip, config.rate) == (theirs.clip, theirs.rate)
                assert budget == "quick" or config.gathering.places * config.gathering.steps / config.minibatches == 512
            else:
                assert config.decisions == config.places
                assert config.decisions / config.updates == theirs.decisions / theirs.updates
                assert budget == "quick" or (config.rate, config.epsilon) == (theirs.rate, theirs.epsilon)


def test_ragazzini_in_the_papers_number_of_deals():
    budgets = {name: each.settings.budget for name, each in find_work("ragazzini").trainings("paper").items()}
    # 46 decisions a deal of self-play, about half as many where the other team is the random one
    assert budgets == {"dqn": 200_000, "dqn-self": 200_000, "ppo": 200_000, "exploit": 400_000}


def test_a_variant_may_have_a_preset_of_its_own():
    champion, of_three = find_preset("briscola", None, "champion"), find_preset("briscola", None, "champion", "3p")
    assert (champion["variant"], of_three["variant"]) == ("2p", "3p")
    assert find_preset("briscola", None, "champion", "2p") == champion
    assert find_preset("briscola", None, "champion-3p") == of_three
    assert find_preset("hanabi", "ppo", "champion", "simplified-4p,lives=2")["variant"] == "simplified-4p"


OURS = [key for key in presets() if key[2].partition("-")[0] in ("champion", "best", "onward", "partner")]


def test_there_is_a_champion_of_every_main_variant():
    assert {(key[0], settings(key).variant) for key in OURS if key[2].startswith("champion")} == {
        *(("briscola", f"{n}p") for n in (2, 3, 4)),
        *(("maraffone", variant) for variant in ("official", "ragazzini")),
        *((solitaire, "standard") for solitaire in ("tripeaks", "russian")),
        *(("hanabi", f"{kind}-{n}p") for kind in ("full", "simplified") for n in (2, 3, 4, 5)),
    }


@pytest.mark.parametrize("key", OURS, ids=" ".join)
def test_our_runs_end_with_small_steps_and_fit_a_counter(key):
    learner, _, config = made(key)
    chosen = settings(key)
    rates, gathering = learner.rates(config), config.gathering
    assert float(rates.rate(chosen.budget)) == pytest.approx(1e-6)
    assert float(rates.rate(0)) > 1e-4
    assert float(rates.entropy(chosen.budget)) < 0.0011
    assert chosen.budget * 201 / 200 + gathering.places * gathering.steps < 2**31
    assert gathering.places % config.minibatches == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_losing_at_full_hanabi_costs_nothing_at_first_and_the_score_from_60_percent_on(players):
    """A card is worth 0.2."""
    name = "champion" if players == 2 else f"champion-full-{players}p"
    _, played, _ = made(("hanabi", "ppo", name))
    budget = settings(("hanabi", "ppo", name)).budget
    costs = [exploration.now(played.terms.weights, part * budget)[1] for part in (0, 0.3, 0.45, 0.6, 1)]
    assert costs == pytest.approx([0, 0, -0.1, -0.2, -0.2], abs=1e-3)


def test_a_best_response_has_as_many_decisions_as_its_champion_and_the_same_policy():
    for key in OURS:
        if key[2].startswith("best-response"):
            champion = (key[0], key[1], key[2].replace("best-response", "champion"))
            assert settings(key).budget >= settings(champion).budget
            assert settings(key).opponents == (("expert", 1.0),)
            assert made(key)[0].recipe(*made(key)[1:]) == made(champion)[0].recipe(*made(champion)[1:])
