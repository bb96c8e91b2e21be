"""What must not hurt: sudden death, a database that goes away, a full disk, several processes and tabs at once."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx2
import pytest
import sqlalchemy as sa

from mazzo.core.game import host
from mazzo.core.record import loads
from mazzo.core.registry import make
from mazzo.web.schema import GAMES, MOVES
from mazzo.web.settings import from_environment
from mazzo.web.store import Store
from tests.web.playing import deal, finish, look, move, turn
from tests.web.postgres import postgres
from tests.web.server import Server

STORES = ["sqlite", "postgresql"]


@pytest.fixture(scope="module")
def cluster():
    with postgres() as cluster:
        yield cluster


@pytest.fixture
def database(request, tmp_path):
    """What a server is told of its store; the test is for both kinds."""
    if request.param == "sqlite":
        return {"MAZZO_DATABASE_URL": f"sqlite:///{tmp_path / 'table.sqlite'}"}
    return {"MAZZO_DATABASE_URL": request.getfixturevalue("cluster").url}


# ------------------------------------------------------------------------------------------------------ sudden death


def killings(server, times, seed, players=4):
    """Several people play while the server is killed again and again.

    The moves whose answers arrived, for each game, and the cookies.
    """
    generator = random.Random(seed)
    acknowledged, cookies = {}, {}

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
    return acknowledged, cookies


def kept(server, acknowledged, cookies, to_the_end):
    """How many answered moves there were: all are in their games, and some games are played on to their end."""
    for place, (game, moves) in enumerate(acknowledged.items()):
        with httpx2.Client(base_url=server.url, timeout=60, cookies={"seat": cookies[game]}) as client:
            turn(client, {"id": game})
            told = look(client, {"id": game}, since=-1)["frames"]
            assert [one["number"] for one in told] == list(range(len(told)))
            assert {number: told[number + 1]["action"] for number in moves} == moves
            if place < to_the_end:
                after = finish(client, {"id": game})
                loads(json.dumps(client.get(f"/api/reviews/{after['review']}").json()["record"]))  # or it complains
    return sum(map(len, acknowledged.values()))


def whole(environment, acknowledged):
    """Every game in the store follows the rules, and a result if it is over and no sooner: so many games, moves."""
    store = Store(from_environment(environment).database)
    with closing(store), store.engine.connect() as connection:
        games = connection.execute(sa.select(GAMES.c.id, GAMES.c.ended, GAMES.c.returns)).all()
        moves = connection.execute(sa.select(sa.func.count()).select_from(MOVES)).scalar_one()
        numbers = connection.execute(sa.select(MOVES.c.game, MOVES.c.number, MOVES.c.action).order_by(MOVES.c.number))
        logs = {game: [] for game, _, _ in games}
        for game, number, action in numbers:
            assert number == len(logs[game])
            logs[game].append(action)
        table = host(make("briscola"))
        for game, ended, returns in games:
            state = table.start(store.load(game).record.deal)
            for action in logs[game]:
                state = table.play(state, action)
            result = [float(points) for points in table.returns(state)] if bool(state.done) else None
            assert (ended is not None, returns) == (bool(state.done), result)
    assert set(acknowledged) <= set(logs)
    return len(games), moves


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nothing_is_lost_when_the_server_is_killed(tmp_path, database):
    with closing(Server(tmp_path, **database)) as server:
        acknowledged, cookies = killings(server, times=2, seed=1, players=3)
        assert kept(server, acknowledged, cookies, to_the_end=2) > 5
    whole(database, acknowledged)
    check = sqlite3.connect(tmp_path / "table.sqlite").execute("pragma integrity_check").fetchone()
    assert check == ("ok",)


@pytest.mark.slow
@pytest.mark.parametrize("database", STORES, indirect=True)
def test_nothing_is_lost_in_a_hundred_deaths(tmp_path, database):
    with closing(Server(tmp_path, **database)) as server:
        acknowledged, cookies = killings(server, times=100, seed=2)
        answered = kept(server, acknowledged, cookies, to_the_end=20)
    games, moves = whole(database, acknowledged)
    assert answered > 300
    print(f"100 deaths: {len(acknowledged)} games and {answered} moves were answered; {games} and {moves} are kept")


# ----------------------------------------------------------------------------------------------------- the database


@pytest.mark.slow
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_database_that_stops_is_told_and_then_everything_goes_on(tmp_path, database, cluster):
    with Server(tmp_path, **database) as server, _client(server) as client:
        for _ in range(3):
            table = deal(client, game="briscola", agents=["rules"])
            _, frame = turn(client, table)
            cluster.stop()
            refused(client, table, frame)
            assert client.get("/api/health").status_code == 200
            cluster.start()
            assert turn(client, table)[1] == frame
            assert finish(client, table)["review"]
    whole(database, [table["id"]])


def refused(client, table, frame):
    """Whatever needs the store says that nothing was changed."""
    answers = [
        move(client, table, frame, frame["legal"][0]),
        client.get(f"/api/tables/{table['id']}"),
        client.get(f"/api/tables/{table['id']}/events"),
        client.post("/api/games", json={"game": "briscola"}),
        client.get("/api/ready"),
    ]
    for answer in answers:
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert "nothing was changed" in answer.json()["detail"]


@contextmanager
def small_disk(megabytes):
    """A file system with so much room and no more, which everybody may enter."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", folder]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            pytest.skip("a small disk is mounted by root only")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def filled(folder):
    """Take all the room that is left; the file that holds it."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass
    assert shutil.disk_usage(folder).free == 0
    return ballast


@pytest.mark.slow
@pytest.mark.parametrize("store", STORES)
def test_a_full_disk_is_told_and_then_everything_goes_on(tmp_path, store):
    """People play until the store has no room for the next move; with room again they play on from where they were."""
    with small_disk(4 if store == "sqlite" else 160) as disk, _store_on(store, disk) as database:
        with Server(tmp_path, **database) as server, _client(server) as client:
            tables = [deal(client, game="briscola", agents=["rules"]) for _ in range(2)]
            played = finish(client, tables.pop())
            ballast = filled(disk)
            table, frame, told = until_it_is_full(client, tables)
            assert "nothing was changed" in told
            assert client.get("/api/health").status_code == 200
            ballast.unlink()
            end = time.monotonic() + 30
            while client.get("/api/ready").status_code != 200 and time.monotonic() < end:
                time.sleep(0.2)  # PostgreSQL may have to start again
            assert turn(client, table)[1] == frame
            assert finish(client, table)["review"]
            assert look(client, played)["frames"][-1] == played["frames"][-1]
        whole(database, [played["id"], table["id"]])


@contextmanager
def _store_on(store, disk):
    if store == "sqlite":
        yield {"MAZZO_DATABASE_URL": f"sqlite:///{disk / 'table.sqlite'}"}
        return
    with postgres(disk) as cluster:
        yield {"MAZZO_DATABASE_URL": cluster.url}


def until_it_is_full(client, tables):
    """Play, in new games if need be, until a move is refused: its table, the frame that stands, and what was told."""
    while True:
        table = tables.pop() if tables else deal(client, game="briscola", agents=["rules"])
        while True:
            found = client.get(f"/api/tables/{table['id']}").json()
            frame = found["frames"][-1]
            if frame["done"]:
                break
            if frame["legal"]:
                answer = move(client, table, frame, frame["legal"][0])
                if answer.status_code != 200:
                    assert answer.status_code == 503
                    return table, frame, answer.json()["detail"]
            time.sleep(0.002)


# ----------------------------------------------------------------------------------- several processes, several tabs


def _client(server, **named):
    return httpx2.Client(base_url=server.url, timeout=60, **named)


def race(here, there, table, seed):
    """Two tabs move at every turn at the same time: one of both counts, and both tabs see the same game."""
    generator = random.Random(seed)
    tries = []
    while not (frame := turn(here, table)[1])["done"]:
        tabs = [(here, frame["legal"][0]), (there, generator.choice(frame["legal"]))]
        answers = []
        threads = [threading.Thread(target=try_it, args=(answers, tab, table, frame, action)) for tab, action in tabs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {answer.status_code for answer in answers} == {200}
        tries.append((frame["number"], {action for _, action in tabs}))
    frames = look(here, table, since=-1)["frames"]
    assert frames == look(there, table, since=-1)["frames"]
    assert [one["number"] for one in frames if one["player"] == table["seat"]] == [number + 1 for number, _ in tries]
    assert all(frames[number + 1]["action"] in actions for number, actions in tries)


def try_it(answers, client, table, frame, action):
    answers.append(move(client, table, frame, action))


def test_two_processes_and_two_tabs_agree(tmp_path):
    """Two servers on one store: each answers for the game that the other dealt, and a race has one winner."""
    with Server(tmp_path) as one, Server(tmp_path) as other:
        with _client(one) as here:
            table = deal(here, game="briscola", agents=["rules"])
            secret = here.cookies["seat"]
        with _client(one, cookies={"seat": secret}) as here, _client(other, cookies={"seat": secret}) as there:
            race(here, there, table, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("database", STORES, indirect=True)
def test_two_workers_and_two_tabs_agree(tmp_path, database):
    """As `mazzo serve --workers 2`: whichever process takes a connection."""
    with Server(tmp_path, workers=2, **database) as server:
        for seed in range(10):
            with _client(server) as here:
                table = deal(here, game="briscola", agents=["rules"])
                cookies = {"seat": next(c.value for c in here.cookies.jar if table["id"] in c.path)}
            alone = httpx2.Limits(max_keepalive_connections=0)  # every request may come to the other worker
            with (
                _client(server, cookies=cookies, limits=alone) as here,
                _client(server, cookies=cookies, limits=alone) as there,
            ):
                race(here, there, table, seed)
    whole(database, [table["id"]])


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_and_nobody_waits_for_it(tmp_path):
    alone = httpx2.Limits(max_keepalive_connections=0)  # every request may come to another worker
    with Server(tmp_path, workers=2) as server, _client(server, limits=alone) as client:
        table = deal(client, game="briscola", agents=["rules"])
        before = workers_of(server)
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        assert finish(client, table)["review"]
        end = time.monotonic() + 30
        while len(workers_of(server) - {min(before)}) < 2 and time.monotonic() < end:
            time.sleep(0.1)
        assert len(workers_of(server) - {min(before)}) == 2


def workers_of(server):
    """The processes that serve, which Python's multiprocessing has spawned."""
    command = ["pgrep", "-P", str(server.process.pid), "-f", "spawn_main"]
    return set(map(int, subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()))
