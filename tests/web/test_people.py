"""Several people at one table: each takes a seat by an invitation, and sees and plays what is the own."""

import random

import pytest

from mazzo import make
from mazzo.web.course import replayed
from mazzo.web.messages import Frame
from tests.web.playing import deal, look, move, turn
from tests.web.test_hidden import redealt


@pytest.fixture
def table(client):
    return deal(client, game="briscola", agents=["person"])


def take(client, table, token=None):
    token = token or table["invitations"][0]["token"]
    return client.post(f"/api/tables/{table['id']}/seat", json={"invitation": token})


def test_the_game_begins_when_everybody_is_there(app, client, stranger, table):
    assert (table["players"], table["free"], table["seat"]) == (["person", "person"], [1], 0)
    frame = table["frames"][-1]
    early = move(client, table, frame, frame["legal"][0])
    assert (early.status_code, "everybody" in early.text) == (422, True)
    assert stranger.get(f"/api/tables/{table['id']}").status_code == 404
    assert take(stranger, table, "A" * 24).status_code == 404
    told = take(stranger, table)
    assert (told.status_code, told.json()["seat"], told.json()["free"]) == (201, 1, [])
    assert "HttpOnly" in told.headers["set-cookie"]
    assert "invitations" not in look(client, table)
    assert move(client, table, frame, frame["legal"][0]).status_code == 200


def test_an_invitation_is_used_once_and_not_by_who_sits_there(client, stranger, app, table):
    own = take(client, table).json()
    assert (own["seat"], own["free"]) == (0, [1])
    take(stranger, table)
    stranger.cookies.clear()
    assert take(stranger, table).status_code == 404


def test_a_seat_cannot_act_for_another_and_does_not_see_its_cards(app, client, stranger, table):
    take(stranger, table)
    generator, seats = random.Random(1), (client, stranger)
    for _ in range(40):
        frames = [look(one, table)["frames"][-1] for one in seats]
        who = frames[0]["turn"]
        assert [bool(frame["legal"]) for frame in frames] == [who == 0, who == 1]
        hands = [set(frame["view"]["hand"]) - {-1} for frame in frames]
        assert not hands[0] & hands[1]
        action = generator.choice(frames[who]["legal"])
        for_another = move(seats[1 - who], table, frames[who], action)
        assert (for_another.status_code, for_another.json()["detail"]) == (422, "it is not your turn")
        told = [look(one, table, since=-1) for one in seats]
        assert move(seats[who], table, frames[who], action).status_code == 200
    made, stored = make("briscola"), app.state.house.store.load(table["id"])
    for seat, number in ((0, 20), (1, 20), (0, 39), (1, 39)):
        other = replayed(redealt(made, stored, seat, number, seed=5))  # with what this seat does not know dealt anew
        other.follow(stored.log[:number])
        seen = [other.frame(n, seat) for n in range(number + 1)]
        assert seen == [Frame.model_validate(frame) for frame in told[seat]["frames"][: number + 1]]
    after = [look(one, table) for one in seats]
    assert after[0]["review"] == after[1]["review"] is not None
    assert after[0]["frames"][-1]["returns"] == after[1]["frames"][-1]["returns"]


def test_agents_wait_for_people_and_people_have_no_hints(app, client, stranger):
    table = deal(client, game="briscola", variant="3p", seat=2, agents=["random", "person"])
    assert table["id"] not in app.state.house._moving  # no agent is on its way
    assert look(client, table)["frames"][-1]["number"] == 0
    take(stranger, table)
    assert turn(stranger, table)[1]["number"] == 1
    for one in (client, stranger):
        hint = one.post(f"/api/tables/{table['id']}/hint", json={"number": 0})
        assert (hint.status_code, "no hints" in hint.text) == (422, True)
