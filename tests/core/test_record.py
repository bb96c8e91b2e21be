import json
import re

import pytest

from mazzo import make
from mazzo.core import record as records
from mazzo.core.errors import MazzoError

GAME = make("briscola")


@pytest.fixture(scope="module")
def text():
    """A finished game: both sides always play their first legal card."""
    from mazzo.core.game import host

    table = host(GAME)
    begun = records.begin(GAME, (range(40), ()), ["ann", "bob"])
    state, actions = table.start(begun.deal), []
    while not bool(state.done):
        actions.append(table.legal_actions(state)[0])
        state = table.play(state, actions[-1])
    returns = tuple(float(r) for r in table.returns(state))
    return records.dumps(records.Record(**{**vars(begun), "actions": tuple(actions), "returns": returns}))


def changed(text, **fields):
    return json.dumps({**json.loads(text), **fields})


def test_a_record_is_readable(text):
    fields = json.loads(text)
    assert fields["deck"][:3] == ["Ad", "2d", "3d"]
    assert fields["players"] == ["ann", "bob"]
    assert len(text.splitlines()) == 14


def test_an_unfinished_game_is_a_record_too(text):
    fields = json.loads(text)
    record = records.loads(changed(text, actions=fields["actions"][:7], returns=None))
    assert record.returns is None
    assert len(record.actions) == 7


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (lambda t: "not json", "not a record"),
        (lambda t: "[]", "must be a JSON object with a format number"),
        (lambda t: changed(t, format=99), "has format 99; this mazzo reads format 1"),
        (lambda t: changed(t, game="scopa"), "no game is called 'scopa'"),
        (lambda t: changed(t, variant="9p"), "no variant is called '9p'"),
        (lambda t: changed(t, rules=0), "follows version 0 of the rules"),
        (lambda t: changed(t, deck=["Ad"] * 40), "deck is not the 40 cards"),
        (lambda t: changed(t, deck="Ad"), "the field 'deck' must be a list"),
        (lambda t: changed(t, actions=["xx"]), "'xx' is no card"),
        (lambda t: changed(t, actions=["Ad", "Ad"], returns=None), "action 2 is not legal"),
        (lambda t: changed(t, returns=[120.0, 0.0]), "claims the result"),
        (lambda t: changed(t, returns=None), "claims the result None"),
        (lambda t: changed(t, returns="x"), "not a record"),
        (lambda t: changed(t, setup=[1]), "setup"),
        (lambda t: changed(t, players=["ann"]), "names 1 players, the game has 2"),
        (lambda t: changed(t, nonce="00" * 16), "not the one that was committed to"),
        (lambda t: changed(t, commitment="00" * 32), "not the one that was committed to"),
    ],
)
def test_a_tampered_record_is_refused_in_words(text, tamper, message):
    with pytest.raises(MazzoError, match=re.escape(message)):
        records.loads(tamper(text))


def test_another_deal_breaks_the_commitment(text):
    fields = json.loads(text)
    deck = [*fields["deck"][:-3], fields["deck"][-2], fields["deck"][-3], fields["deck"][-1]]
    with pytest.raises(MazzoError, match=r"committed to|not legal|claims"):
        records.loads(changed(text, deck=deck))


def test_the_commitment_is_plain_sha256(text):
    import hashlib

    fields = json.loads(text)
    deal = json.dumps([fields["game"], 1, fields["variant"], fields["deck"], fields["setup"]], separators=(",", ":"))
    assert fields["commitment"] == hashlib.sha256(f"{fields['nonce']}:{deal}".encode()).hexdigest()


def test_commitments_are_salted():
    one, other = (records.begin(GAME, (range(40), ()), []) for _ in range(2))
    assert one.commitment != other.commitment


def test_saving_is_whole_or_not_at_all(text, tmp_path):
    record = records.loads(text)
    records.save(record, tmp_path / "new" / "game.json")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["game.json"]
    assert records.load(tmp_path / "new" / "game.json") == record
    (tmp_path / "file").write_text("")
    with pytest.raises(MazzoError, match="cannot write"):
        records.save(record, tmp_path / "file" / "game.json")


def test_unreadable_files_are_named(tmp_path):
    with pytest.raises(MazzoError, match="cannot read the record"):
        records.load(tmp_path / "none.json")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MazzoError, match="not a text file"):
        records.load(tmp_path / "bytes")


def test_fresh_deals_differ_and_hold_the_deck():
    decks = {records.fresh_deal(GAME.spec)[0] for _ in range(3)}
    assert len(decks) == 3
    assert all(sorted(deck) == list(range(40)) for deck in decks)


def test_format_1_stays_readable():
    """A frozen record: what was saved once loads for ever, or is refused in words."""
    frozen = """{
      "format": 1, "game": "briscola", "variant": "2p,deck=(0,1,2,3,10,11,12,13)", "rules": 1,
      "players": ["ann", "bob"], "deck": ["Ad", "2d", "3d", "4d", "As", "2s", "3s", "4s"], "setup": [],
      "actions": ["Ad", "4d", "2d", "As", "2s", "3s", "3d", "4s"], "returns": [21.0, 21.0],
      "nonce": "000102030405060708090a0b0c0d0e0f",
      "commitment": "4294b040f4f91c1d78c83238eb1d96c3de0e1eb3f2855cb5c0a0f81fd73cd38a", "info": {}
    }"""
    assert len(records.loads(frozen).actions) == 8
