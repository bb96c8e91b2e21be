"""What moves are worth: against play by hand where nothing is hidden, and with a blunder that was planted."""

import dataclasses

import jax
import numpy as np
import pytest

from mazzo import make
from mazzo.core import chance
from mazzo.core import record as records
from mazzo.core.game import host
from mazzo.evaluation.review import AS_IT_STANDS, WORLDS, outlook, review, worst

GAME = make("briscola")
TABLE = host(GAME)
EXPERT = GAME.bots["expert"]


def answer(agent, state):
    """What an agent plays, asked as in a real game."""
    action, _, _ = jax.jit(agent.act)(agent.params, (), TABLE.observe(state, state.turn), jax.random.key(0))
    return int(action)


def played(seed, plant=None, plays=40):
    """A game of two experts; `plant` is a (play, choose) at which `choose(legal, state)` plays instead."""
    state, actions = TABLE.start(GAME.deal(jax.random.key(seed))), []
    while len(actions) < plays and not bool(state.done):
        action = answer(EXPERT, state)
        if plant and len(actions) == plant[0]:
            action = plant[1](TABLE.legal_actions(state), state)
        actions.append(action)
        state = TABLE.play(state, action)
    return state, actions


def recorded(seed, actions, final):
    deal = GAME.deal(jax.random.key(seed))
    begun = records.begin(GAME, (deal.deck.tolist(), deal.setup.tolist()), ["person", "expert"])
    returns = tuple(float(r) for r in TABLE.returns(final)) if bool(final.done) else None
    return dataclasses.replace(begun, actions=tuple(actions), returns=returns)


@pytest.mark.parametrize("seed", range(3))
def test_every_world_is_played_out_as_by_hand(seed):
    state, _ = played(seed, plays=28 + seed)
    seat = int(state.turn)
    view, legal = TABLE.observe(state, np.int8(seat)), TABLE.legal_actions(state)
    found = outlook(GAME, EXPERT, view, legal, seed=seed, lanes=64)
    world_of = jax.jit(GAME.world)
    for world in range(4):
        start = world_of(view, chance.stream(jax.random.key(seed), WORLDS, world))
        for one in found:
            after = TABLE.play(start, one.action)
            while not bool(after.done):
                after = TABLE.play(after, answer(EXPERT, after))
            points = [float(p) for p in TABLE.returns(after)]
            own, other = points[seat], points[1 - seat]
            assert one.results[world] == own
            assert one.wins[world] == (own > other) + 0.5 * (own == other)


def test_worlds_fit_the_view_and_not_the_truth():
    """Another deal that looks the same from the seat gives the same outlook: nothing hidden is used."""
    state, _ = played(5, plays=10)
    view = TABLE.observe(state, state.turn)
    other = GAME.replay(GAME.redeal(view, jax.random.key(9)), view.actions, view.plays)
    assert not np.array_equal(other.deck, state.deck)
    legal = TABLE.legal_actions(state)
    one, two = (outlook(GAME, EXPERT, TABLE.observe(s, s.turn), legal, lanes=64) for s in (state, other))
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a.results, b.results)


def test_all_moves_are_tried_in_the_same_worlds():
    state, _ = played(6, plays=8)
    view = TABLE.observe(state, state.turn)
    legal = TABLE.legal_actions(state)
    alone = outlook(GAME, EXPERT, view, [legal[0]], lanes=64)[0]
    beside = outlook(GAME, EXPERT, view, legal, lanes=64)[0]
    np.testing.assert_array_equal(alone.results[: len(beside.results)], beside.results)


def test_the_end_is_worth_what_it_is():
    final, actions = played(7)
    judged = list(review(recorded(7, actions, final), EXPERT, seat=1, lanes=64))
    assert len(judged) == 41
    assert judged[-1].outlook.action == AS_IT_STANDS
    assert judged[-1].outlook.value == float(TABLE.returns(final)[1])
    assert judged[-1].decision is None


def test_a_planted_blunder_is_found():
    """Two experts play; where a bad move would cost most, it is planted in place of theirs."""
    final, actions = played(8)
    decisions = [judged.decision for judged in review(recorded(8, actions, final), EXPERT, seat=0, lanes=64)]
    where = max(filter(None, decisions), key=lambda found: found.best.value - found.outlooks[-1].value)
    bad = where.outlooks[-1].action
    final, actions = played(8, plant=(where.plays, lambda legal, state: bad))
    assert actions[where.plays] == bad
    found = worst(list(review(recorded(8, actions, final), EXPERT, seat=0, lanes=64)), 1)
    assert [(move.plays, move.player, move.action) for move in found] == [(where.plays, where.player, bad)]
    assert found[0].cost > 8
    assert found[0].best.action != bad


def test_a_review_can_be_repeated():
    final, actions = played(9)
    record = recorded(9, actions, final)
    one, two = ([judged.outlook.value for judged in review(record, EXPERT, 0, seed=3, lanes=64)] for _ in range(2))
    assert one == two


def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_went():
    state, actions = played(10, plays=5)
    judged = list(review(recorded(10, actions, state), EXPERT, 0, lanes=64))
    assert [one.plays for one in judged] == [0, 1, 2, 3, 4, 5]
    assert [one.decision is None for one in judged] == [False] * 5 + [True]
