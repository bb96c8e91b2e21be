"""A stored game, replayed: what each seat saw after each move."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import numpy as np
from rich.text import Text

from mazzo.core.game import Game, Host, host
from mazzo.core.record import Record
from mazzo.core.registry import make
from mazzo.web.messages import Frame
from mazzo.web.schema import UNDO

COURSES = 512  # games kept replayed


@dataclass(frozen=True)
class Position:
    """The game after some entries of its log."""

    state: Any
    action: int | None  # the last entry; None at the start, UNDO where a move was taken back
    player: int | None  # who made it
    standing: tuple[int, ...]  # the positions (by their number) of the moves that stand, this one last


@dataclass
class Course:
    """The positions of one game; number n is the one after n entries of the log."""

    game: Game[Any, Any]
    table: Host[Any, Any]
    positions: list[Position]
    log: list[int] = field(default_factory=list)
    memories: dict[tuple[int, str], tuple[int, Any]] = field(default_factory=dict)  # of seat and agent: to which number
    views: dict[tuple[int, int], Any] = field(default_factory=dict)  # those asked for: (number, seat)
    frames: dict[tuple[int, int], Frame] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def follow(self, log: Sequence[int]) -> None:
        """Go on to the end of a log that begins with the entries known so far."""
        with self.lock:
            for entry in log[len(self.log) :]:
                self.positions.append(self._next(entry))
                self.log.append(entry)

    def _next(self, entry: int) -> Position:
        before = self.positions[-1]
        number = len(self.positions)
        if entry == UNDO:
            back = self.positions[before.standing[-2]]
            return Position(back.state, UNDO, int(back.state.turn), back.standing)
        state = self.table.play(before.state, entry)
        return Position(state, entry, int(before.state.turn), (*before.standing, number))

    @property
    def last(self) -> Position:
        return self.positions[-1]

    @property
    def done(self) -> bool:
        return bool(self.last.state.done)

    def returns(self, state: Any) -> list[float] | None:
        return [float(r) for r in self.table.returns(state)] if bool(state.done) else None

    def view(self, number: int, seat: int) -> Any:
        """What a seat may know, as NumPy arrays."""
        view = self.views.get((number, seat))
        if view is None:
            view = jax.tree.map(np.asarray, self.table.observe(self.positions[number].state, np.int8(seat)))
            self.views[number, seat] = view
        return view

    def frame(self, number: int, seat: int) -> Frame:
        """What a seat is shown after `number` entries of the log."""
        frame = self.frames.get((number, seat))
        if frame is None:
            frame = self.frames[number, seat] = self._frame(number, seat)
        return frame

    def _frame(self, number: int, seat: int) -> Frame:
        """Made from the seat's views, and from nothing else."""
        position = self.positions[number]
        text, view = self.game.text, self.view(number, seat)
        action, told = position.action, ""
        if action is not None and action != UNDO:
            told = plain(text.tell(self.view(number - 1, seat), action, view))
        return Frame(
            number=number,
            plays=int(view.plays),
            turn=int(view.turn),
            done=bool(view.done),
            action=None if action is None else "undo" if action == UNDO else text.action(action),
            player=position.player,
            told=told,
            shown=plain(text.show(view)),
            legal=[text.action(int(a)) for a in np.flatnonzero(view.legal)],
            view={name: np.asarray(value).tolist() for name, value in view._asdict().items()},
            returns=self.returns(position.state),
        )


def replayed(record: Record) -> Course:
    """The course of a deal, at its start."""
    game = make(record.game, record.variant)
    table = host(game)
    return Course(game, table, [Position(table.start(record.deal), None, None, (0,))])


class Courses:
    """The games that were looked at last, kept replayed. The store is what counts: this is only quicker."""

    def __init__(self, size: int = COURSES):
        self._size = size
        self._kept: OrderedDict[str, Course] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: str, record: Record, log: Sequence[int]) -> Course:
        with self._lock:
            course = self._kept.pop(game, None) or replayed(record)
            self._kept[game] = course
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        course.follow(log)
        return course


def plain(markup: str) -> str:
    """Text without Rich markup."""
    return Text.from_markup(markup).plain
