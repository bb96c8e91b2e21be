"""Agents that think too long: a search is answered for by whom it thinks with, and the record says so."""

import json

import pytest
from fastapi.testclient import TestClient

from mazzo import make
from mazzo.agents import by_strength, catalogue, stand_in
from mazzo.core import record as records
from mazzo.web.app import create
from mazzo.web.course import replayed
from mazzo.web.players import Answer, Players
from mazzo.web.settings import Settings
from tests.web.playing import deal, finish

GAME = make("briscola")
THINKS = 300  # milliseconds for a move
HASTE = 0.03  # seconds that the service has


@pytest.fixture
def patient(tmp_path, monkeypatch):
    """A composition that thinks long, with the weakest network that there is for it."""
    return composed(tmp_path, monkeypatch, "patient", THINKS)


def composed(folder, monkeypatch, name, milliseconds):
    monkeypatch.setenv("MAZZO_AGENTS", str(folder / "agents"))
    place = folder / "agents" / "briscola" / "2p" / name
    catalogue.save_composition(place, GAME.spec, f"search:flat,rollout=beginner,worlds=2,ms={milliseconds}")
    return name


@pytest.fixture
def client(tmp_path):
    settings = Settings(f"sqlite:///{tmp_path / 'late.sqlite'}", hosts=("testserver",), move_seconds=HASTE)
    with TestClient(create(settings, warming=False)) as client:
        yield client


def test_a_late_search_is_answered_for_by_whom_it_thinks_with(client, patient, caplog):
    caplog.set_level("WARNING", "mazzo.web")
    table = deal(client, game="briscola", agents=[patient])
    link = finish(client, table)["review"]
    told = client.get(f"/api/reviews/{link}").json()["record"]
    late = {int(number): agent for number, agent in told["info"]["late"].items()}
    assert len(late) > 10  # all but those where there was no choice
    assert set(late.values()) == {"beginner"}
    lines = [record.fields for record in caplog.records if record.getMessage() == "late"]
    assert lines == [{"game": "briscola", "agent": patient, "instead": "beginner"}] * len(late)
    chance = client.app.state.house.store.load(table["id"]).chance
    assert played_as("beginner", told, chance, late)
    assert not played_as(by_strength(GAME)[0], told, chance, late)


def played_as(agent, told, chance, numbers):
    """Are these the moves that an agent would have made?"""
    record = records.loads(json.dumps(told))
    course, players = replayed(record), Players(seconds=60)
    course.follow(record.actions)
    same = all(players.move(course, agent, number, chance) == Answer(record.actions[number]) for number in numbers)
    players.close()
    return same


def test_a_search_that_is_in_time_answers_itself(patient):
    course, players = replayed(records.begin(GAME, records.fresh_deal(GAME.spec), ["person", patient])), Players(60)
    answer = players.move(course, patient, 0, 1)
    players.close()
    assert answer.instead is None
    assert answer.action in course.table.legal_actions(course.last.state)


def test_late_searches_keep_nobody_else_waiting(tmp_path, monkeypatch):
    endless = composed(tmp_path, monkeypatch, "endless", 3000)
    course = replayed(records.begin(GAME, records.fresh_deal(GAME.spec), [endless, "rules"]))
    players = Players(seconds=60)
    players.move(course, "rules", 0, 1)  # compiled
    players._seconds = HASTE
    assert {players.move(course, endless, 0, 1).instead for _ in range(6)} == {"beginner"}
    players._seconds = 2
    assert players.move(course, "rules", 0, 1).instead is None
    players.close()


@pytest.mark.parametrize(
    ("late", "instead"),
    [
        ("search:tree,agent=intermediate,rollout=rules", "intermediate"),
        ("search:flat,rollout=greedy", "greedy"),
        ("search:flat", "expert"),
        ("intermediate", "expert"),
        ("random", "expert"),
    ],
)
def test_who_stands_in_for_whom(late, instead):
    assert stand_in(GAME, late) == instead
