"""No answer, event or line of the log ever holds what its seat may not know, or what tells the deal before the end."""

import asyncio
import dataclasses
import json
import logging
import random

import jax
import numpy as np
import pytest
import sqlalchemy as sa

from mazzo import make, names
from mazzo.core import registry
from mazzo.core.game import host
from mazzo.web.course import replayed
from mazzo.web.logs import JsonLines
from tests.web.crowd import play_all
from tests.web.playing import deal

MAIN = [
    ("briscola", "2p"),
    ("briscola", "3p"),
    ("maraffone", "official"),
    ("tripeaks", "standard"),
    ("russian", "standard"),
    ("hanabi", "full-2p"),
]
ALL = [(game, variant) for game in names() for variant in registry.family(game).variants]
pytestmark = pytest.mark.every_variant


@pytest.fixture(scope="module")
def hurried(app, client):
    """The application on a store that need not survive the machine's death: the disk is most of what games wait for."""
    engine = app.state.house.store.engine
    sa.event.listen(engine, "connect", lambda connection, _: connection.execute("pragma synchronous=off"))
    engine.dispose()
    return app


@pytest.fixture
def log():
    """The lines that the service writes to its log."""
    lines, logger = [], logging.getLogger("mazzo.web")
    handler, level = logging.Handler(), logger.level
    handler.emit = lambda record: lines.append(JsonLines().format(record))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield lines
    logger.removeHandler(handler)
    logger.setLevel(level)


@pytest.mark.parametrize(("game", "variant"), MAIN)
def test_nothing_hidden_is_told(hurried, log, game, variant):
    tells_nothing_hidden(hurried, log, make(game, variant), games=3)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), ALL)
def test_nothing_hidden_is_told_in_thousands_of_games(hurried, log, game, variant):
    tells_nothing_hidden(hurried, log, make(game, variant), games=200)


def tells_nothing_hidden(app, log, made, games):
    """Random games from every seat, some of whose moves are refused; all that anybody was told is looked at."""
    generator, spec = random.Random(games), made.spec
    codes = [made.text.action(action) for action in range(spec.actions)]
    wanted = [
        {"game": spec.game, "variant": spec.variant, "agents": ["random"], "seat": number % spec.players}
        for number in range(games)
    ]

    def choose(legal):
        return generator.choice(codes if generator.random() < 0.1 else legal)

    players = asyncio.run(play_all(app, wanted, choose))
    kept = [app.state.house.store.load(player.table["id"]) for player in players]
    for player, stored in zip(players, kept, strict=True):
        secrets_are_kept(player, stored)
    others = [cannot_tell_more(player, stored, made, generator) for player, stored in zip(players, kept, strict=True)]
    assert sum(others) > games // 4  # or nothing was compared
    names_nobody(log, players, kept)


def secrets_are_kept(player, stored):
    """Before the end nobody is told from what the deal, or an agent's choice, could be computed."""
    record = stored.record
    seed = [str(stored.chance)] if stored.chance > 10**8 else []  # a short one may stand anywhere by chance
    secrets = [text.encode() for text in (record.nonce, *seed)]
    assert json.dumps(record.deck, separators=(",", ":")).encode() not in player.answers[0].raw
    beside = {name: told for name, told in player.table.items() if name not in ("frames", "invitations")}
    for answer in player.answers:
        told = {name: value for name, value in answer.json.items() if name != "invitations"}
        over = bool(told.get("frames")) and told["frames"][-1]["done"]
        assert not any(secret in answer.raw for secret in secrets)
        assert over or stored.review.encode() not in answer.raw
        if answer.status < 300:
            assert {**told, "frames": []} == {**beside, "frames": [], "review": stored.review if over else None}
        else:
            assert told == {"detail": f"{answer.asked['action']} cannot be played now"}
    assert not any(secret in player.stream.raw for secret in [*secrets, stored.review.encode()])


def cannot_tell_more(player, stored, made, generator):
    """Another deal that looks the same after some moves gives the very same frames until then. Was it another?"""
    number = generator.randrange(len(stored.log) + 1)
    other = redealt(made, stored, player.table["seat"], number, generator.getrandbits(31))
    course = replayed(other)
    course.follow(stored.log[:number])
    frames = [json.loads(course.frame(n, player.table["seat"]).model_dump_json()) for n in range(number + 1)]
    told = [frame for answer in player.answers for frame in answer.json.get("frames", [])]
    for frame in (*player.events, *told):
        assert frame["number"] > number or frame == frames[frame["number"]]
    assert [frame["number"] for frame in player.events] == list(range(len(stored.log) + 1))
    return other.deck != stored.record.deck


def redealt(made, stored, seat, number, seed):
    """The record with what the seat does not know after so many moves dealt anew."""
    table = host(made)
    state = table.start(stored.record.deal)
    for action in stored.log[:number]:
        state = table.play(state, action)
    deal = jax.jit(made.redeal)(table.observe(state, np.int8(seat)), jax.random.key(seed))
    return dataclasses.replace(stored.record, deck=tuple(deal.deck.tolist()), setup=tuple(deal.setup.tolist()))


def names_nobody(log, players, kept):
    """The log says which kind of request came, and nothing of the game but its name."""
    known = {"at", "level", "event", "method", "route", "status", "ms", "game", "variant", "agent", "instead"}
    assert log
    assert all(set(json.loads(line)) <= known for line in log)
    hidden = [word for one in kept for word in (one.id, one.review, one.record.nonce, one.record.commitment)]
    text = "\n".join(log)
    assert not any(word in text for word in [*hidden, *(player.cookie.decode()[5:] for player in players)])


def test_words_outside_the_frames_tell_nothing(client):
    """Whatever stands beside the frames is known before the deal."""
    table = deal(client, game="briscola", agents=["random"])
    told = {"id", "game", "variant", "seat", "players", "commitment", "shared", "frames", "review", "match", "free"}
    assert set(table) == told | {"invitations"}
    assert set(table["frames"][0]["view"]) == set(host(make("briscola")).observe(_start(), np.int8(0))._fields)


def _start():
    made = make("briscola")
    return made.start(made.deal(jax.random.key(0)))
