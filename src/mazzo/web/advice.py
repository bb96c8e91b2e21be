"""Advice: hints during a game, and the review of one that is over."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import jax
import numpy as np

from mazzo import agents
from mazzo.core import record as records
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game
from mazzo.evaluation import beliefs, review
from mazzo.web.course import Course
from mazzo.web.house import House, NotFound, Refused, Seen
from mazzo.web.messages import Analysis, Belief, Decision, Hint, Place, Point, Review, Value
from mazzo.web.players import Once, known
from mazzo.web.store import PERSON, Stored

PLACES = 2  # hints and reviews computed at the same time
WAITING = 8  # that may wait for their turn: each keeps a thread of the server
PATIENCE = 15.0  # seconds for which they do
BUSY = "too many hints and reviews are being computed; try again in a moment"


class Advice:
    """Looks at games with the strongest agent there is."""

    def __init__(self, house: House):
        self._house = house
        self._once = Once()
        self._places = threading.BoundedSemaphore(PLACES)
        self._queue = threading.BoundedSemaphore(PLACES + WAITING)

    def hint(self, game: str, secret: str, number: int) -> Hint:
        """What each move is worth to somebody who knows what this seat knows."""
        found = self._house.find(game, secret)
        if found.stored.record.players.count(PERSON) > 1:
            raise MazzoError("there are no hints where people play with each other")
        state = found.course.positions[found.number].state
        if number != found.number or bool(state.done) or int(state.turn) != found.seat:
            raise MazzoError("a hint is for the one on turn")
        played = found.course.game
        agent = known(played, agents.by_strength(played)[0])
        legal = found.course.table.legal_actions(state)
        view = found.course.table.observe(state, np.int8(found.seat))

        def look() -> list[review.Outlook]:
            return review.outlook(played, agent, view, legal, seed=found.stored.chance)

        with self._place():
            outlooks = review.ranked(self._once.call((played, "outlook"), look))
        own = self._own_choice(played, agent, view, found)
        worlds = len(outlooks[0].results)
        return Hint(number=number, agent=agent.name, worlds=worlds, action=own, moves=_values(played, outlooks))

    def _own_choice(self, game: Game[Any, Any], agent: Any, view: Any, found: Seen) -> str:
        chosen = self._house.players.move(found.course, agent.name, found.number, found.stored.chance)
        return game.text.action(chosen.action)

    def review(self, link: str) -> Review:
        """A finished game with everything in it; whoever has the link may see it."""
        stored = self._over(link)
        record, course = self._recorded(stored)
        seat = _first_person(record.players)
        everyone, moves = range(course.game.spec.players), len(record.actions)
        seats = [[_fields(course.view(number, one)) for one in everyone] for number in range(moves + 1)]
        return Review(
            game=record.game,
            variant=record.variant,
            players=list(record.players),
            seat=seat,
            returns=list(record.returns or ()),
            shared=stored.origin is not None,
            undone=int(record.info.get("undone", 0)),
            record=json.loads(records.dumps(record)),
            frames=[course.frame(n, seat) for n in range(moves + 1)],
            seats=seats,
        )

    def analysis(self, link: str) -> Analysis:
        """What every move of a finished game was worth. It is computed once and kept."""
        stored = self._over(link)
        kept = self._house.store.analysis(stored.id)
        if kept is not None:
            return Analysis.model_validate(kept)
        record, course = self._recorded(stored)
        game, seat = course.game, _first_person(record.players)
        agent = known(game, agents.by_strength(game)[0])
        with self._place():
            judged = list(review.review(record, agent, seat))
        found = Analysis(
            agent=agent.name,
            worlds=len(judged[0].outlook.results),
            seat=seat,
            points=[Point(plays=j.plays, value=j.outlook.value, wins=j.outlook.win_rate) for j in judged],
            decisions=[_decision(game, j.decision) for j in judged if j.decision is not None],
        )
        self._house.store.keep_analysis(stored.id, found.model_dump())
        return found

    def belief(self, link: str, plays: int) -> Belief:
        """What the seat on turn could believe after so many moves of a finished game, beside the truth."""
        record, course = self._recorded(self._over(link))
        if plays > len(record.actions):
            raise MazzoError(f"the game had {len(record.actions)} moves, not {plays}")
        game, state = course.game, course.positions[plays].state
        like = beliefs.habits(game, record.players, agents.by_strength(game)[0])
        with self._place():
            found = self._once.call((game, "belief", like), lambda: beliefs.belief(game, state, like, plays))
        return Belief(
            plays=plays,
            seat=int(state.turn),
            like=list(like),
            worlds=beliefs.WORLDS,
            ranks=game.hidden.ranks if game.hidden else 1,
            places=[] if found is None else [_place(*place) for place in found.by_place()],
        )

    def _over(self, link: str) -> Stored:
        stored = self._house.store.reviewed(link)
        if stored is None:
            raise NotFound
        return stored

    def _recorded(self, stored: Stored) -> tuple[records.Record, Course]:
        """The record of what stands, and its course without what was taken back."""
        record = stored.finished
        name = f"{stored.id}/review"
        return record, self._house.courses.of(name, record, record.actions)

    @contextmanager
    def _place(self) -> Iterator[None]:
        """One of the few who compute much at the same time."""
        if not self._queue.acquire(blocking=False):
            raise Refused(BUSY)
        try:
            if not self._places.acquire(timeout=PATIENCE):
                raise Refused(BUSY)
            try:
                yield
            finally:
                self._places.release()
        finally:
            self._queue.release()


def _first_person(players: tuple[str, ...]) -> int:
    return players.index(PERSON) if PERSON in players else 0


def _fields(view: Any) -> dict[str, Any]:
    return {name: np.asarray(value).tolist() for name, value in jax.device_get(view)._asdict().items()}


def _values(game: Game[Any, Any], outlooks: Any) -> list[Value]:
    return [
        Value(action=game.text.action(one.action), value=one.value, error=one.error, wins=one.win_rate)
        for one in outlooks
    ]


def _place(name: str, even: Any, weighed: Any, truth: Any) -> Place:
    return Place(
        name=name,
        even=[round(float(p), 3) for p in even],
        weighed=[round(float(p), 3) for p in weighed],
        truth=np.flatnonzero(truth).tolist(),
    )


def _decision(game: Game[Any, Any], made: review.Decision) -> Decision:
    return Decision(
        plays=made.plays,
        player=made.player,
        action=game.text.action(made.action),
        cost=made.cost,
        certain=made.certain,
        moves=_values(game, made.outlooks),
    )
