"""Russian Solitaire with all cards known: can it be won, and how.

A card moves to a pile at most once, onto its successor or (a king) to an empty pile, and moves to the foundations are
always safe: whatever can go there goes. So a position is the set of cards that have moved to a pile since the root of
the search, whatever their order: bit c is card c. (A card that is ready for its foundation after these moves in one
order is ready in any other: whatever lay on it has left in all of them.) The search visits a set at most once, and
gives one up as soon as some card can be seen never to come free.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mazzo.core.native import EMPTY, Ints, native, place, walk, widened
from mazzo.games.russian.spec import CARDS, SUIT, Rules

FLOOR, FOUNDATION = -1, -2  # what a card lies on, if it is no card
NOTHING = -1  # what lies on a top card


class Root(NamedTuple):
    """A state as plain data."""

    under: Ints  # int[52], what each card lies on: a card, FLOOR or FOUNDATION
    up: Ints  # int[52], 1 for a card that lies face up
    piles: int
    suits: int
    ranks: int


class RussianSolver:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def root(self, state: Any) -> Root:
        pile = np.asarray(state.pile).astype(np.int64)
        under = np.asarray(state.under).astype(np.int64)
        under = np.where(pile == self.rules.piles, FOUNDATION, np.where(under < 0, FLOOR, under))
        return Root(under, (pile >= 0).astype(np.int64), self.rules.piles, self.rules.suits, self.rules.ranks)

    def line(self, state: Any) -> list[int] | None:
        """The moves of a game that is won, to the foundations as soon as they can be; None if there is none."""
        root = self.root(state)
        sets = _win(*root, 0)
        if len(sets) == 0:
            return None
        line: list[int] = []
        for moved, after in zip(sets, [*sets[1:], sets[-1]], strict=True):
            order = _lay(root.under, root.up, root.suits, root.ranks, moved).order
            line += [CARDS + int(card) for card in order if CARDS + int(card) not in line]
            if after != moved:
                line.append((int(moved) ^ int(after)).bit_length() - 1)
        return line

    def values(self, state: Any) -> dict[int, float]:
        """1 for every action after which the game can be won, else 0."""
        root = self.root(state)
        here = len(_win(*root, 0)) > 0
        # A move to a foundation is safe: it keeps what there is.
        actions = sorted(int(action) for action in np.asarray(state.moves) if action >= 0)
        return {a: float(here if a >= CARDS else here and len(_win(*root, 1 << a)) > 0) for a in actions}


def solver(rules: Rules) -> RussianSolver:
    return RussianSolver(rules)


class Cards(NamedTuple):
    """How the cards lie at a position, arrays by card."""

    under: Ints  # a card, FLOOR or FOUNDATION
    above: Ints  # the card on it, or NOTHING
    up: Ints  # 1: face up
    order: Ints  # the cards that went to the foundations since the root, in this order


@native
def _lay(root_under: Ints, root_up: Ints, suits: int, ranks: int, moved: int) -> Cards:
    """The cards as they lie once those `moved` have been moved, and all that can has gone to the foundations."""
    under, up = root_under.copy(), root_up.copy()
    for card in range(CARDS):
        if moved >> card & 1:
            if root_under[card] >= 0:
                up[root_under[card]] = 1
            under[card] = FLOOR if card % SUIT == ranks - 1 else card + 1
    burden = np.zeros(CARDS, np.int64)  # cards on each: two where one went to its foundation before the other came
    for card in range(CARDS):
        if under[card] >= 0:
            burden[under[card]] += 1
    order = np.empty(CARDS, np.int64)
    founded, before = 0, -1
    while founded != before:
        before = founded
        for card in range(SUIT * suits):
            previous = card % SUIT == 0 or under[card - 1] == FOUNDATION
            if card % SUIT < ranks and under[card] != FOUNDATION and burden[card] == 0 and previous:
                if under[card] >= 0:
                    burden[under[card]] -= 1
                    up[under[card]] = 1
                under[card] = FOUNDATION
                order[founded] = card
                founded += 1
    above = np.full(CARDS, NOTHING, np.int64)
    for card in range(CARDS):
        if under[card] >= 0:
            above[under[card]] = card
    return Cards(under, above, up, order[:founded])


@native
def _moves(cards: Cards, piles: int, suits: int, ranks: int) -> Ints:
    """The cards that may go to a pile."""
    free = piles
    for card in range(SUIT * suits):
        free -= card % SUIT < ranks and cards.under[card] == FLOOR
    found = np.empty(CARDS, np.int64)
    n = 0
    for card in range(SUIT * suits):
        rank = card % SUIT
        if rank >= ranks or cards.up[card] == 0 or cards.under[card] == FOUNDATION:
            continue
        if rank == ranks - 1:
            possible = free > 0 and cards.under[card] >= 0
        else:
            target = card + 1
            possible = cards.up[target] == 1 and cards.above[target] == NOTHING and not _lies_over(cards, target, card)
        if possible:
            found[n] = card
            n += 1
    return found[:n]


@native
def _lies_over(cards: Cards, upper: int, lower: int) -> bool:
    """Is `upper` somewhere on `lower` in its pile?"""
    card = cards.above[lower]
    while card != NOTHING and card != upper:
        card = cards.above[card]
    return card == upper


@native
def _hopeless(cards: Cards, piles: int, suits: int, ranks: int) -> bool:
    """Does some card never get to its foundation, even if moves took nothing away from one another?

    What comes free, leaves its place or reaches its foundation in that easier game is found by going on until nothing
    new is found. Whatever is not found there cannot happen in the real game either.
    """
    free = np.zeros(CARDS, np.bool_)  # comes to lie on top
    leaves = np.zeros(CARDS, np.bool_)  # leaves what it lies on
    founded = cards.under == FOUNDATION
    bottoms = 0
    for card in range(SUIT * suits):
        bottoms += card % SUIT < ranks and cards.under[card] == FLOOR
    empty = bottoms < piles  # a pile is empty at some time
    news = True
    while news:
        news = False
        for card in range(SUIT * suits):
            rank, above = card % SUIT, cards.above[card]
            if rank >= ranks or cards.under[card] == FOUNDATION:
                continue
            if not free[card] and (above == NOTHING or leaves[above]):
                free[card] = news = True
            if not founded[card] and free[card] and (rank == 0 or founded[card - 1]):
                founded[card] = news = True
            if not leaves[card] and (founded[card] or _departs(cards, ranks, card, free, leaves, empty)):
                leaves[card] = news = True
                empty |= cards.under[card] == FLOOR
    kings = 0
    for suit in range(suits):
        kings += founded[SUIT * suit + ranks - 1]
    return bool(kings < suits)


@native
def _departs(cards: Cards, ranks: int, card: int, free: Any, leaves: Any, empty: bool) -> bool:
    """In the easier game: does `card` go to another pile?"""
    if cards.up[card] == 0 and not free[card]:
        return False
    if card % SUIT == ranks - 1:
        return bool(empty and cards.under[card] >= 0)
    target = card + 1
    if not free[target] or cards.under[card] == target:
        return False
    if not _lies_over(cards, target, card):
        return True
    parted = False  # its target lies on it: some card between them must leave first, and take the target along
    above = cards.above[card]
    while not parted and above != target:
        parted = leaves[above]
        above = cards.above[above]
    return bool(parted or leaves[target])


@native
def _win(under: Ints, up: Ints, piles: int, suits: int, ranks: int, first: int) -> Ints:
    """The positions on a way from `first` to a won game; nothing if there is no way."""
    keys = np.full(1 << 8, EMPTY, np.int64)
    parents = np.empty(1 << 8, np.int64)
    stack = np.empty(1 << 8, np.int64)
    stack[0] = first
    waiting, seen = 1, 1
    at = place(keys, first)
    keys[at], parents[at] = first, first
    while waiting > 0:
        waiting -= 1
        here = stack[waiting]
        cards = _lay(under, up, suits, ranks, here)
        if (cards.under == FOUNDATION).sum() >= suits * ranks:
            return walk(keys, parents, here)
        if _hopeless(cards, piles, suits, ranks):
            continue
        for card in _moves(cards, piles, suits, ranks):
            new = here | 1 << card
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
