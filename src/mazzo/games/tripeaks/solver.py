"""TriPeaks with all cards known: can the tableau be cleared, and how.

A position is what lies in the tableau, how many cards were turned and the rank on the waste; suits never matter. The
search visits every position at most once: a few hundred of them in most deals, all that there are in a lost one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from mazzo.core.native import EMPTY, Ints, native, place, walk, widened
from mazzo.games.tripeaks.spec import RANKS, Rules

RANK_BITS, TURNED_BITS = 4, 6


class Layout(NamedTuple):
    """A state as plain data."""

    tableau: Ints  # rank at each place, gone or not
    stock: Ints  # ranks, in the order in which they are turned
    covers: Ints  # of each place the set of places that lie on it, as bits
    position: int


class TriPeaksSolver:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        bare = [0] * rules.row_sizes[-1]
        self.covers = np.array([1 << left | 1 << right for left, right in rules.covers] + bare, np.int64)

    def layout(self, state: Any) -> Layout:
        places = self.rules.places
        ranks = np.asarray(state.deck).astype(np.int64) % RANKS
        left = sum(1 << int(place) for place in np.flatnonzero(np.asarray(state.covered) >= 0))
        position = _position(left, int(state.turned), int(state.waste) % RANKS)
        return Layout(ranks[:places], ranks[places:-1], self.covers, position)

    def line(self, state: Any) -> list[int] | None:
        """The places to take, and `places` for turning the stock; None if the tableau cannot be cleared."""
        layout = self.layout(state)
        path = _clear(*layout)
        return None if len(path) == 0 else [self._action(*pair) for pair in pairwise(path)]

    def values(self, state: Any) -> dict[int, float]:
        """1 for every action after which the tableau can be cleared, else 0."""
        layout = self.layout(state)
        after = {self._action(layout.position, new): int(new) for new in _successors(*layout)}
        return {
            action: float(len(_clear(layout.tableau, layout.stock, layout.covers, after[action])) > 0)
            for action in sorted(after)
        }

    def _action(self, before: int, after: int) -> int:
        taken = (int(before) ^ int(after)) >> (RANK_BITS + TURNED_BITS)
        return taken.bit_length() - 1 if taken else self.rules.places


def solver(rules: Rules) -> TriPeaksSolver:
    return TriPeaksSolver(rules)


@native
def _position(left: int, turned: int, waste: int) -> int:
    return (left << TURNED_BITS | turned) << RANK_BITS | waste


@native
def _successors(tableau: Ints, stock: Ints, covers: Ints, position: int) -> Ints:
    """The positions after each move: the stock first, so that a search that takes the last of them turns it last."""
    left = position >> (RANK_BITS + TURNED_BITS)
    turned = position >> RANK_BITS & (1 << TURNED_BITS) - 1
    waste = position & (1 << RANK_BITS) - 1
    found = np.empty(len(tableau) + 1, np.int64)
    n = 0
    if left != 0 and turned < len(stock):
        found[n] = _position(left, turned + 1, stock[turned])
        n += 1
    for p in range(len(tableau)):
        if left >> p & 1 and left & covers[p] == 0:
            apart = abs(tableau[p] - waste)
            if apart == 1 or apart == RANKS - 1:
                found[n] = _position(left & ~(1 << p), turned, tableau[p])
                n += 1
    return found[:n]


@native
def _clear(tableau: Ints, stock: Ints, covers: Ints, position: int) -> Ints:
    """The positions on a way to an empty tableau, from `position` on; nothing if there is no way."""
    keys = np.full(1 << 10, EMPTY, np.int64)
    parents = np.empty(1 << 10, np.int64)
    stack = np.empty(1 << 10, np.int64)
    stack[0] = position
    waiting, seen = 1, 1
    at = place(keys, position)
    keys[at], parents[at] = position, position
    while waiting > 0:
        waiting -= 1
        here = stack[waiting]
        if here >> (RANK_BITS + TURNED_BITS) == 0:
            return walk(keys, parents, here)
        for new in _successors(tableau, stock, covers, here):
            at = place(keys, new)
            if keys[at] == EMPTY:
                keys[at], parents[at] = new, here
                stack[waiting] = new
                waiting += 1
                seen += 1
        if 2 * seen > len(keys):  # which leaves room for the successors of one position, on the stack too
            keys, parents = widened(keys, parents)
            stack = np.concatenate((stack, np.empty(len(keys) - len(stack), np.int64)))
    return np.empty(0, np.int64)
