"""Hints and reviews over HTTP."""

from contextlib import ExitStack
from dataclasses import replace

import pytest

from mazzo import make
from mazzo.web.advice import BUSY, PLACES, WAITING
from mazzo.web.course import replayed
from tests.web.playing import deal, finish, look, move, turn
from tests.web.test_hidden import redealt


def test_a_hint_values_every_legal_move(client):
    table, frame = turn(client, deal(client, game="briscola", agents=["rules"]))
    hint = client.post(f"/api/tables/{table['id']}/hint", json={"number": frame["number"]}).json()
    assert sorted(value["action"] for value in hint["moves"]) == sorted(frame["legal"])
    assert hint["action"] in frame["legal"]
    assert hint["agent"] == "expert"
    values = [value["value"] for value in hint["moves"]]
    assert values == sorted(values, reverse=True)
    assert all(0 < value < 120 for value in values)
    again = client.post(f"/api/tables/{table['id']}/hint", json={"number": frame["number"]}).json()
    assert again == hint
    assert look(client, table)["frames"][-1] == frame


def test_a_hint_is_made_from_the_view_alone(app, client, monkeypatch):
    """Another deal that looks the same to the seat gives the very same hint."""
    table, frame = turn(client, deal(client, game="briscola", agents=["rules"]))
    house = app.state.house
    found = house.find(table["id"], next(c.value for c in client.cookies.jar if table["id"] in c.path))
    other = redealt(make("briscola"), found.stored, found.seat, found.number, seed=5)
    assert other.deck != found.stored.record.deck
    course = replayed(other)
    course.follow(found.stored.log)
    hints = []
    for seen in (found, replace(found, course=course, stored=replace(found.stored, record=other))):
        monkeypatch.setattr(house, "find", lambda *_, seen=seen: seen)
        hints.append(app.state.advice.hint(table["id"], "", frame["number"]))
    assert hints[0] == hints[1]


def test_a_hint_is_only_for_the_one_on_turn(client):
    table, frame = turn(client, deal(client, game="briscola", agents=["rules"]))
    late = client.post(f"/api/tables/{table['id']}/hint", json={"number": frame["number"] + 1})
    assert late.status_code == 422
    finish(client, table)
    over = client.post(f"/api/tables/{table['id']}/hint", json={"number": 40})
    assert over.status_code == 422


def test_the_review_finds_what_was_thrown_away(client):
    """One plays like the expert, but once gives away the most valuable card of the hand without need."""
    table = deal(client, game="briscola", agents=["rules"])
    planted = None

    def choose(frame):
        nonlocal planted
        hint = client.post(f"/api/tables/{table['id']}/hint", json={"number": frame["number"]}).json()
        best, worst = hint["moves"][0], hint["moves"][-1]
        if planted is None and best["value"] - worst["value"] > 8:
            planted = frame["plays"], worst["action"]
            return worst["action"]
        return best["action"]

    after = finish(client, table, choose)
    if planted is None:
        pytest.skip("this deal had no move to throw away")  # about one deal in a thousand
    found = client.get(f"/api/reviews/{after['review']}/analysis").json()
    mine = [decision for decision in found["decisions"] if decision["player"] == 0]
    worst = max(mine, key=lambda decision: decision["cost"])
    assert (worst["plays"], worst["action"]) == planted
    assert worst["certain"]
    assert len(found["points"]) == 41
    assert found["points"][-1]["value"] == after["frames"][-1]["returns"][0]


def test_an_analysis_is_kept(app, client):
    table = deal(client, game="briscola", agents=["rules"])
    after = finish(client, table)
    first = client.get(f"/api/reviews/{after['review']}/analysis").json()
    assert app.state.house.store.analysis(table["id"]) == first
    assert client.get(f"/api/reviews/{after['review']}/analysis").json() == first


def test_the_review_shows_all_hands(client):
    after = finish(client, deal(client, game="briscola", agents=["rules"]))
    review = client.get(f"/api/reviews/{after['review']}").json()
    assert len(review["frames"]) == len(review["seats"]) == 41
    hands = [set(view["hand"]) - {-1} for view in review["seats"][0]]
    assert [len(hand) for hand in hands] == [3, 3]
    assert not hands[0] & hands[1]


def test_beliefs_are_told_beside_the_truth_once_the_game_is_over(app, client):
    table = deal(client, game="briscola", agents=["rules"])
    hidden = app.state.house.store.load(table["id"]).review
    assert client.get(f"/api/reviews/{hidden}/beliefs/0").status_code == 404
    after = finish(client, table)
    path = f"/api/reviews/{after['review']}/beliefs"
    review = client.get(f"/api/reviews/{after['review']}").json()
    found = client.get(f"{path}/9").json()
    assert (found["plays"], found["seat"], found["like"]) == (9, review["frames"][9]["turn"], ["expert", "rules"])
    other = review["seats"][9][1 - found["seat"]]["hand"]
    by_name = {place["name"]: place for place in found["places"]}
    assert set(by_name) == {f"seat {1 - found['seat']}", "stock"}
    assert set(by_name[f"seat {1 - found['seat']}"]["truth"]) == set(other) - {-1}
    assert client.get(f"{path}/9").json() == found
    assert client.get(f"{path}/40").json()["places"] == []
    assert client.get(f"{path}/41").status_code == 422


def test_a_move_over_the_wire_does_not_wait_for_the_agent(client):
    table, frame = turn(client, deal(client, game="briscola", agents=["rules"]))
    answer = move(client, table, frame, frame["legal"][0])
    assert answer.elapsed.total_seconds() < 2


def test_more_than_can_be_computed_is_refused_and_not_queued_for_ever(app, client):
    table, frame = turn(client, deal(client, game="briscola", agents=["rules"]))
    ask = {"number": frame["number"]}
    path = f"/api/tables/{table['id']}/hint"
    with ExitStack() as busy:
        for _ in range(PLACES + WAITING):
            assert app.state.advice._queue.acquire(blocking=False)
            busy.callback(app.state.advice._queue.release)
        answer = client.post(path, json=ask)
    assert (answer.status_code, answer.json()["detail"]) == (429, BUSY)
    assert client.post(path, json=ask).status_code == 200
