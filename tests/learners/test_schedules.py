"""What is paid changes over a run: weights of terms and the scale are schedules over the decisions taken so far."""

import re
from dataclasses import replace

import jax
import jax.numpy as jnp
import pytest

from mazzo import make
from mazzo.core.errors import MazzoError
from mazzo.learners.arena import make_arena
from mazzo.learners.driver import Run, Watch
from mazzo.learners.settings import Settings, load
from tests.games.hanabi.tables import Table

# Losing all lives costs nothing until 100 decisions, the whole score from 300 on.
LATER = "staged 100:0:0 300:0:-1"
TINY = Settings(
    game="briscola",
    variant="2p,deck=(0,2,9,11,12,20,31,39)",
    reward="points:linear 1 0 64,result:1",
    budget=128,
    unit="decisions",
    chunk=1,
    evaluate_every=1000,
    config={"hidden": "8", "places": "4", "steps": "8", "minibatches": "1"},
)
PIECES = {**TINY.config, "magnet": "linear 0.1 0 100%", "average": "3", "insight": "full.hand"}


def lost_game():
    """(arena, state before the play that loses the last life, the play, the state after it); one card was played."""
    table = Table("simplified-2p", "R1 R2 R3 R4 R5 Y2 Y2 Y3 Y3 Y4").play("p0 p0 p2")
    before, play = table.state, table.text.parse_action("p2")
    table.play("p2")
    assert bool(table.state.done)
    return before, jnp.int32(play), table.state


@pytest.mark.parametrize(("now", "cost"), [(0, 0.0), (100, 0.0), (200, -0.5), (300, -1.0), (9999, -1.0)])
def test_what_losing_costs_rises_over_the_run(now, cost):
    game = make("hanabi", "simplified-2p")
    arena = make_arena(game, reward="standard", reward_weights={"lost_score": LATER}, scale="linear 1 0.5 200")
    before, action, after = lost_game()
    paid = arena.under(arena.terms._replace(now=jnp.int32(now)))._pay(before, action, after)
    built = 1  # cards on the fireworks, which are lost
    scale = 1 - 0.5 * min(now / 200, 1)
    assert paid.tolist() == pytest.approx([cost * built * scale] * 2)


def test_a_sum_of_rewards_fades():
    """At the end of its schedule a hundredth is left."""
    settings = replace(TINY, reward="points:linear 1 0.01 64", lanes={"a": {}, "b": {"reward": "result"}}).checked()
    game = settings.make_game()
    arenas = settings.make_arenas(game)
    last = _decisive(game)

    def paid(lane, now):
        arena = arenas[lane]
        return arena.under(arena.terms._replace(now=now))._pay(*last)

    assert abs(paid("a", 0)).max() > 1
    assert paid("a", 64) == pytest.approx(paid("a", 0) / 100)
    assert sorted(paid("b", 0).tolist()) == sorted(paid("b", 64).tolist()) == [-1, 1]  # beside it, what does not change


def _decisive(game):
    """The last play of the game in which everybody plays the first legal card."""
    state = game.start(game.deal(jax.random.key(1)))
    while True:
        action = jnp.argmax(game.legal(state)).astype(jnp.int32)
        after = game.play(state, action)
        if after.done:
            return state, action, after
        state = after


@pytest.mark.slow
def test_lanes_with_and_without_a_schedule_share_a_program_and_resume(tmp_path):
    """With all the other pieces of a champion."""
    lanes = {"fades": {"scale": "linear 1 0.1 64"}, "stays": {"scale": 0.5, "reward": "points:0.5,result:1"}}
    settings = replace(TINY, lanes=lanes, config=PIECES, augmentation="suits").checked()

    def run(folder, stop):
        return Run(settings, folder, Watch(stop=stop))

    whole, part = run(tmp_path / "whole", lambda: False), run(tmp_path / "part", lambda: True)
    for each in (whole, part):
        each.begin()
        each.train()
    assert load(tmp_path / "part" / "run.json") == settings
    again = run(tmp_path / "part", lambda: False)
    again.resume()
    assert again.train().finished
    for name in ("metrics.jsonl", "lanes/fades/weights.safetensors", "lanes/stays/weights.safetensors"):
        assert (tmp_path / "part" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scale": "sometimes"}, "'sometimes' is no schedule"),
        ({"reward": "points:often"}, "'often' is no schedule"),
        ({"lanes": {"a": {"config": {"magnet": "0.1"}}, "b": {}}}, "some lanes have a piece that others lack"),
    ],
)
def test_what_is_no_schedule_is_refused_in_words(changes, message, tmp_path):
    with pytest.raises(MazzoError, match=re.escape(message)):
        Run(replace(TINY, **changes).checked(), tmp_path / "run", Watch())


def test_parts_of_the_budget_are_decisions():
    """In every setting that may hold a schedule, and in lanes."""
    lanes = {"rate=linear_1_0_12.5%": {"config": {"rate": "linear 1 0 12.5%"}, "scale": "linear 1 0 50%"}}
    settings = replace(TINY, budget=2000, config=PIECES, reward="points:linear 1 0 100%", lanes=lanes).checked()
    assert settings.config["magnet"] == "linear 0.1 0 2000"
    assert settings.reward == "points:linear 1 0 2000"
    assert settings.lanes["rate=linear_1_0_12.5%"] == {"config": {"rate": "linear 1 0 250"}, "scale": "linear 1 0 1000"}
    with pytest.raises(MazzoError, match="give the budget in decisions"):
        replace(TINY, config=PIECES, unit="games").checked()
