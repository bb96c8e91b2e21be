"""The store, on SQLite and on PostgreSQL."""

import threading
from contextlib import ExitStack

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from mazzo import make
from mazzo.core import record as records
from mazzo.core.errors import MazzoError
from mazzo.web.schema import METADATA, UNDO
from mazzo.web.settings import from_environment
from mazzo.web.store import InMatch, Store, Unavailable, standing
from tests.web.postgres import postgres

GAME = make("briscola")


@pytest.fixture(scope="module")
def cluster():
    with postgres() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def store(request, tmp_path):
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'new' / 'table.sqlite'}"
    else:
        url = request.getfixturevalue("cluster").url
        address = from_environment({"MAZZO_DATABASE_URL": url}).database
    store = Store(address)
    store.migrate()
    yield store
    if request.param == "postgresql":
        with store.engine.begin() as connection:
            METADATA.drop_all(connection)
            connection.execute(sa.text("drop table alembic_version"))
    store.close()


def opened(store, secret="s" * 32):
    record = records.begin(GAME, records.fresh_deal(GAME.spec), ["person", "rules"])
    return store.open(record, {0: secret})


def test_the_migrations_make_the_tables_that_the_code_describes(store):
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.migrate()  # a second time nothing happens


def test_a_game_comes_back_as_it_was_put(store):
    game = opened(store)
    assert store.load(game.id) == game
    assert store.append(game.id, 0, 7, None)
    assert store.append(game.id, 1, 9, [61.0, 59.0])
    found = store.load(game.id)
    assert found.log == (7, 9)
    whole = store.reviewed(game.review)
    assert whole.record.returns == (61.0, 59.0)
    assert (whole.id, whole.log, whole.record.deck) == (found.id, found.log, game.record.deck)
    assert [stored.id for stored in store.finished()] == [game.id]
    assert store.load("nothing") is None


def test_a_number_is_taken_once(store):
    game = opened(store)
    won = []
    barrier = threading.Barrier(8)

    def try_it(action):
        barrier.wait()
        if store.append(game.id, 0, action, None):
            won.append(action)

    threads = [threading.Thread(target=try_it, args=(action,)) for action in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert store.load(game.id).log == tuple(won)


def test_a_refused_last_move_leaves_no_result(store):
    game = opened(store)
    assert store.append(game.id, 0, 7, None)
    assert not store.append(game.id, 0, 8, [61.0, 59.0])
    assert store.reviewed(game.review) is None


def test_the_next_deal_of_a_match_is_dealt_once_and_held_by_the_same_people(store):
    record = records.begin(GAME, records.fresh_deal(GAME.spec), ["person", "rules"])
    first = store.open(record, {0: "s" * 32}, within=InMatch("m", 0, 41), invited={1: "i" * 24})
    assert store.take(first.id, "i" * 24, "g" * 32)
    assert store.load(first.id) == first
    dealt = []
    barrier = threading.Barrier(4)

    def deal():
        again = records.begin(GAME, records.fresh_deal(GAME.spec), ["person", "rules"])
        barrier.wait()
        dealt.append(store.open_next(again, first, InMatch("m", 1, 41)))

    threads = [threading.Thread(target=deal) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    second = next(filter(None, dealt))
    assert dealt.count(None) == 3
    assert [game.id for game in store.deals("m")] == [first.id, second.id]
    assert [store.seat(second.id, letter * 32) for letter in "sg"] == [0, 1]


def test_a_secret_opens_its_own_seat_only(store):
    one, other = opened(store, "a" * 32), opened(store, "b" * 32)
    assert store.seat(one.id, "a" * 32) == 0
    assert store.seat(one.id, "b" * 32) is None
    assert store.seat(other.id, "a" * 32) is None
    assert store.seat(one.id, "") is None


def test_an_invitation_gives_a_seat_to_one(store):
    record = records.begin(GAME, records.fresh_deal(GAME.spec), ["person", "person"])
    game = store.open(record, {0: "s" * 32}, invited={1: "i" * 24})
    assert store.free(game.id) == [1]
    assert store.seat(game.id, "i" * 24) is None
    assert not store.take(game.id, "j" * 24, "x" * 32)
    assert not store.take(opened(store).id, "i" * 24, "x" * 32)
    won = []
    barrier = threading.Barrier(8)

    def try_it(secret):
        barrier.wait()
        if store.take(game.id, "i" * 24, secret):
            won.append(secret)

    threads = [threading.Thread(target=try_it, args=(f"{number:032}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert [store.seat(game.id, f"{number:032}") for number in range(8)].count(1) == 1
    assert store.seat(game.id, won[0]) == 1
    assert store.free(game.id) == []


def test_secrets_are_not_in_the_store(store):
    record = records.begin(GAME, records.fresh_deal(GAME.spec), ["person", "person"])
    store.open(record, {0: "very-secret-words-in-a-cookie-00"}, invited={1: "very-secret-words-in-a-link"})
    with store.engine.connect() as connection:
        rows = connection.execute(sa.text("select * from seats")).all()
    assert rows
    assert "very-secret" not in repr(rows)


def test_an_export_identifies_nobody(store):
    game = opened(store)
    store.append(game.id, 0, 7, [61.0, 59.0])
    text = records.dumps(next(store.finished()).finished)
    assert game.id not in text
    assert game.review not in text


@pytest.mark.parametrize(
    ("log", "actions"), [([], []), ([4, 5], [4, 5]), ([4, UNDO, 5], [5]), ([4, 5, UNDO, UNDO, 6], [6])]
)
def test_what_was_taken_back_does_not_stand(log, actions):
    assert standing(log) == actions


def test_a_database_that_does_not_answer_is_unavailable():
    with pytest.raises(Unavailable):
        Store("postgresql+psycopg://nobody@127.0.0.1:1/none?connect_timeout=1").check()


def test_a_store_that_cannot_be_used_is_told_before_anything_is_served(tmp_path):
    (tmp_path / "other.sqlite").write_text("something else, which is longer than a header of a database would be")
    with pytest.raises(MazzoError, match=r"other\.sqlite cannot be used: file is not a database"):
        Store(f"sqlite:///{tmp_path / 'other.sqlite'}").migrate()
    with pytest.raises(MazzoError, match=r"me:\*\*\*@127.0.0.1:1/none.* cannot be used: OperationalError"):
        Store("postgresql+psycopg://me:secret@127.0.0.1:1/none?connect_timeout=1").migrate()


def test_a_database_that_takes_no_more_calls_is_unavailable(store, monkeypatch):
    game = opened(store)
    pool = store.engine.pool
    monkeypatch.setattr(pool, "_timeout", 0.01)
    with ExitStack() as busy:
        for _ in range(pool.size() + pool._max_overflow):
            busy.enter_context(store.engine.connect())
        with pytest.raises(Unavailable, match="in use"):
            store.load(game.id)
    assert store.load(game.id) == game


def fill(store, game):
    for number in range(10_000):
        store.append(game.id, number, 7, None)


def test_a_full_disk_is_told_and_breaks_nothing(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'full.sqlite'}")
    store.migrate()
    game = opened(store)
    with store.engine.connect() as connection:
        pages = connection.execute(sa.text("pragma page_count")).scalar_one()
    sa.event.listen(store.engine, "connect", lambda c, _: c.execute(f"pragma max_page_count={pages}"))
    store.engine.dispose()
    with pytest.raises(Unavailable):
        fill(store, game)
    log = store.load(game.id).log
    assert log == (7,) * len(log)
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("pragma integrity_check")).scalar_one() == "ok"
    store.close()


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"MAZZO_DATABASE_URL": "mysql://x"}, "must begin with postgresql:// or sqlite:///"),
        ({"MAZZO_REQUESTS": "many"}, "MAZZO_REQUESTS is 'many'"),
        ({"MAZZO_MOVE_SECONDS": "-1"}, "write a number above 0"),
    ],
)
def test_bad_settings_are_refused_in_words(environment, message):
    with pytest.raises(MazzoError, match=message):
        from_environment(environment)


def test_settings_come_from_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZZO_DATA", str(tmp_path))
    found = from_environment({"MAZZO_HOSTS": "a.example, b.example", "MAZZO_OPEN_GAMES": "3"})
    assert found.hosts == ("a.example", "b.example")
    assert found.open_games == 3
    assert found.database == f"sqlite:///{tmp_path}/table.sqlite"
    given = from_environment({"MAZZO_DATABASE_URL": "postgresql://me@host/db"})
    assert given.database == "postgresql+psycopg://me@host/db"
