"""Agents and people, counted by hand."""

import pytest

from mazzo import make
from mazzo.core import record as records
from mazzo.web.standings import standings
from mazzo.web.store import Stored
from tests.web.playing import deal, finish

GAME = make("briscola")


def game(agent, own, skill=None, origin=None, seat=0):
    players = ["person", agent] if seat == 0 else [agent, "person"]
    returns = (own, 120.0 - own) if seat == 0 else (120.0 - own, own)
    record = records.Record("briscola", "2p", 1, (), (), players=tuple(players), returns=returns)
    return Stored("g", "r", record, 0, origin, (), {seat: skill} if skill else {})


def test_wins_points_and_skills_are_counted():
    games = [
        game("expert", 70.0, 4),
        game("expert", 50.0, 4, seat=1),
        game("rules", 60.0, 2),
        game("rules", 90.0, None),
    ]
    found = standings(GAME.spec, [*games, game("rules", 120.0, 5, origin="an old deal")])
    assert found.games == 4
    by_name = {one.name: one for one in found.players}
    person, expert, rules = by_name["person"], by_name["expert"], by_name["rules"]
    assert (person.games, person.wins, person.points) == (4, 2.5 / 4, 67.5)
    assert (expert.games, expert.wins, expert.points) == (2, 0.5, 60.0)
    assert (rules.games, rules.wins) == (2, 0.25)
    assert [(one.skill, one.games, one.points) for one in found.skills] == [(2, 1, 60.0), (4, 2, 60.0)]
    assert found.skills[0].low is None
    assert found.skills[1].low < 60 < found.skills[1].high


def test_who_wins_is_rated_higher_and_more_surely_with_more_games():
    few = standings(GAME.spec, [game("expert", 20.0)] * 3)
    many = standings(GAME.spec, [game("expert", 20.0)] * 30)
    for found in (few, many):
        assert [one.name for one in found.players] == ["expert", "person"]
        assert found.players[0].rating > 25 > found.players[1].rating
    assert many.players[0].uncertainty < few.players[0].uncertainty


def test_a_game_for_one_has_no_ratings():
    spec = make("tripeaks").spec
    record = records.Record("tripeaks", "standard", 1, (), (), players=("person",), returns=(1.0,))
    found = standings(spec, [Stored("g", "r", record, 0, None, ())])
    assert [(one.name, one.wins, one.rating) for one in found.players] == [("person", 1.0, None)]


def test_skill_is_asked_after_the_game_and_kept_with_it(app, client):
    table = deal(client, game="briscola", variant="3p", agents=["rules"])
    path = f"/api/tables/{table['id']}/skill"
    assert client.post(path, json={"skill": 3}).status_code == 422
    after = finish(client, table)
    assert client.post(path, json={"skill": 6}).status_code == 422
    assert client.post(path, json={"skill": 3}).status_code == 204
    found = client.get("/api/games/briscola/3p/standings").json()
    assert found["games"] == 1
    assert [(one["skill"], one["games"]) for one in found["skills"]] == [(3, 1)]
    assert found["skills"][0]["points"] == after["frames"][-1]["returns"][0]
    stored = next(app.state.house.store.finished("briscola", "3p"))
    assert stored.finished.info["skill"] == {"0": 3}
    records.loads(records.dumps(stored.finished))


@pytest.mark.parametrize("path", ["/api/games/scopa/2p/standings", "/api/games/briscola/9p/standings"])
def test_standings_of_what_is_not_there(client, path):
    assert client.get(path).status_code == 422
