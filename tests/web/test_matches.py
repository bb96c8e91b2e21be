"""Matches of several deals: who has won, and how they go on over HTTP."""

import numpy as np
import pytest
from fastapi.testclient import TestClient

from mazzo import make
from mazzo.core import record as records
from mazzo.web import matches
from mazzo.web.app import create
from mazzo.web.store import InMatch
from tests.web.playing import deal, finish, look

MARAFFONE = make("maraffone")


def deals(*results):
    """Those that ended so, for seats 0 and 2, 1 and 3; None: not over yet."""
    played = []
    for number, result in enumerate(results):
        record = records.Record("maraffone", "official", 1, (), (), returns=result and (*result, *result))
        played.append(matches.Stored("g", f"r{number}", record, 0, None, (), within=InMatch("m", number, 41)))
    return played


@pytest.mark.parametrize(
    ("results", "score", "over"),
    [
        ([None], (0, 0), False),
        ([(7.0, 4.0), None], (7, 4), False),
        ([(30.0, 38.0), (10.0, 2.0)], (40, 40), False),
        ([(30.0, 38.0), (11.0, 3.0)], (41, 41), False),  # nobody is ahead
        ([(30.0, 38.0), (11.0, 3.0), (4.0, 7.0)], (45, 48), True),
        ([(41.0, 2.0)], (41, 2), True),
    ],
)
def test_a_match_ends_with_a_deal_after_which_somebody_has_enough_and_is_ahead(results, score, over):
    played = deals(*results)
    found = matches.standing(MARAFFONE, played[-1].within, played)
    assert (found.score[:2], found.over, found.deal) == ([*score], over, len(results))
    assert found.reviews == [f"r{number}" for number, result in enumerate(results) if result]


def test_a_deal_of_a_match_is_told_as_it_stood_then():
    found = matches.standing(MARAFFONE, InMatch("m", 0, 41), deals((41.0, 2.0), (1.0, 10.0)))
    assert (found.score[:2], found.over) == ([41, 2], True)


def test_a_match_goes_on_with_the_next_deal_and_the_next_seat_names_trump(app, settings, client, stranger):
    table = deal(client, game="maraffone", agents=["random"], match=41)
    assert table["match"] == {"target": 41, "deal": 1, "score": [0.0] * 4, "over": False, "reviews": []}
    path = f"/api/tables/{table['id']}/next"
    early = client.post(path, json={"number": 0})
    assert (early.status_code, "when this one is over" in early.text) == (422, True)
    after = finish(client, table)
    assert after["match"]["score"] == after["frames"][-1]["returns"]
    assert after["match"]["reviews"] == [after["review"]]
    over = {"number": after["frames"][-1]["number"]}
    assert stranger.post(path, json=over).status_code == 404
    second = client.post(path, json=over)
    with TestClient(create(settings, warming=False), cookies=client.cookies) as restarted:
        assert (second.status_code, second.json()["id"]) == (201, restarted.post(path, json=over).json()["id"])
    assert "Path=/api/tables/" + second.json()["id"] in second.headers["set-cookie"]
    told = look(client, second.json())
    assert (told["match"]["deal"], told["match"]["score"]) == (2, after["match"]["score"])
    assert told["commitment"] != after["commitment"]
    store = app.state.house.store
    namers = [int(np.asarray(stored.record.setup)[0]) for stored in (store.load(table["id"]), store.load(told["id"]))]
    holder = next(seat for seat in range(4) if after["frames"][-1]["view"]["namer"] == seat)
    assert namers == [0, (holder + 1) % 4 + 1]


def test_a_match_that_is_over_has_no_next_deal(app, client, monkeypatch):
    monkeypatch.setattr(matches, "targets", lambda game: [1])
    table = deal(client, game="maraffone", agents=["random"], match=1)
    after = finish(client, table)
    assert after["match"]["over"]
    answer = client.post(f"/api/tables/{table['id']}/next", json={"number": 0})
    assert (answer.status_code, answer.json()["detail"]) == (422, "the match is over")


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"game": "briscola", "match": 41}, "Briscola has no matches of several deals"),
        ({"game": "maraffone", "match": 40}, "a match of Maraffone goes to 41 or 31, not 40"),
        ({"game": "maraffone", "match": 41, "review": "A" * 24}, ""),
    ],
)
def test_matches_that_there_are_not_are_refused_in_words(client, wanted, message):
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code in (404, 422)
    assert message in answer.json()["detail"]


def test_a_single_deal_has_no_next_one(client):
    table = deal(client, game="briscola", agents=["rules"])
    answer = client.post(f"/api/tables/{table['id']}/next", json={"number": 0})
    assert (answer.status_code, "no deal of a match" in answer.text) == (422, True)
