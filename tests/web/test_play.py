"""A game over HTTP, as the page plays it."""

import dataclasses
import json

import pytest
from fastapi.testclient import TestClient

from mazzo.core import record as records
from mazzo.web.app import create
from tests.web.playing import deal, finish, look, move, turn


@pytest.fixture(scope="module")
def finished(client):
    return finish(client, deal(client, game="briscola", agents=["rules"]))


def test_a_game_is_played_to_the_end_and_its_record_holds(client, finished):
    last = finished["frames"][-1]
    assert sum(last["returns"]) == 120
    review = client.get(f"/api/reviews/{finished['review']}").json()
    assert review["players"] == ["person", "rules"]
    record = records.loads(json.dumps(review["record"]))  # verifies every move, the result and the commitment
    assert record.returns == tuple(last["returns"])
    assert record.commitment == finished["commitment"]


def test_the_commitment_is_told_before_the_first_card_and_the_deal_only_at_the_end(client):
    table = deal(client, game="briscola", agents=["rules"])
    assert len(table["commitment"]) == 64
    assert table["review"] is None
    assert "nonce" not in json.dumps(table)
    assert "deck" not in json.dumps(table)
    after = finish(client, table)
    assert client.get(f"/api/reviews/{after['review']}").json()["record"]["commitment"] == table["commitment"]


def test_every_frame_since_a_number_is_given(client, finished):
    frames = look(client, finished, since=-1)["frames"]
    assert [frame["number"] for frame in frames] == list(range(41))
    assert frames[0]["action"] is None
    assert frames == look(client, finished, since=-1)["frames"]
    assert [frame["number"] for frame in look(client, finished, since=38)["frames"]] == [39, 40]
    assert len(look(client, finished, since=99)["frames"]) == 1


def test_a_repeated_or_late_move_changes_nothing(client):
    table, frame = turn(client, deal(client, game="briscola", agents=["rules"]))
    first, other = frame["legal"][:2]
    assert move(client, table, frame, first).status_code == 200
    _, now = turn(client, table)
    for again in (first, other, "nonsense"):
        answer = move(client, table, frame, again)
        assert answer.status_code == 200
        assert answer.json()["frames"][-1] == now
    assert look(client, table, since=-1)["frames"][1]["action"] == first


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"number": 0, "action": "xx"}, "is no card"),
        ({"number": 7, "action": "3d"}, "the game has 0 moves so far, not 7"),
        ({"number": 0}, "Field required"),
        ({"number": 0, "action": "3d", "more": 1}, "Extra inputs"),
        ({"number": -1, "action": "3d"}, "greater than or equal"),
        ({"number": 0, "action": "x" * 17}, "at most 16"),
    ],
)
def test_bad_moves_are_refused_in_words(client, body, message):
    table = deal(client, game="briscola", agents=["rules"])
    answer = client.post(f"/api/tables/{table['id']}/moves", json=body)
    assert answer.status_code == 422
    assert message in answer.text
    assert look(client, table)["frames"][-1]["number"] == 0


def test_a_card_that_one_does_not_hold_is_refused(client):
    table, frame = turn(client, deal(client, game="briscola", agents=["rules"]))
    cards = client.get("/api/games/briscola/2p/pieces").json()["cards"]
    other = next(card for card in cards if card not in frame["legal"])
    answer = move(client, table, frame, other)
    assert (answer.status_code, answer.json()["detail"]) == (422, f"{other} cannot be played now")


def test_a_seat_is_held_by_its_secret(client, stranger):
    table, frame = turn(client, deal(client, game="briscola", agents=["rules"]))
    paths = [f"/api/tables/{table['id']}", f"/api/tables/{table['id']}/events", "/api/tables/AAAAAAAAAAAAAAAAAAAA"]
    for path in paths:
        answer = stranger.get(path)
        assert (answer.status_code, answer.json()["detail"]) == (404, "there is no such game, or it is not yours")
    assert move(stranger, table, frame, frame["legal"][0]).status_code == 404
    stranger.cookies.set("seat", "A" * 32)
    assert stranger.get(paths[0]).status_code == 404
    assert move(stranger, table, frame, frame["legal"][0]).status_code == 404
    assert look(client, table)["frames"][-1] == frame


def test_nobody_moves_for_another_seat(settings, tmp_path):
    """Not for an agent that is on turn, and not with the secret of another game."""
    apart = dataclasses.replace(settings, database=f"sqlite:///{tmp_path / 'seats.sqlite'}")
    app = create(apart, warming=False)
    app.state.house.wake = lambda found: None  # the agents think for ever
    with TestClient(app) as client:
        tables = [deal(client, game="briscola", seat=seat, agents=["rules"]) for seat in (0, 1)]
        secrets = [next(c.value for c in client.cookies.jar if table["id"] in c.path) for table in tables]
        legal = tables[0]["frames"][-1]["legal"]
        for card in [*legal, *client.get("/api/games/briscola/2p/pieces").json()["cards"]]:
            answer = move(client, tables[1], {"number": 0}, card)
            assert (answer.status_code, answer.json()["detail"]) == (422, "it is not your turn")
        client.cookies.clear()
        for table, secret in zip(tables, reversed(secrets), strict=True):
            path, cookie = f"/api/tables/{table['id']}", {"cookie": f"seat={secret}"}
            assert client.get(path, headers=cookie).status_code == 404
            body = {"number": 0, "action": legal[0]}
            assert client.post(f"{path}/moves", json=body, headers=cookie).status_code == 404
            assert client.post(f"{path}/hint", json={"number": 0}, headers=cookie).status_code == 404
        house = app.state.house.store
        assert [house.load(table["id"]).log for table in tables] == [(), ()]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client):
    cookie = client.post("/api/games", json={"game": "briscola"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/api/tables/" in cookie


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"game": "scopa"}, "no game is called 'scopa'"),
        ({"game": "../briscola"}, "no game is called"),
        ({"game": "briscola", "variant": "9p"}, "no variant is called '9p'"),
        ({"game": "briscola", "variant": "2p,deck=(1,2)"}, "without options"),
        ({"game": "briscola", "agents": ["/etc"]}, "no briscola agent is called '/etc'"),
        ({"game": "briscola", "agents": ["rules", "rules"]}, "2 agents are named for 1 seats"),
        ({"game": "briscola", "seat": 2}, "the seat is 2; choose 0 to 1"),
        ({"game": "briscola", "plays": 3}, "name the finished game"),
        ({"variant": "2p"}, "Field required"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_words(client, wanted, message):
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code == 422
    assert message in answer.text


def test_what_a_browser_names_is_not_opened_as_a_model(client, tmp_path, monkeypatch):
    (tmp_path / "agent.json").write_text("{}")
    opened = []
    monkeypatch.setattr("mazzo.agents.storage.load_agent", lambda *a: opened.append(a))
    answer = client.post("/api/games", json={"game": "briscola", "agents": [str(tmp_path)]})
    assert answer.status_code == 422
    assert not opened


def test_another_seat_waits_for_the_agents(client):
    table, frame = turn(client, deal(client, game="briscola", seat=1, agents=["rules"]))
    assert table["players"] == ["rules", "person"]
    assert frame["number"] == 1
    assert frame["player"] == 0


def test_a_finished_deal_can_be_played_again_and_on_from_a_move(client, finished):
    again = deal(client, game="briscola", agents=["rules"], review=finished["review"])
    assert again["shared"]
    first = look(client, finished, since=-1)["frames"]
    assert again["frames"][-1]["view"] == first[0]["view"]
    assert again["commitment"] != finished["commitment"]
    later = deal(client, game="briscola", agents=["greedy"], review=finished["review"], plays=6)
    assert later["frames"][-1]["view"] == first[6]["view"]
    beyond = client.post("/api/games", json={"game": "briscola", "review": finished["review"], "plays": 40})
    assert beyond.status_code == 422
    missing = client.post("/api/games", json={"game": "briscola", "review": "A" * 24})
    assert missing.status_code == 404


def test_a_game_is_reviewed_only_by_its_link_and_only_when_it_is_over(app, client, finished):
    table = deal(client, game="briscola", agents=["rules"])
    link = app.state.house.store.load(table["id"]).review
    assert client.get(f"/api/reviews/{link}").status_code == 404
    assert client.get(f"/api/reviews/{finished['id']}").status_code == 404
    assert client.get(f"/api/reviews/{finished['review']}").status_code == 200


def test_moves_are_taken_back_where_one_plays_alone(client):
    table = deal(client, game="tripeaks")
    undo = f"/api/tables/{table['id']}/undo"
    assert "no move to take back" in client.post(undo, json={"number": 0}).json()["detail"]
    start = look(client, table)["frames"][-1]
    one = move(client, table, start, "stock").json()["frames"][-1]
    back = client.post(undo, json={"number": 1}).json()["frames"][-1]
    assert back["view"] == start["view"]
    assert (back["number"], back["action"]) == (2, "undo")
    assert client.post(undo, json={"number": 1}).json()["frames"][-1] == back  # late: changes nothing
    assert move(client, table, back, "stock").json()["frames"][-1]["view"] == one["view"]
    after = finish(client, table)
    review = client.get(f"/api/reviews/{after['review']}").json()
    assert review["undone"] == 1
    assert len(review["record"]["actions"]) == after["frames"][-1]["plays"] == len(review["frames"]) - 1
    records.loads(json.dumps(review["record"]))


def test_nothing_is_taken_back_from_an_opponent(client):
    table, frame = turn(client, deal(client, game="briscola", seat=1, agents=["rules"]))
    answer = client.post(f"/api/tables/{table['id']}/undo", json={"number": frame["number"]})
    assert (answer.status_code, "played alone" in answer.json()["detail"]) == (422, True)


def test_who_plays_a_variant_is_listed_strongest_first_with_what_was_measured(client):
    listed = client.get("/api/games/maraffone/official/pieces").json()["agents"]
    measured = [one for one in listed if one["strength"]]
    assert {("expert", "scripted"), ("basic", "scripted")} < {(one["name"], one["kind"]) for one in measured}
    assert {one["strength"]["unit"] for one in measured} == {"elo"}
    values = [one["strength"]["value"] for one in measured]
    assert values == sorted(values, reverse=True)
    assert (measured[-1]["name"], values[-1]) == ("random", 0)
    assert measured[0]["strength"]["low"] < values[0] < measured[0]["strength"]["high"]


def test_the_description_is_typed(client):
    described = client.get("/openapi.json").json()
    schemas = described["components"]["schemas"]
    assert {"Table", "Frame", "Hint", "Review", "Analysis", "Opening", "Move"} <= set(schemas)
    for path, methods in described["paths"].items():
        for method in methods.values():
            assert {"200", "201", "204"} & set(method["responses"]), path
            assert method["summary"]


def test_a_quick_agent_answers_for_one_that_is_late(settings, tmp_path, caplog):
    """No agent can think in a nanosecond: every answer is the quick one's, and the game comes to its end."""
    hasty = dataclasses.replace(settings, database=f"sqlite:///{tmp_path}/late.sqlite", move_seconds=1e-9)
    caplog.set_level("WARNING", "mazzo.web")
    with TestClient(create(hasty, warming=False)) as client:
        after = finish(client, deal(client, game="briscola", agents=["random"]))
        review = client.get(f"/api/reviews/{after['review']}").json()
    late = [record for record in caplog.records if record.getMessage() == "late"]
    assert late
    assert sum(records.loads(json.dumps(review["record"])).returns) == 120


def test_a_process_that_died_before_its_agent_moved_is_replaced(settings, tmp_path):
    """The move of a person is in the store and the agent's is not: whoever is asked next lets it move."""
    one = dataclasses.replace(settings, database=f"sqlite:///{tmp_path}/dead.sqlite")
    first = create(one, warming=False)
    first.state.house.wake = lambda found: None  # it dies before
    with TestClient(first) as client:
        table = deal(client, game="briscola", agents=["rules"])
        frame = look(client, table)["frames"][-1]
        move(client, table, frame, frame["legal"][0])
        assert look(client, table)["frames"][-1]["number"] == 1
        cookies = client.cookies
    with TestClient(create(one, warming=False), cookies=cookies) as client:
        _, frame = turn(client, table)
        assert frame["number"] >= 2
