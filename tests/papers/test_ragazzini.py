"""What is read off the deals that were played, by hand and against the game's own results."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make, nets
from mazzo.agents.network import Recipe, Weights
from mazzo.agents.storage import save_agent
from mazzo.core.game import host
from mazzo.papers import ragazzini_play as play
from mazzo.papers import ragazzini_signs
from tests.games.maraffone.hands import deal
from tests.helpers import random_games

# Two tricks: seat 0 names denari; 3d takes 4d, Ad and 5d; then 2d takes 3s, As and 4s with the last trick's 3 thirds.
HANDS = ("3d 2d", "4d 3s", "Ad As", "5d 4s")
ACTIONS = "denari 3d silent 4d Ad 5d 2d 3s As 4s"


def finished(hands, actions, setup=0, **options):
    game = make("maraffone", "ragazzini", deck=tuple(sorted(np.asarray(deal(hands, 0).deck).tolist())), **options)
    table = host(game)
    state = table.start(deal(hands, setup))
    for word in actions.split():
        state = table.play(state, game.text.parse_action(word))
    assert bool(state.done)
    return state


def rates(counts):
    return {name: (int(total), int(number)) for name, (total, number) in counts.items()}


def test_tricks_are_read_off_the_end():
    played = play.tricks(finished(HANDS, ACTIONS, forced_last=False))
    assert played.seat.tolist() == [[0, 1, 2, 3], [0, 1, 2, 3]]
    assert played.takes.tolist() == [[0, 0, 0, 0], [0, 0, 0, 0]]
    # 3d 1 and Ad 3 thirds; then 2d 1, 3s 1, As 3 and the last trick 3
    assert played.thirds.tolist() == [4, 8]


@pytest.mark.slow
def test_a_gift_to_the_partner():
    """Seat 2 had to follow, and seat 3 had no ace: nobody had a choice, until there are more cards."""
    state = finished(HANDS, ACTIONS, forced_last=False)
    assert rates(play.aces(state, jnp.int32(0)))["to the partner"] == (0, 0)
    hands = ("3d 2d 4s", "4d 3s 5s", "Ad 7d As", "5d 4c 6s")
    state = finished(hands, "denari 3d busso 4d Ad 5d 2d volo 3s 7d 4c 4s 5s As 6s", forced_last=False)
    counts = rates(play.aces(state, jnp.int32(0)))
    assert counts["to the partner"] == (1, 1)  # Ad under 3d, not 7d; later As is the only card
    assert counts["to the partner, as the last"] == (0, 0)
    assert counts["to an opponent"] == (0, 0)
    assert rates(play.signs(state, jnp.int32(0))) == {
        "signs": (2, 2),
        "busso": (1, 2),
        "striscio": (0, 2),
        "volo": (1, 2),
    }
    assert rates(play.signs(state, jnp.int32(1)))["signs"] == (0, 0)


def test_an_ace_thrown_to_an_opponent():
    """Seat 1 takes with 3d; seat 2, who has As and 7c, throws one away; seat 3 does not give 1 its ace."""
    hands = ("2d 4s", "3d 4d", "As 7c", "Ad 5d")
    state = finished(hands, "spade 2d silent 3d As 5d 7c Ad 4s 4d", forced_last=False)
    assert rates(play.aces(state, jnp.int32(0)))["to an opponent"] == (0, 0)  # spade is trump: the ace takes the trick
    state = finished(hands, "coppe 2d silent 3d As 5d 4d 7c Ad 4s", forced_last=False)
    assert rates(play.aces(state, jnp.int32(0)))["to an opponent"] == (1, 1)
    assert rates(play.aces(state, jnp.int32(1)))["to the partner, as the last"] == (0, 1)


@pytest.mark.parametrize("variant", ["ragazzini", "official"])
def test_gains_add_up_to_the_result(variant):
    game = make("maraffone", variant)
    _, _, _, last, returns = random_games(game, 60, seed=3)
    for side in (0, 1):
        total = jax.vmap(lambda state, side=side: play.gains(state, jnp.int32(side)).sum())(last)
        assert np.array_equal(total, returns[:, side] - returns[:, 1 - side])


def test_habits_of_random_players():
    """They sign half of the times, and whoever names trump has no advantage."""
    game = make("maraffone", "ragazzini")
    found = play.habits(game, "random", "random", 200)
    assert found["signs"] == pytest.approx(0.5, abs=0.05)
    assert found["busso"] + found["striscio"] + found["volo"] == pytest.approx(found["signs"])
    assert 4 < found["points first"] < 7
    assert sum(found[f"trick {i}"] for i in range(1, 11)) == pytest.approx(0, abs=0.5)


@pytest.mark.slow
def test_a_silent_agent_meets_itself(tmp_path):
    """As it is, it neither wins nor loses against itself; without signs it is the same network."""
    game = make("maraffone", "official")
    recipe = Recipe("policy", "full", "trump-first-48", nets.Mlp(453, 48, (4,), "relu", "linear", 0.0))
    save_agent(tmp_path, game, recipe, Weights(nets.build(recipe.network, jax.random.key(0))), {})
    assert ragazzini_signs.stopped(False, False, 8, tmp_path) == {"difference": 0.0}
    assert abs(ragazzini_signs.stopped(True, True, 8, tmp_path)["difference"]) <= 14
