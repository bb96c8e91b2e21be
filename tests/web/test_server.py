"""A real server: events, what is refused on the wire, an orderly end."""

import http.client
import json
import threading
import time
from contextlib import closing

import httpx2
import pytest

from tests.web.playing import deal, finish, look, move
from tests.web.server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


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
    path = f"/api/tables/{table['id']}/events?since=40"
    for nothing_missed in (b"40", b"\xb2"):  # a superscript is a digit to Python, and no number
        answer = client.get(path, headers={b"last-event-id": nothing_missed})
        assert answer.status_code == 204  # which tells a browser not to come again


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2f..%2fapp.py",
        "/static/..%5c..%5capp.py",
        "/static//etc/passwd",
        "/static/js/../../settings.py",
        "/games/../web/settings.js",
        "/games/..%2f..%2fweb%2fsettings.js",
        "/../../etc/passwd",
        "//etc/passwd",
    ],
)
def test_paths_lead_nowhere_else_however_they_are_written(server, path):
    """As they stand: most clients would tidy them before they send them."""
    status, body = raw(server, "GET", path)
    assert (status, b"import" in body, b"root:" in body) == (404, False, False)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"", {"content-length": "1000000000"}),
        (b"x" * 100_000, {}),
        (b"2000\r\n" + b"x" * 8192 + b"\r\n2000\r\n" + b"x" * 8192, {"transfer-encoding": "chunked"}),
    ],
)
def test_bodies_that_are_too_large_are_refused_before_they_are_read(server, body, headers):
    """The last is in pieces that say no length, and has no end."""
    status, told = raw(server, "POST", "/api/games", body, {"content-type": "application/json", **headers})
    assert (status, json.loads(told)["detail"]) == (413, "the request is too large")


def raw(server, method, path, body=b"", headers=None):
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=20)
    connection.putrequest(method, path)
    length = {} if method == "GET" or "transfer-encoding" in headers else {"content-length": str(len(body))}
    for name, value in {**length, **(headers or {})}.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    with closing(connection):
        answer = connection.getresponse()
        return answer.status, answer.read()


@pytest.mark.slow
def test_people_at_two_processes_play_with_each_other(tmp_path):
    """One opens the table at one server and the other comes to the next one, to which moves come as that seat sees."""
    with Server(tmp_path) as one, Server(tmp_path) as other, client_of(one) as here, client_of(other) as there:
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


def client_of(server):
    return httpx2.Client(base_url=server.url, timeout=60)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_server_stops_when_it_is_asked_to(tmp_path, workers):
    server = Server(tmp_path, workers).start()
    with closing(server), httpx2.Client(base_url=server.url, timeout=60) as client:
        deal(client, game="briscola", agents=["rules"])
        told = [json.loads(line) for line in (tmp_path / "server.log").read_text().splitlines() if line[0] == "{"]
        assert any(line.get("route") == "/api/games" for line in told)  # from whichever process answered
        start = time.monotonic()
        assert server.stop() in (0, -15)
        assert time.monotonic() - start < 12
