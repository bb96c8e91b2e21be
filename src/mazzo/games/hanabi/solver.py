"""Simplified Hanabi towards its end: all hands are open, and only the order of the last few cards to draw is unknown.

Every action's expected score under best play, exactly: at every turn the best of the actions, at every draw all cards
that it can be. A position's value is kept as a whole number, its expected score times the number of orders in which
the stock can lie, so that nothing is rounded.
"""

from __future__ import annotations

from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np

from mazzo.core.errors import MazzoError
from mazzo.core.native import EMPTY, Ints, home, native
from mazzo.games.hanabi.spec import Rules

MOST_STOCK = {2: 5, 3: 4, 4: 3, 5: 3}  # cards to draw, by number of players
MEMO = 1 << 20  # positions remembered, the latest ones
GONE = -1  # played or discarded
HINT = -1  # in the place of a card


class Facts(NamedTuple):
    """What stays the same during a search. Cards are numbered: those in the hands, then those of the stock."""

    kinds: Ints  # of each card
    held: int  # how many of them are in hands at the root
    players: int
    colours: int
    ranks: int
    hints: int  # tokens at most
    lives: int  # at the root
    kept: bool  # what was built counts even when the last life is lost
    orders: Ints  # n! of n cards in the stock


class Table(NamedTuple):
    """A position, but for where the cards are. That is an array: a seat, the number of seats for the stock, or GONE."""

    built: int  # the set of cards in the fireworks, as bits
    tokens: int
    lives: int
    turns_left: int  # as in the rules
    turn: int
    stock: int
    draws: bool  # the seat on turn has played or discarded, and draws now


class Memo(NamedTuple):
    keys: Ints
    values: Ints


class HanabiSolver:
    def __init__(self, rules: Rules, most: int | None = None) -> None:
        if not rules.simplified:
            raise MazzoError("full Hanabi has no solver: nobody sees the own hand there; choose a simplified variant")
        self.rules = rules
        self.most = MOST_STOCK[rules.players] if most is None else most

    def values(self, state: Any) -> dict[int, float]:
        """How many cards more will be played, on average, after each action; a lost game loses those played so far."""
        if bool(state.done):
            return {}
        stock = self.rules.cards - int(state.drawn)
        if stock > self.most:
            raise MazzoError(f"{stock} cards are in the stock, and this solver takes {self.most} at most")
        facts, where, table = self._position(state)
        memo = Memo(np.full(MEMO, EMPTY, np.int64), np.empty(MEMO, np.int64))
        size = self.rules.hand_size
        found: dict[int, int] = {}
        for slot, card in enumerate(np.flatnonzero(where[: facts.held] == table.turn)):
            without = where.copy()
            without[card] = GONE
            for action, plays in ((slot, False), (size + slot, True)):
                if plays or table.tokens < self.rules.hints:
                    found[action] = _value(facts, memo, without, _used(facts, table, facts.kinds[card], plays))
        if table.tokens > 0:
            found[2 * size] = _value(facts, memo, where, _hinted(table, facts.players))
        score, orders = table.built.bit_count(), factorial(stock)
        return {action: worth / orders - score for action, worth in sorted(found.items())}

    def _position(self, state: Any) -> tuple[Facts, Ints, Table]:
        rules = self.rules
        hands = [[int(card) for card in hand if card >= 0] for hand in np.asarray(state.hands)]
        stock = sorted(int(card) for card in np.asarray(state.deck)[int(state.drawn) :])
        held = sum(map(len, hands))
        # Positions are numbered without gaps, see `_key`, and their numbers must fit.
        cards = 2**held * (rules.players + 2) ** len(stock) * (rules.ranks + 1) ** rules.colours
        rest = (rules.hints + 1, int(state.lives) + 1, rules.players + 1, rules.players, 2)
        if cards * prod(rest) >= 1 << 62:
            raise MazzoError("this variant has too many positions for the solver, even with so few cards to draw")
        facts = Facts(
            kinds=np.array([card for hand in hands for card in hand] + stock, np.int64),
            held=held,
            players=rules.players,
            colours=rules.colours,
            ranks=rules.ranks,
            hints=rules.hints,
            lives=int(state.lives),
            kept=rules.scoring == "fireworks",
            orders=np.array([factorial(n) for n in range(len(stock) + 1)], np.int64),
        )
        where = [seat for seat, hand in enumerate(hands) for _ in hand] + [rules.players] * len(stock)
        table = Table(
            built=int(state.built),
            tokens=int(state.hints),
            lives=int(state.lives),
            turns_left=int(state.turns_left),
            turn=int(state.turn),
            stock=len(stock),
            draws=False,
        )
        return facts, np.array(where, np.int64), table


def solver(rules: Rules) -> HanabiSolver:
    return HanabiSolver(rules)


@native
def _value(facts: Facts, memo: Memo, where: Ints, table: Table) -> int:
    """The expected score under best play, times the number of orders of the stock."""
    score = _count(table.built)
    if table.lives == 0:
        return score * facts.orders[table.stock] if facts.kept else 0
    if table.turns_left == 0 or score == facts.colours * facts.ranks:
        return score * facts.orders[table.stock]
    key = _key(facts, where, table)
    slot = home(len(memo.keys), key)
    if memo.keys[slot] == key:
        return memo.values[slot]
    if table.draws:
        best = 0
        before = -1
        for card in range(facts.held, len(where)):
            if where[card] == facts.players and facts.kinds[card] != before:
                before = facts.kinds[card]
                copies = 0
                for other in range(card, len(where)):
                    copies += where[other] == facts.players and facts.kinds[other] == before
                where[card] = table.turn
                best += copies * _value(facts, memo, where, _drawn(table, facts.players))
                where[card] = facts.players
    else:
        alive = _alive(facts, where, table.built)
        turns = table.stock + facts.players if table.stock > 0 else table.turns_left
        most = (score + min(_count(alive), turns)) * facts.orders[table.stock]
        best = -1
        for move in _moves(facts, where, table, alive):
            card, plays = move >> 1, move & 1 == 1
            if card == HINT:
                found = _value(facts, memo, where, _hinted(table, facts.players))
            else:
                where[card] = GONE
                found = _value(facts, memo, where, _used(facts, table, facts.kinds[card], plays))
                where[card] = table.turn
            best = max(best, found)
            if best == most:
                break
    memo.keys[slot] = key
    memo.values[slot] = best
    return best


@native
def _moves(facts: Facts, where: Ints, table: Table, alive: int) -> Ints:
    """What is worth trying, as 2 × card + 1 to play it, 2 × card to discard it, or 2 × HINT.

    One of equal cards is enough, and so is one of those that never fit any more. A card that does not fit is only
    played while all tokens are there: else discarding it leaves a token and a life more. (Whoever has both more can do
    what the other does, until the other discards and he must not, for he has all tokens: then he throws the card away
    by playing it, and they are even.)
    """
    fits = _fitting(facts, table.built) & alive
    full = table.tokens == facts.hints  # nothing may be discarded
    found = np.empty(len(where) + 1, np.int64)
    n = _list(found, 0, facts, where, table.turn, fits, 1)
    n = min(n + 1, _list(found, n, facts, where, table.turn, ~alive, int(full)))
    if table.tokens > 0:
        found[n] = 2 * HINT
        n += 1
    n = _list(found, n, facts, where, table.turn, alive & ~fits if full else alive, int(full))
    return found[:n]


@native
def _list(found: Ints, n: int, facts: Facts, where: Ints, seat: int, kinds: int, plays: int) -> int:
    """Adds the moves of one card of each of these kinds in the hand to the `n` that are there; how many there are."""
    for card in range(len(where)):
        kind = 1 << facts.kinds[card]
        if where[card] == seat and kinds & kind != 0:
            kinds &= ~kind
            found[n] = 2 * card + plays
            n += 1
    return n


@native
def _used(facts: Facts, table: Table, kind: int, plays: bool) -> Table:
    """The table after a card was played or discarded; the seat on turn draws next, while there is a stock."""
    fits = plays and _fitting(facts, table.built) >> kind & 1 == 1
    token = not plays or (fits and kind % facts.ranks == facts.ranks - 1)
    draws = table.stock > 0
    return Table(
        table.built | (1 << kind if fits else 0),
        min(table.tokens + token, facts.hints),
        table.lives - (plays and not fits),
        table.turns_left - (not draws),
        table.turn if draws else (table.turn + 1) % facts.players,
        table.stock,
        draws,
    )


@native
def _drawn(table: Table, players: int) -> Table:
    turn = (table.turn + 1) % players
    return Table(table.built, table.tokens, table.lives, table.turns_left, turn, table.stock - 1, False)


@native
def _hinted(table: Table, players: int) -> Table:
    turn, left = (table.turn + 1) % players, table.turns_left - (table.stock == 0)
    return Table(table.built, table.tokens - 1, table.lives, left, turn, table.stock, False)


@native
def _fitting(facts: Facts, built: int) -> int:
    """The cards that come next in their fireworks."""
    found = 0
    for colour in range(facts.colours):
        for rank in range(facts.ranks):
            card = facts.ranks * colour + rank
            if built >> card & 1 == 0:
                found |= 1 << card
                break
    return found


@native
def _alive(facts: Facts, where: Ints, built: int) -> int:
    """The cards that may still come into the fireworks: every card up to them is built or somewhere."""
    there = built
    for card in range(len(where)):
        if where[card] != GONE:
            there |= 1 << facts.kinds[card]
    found = 0
    for colour in range(facts.colours):
        for rank in range(facts.ranks):
            card = facts.ranks * colour + rank
            if there >> card & 1 == 0:
                break
            found |= 1 << card
    return found & ~built


@native
def _count(cards: int) -> int:
    found = 0
    while cards != 0:
        cards &= cards - 1
        found += 1
    return found


@native
def _key(facts: Facts, where: Ints, table: Table) -> int:
    """The number of the position."""
    key = 0
    for card in range(len(where)):
        places = 2 if card < facts.held else facts.players + 2
        key = places * key + min(where[card] - GONE, places - 1)
    for colour in range(facts.colours):
        height = _count(table.built >> facts.ranks * colour & (1 << facts.ranks) - 1)
        key = (facts.ranks + 1) * key + height
    key = (facts.hints + 1) * key + table.tokens
    key = (facts.lives + 1) * key + table.lives
    key = (facts.players + 1) * key + table.turns_left
    return 2 * (facts.players * key + table.turn) + table.draws
