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
def test_an_answer_is_made_from_the_view_alone(app, client, game, variant):
    """Every frame of a game equals that of another deal which looks the same from the seat: so it cannot tell more."""
    made, store = make(game, variant), app.state.house.store
    table = deal(client, game=game, variant=variant, agents=["random"] if made.spec.players > 1 else [])
    rng = np.random.default_rng(1)
    for _ in range(12):
        _, frame = turn(client, table)
        if frame["done"]:
            break
        move(client, table, frame, frame["legal"][rng.integers(len(frame["legal"]))])
    told = look(client, table, since=-1)
    stored = store.load(table["id"])
    number = told["frames"][-1]["number"]
    assert number >= 3
    assert len(stored.log) >= number
    other = redealt(made, stored, told["seat"], number)
    assert other.record.deck != stored.record.deck or made.spec.players == 1
    for frame in told["frames"]:
        twin = _frame(other, told["seat"], frame["number"])
        assert twin == Frame.model_validate(frame)


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


def _frame(stored, seat, number):
    from mazzo.web.course import replayed

    course = replayed(stored.record)
    course.follow(stored.log)
    return course.frame(number, seat)


def test_words_outside_the_frames_tell_nothing(client):
    """Whatever stands beside the frames is known before the deal."""
    table = deal(client, game="briscola", agents=["random"])
    assert set(table) == {"id", "game", "variant", "seat", "players", "commitment", "shared", "frames", "review"}
    assert set(table["frames"][0]["view"]) == set(host(make("briscola")).observe(_start(), np.int8(0))._fields)


def _start():
    import jax

    made = make("briscola")
    return made.start(made.deal(jax.random.key(0)))
