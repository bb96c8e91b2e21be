"""No answer ever holds what its seat may not know."""

import numpy as np
import pytest

from mazzo import make
from mazzo.core.game import host
from mazzo.web.messages import Frame
from tests.web.playing import deal, look, move, turn

GAMES = [
    ("briscola", "2p"),
    ("briscola", "3p"),
    ("maraffone", "official"),
    ("tripeaks", "standard"),
    ("russian", "standard"),
    ("hanabi", "full-2p"),
]
pytestmark = pytest.mark.every_variant


@pytest.mark.parametrize(("game", "variant"), GAMES)
@pytest.mark.parametrize(("games", "moves"), [(1, 12), pytest.param(30, 1000, marks=pytest.mark.slow)])
def test_an_answer_is_made_from_the_view_alone(app, client, game, variant, games, moves):
    """Every frame of a game equals that of another deal which looks the same from the seat: so it cannot tell more."""
    made = make(game, variant)
    for number in range(games):
        table = deal(client, game=game, variant=variant, agents=["random"] if made.spec.players > 1 else [])
        told = played_at_random(client, table, moves, seed=number)
        cannot_tell_more(app.state.house.store.load(table["id"]), made, told)


def played_at_random(client, table, moves, seed):
    """All that a seat is told in a game of random moves, before the game is over."""
    rng = np.random.default_rng(seed)
    told = look(client, table, since=-1)
    for _ in range(moves):
        _, frame = turn(client, table)
        if frame["done"]:
            break
        told = look(client, table, since=-1)
        move(client, table, frame, frame["legal"][rng.integers(len(frame["legal"]))])
    return told


def cannot_tell_more(stored, made, told):
    """Another deal that looks the same half way, and one that does at the last frame, give the very same frames."""
    last = told["frames"][-1]["number"]
    for number in (last // 2, last):
        other = redealt(made, stored, told["seat"], number)
        assert number == last or other.record.deck != stored.record.deck
        for frame in told["frames"][: number + 1]:
            assert seen_from(other, told["seat"], frame["number"]) == Frame.model_validate(frame)


def redealt(made, stored, seat, number):
    """The same game with what the seat does not know dealt anew."""
    import dataclasses

    import jax

    table = host(made)
    state = table.start(stored.record.deal)
    for action in stored.log[:number]:
        state = table.play(state, action)
    view = table.observe(state, np.int8(seat))
    deal = jax.jit(made.redeal)(view, jax.random.key(5))
    record = dataclasses.replace(stored.record, deck=tuple(deal.deck.tolist()), setup=tuple(deal.setup.tolist()))
    return dataclasses.replace(stored, record=record, log=stored.log[:number])


def seen_from(stored, seat, number):
    from mazzo.web.course import replayed

    course = replayed(stored.record)
    course.follow(stored.log)
    return course.frame(number, seat)


def test_words_outside_the_frames_tell_nothing(client):
    """Whatever stands beside the frames is known before the deal."""
    table = deal(client, game="briscola", agents=["random"])
    told = {"id", "game", "variant", "seat", "players", "commitment", "shared", "frames", "review", "match", "free"}
    assert set(table) == told | {"invitations"}
    assert set(table["frames"][0]["view"]) == set(host(make("briscola")).observe(_start(), np.int8(0))._fields)


def _start():
    import jax

    made = make("briscola")
    return made.start(made.deal(jax.random.key(0)))
