"""Compiled play: agents with memory, mixed seatings, whole games, and the next deal where one has ended."""

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core import chance
from mazzo.core.agent import RANDOM as ANY
from mazzo.core.agent import Agent
from mazzo.core.arrays import anywhere
from mazzo.core.game import Deal, host
from mazzo.core.rollout import _gathered, collect, move, play_deals, sit
from tests.helpers import toy

GAME = make("briscola")
RANDOM, EXPERT = GAME.bots["random"], GAME.bots["expert"]


def deals_of(seed, batch):
    keys = jax.vmap(lambda i: chance.fold_in(jax.random.key(seed), i))(jnp.arange(batch))
    return jax.vmap(GAME.deal)(keys), jax.vmap(lambda key: chance.fold_in(key, 1))(keys)


def counting(start=0):
    """An agent that plays its cards at random and remembers how often it has done so."""

    def act(params, memory, view, key):
        action, _, _ = RANDOM.act((), (), view, key)
        return action, memory + 1, {"times": memory}

    return Agent("counting", act, lambda params: params, params=jnp.int32(start))


def test_played_games_are_those_that_the_rules_play():
    """Two compiled bots against the same moves, one by one."""
    deals, keys = deals_of(1, 4)
    seating = jnp.asarray([[0, 1], [1, 0], [0, 0], [1, 1]], jnp.int8)
    finished = jax.jit(lambda: play_deals(GAME, (EXPERT, RANDOM), deals, seating, keys))()
    table = host(GAME)
    acts = [jax.jit(agent.act) for agent in (EXPERT, RANDOM)]
    for i in range(4):
        state = table.start(Deal(deals.deck[i], deals.setup[i]))
        for ply in range(40):
            act = acts[int(seating[i, int(state.turn)])]
            action, _, _ = act((), (), table.observe(state, state.turn), jax.random.fold_in(keys[i], ply))
            state = table.play(state, int(action))
        assert bool(state.done)
        assert finished.returns[i].tolist() == table.returns(state).tolist()
        assert int(finished.plays[i]) == 40


@pytest.mark.slow
def test_each_seat_keeps_its_own_memory_and_changes_it_only_when_it_plays():
    agents = (counting(), counting(start=100))
    deals, keys = deals_of(2, 3)
    tables = jax.vmap(lambda deal, key: sit(GAME, agents, deal, jnp.asarray([0, 1], jnp.int8), key))(deals, keys)
    kept = jax.jit(
        lambda tables: collect(
            GAME, agents, GAME.deal, tables, lambda play: (play.before.turn, [i["times"] for i in play.infos]), 40
        )[1]
    )(tables)
    turns, (first, second) = jax.tree.map(np.asarray, kept)
    for i in range(3):
        own = {0: 0, 1: 100}
        for ply in range(40):
            seat = int(turns[ply, i])
            assert (first, second)[seat][ply, i] == own[seat]
            own[seat] += 1


def test_a_finished_game_makes_room_for_another_deal():
    agents = (RANDOM,)
    deals, keys = deals_of(3, 5)
    tables = jax.vmap(lambda deal, key: sit(GAME, agents, deal, jnp.zeros(2, jnp.int8), key))(deals, keys)
    keep = lambda play: (play.before.deck, play.before.plays, play.after.done, play.live, GAME.returns(play.after))
    tables, kept = jax.jit(lambda tables: collect(GAME, agents, GAME.deal, tables, keep, 100))(tables)
    decks, plays, done, live, returns = jax.tree.map(np.asarray, kept)
    assert live.all()  # never a wasted step
    assert (np.flatnonzero(done[:, 0]) == [39, 79]).all()
    assert (plays[:, 0] == np.arange(100) % 40).all()
    assert (returns[done].sum(-1) == 120).all()
    assert len({tuple(deck) for i in range(5) for deck in decks[::40, i].tolist()}) == 15  # all deals differ


@pytest.mark.slow
def test_same_seed_same_bytes_in_any_block():
    deals, keys = deals_of(4, 6)
    seating = jnp.tile(jnp.asarray([0, 1], jnp.int8), (6, 1))
    run = jax.jit(lambda d, s, k: play_deals(GAME, (EXPERT, RANDOM), d, s, k).returns)
    whole = np.asarray(run(deals, seating, keys))
    halves = [run(jax.tree.map(lambda x, h=h: x[h], deals), seating[:3], keys[h]) for h in (slice(0, 3), slice(3, 6))]
    assert whole.tobytes() == np.concatenate(halves).tobytes()


def test_a_new_opponent_of_the_same_shape_does_not_recompile():
    traces = []

    def act(params, memory, view, key):
        traces.append(1)
        return RANDOM.act((), (), view, key)

    deals, keys = deals_of(5, 2)
    seating = jnp.zeros((2, 2), jnp.int8)
    run = jax.jit(lambda agents: play_deals(GAME, agents, deals, seating, keys).returns)
    run((Agent("one", act, params=jnp.zeros(3)),))
    before = len(traces)
    run((Agent("another", act, params=jnp.ones(3)),))
    assert len(traces) == before


def slowly(agent):
    """The same player, who thinks long."""
    return dataclasses.replace(agent, lanes=100)


def test_games_wait_together_for_a_player_who_thinks_long_and_stay_the_same():
    """The same games, number by number."""
    deals, keys = deals_of(6, 4)
    seating = jnp.asarray([[0, 1], [1, 0], [0, 0], [1, 1]], jnp.int8)
    plain = jax.jit(lambda: play_deals(GAME, (EXPERT, RANDOM), deals, seating, keys))()
    slow = jax.jit(lambda: play_deals(GAME, (slowly(EXPERT), RANDOM), deals, seating, keys))()
    for one, other in zip(jax.tree.leaves(plain), jax.tree.leaves(slow), strict=True):
        assert (np.asarray(one) == np.asarray(other)).all()


def test_a_player_who_thinks_long_is_asked_where_there_is_something_to_decide():
    """Kuhn's second player decides once. He is asked about all tables at once, when the first has played there."""
    kuhn = toy("kuhn")
    asked = []

    def act(params, memory, view, key):
        told = lambda *now: asked.append(tuple(map(int, now)))
        jax.debug.callback(told, view.turn, view.seat, view.plays, view.done)
        return jnp.int32(1), memory, {}  # he bets or calls

    slow = Agent("slow", act, lanes=2)
    seating = jnp.asarray([[1, 0]] * 3, jnp.int8)
    deals = jax.vmap(kuhn.deal)(jax.random.split(jax.random.key(1), 3))
    keys = jax.random.split(jax.random.key(2), 3)
    finished = jax.jit(lambda: play_deals(kuhn, (slow, ANY), deals, seating, keys))()
    jax.effects_barrier()
    assert finished.state.done.all()
    assert sorted(asked) == [(1, 1, 1, False)] * 3


def test_memories_of_players_who_think_long_are_kept():
    higher = toy("higher")  # three cards each

    def act(params, memory, view, key):
        return jnp.argmax(view.legal).astype(jnp.int32), memory + 1, {}

    agents = (Agent("counting", act, lambda params: jnp.int32(0), lanes=10), ANY)
    keys = jax.random.split(jax.random.key(7), 2)
    seating = jnp.asarray([[0, 1], [1, 0]], jnp.int8)
    tables = jax.vmap(lambda s, k: sit(higher, agents, higher.deal(k), s, k))(seating, keys)

    @jax.jit
    def on(tables):
        return jax.vmap(lambda table: move(higher, agents, table)[0])(_gathered(higher, agents, tables))

    for _ in range(4):
        tables = on(tables)
    assert tables.state.done.all()
    assert tables.memories[0].tolist() == [[3, 0], [0, 3]]


def test_one_answer_for_all_lanes():
    """Under vmap a loop goes on until no lane needs it, and is still a choice."""

    def climb(start):
        return jax.lax.while_loop(lambda x: anywhere(x < 10), lambda x: x + 1, start)

    assert jax.vmap(climb)(jnp.array([3, 8])).tolist() == [10, 15]
    assert climb(jnp.array(8)).tolist() == 10
