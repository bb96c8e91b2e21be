"""What stands before every request."""

import dataclasses

import pytest
from fastapi.testclient import TestClient

from mazzo.web.app import create
from mazzo.web.guard import Rate
from tests.web.playing import deal


def test_every_answer_says_what_browsers_may_do(client):
    for path in ("/", "/api/games", "/api/nothing", "/static/css/base.css", "/games/briscola.js"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert client.get("/api/games").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (b"x" * 9000, {"content-type": "application/json"}, 413),
        (b"{}", {"content-type": "text/plain"}, 415),
        (b"{}", {"content-type": "application/json", "origin": "https://elsewhere.example"}, 403),
        (b"{", {"content-type": "application/json"}, 422),
        (b"\xff\xfe", {"content-type": "application/json"}, 422),
    ],
)
def test_what_is_not_ours_is_refused(client, content, headers, status):
    answer = client.post("/api/games", content=content, headers=headers)
    assert answer.status_code == status
    assert isinstance(answer.json()["detail"], str)


def test_a_body_in_pieces_is_measured_too(client):
    pieces = (b" " * 1000 for _ in range(20))
    answer = client.post("/api/games", content=pieces, headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_other_hosts_are_refused(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2f..%2fapp.py",
        "/games/..%2fbriscola.js",
        "/games/os.js",
        "/games/briscola%00.js",
        "/review/../../etc/passwd",
    ],
)
def test_nothing_outside_the_page_is_served(client, path):
    answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert "import" not in answer.text


def test_a_burst_is_let_through_and_a_flood_is_not():
    rate = Rate(per_second=0.001, burst=5)
    assert [rate.allows("a") for _ in range(7)] == [True] * 5 + [False] * 2
    assert rate.allows("b")


def test_a_flood_is_answered_with_429(settings, tmp_path):
    slow = dataclasses.replace(settings, database=f"sqlite:///{tmp_path}/a.sqlite", requests=1e-3, new_games=1e-3)
    with TestClient(create(slow, warming=False)) as client:
        codes = [client.get("/api/health").status_code for _ in range(3)]
    assert codes == [200, 429, 429]


def test_games_are_not_opened_without_end(settings, tmp_path):
    few = dataclasses.replace(settings, database=f"sqlite:///{tmp_path}/b.sqlite", open_games=2)
    with TestClient(create(few, warming=False)) as client:
        for _ in range(2):
            deal(client, game="briscola", agents=["rules"])
        answer = client.post("/api/games", json={"game": "briscola"})
    assert (answer.status_code, "too many games are open" in answer.json()["detail"]) == (429, True)


def test_a_store_that_is_gone_is_told_and_nothing_else_breaks(settings, tmp_path):
    path = tmp_path / "c.sqlite"
    gone = dataclasses.replace(settings, database=f"sqlite:///{path}")
    with TestClient(create(gone, warming=False)) as client:
        table = deal(client, game="briscola", agents=["rules"])
        client.app.state.house.store.engine.dispose()
        hidden = path.rename(tmp_path / "away.sqlite")
        (tmp_path / "c.sqlite").mkdir()
        answer = client.get(f"/api/tables/{table['id']}")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert "nothing was changed" in answer.json()["detail"]
        assert client.get("/api/ready").status_code == 503
        assert client.get("/api/health").status_code == 200
        (tmp_path / "c.sqlite").rmdir()
        hidden.rename(path)
        assert client.get(f"/api/tables/{table['id']}").status_code == 200


def test_logs_hold_no_secrets_and_no_cards(client, caplog):
    caplog.set_level("INFO", "mazzo.web")
    table = deal(client, game="briscola", agents=["rules"])
    client.get(f"/api/tables/{table['id']}")
    text = caplog.text + repr([vars(record).get("fields") for record in caplog.records])
    assert "/api/tables/{game}" in text
    assert table["id"] not in text
    assert table["commitment"] not in text
    for secret in client.cookies.jar:
        assert secret.value not in text
