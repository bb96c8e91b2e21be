"""By the clock: slices are added until the time is over; one is always finished."""

import itertools
from functools import partial

import jax
import numpy as np
import pytest

from mazzo.agents import find
from mazzo.core.agent import asked as compiled
from mazzo.core.errors import MazzoError
from mazzo.core.game import host
from mazzo.evaluation.match import play_match
from mazzo.search.clock import by_clock
from mazzo.search.flat import flat
from mazzo.search.goal import goal_by_name
from mazzo.search.rollout import Thought
from mazzo.search.searcher import Mind, searcher
from mazzo.search.settings import read
from mazzo.search.tally import surest
from mazzo.search.worlds import EVEN
from tests.search.tables import EQUILIBRIUM, KUHN, PASS, QUEEN, kuhn_view


def counted(milliseconds, ticks, workers=1):
    """Worlds tried by slices of ten, where every look at the clock is so many milliseconds later."""
    clock = itertools.count(0, ticks / 1000)
    goal = goal_by_name(KUHN, "difference")

    def tally(mind, view, key):
        return flat(Thought(KUHN, mind.players, goal, EVEN), 10, view, key)

    start, act = by_clock(
        KUHN, tally, partial(surest, caution=1.0), milliseconds, now=lambda: next(clock), workers=workers
    )
    mind = Mind((EQUILIBRIUM,))
    assert start(mind) == ()
    action, _, info = act(mind, (), kuhn_view(QUEEN, (PASS,)), jax.random.key(0))
    assert workers > 1 or next(clock) <= (max(milliseconds, 4 * ticks) + ticks / 2) / 1000  # not too late
    return int(action), np.asarray(info["tries"])


def test_slices_are_added_until_the_time_is_over():
    action, tries = counted(100, 1)
    assert action == PASS
    assert (tries == tries[0]).all()
    assert 200 <= tries[0] <= 400  # three or four looks at the clock for a slice of ten worlds


def test_there_is_an_answer_however_short_the_time_is():
    for milliseconds, ticks in ((1, 1000), (1, 0.9)):
        action, tries = counted(milliseconds, ticks)
        assert action == PASS
        assert tries[0] == 10


def test_threads_share_the_slices():
    _, tries = counted(100, 1, workers=3)
    assert tries[0] % 10 == 0
    assert tries[0] >= 30


def test_it_plays_whole_games_in_time():
    agent = searcher(KUHN, read("search:flat,worlds=16,ms=30"), Mind((EQUILIBRIUM,)), "by the clock")
    act = compiled(agent)
    table = host(KUHN)
    memory = agent.start(agent.params)
    for game in range(3):
        state = table.start(KUHN.deal(jax.random.key(game)))
        while not bool(state.done):
            view = table.observe(state, state.turn)
            action, memory, info = act(agent.params, memory, view, jax.random.key(7))
            assert info["tries"][info["legal"]].min() >= 16
            state = table.play(state, int(action))  # raises if it is illegal


def test_measured_games_can_be_repeated_so_the_clock_is_refused():
    agent = find(KUHN, "search:flat,rollout=random,ms=10")
    with pytest.raises(MazzoError, match="by the clock plays single moves"):
        play_match(KUHN, (agent, EQUILIBRIUM), 10)
