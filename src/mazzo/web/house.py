"""The house: it deals, and lets people and agents move."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from mazzo import agents
from mazzo.core import record as records
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game, IllegalAction
from mazzo.core.registry import make
from mazzo.web import matches
from mazzo.web.course import Course, Courses
from mazzo.web.messages import Frame, Invitation, Match, Opened, Opening, Table
from mazzo.web.players import Players, known
from mazzo.web.schema import UNDO
from mazzo.web.settings import Settings
from mazzo.web.store import PERSON, Store, Stored, Unavailable

log = logging.getLogger("mazzo.web")


LISTENERS = 2000  # streams of events in one process
NOBODY = -1  # the seat from which the house itself looks


class NotFound(Exception):
    """There is no such game, or it is not yours: which of the two is not told."""


class Refused(Exception):
    """The service does not want more of this now."""


@dataclass(frozen=True)
class Seen:
    """A stored game, replayed, and the seat from which it is looked at."""

    stored: Stored
    course: Course
    seat: int

    @property
    def number(self) -> int:
        return len(self.stored.log)

    @property
    def over(self) -> bool:
        return bool(self.course.positions[self.number].state.done)


class House:
    """One process of the service. Everything that counts is in the store; any other process could go on."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.store = Store(settings.database)
        self.players = Players(settings.move_seconds)
        self.courses = Courses()
        self.notices = Notices()
        self._work = ThreadPoolExecutor(4, "table")
        self._moving: dict[str, bool] = {}  # games whose agents move; True: somebody woke them again
        self._lock = threading.Lock()

    # ----------------------------------------------------------------------------------------------- to the table

    def open(self, wanted: Opening) -> tuple[Opened, str]:
        """Deal a game; the secret of the person's seat comes with it, and invitations for other people."""
        if self.store.unfinished() >= self.settings.open_games:
            raise Refused("too many games are open; finish one, or come back later")
        game, deal, actions = self._dealt(wanted)
        within = None
        if wanted.match is not None:
            if wanted.review is not None:
                raise MazzoError("a match is played on fresh deals")
            within, deal = matches.first(game, wanted.match)
        players = _seated(game, wanted.seat, wanted.agents)
        record = records.begin(game, deal, players)
        secret = secrets.token_urlsafe(24)
        others = [seat for seat, name in enumerate(players) if name == PERSON and seat != wanted.seat]
        invited = {seat: secrets.token_urlsafe(18) for seat in others}
        stored = self.store.open(record, {wanted.seat: secret}, actions, wanted.review, within, invited)
        log.info("opened", extra={"fields": {"game": game.spec.game, "variant": game.spec.variant}})
        table = self.look(stored.id, secret)
        invitations = [Invitation(seat=seat, token=token) for seat, token in invited.items()]
        return Opened(**dict(table), invitations=invitations), secret

    def take(self, game: str, invitation: str, secret: str) -> tuple[Table, str]:
        """A seat for who was invited, and its secret; who sits there already keeps the own."""
        if self.store.seat(game, secret) is None:
            secret = secrets.token_urlsafe(24)
            if not self.store.take(game, invitation, secret):
                raise NotFound
            self.notices.give(game)
        return self.look(game, secret), secret

    def next(self, game: str, secret: str, number: int) -> Table:
        """The next deal of a match, for the same people; whoever asks second finds what was dealt."""
        found = self.find(game, secret)
        stored, played = found.stored, found.course.game
        state, match = found.course.positions[found.number].state, self._match(found)
        if match is None or stored.within is None or played.match is None:
            raise MazzoError("this game is no deal of a match")
        if match.over or number != found.number or not bool(state.done):
            raise MazzoError("the match is over" if match.over else "the next deal comes when this one is over")
        if len(self.store.deals(stored.within.match)) == match.deal:
            within, deal = matches.following(played.match, played, stored.within, state)
            self.store.open_next(records.begin(played, deal, stored.record.players), stored, within)
        return self.look(self.store.deals(stored.within.match)[match.deal].id, secret)

    def look(self, game: str, secret: str, since: int | None = None) -> Table:
        """The game from the seat that this secret holds, with the frames after number `since`."""
        found = self.find(game, secret)
        self.wake(found)
        return self._table(found, since)

    def find(self, game: str, secret: str) -> Seen:
        seat = self.store.seat(game, secret)
        stored = self.store.load(game) if seat is not None else None
        if stored is None or seat is None:
            raise NotFound
        return Seen(stored, self.courses.of(game, stored.record, stored.log), seat)

    def _table(self, found: Seen, since: int | None) -> Table:
        stored, course, number = found.stored, found.course, found.number
        first = number if since is None else max(0, min(since + 1, number))
        spec = course.game.spec
        return Table(
            id=stored.id,
            game=spec.game,
            variant=spec.variant,
            seat=found.seat,
            players=list(stored.record.players),
            commitment=stored.record.commitment or "",
            shared=stored.origin is not None,
            frames=[course.frame(n, found.seat) for n in range(first, number + 1)],
            review=stored.review if bool(course.positions[number].state.done) else None,
            match=self._match(found),
            free=self.store.free(stored.id),
        )

    def _match(self, found: Seen) -> Match | None:
        within = found.stored.within
        if within is None:
            return None
        return matches.standing(found.course.game, within, self.store.deals(within.match))

    def frame(self, found: Seen, number: int) -> Frame:
        return found.course.frame(number, found.seat)

    # ------------------------------------------------------------------------------------------------------ moves

    def play(self, game: str, secret: str, number: int, code: str) -> Table:
        """A person's move. One that is late, or was made before, changes nothing: the answer is how things stand."""
        found = self.find(game, secret)
        self._complain_if_somebody_is_missing(found)
        state = found.course.positions[found.number].state
        if number == found.number and not bool(state.done):
            if int(state.turn) != found.seat:
                raise IllegalAction("it is not your turn")
            action = found.course.game.text.parse_action(code)
            if action not in found.course.table.legal_actions(state):
                raise IllegalAction(f"{code} cannot be played now")
            found = self._append(found, action)
        elif number > found.number:
            raise MazzoError(f"the game has {found.number} moves so far, not {number}")
        self.wake(found)
        return self._table(found, min(number, found.number))

    def _complain_if_somebody_is_missing(self, found: Seen) -> None:
        if self.store.free(found.stored.id):
            raise MazzoError("the game begins when everybody who was invited is there")

    def undo(self, game: str, secret: str, number: int) -> Table:
        """Take back the last move that stands, in a game that is played alone and not over."""
        found = self.find(game, secret)
        if found.course.game.spec.players > 1:
            raise MazzoError("a move is taken back only where a game is played alone")
        position = found.course.positions[found.number]
        if number == found.number and not bool(position.state.done):
            if len(position.standing) < 2:
                raise MazzoError("there is no move to take back")
            found = self._append(found, UNDO)
        return self._table(found, min(number, found.number))

    def _append(self, found: Seen, action: int, instead: str | None = None) -> Seen:
        """The game after the move; the log decides: if another request was faster, this one changes nothing."""
        returns = None
        if action != UNDO:
            after = found.course.table.play(found.course.positions[found.number].state, action)
            returns = found.course.returns(after)
        stored = found.stored
        if self.store.append(stored.id, found.number, action, returns, instead):
            stored = replace(stored, log=(*stored.log, action))
        else:
            stored = self.store.load(stored.id) or stored
        course = self.courses.of(stored.id, stored.record, stored.log)
        self.notices.give(stored.id)
        return Seen(stored, course, found.seat)

    def declare(self, game: str, secret: str, skill: int) -> None:
        """What a person says of the own skill, once the game is over."""
        found = self.find(game, secret)
        if not found.over:
            raise MazzoError("the question comes after the game")
        self.store.declare(game, found.seat, skill)

    def wake(self, found: Seen) -> None:
        """If an agent is on turn, let it move in the background, whoever was to do that before."""
        if self._agent_on_turn(found.stored, found.course) is None or self.store.free(found.stored.id):
            return
        with self._lock:
            awake = found.stored.id in self._moving
            self._moving[found.stored.id] = True
        if not awake:
            self._work.submit(self._agents_move, found.stored.id)

    def _agents_move(self, game: str) -> None:
        try:
            while self._woken(game):
                self._agents_answer(game)
        except Unavailable:
            log.warning("store", extra={"fields": {"what": "an agent's move could not be kept"}})
        except Exception:
            log.exception("agent")
        finally:
            with self._lock:
                self._moving.pop(game, None)
            self.notices.give(game)

    def _woken(self, game: str) -> bool:
        """Was the game woken since it was asked last? If not, it sleeps from this moment on."""
        with self._lock:
            if self._moving.get(game):
                self._moving[game] = False
                return True
            self._moving.pop(game, None)
            return False

    def _agents_answer(self, game: str) -> None:
        """All that the agents do until it is a person's turn."""
        stored = self.store.load(game)
        assert stored is not None
        found = Seen(stored, self.courses.of(game, stored.record, stored.log), NOBODY)
        while (name := self._agent_on_turn(found.stored, found.course)) is not None:
            answer = self.players.move(found.course, name, found.number, found.stored.chance)
            found = self._append(found, answer.action, answer.instead)

    def _agent_on_turn(self, stored: Stored, course: Course) -> str | None:
        state = course.positions[len(stored.log)].state
        name = stored.record.players[int(state.turn)]
        return None if bool(state.done) or name == PERSON else name

    def _dealt(self, wanted: Opening) -> tuple[Game[Any, Any], tuple[Any, Any], list[int]]:
        """A fresh deal, or that of a finished game with the first of its moves."""
        if wanted.review is None:
            if wanted.plays:
                raise MazzoError("to play on from a move, name the finished game")
            game = make(wanted.game, _plain_variant(wanted.variant))
            return game, records.fresh_deal(game.spec), []
        stored = self.store.reviewed(wanted.review)
        if stored is None:
            raise NotFound
        game = make(stored.record.game, stored.record.variant)
        actions = stored.actions
        if wanted.plays >= len(actions):
            raise MazzoError(f"that game had {len(actions)} moves; play on from 0 to {len(actions) - 1}")
        return game, (stored.record.deck, stored.record.setup), actions[: wanted.plays]

    def close(self) -> None:
        self._work.shutdown(wait=True, cancel_futures=True)
        self.players.close()
        self.store.close()


class Notices:
    """Who waits for news of a game in this process is called when there are some."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Callable[[], None]]] = {}
        self._lock = threading.Lock()

    def give(self, game: str) -> None:
        with self._lock:
            waiting = list(self._waiting.get(game, ()))
        for call in waiting:
            call()

    def room(self) -> bool:
        """May one more listen?"""
        with self._lock:
            return sum(map(len, self._waiting.values())) < LISTENERS

    def join(self, game: str, call: Callable[[], None]) -> None:
        with self._lock:
            self._waiting.setdefault(game, []).append(call)

    def leave(self, game: str, call: Callable[[], None]) -> None:
        with self._lock:
            calls = self._waiting.get(game, [])
            if call in calls:
                calls.remove(call)
            if not calls:
                self._waiting.pop(game, None)


def _seated(game: Game[Any, Any], seat: int, names: list[str]) -> list[str]:
    """Who sits where: a person in one seat, agents and invited people in the others."""
    players = game.spec.players
    if seat >= players:
        raise MazzoError(f"the seat is {seat}; choose 0 to {players - 1}")
    others = names or agents.by_strength(game)[:1]
    if len(others) == 1:
        others = others * (players - 1)
    if len(others) != players - 1:
        raise MazzoError(f"{len(others)} agents are named for {players - 1} seats; name one, or one for each")
    for name in others:
        if name != PERSON:
            known(game, name)
    return [*others[:seat], PERSON, *others[seat:]]


def _plain_variant(variant: str | None) -> str | None:
    """Options of the rules stay on the command line: each would be compiled anew."""
    if variant is not None and "," in variant:
        raise MazzoError("the page plays the named variants, without options")
    return variant
