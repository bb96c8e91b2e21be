"""A real server: events, sudden death, several processes on one store."""

import json
import random
import sqlite3
import threading
import time
from contextlib import closing

import httpx2
import pytest

from mazzo.core.game import host
from mazzo.core.registry import make
from tests.web.playing import deal, finish, look, move, turn
from tests.web.postgres import postgres
from tests.web.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def cluster():
    with postgres() as cluster:
        yield cluster


@pytest.fixture
def client(server):
    with httpx2.Client(base_url=server.url, timeout=60) as client:
        yield client


def frames(client, table, headers=None, since=None):
    """The frames that the stream brings until it ends."""
    params = {} if since is None else {"since": since}
    path = f"/api/tables/{table['id']}/events"
    with client.stream("GET", path, params=params, headers=headers or {}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        name = None
        for line in answer.iter_lines():
            if line.startswith("id: "):
                name = int(line[4:])
            if line.startswith("data: "):
                frame = json.loads(line[6:])
                assert frame["number"] == name
                yield frame


def test_events_bring_every_frame_once_and_in_order(server, client):
    table = deal(client, game="briscola", agents=["rules"])
    seen = []
    reader = threading.Thread(target=lambda: seen.extend(frames(client, table, since=0)))
    reader.start()
    after = finish(client, table)
    reader.join(timeout=30)
    assert not reader.is_alive()  # the stream ends with the game
    assert [frame["number"] for frame in seen] == list(range(1, 41))
    assert seen == look(client, table, since=0)["frames"]
    assert after["review"]


def test_a_browser_that_comes_back_gets_what_it_missed(server, client):
    table = deal(client, game="briscola", agents=["rules"])
    finish(client, table)
    missed = list(frames(client, table, headers={"last-event-id": "37"}))
    assert [frame["number"] for frame in missed] == [38, 39, 40]


def killings(folder, times, seed, players=4, **environment):
    """Several people play while the server is killed again and again; nothing that was answered is ever lost."""
    generator = random.Random(seed)
    acknowledged = {}  # game -> the moves whose answers arrived
    cookies = {}
    server = Server(folder, **environment)

    def play(url, stop):
        with httpx2.Client(base_url=url, timeout=30) as client:
            try:
                while not stop.is_set():
                    table = deal(client, game="briscola", agents=["rules"])
                    acknowledged[table["id"]] = {}
                    cookies[table["id"]] = next(c.value for c in client.cookies.jar if table["id"] in c.path)
                    while not stop.is_set():
                        _, frame = turn(client, table)
                        if frame["done"]:
                            break
                        action = generator.choice(frame["legal"])
                        answer = move(client, table, frame, action)
                        assert answer.status_code == 200, answer.text
                        acknowledged[table["id"]][frame["number"]] = action
            except httpx2.HTTPError:
                return  # killed under this call: whether the move counts is open, but it is all or nothing

    for _ in range(times):
        server.start()
        stop = threading.Event()
        threads = [threading.Thread(target=play, args=(server.url, stop)) for _ in range(players)]
        for thread in threads:
            thread.start()
        wanted = sum(map(len, acknowledged.values())) + generator.randrange(3, 30)
        while sum(map(len, list(acknowledged.values()))) < wanted and any(thread.is_alive() for thread in threads):
            time.sleep(0.002)
        time.sleep(generator.random() * 0.02)
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
    server.start()
    return server, acknowledged, cookies


def consistent(server, acknowledged, cookies, to_the_end):
    """Every game holds every move that was answered; `to_the_end` of them are played on, and end as the rules say."""
    table = host(make("briscola"))
    assert acknowledged
    some = 0
    for place, (game, moves) in enumerate(acknowledged.items()):
        with httpx2.Client(base_url=server.url, timeout=60, cookies={"seat": cookies[game]}) as client:
            turn(client, {"id": game})
            told = look(client, {"id": game}, since=-1)["frames"]
            assert [one["number"] for one in told] == list(range(len(told)))
            for number, action in moves.items():
                assert told[number + 1]["action"] == action
                some += 1
            if place >= to_the_end:
                continue
            after = finish(client, {"id": game})
            review = client.get(f"/api/reviews/{after['review']}").json()
        record = review["record"]
        state = table.start(_deal(record))
        for action in record["actions"]:
            state = table.play(state, make("briscola").text.parse_action(action))
        assert bool(state.done)
        assert [float(r) for r in table.returns(state)] == record["returns"]
    return some


def _deal(record):
    from mazzo.core.record import loads

    return loads(json.dumps(record)).deal


def test_nothing_is_lost_when_the_server_is_killed(tmp_path):
    server, acknowledged, cookies = killings(tmp_path, times=2, seed=1, players=3)
    with closing(server):
        assert consistent(server, acknowledged, cookies, to_the_end=2) > 5
    check = sqlite3.connect(tmp_path / "table.sqlite").execute("pragma integrity_check").fetchone()
    assert check == ("ok",)


@pytest.mark.slow
@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_nothing_is_lost_in_a_hundred_deaths(tmp_path, store, cluster):
    environment = {} if store == "sqlite" else {"MAZZO_DATABASE_URL": cluster.url}
    server, acknowledged, cookies = killings(tmp_path, times=100, seed=2, **environment)
    with closing(server):
        assert consistent(server, acknowledged, cookies, to_the_end=20) > 300


@pytest.mark.slow
def test_a_database_that_stops_is_told_and_then_everything_goes_on(tmp_path, cluster):
    with Server(tmp_path, MAZZO_DATABASE_URL=cluster.url) as server, _client(server) as client:
        table = deal(client, game="briscola", agents=["rules"])
        _, frame = turn(client, table)
        cluster.stop()
        for answer in (move(client, table, frame, frame["legal"][0]), client.get(f"/api/tables/{table['id']}")):
            assert answer.status_code == 503
            assert "nothing was changed" in answer.json()["detail"]
        assert client.get("/api/health").status_code == 200
        cluster.start()
        assert turn(client, table)[1] == frame
        assert finish(client, table)["review"]


def _client(server):
    return httpx2.Client(base_url=server.url, timeout=60)


def try_it(answers, client, table, frame, action):
    answers.append(move(client, table, frame, action))


def test_two_processes_and_two_tabs_agree(tmp_path):
    """Two servers on one store: each answers for the game that the other dealt, and a race has one winner."""
    with Server(tmp_path) as one, Server(tmp_path) as other:
        with httpx2.Client(base_url=one.url, timeout=60) as here:
            table = deal(here, game="briscola", agents=["rules"])
            secret = here.cookies["seat"]
        here = httpx2.Client(base_url=one.url, timeout=60, cookies={"seat": secret})
        there = httpx2.Client(base_url=other.url, timeout=60, cookies={"seat": secret})
        generator = random.Random(3)
        while True:
            _, frame = turn(here, table)
            if frame["done"]:
                break
            answers = []
            tries = [(here, frame["legal"][0]), (there, generator.choice(frame["legal"]))]
            tabs = [threading.Thread(target=try_it, args=(answers, tab, table, frame, a)) for tab, a in tries]
            for tab in tabs:
                tab.start()
            for tab in tabs:
                tab.join()
            assert {answer.status_code for answer in answers} == {200}
        assert look(here, table, since=-1) == look(there, table, since=-1)
        here.close()
        there.close()


def test_people_at_two_processes_play_with_each_other(tmp_path):
    """One opens the table at one server and the other comes to the next one, to which moves come as that seat sees."""
    with Server(tmp_path) as one, Server(tmp_path) as other, _client(one) as here, _client(other) as there:
        table = deal(here, game="briscola", agents=["person"])
        path = f"/api/tables/{table['id']}/seat"
        taken = there.post(path, json={"invitation": table["invitations"][0]["token"]}).json()
        seen = []
        reader = threading.Thread(target=lambda: seen.extend(frames(there, table, since=0)), daemon=True)
        reader.start()
        while not (frame := look(here, table)["frames"][-1])["done"]:
            seat, name = (here, 0) if frame["turn"] == 0 else (there, 1)
            frame = look(seat, table)["frames"][-1]
            assert frame["turn"] == name
            assert move(seat, table, frame, frame["legal"][0]).status_code == 200
        reader.join(timeout=30)
        assert taken["seat"] == 1
        assert seen == look(there, table, since=0)["frames"]
        assert [frame["number"] for frame in seen] == list(range(1, 41))


def test_the_server_stops_when_it_is_asked_to(tmp_path):
    server = Server(tmp_path).start()
    with httpx2.Client(base_url=server.url, timeout=60) as client:
        deal(client, game="briscola", agents=["rules"])
        start = time.monotonic()
        assert server.stop() in (0, -15)
        assert time.monotonic() - start < 12
