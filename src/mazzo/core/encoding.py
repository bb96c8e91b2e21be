"""Encoders, from views to vectors, and heads, from a network's outputs to actions.

An encoder is a list of named pieces with sizes: its length, its documentation and the hash that a saved agent
carries all come from that list.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.errors import MazzoError, unknown

Bound = float | tuple[float, ...]  # of all numbers of a piece, or of each


@dataclass(frozen=True)
class Piece:
    """A named stretch of an encoder's vector."""

    name: str
    size: int
    write: Callable[[Any], Array]  # view -> array of `size` numbers, any shape and dtype
    doc: str
    bounds: tuple[Bound, Bound] = (0.0, 1.0)


@dataclass(frozen=True)
class Encoder:
    """`encoder(view)` -> float32[encoder.size]."""

    name: str
    source: str  # where it comes from
    pieces: tuple[Piece, ...]
    head: str = ""  # the one that speaks of the same cards and places; empty: the game's first

    @property
    def size(self) -> int:
        return sum(piece.size for piece in self.pieces)

    @property
    def bounds(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """float32[size] twice: the lowest and the highest value of each number."""
        low, high = (
            np.concatenate(
                [np.broadcast_to(np.asarray(piece.bounds[i], np.float32), piece.size) for piece in self.pieces]
            )
            for i in (0, 1)
        )
        return low, high

    @property
    def layout(self) -> str:
        """A hash of names and sizes: a network trained on another layout is refused."""
        listing = json.dumps([self.name, [(piece.name, piece.size) for piece in self.pieces]])
        return hashlib.sha256(listing.encode()).hexdigest()[:16]

    def __call__(self, view: Any) -> Array:
        return jnp.concatenate([piece.write(view).reshape(piece.size).astype(jnp.float32) for piece in self.pieces])


def place(teams: Sequence[int]) -> Encoder:
    """Which member of its team a seat is: what a team with several networks tells them apart by."""
    numbers = [list(teams[:seat]).count(team) for seat, team in enumerate(teams)]
    size = max(numbers) + 1

    def write(view: Any) -> Array:
        return jnp.asarray(numbers)[view.seat.astype(jnp.int32)] == np.arange(size)

    return Encoder("place", "mazzo", (Piece("place", size, write, "which member of its team the seat is"),))


UNIT = "unit:"  # before the name of an encoder


def scaled(piece: Piece) -> Piece:
    """Its numbers divided by the greatest that each can be: networks learn slowly from numbers of unlike size."""
    low, high = map(np.asarray, piece.bounds)
    greatest = np.maximum(abs(low), abs(high)).astype(np.float32)
    greatest = np.where(greatest > 0, greatest, 1)
    write, size = piece.write, piece.size
    return replace(
        piece,
        write=lambda view: write(view).reshape(size) / greatest,
        bounds=(_bound(low / greatest), _bound(high / greatest)),
    )


def _bound(numbers: np.ndarray[Any, Any]) -> Bound:
    return tuple(map(float, numbers)) if numbers.ndim else float(numbers)


def compose(name: str, known: Mapping[str, Encoder]) -> Encoder:
    """`vector-136+full.stock`, `canonical~knowledge`: encoders put together and taken apart, piece by piece. Those of
    `unit:state-1` are scaled: no number is greater than 1."""
    pieces: list[Piece] = []
    bases: list[Encoder] = []
    for term in name.split("+"):
        base, *without = term.removeprefix(UNIT).split("~")
        base, dot, only = base.partition(".")
        if base not in known:
            raise unknown("encoder", base, list(known))
        whole = known[base]
        names = {piece.name for piece in whole.pieces}
        for piece in [*without, *([only] if dot else [])]:
            if piece not in names:
                raise unknown(f"piece of the encoder {base}", piece, sorted(names))
        chosen = [p for p in whole.pieces if p.name not in without and (not dot or p.name == only)]
        pieces += map(scaled, chosen) if term.startswith(UNIT) else chosen
        bases.append(whole)
    if not pieces:
        raise MazzoError(f"the encoder {name} has no piece left")
    head = next((base.head for base in bases if base.head), "")
    return Encoder(name, " + ".join(base.source for base in bases), tuple(pieces), head)


@dataclass(frozen=True, eq=False)
class Head:
    """A map between the outputs of a network and public actions, as seen by the player on turn."""

    name: str
    source: str
    size: int  # number of outputs
    legal: Callable[[Any], Array]  # view -> bool[size]
    action: Callable[[Any, Array], Array]  # view, output -> action; the output must be legal
    output: Callable[[Any, Array], Array]  # view, action -> output: the inverse, for imitation
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # outputs that differ in position only


def direct_head(name: str, source: str, actions: int, groups: Mapping[str, tuple[int, ...]] | None = None) -> Head:
    """One output per action."""
    return Head(
        name,
        source,
        actions,
        legal=lambda view: view.legal,
        action=lambda view, output: output,
        output=lambda view, action: action,
        groups=groups or {},
    )
