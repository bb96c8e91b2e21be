"""Games in a database: a deal, who sits where, and a log of moves that only grows."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import DatabaseError, IntegrityError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from mazzo.core.errors import MazzoError
from mazzo.core.record import Record
from mazzo.web.schema import ANALYSES, GAMES, MOVES, SEATS, UNDO

# Statements that every move asks, put together once.
_OF: sa.BindParameter[str] = sa.bindparam("of")  # a game
_WHOLE_LOG = sa.select(MOVES.c.action, MOVES.c.instead).where(MOVES.c.game == _OF).order_by(MOVES.c.number)
_LOG = sa.select(MOVES.c.action).where(MOVES.c.game == _OF).order_by(MOVES.c.number)
_NEWER = sa.select(MOVES.c.number).where((MOVES.c.game == _OF) & (MOVES.c.number >= sa.bindparam("first"))).limit(1)
_SEAT = sa.select(SEATS.c.seat).where((SEATS.c.game == _OF) & (SEATS.c.secret == sa.bindparam("sealed")))
_FREE = sa.select(SEATS.c.seat).where((SEATS.c.game == _OF) & SEATS.c.invitation.is_not(None)).order_by(SEATS.c.seat)
_HEAD = sa.select(GAMES).where(GAMES.c.id == _OF)
_DEALS = sa.select(GAMES).where(GAMES.c.match == sa.bindparam("match")).order_by(GAMES.c.place)
_MOVE = MOVES.insert()

PERSON = "person"  # the name under which people play


KEPT = 2000  # games whose unchanging part is remembered
K = TypeVar("K")
T = TypeVar("T")


class Unavailable(Exception):
    """The database does not answer, or its disk is full. Nothing was changed."""


@dataclass(frozen=True)
class InMatch:
    """Which deal of which match a game is."""

    match: str
    place: int  # from 0
    target: int  # points that win


@dataclass(frozen=True)
class Stored:
    """A game as it stands in the store."""

    id: str
    review: str
    record: Record  # without moves
    chance: int
    origin: str | None
    log: tuple[int, ...]  # the moves in order, UNDO among them
    skills: Mapping[int, int] = field(default_factory=dict)  # seat -> what its person says; in finished games only
    late: Mapping[int, str] = field(default_factory=dict)  # move -> who answered for the agent; in finished games only
    within: InMatch | None = None

    @property
    def actions(self) -> list[int]:
        return standing(self.log)

    @property
    def finished(self) -> Record:
        """The record with the moves that stand."""
        undone = self.log.count(UNDO)
        within = self.within and {"deal": self.within.place + 1, "target": self.within.target}
        told = {
            "match": within,
            "undone": undone,
            "skill": {str(seat): skill for seat, skill in self.skills.items()},
            "late": {str(number): agent for number, agent in self.late.items()},
        }
        info = {**self.record.info, **{name: value for name, value in told.items() if value}}
        return replace(self.record, actions=tuple(self.actions), info=info)


def standing(log: Sequence[int]) -> list[int]:
    """The moves that stand after all that was taken back."""
    actions: list[int] = []
    for entry in log:
        if entry == UNDO:
            actions.pop()
        else:
            actions.append(entry)
    return actions


def seal(secret: str) -> str:
    """What is kept of a seat's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Store:
    """All access to the database. Every method is one transaction."""

    def __init__(self, address: str):
        self.engine = _engine(address)
        self._heads: Recent[str, Stored] = Recent(KEPT)  # all of a game but its moves and its result
        self._seats: Recent[tuple[str, str], int] = Recent(KEPT)
        self._complete: Recent[str, bool] = Recent(KEPT)  # games in which nobody is waited for

    def migrate(self) -> None:
        """Bring the tables to what this version needs; on an up-to-date store nothing happens."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        try:
            with self._transaction() as connection:
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except (Unavailable, DatabaseError) as error:
            place = self.engine.url.render_as_string(hide_password=True)
            why = error.orig if isinstance(error, DatabaseError) else error
            raise MazzoError(f"the store {place} cannot be used: {why}; see MAZZO_DATABASE_URL") from error

    def check(self) -> None:
        """Raise Unavailable unless the store answers and has its tables."""
        with self._transaction() as connection:
            connection.execute(sa.select(sa.func.count()).select_from(ANALYSES).limit(1))

    def open(
        self,
        record: Record,
        people: dict[int, str],
        actions: Sequence[int] = (),
        origin: str | None = None,
        within: InMatch | None = None,
        invited: Mapping[int, str] = MappingProxyType({}),
    ) -> Stored:
        """A new game: `people` are the secrets of the seats that people hold, `invited` the invitations to others,
        `actions` what was played before."""
        seats = [dict(seat=seat, secret=seal(secret), invitation=None) for seat, secret in people.items()]
        for seat, invitation in invited.items():  # held by a secret that nobody has
            seats.append(dict(seat=seat, secret=seal(secrets.token_urlsafe(24)), invitation=seal(invitation)))
        return self._open(record, seats, actions, origin, within)

    def open_next(self, record: Record, before: Stored, within: InMatch) -> Stored | None:
        """The next deal of a match, its seats held by the same secrets; None: somebody was faster."""
        with self._transaction() as connection:
            held = sa.select(SEATS.c.seat, SEATS.c.secret).where(SEATS.c.game == before.id)
            seats = [dict(seat=seat, secret=secret, invitation=None) for seat, secret in connection.execute(held)]
        try:
            return self._open(record, seats, (), None, within)
        except IntegrityError:
            return None

    def deals(self, match: str) -> list[Stored]:
        """Of a match, in order; their results without their moves."""
        with self._transaction() as connection:
            rows = connection.execute(_DEALS, {"match": match}).mappings()
            return [_as_stored(row) for row in rows]

    def _open(
        self,
        record: Record,
        seats: Sequence[Mapping[str, Any]],
        actions: Sequence[int],
        origin: str | None,
        within: InMatch | None,
    ) -> Stored:
        game, review, chance = secrets.token_urlsafe(15), secrets.token_urlsafe(18), secrets.randbits(31)
        with self._transaction() as connection:
            connection.execute(
                GAMES.insert().values(
                    id=game,
                    review=review,
                    chance=chance,
                    origin=origin,
                    game=record.game,
                    variant=record.variant,
                    rules=record.rules,
                    deck=list(record.deck),
                    setup=list(record.setup),
                    players=list(record.players),
                    nonce=record.nonce,
                    commitment=record.commitment,
                    begun=_now(),
                    match=within and within.match,
                    place=within and within.place,
                    target=within and within.target,
                )
            )
            if seats:
                connection.execute(SEATS.insert(), [dict(game=game, **seat) for seat in seats])
            moves = [dict(game=game, number=i, action=a, at=_now()) for i, a in enumerate(actions)]
            if moves:
                connection.execute(MOVES.insert(), moves)
        return Stored(game, review, record, chance, origin, tuple(actions), within=within)

    def load(self, game: str) -> Stored | None:
        """A game by its id, as it stands."""
        with self._transaction() as connection:
            head = self._heads.get(game)
            if head is None:
                row = connection.execute(_HEAD, {"of": game}).mappings().one_or_none()
                if row is None:
                    return None
                head = _as_stored(row)
            self._heads.put(game, head)
            return replace(head, log=tuple(connection.execute(_LOG, {"of": game}).scalars()))

    def reviewed(self, review: str) -> Stored | None:
        """A finished game by its link, with its result."""
        return self._whole((GAMES.c.review == review) & GAMES.c.ended.is_not(None))

    def newer(self, game: str, first: int) -> bool:
        """Has the log an entry with this number?"""
        with self._transaction() as connection:
            return connection.execute(_NEWER, {"of": game, "first": first}).first() is not None

    def seat(self, game: str, secret: str) -> int | None:
        """The seat that this secret holds."""
        sealed = seal(secret)
        known = self._seats.get((game, sealed))
        if known is None:
            with self._transaction() as connection:
                known = connection.execute(_SEAT, {"of": game, "sealed": sealed}).scalar_one_or_none()
            if known is not None:
                self._seats.put((game, sealed), known)
        return known

    def take(self, game: str, invitation: str, secret: str) -> bool:
        """Let this secret hold the seat of an invitation, which is used up; False: there is no such invitation."""
        invited = (SEATS.c.game == game) & (SEATS.c.invitation == seal(invitation))
        with self._transaction() as connection:
            taken = connection.execute(SEATS.update().where(invited).values(secret=seal(secret), invitation=None))
            return taken.rowcount == 1

    def free(self, game: str) -> list[int]:
        """The seats to which somebody is invited who has not come."""
        if self._complete.get(game):
            return []
        with self._transaction() as connection:
            free = [int(seat) for seat in connection.execute(_FREE, {"of": game}).scalars()]
        if not free:
            self._complete.put(game, True)
        return free

    def append(
        self, game: str, number: int, action: int, returns: Sequence[float] | None, instead: str | None = None
    ) -> bool:
        """Add the move with this number, with the result if it ends the game; False if somebody was faster.

        `instead` is the agent that made it, if another was late.
        """
        try:
            with self._transaction() as connection:
                connection.execute(_MOVE, dict(game=game, number=number, action=action, at=_now(), instead=instead))
                if returns is not None:
                    change = GAMES.update().where(GAMES.c.id == game)
                    connection.execute(change.values(returns=list(returns), ended=_now()))
        except IntegrityError:
            return False
        return True

    def unfinished(self) -> int:
        """Games begun within a day and not over."""
        with self._transaction() as connection:
            recent = (GAMES.c.begun > _now() - timedelta(days=1)) & GAMES.c.ended.is_(None)
            return int(connection.execute(sa.select(sa.func.count()).select_from(GAMES).where(recent)).scalar_one())

    def declare(self, game: str, seat: int, skill: int) -> None:
        """What the person in a seat says of the own skill."""
        with self._transaction() as connection:
            mine = (SEATS.c.game == game) & (SEATS.c.seat == seat)
            connection.execute(SEATS.update().where(mine).values(skill=skill))

    def finished(
        self, game: str | None = None, variant: str | None = None, last: int | None = None
    ) -> Iterator[Stored]:
        """All finished games, the latest first; of one game and variant, or only the last so many."""
        with self._transaction() as connection:
            query = sa.select(GAMES.c.id).where(GAMES.c.ended.is_not(None)).order_by(GAMES.c.ended.desc(), GAMES.c.id)
            if game is not None:
                query = query.where((GAMES.c.game == game) & (GAMES.c.variant == variant))
            query = query.limit(last)
            ids = list(connection.execute(query).scalars())
        for game in ids:
            stored = self._whole(GAMES.c.id == game)
            assert stored is not None
            yield stored

    def analysis(self, game: str) -> Any:
        """What was found about a finished game; None: nobody has looked yet."""
        with self._transaction() as connection:
            query = sa.select(ANALYSES.c.found).where(ANALYSES.c.game == game)
            return connection.execute(query).scalar_one_or_none()

    def keep_analysis(self, game: str, found: Any) -> None:
        try:
            with self._transaction() as connection:
                connection.execute(ANALYSES.insert().values(game=game, found=found))
        except IntegrityError:
            return  # another worker was faster, and found the same

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.begin() as connection:
                yield connection
        except NoConnection as error:
            raise Unavailable("all connections are in use") from error
        except (OperationalError, InterfaceError, InternalError) as error:
            raise Unavailable(type(error.orig).__name__) from error

    def _whole(self, which: sa.ColumnElement[bool]) -> Stored | None:
        with self._transaction() as connection:
            row = connection.execute(sa.select(GAMES).where(which)).mappings().one_or_none()
            if row is None:
                return None
            found = _as_stored(row)
            said = sa.select(SEATS.c.seat, SEATS.c.skill).where((SEATS.c.game == found.id) & SEATS.c.skill.is_not(None))
            skills = {int(seat): int(skill) for seat, skill in connection.execute(said)}
            log = [(int(action), instead) for action, instead in connection.execute(_WHOLE_LOG, {"of": found.id})]
        late = {number: instead for number, (_, instead) in enumerate(log) if instead}
        return replace(found, log=tuple(action for action, _ in log), skills=skills, late=late)


class Recent(Generic[K, T]):
    """The last so many things of those that never change."""

    def __init__(self, size: int):
        self._size = size
        self._kept: OrderedDict[K, T] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> T | None:
        return self._kept.get(key)

    def put(self, key: K, value: T) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)


def _as_stored(row: Mapping[Any, Any]) -> Stored:
    """A game without its log."""
    record = Record(
        game=row["game"],
        variant=row["variant"],
        rules=row["rules"],
        deck=tuple(row["deck"]),
        setup=tuple(row["setup"]),
        players=tuple(row["players"]),
        returns=None if row["returns"] is None else tuple(row["returns"]),
        nonce=row["nonce"],
        commitment=row["commitment"],
        info={"shared": True} if row["origin"] else {},
    )
    within = None if row["match"] is None else InMatch(row["match"], row["place"], row["target"])
    return Stored(row["id"], row["review"], record, row["chance"], row["origin"], (), within=within)


def _now() -> datetime:
    return datetime.now(UTC)


def _engine(address: str) -> sa.Engine:
    url = sa.make_url(address)
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=30)
    if url.database:
        try:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MazzoError(f"cannot make {Path(url.database).parent}: {error.strerror}; set MAZZO_DATA") from error
    engine = sa.create_engine(url, connect_args={"timeout": 10})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine
