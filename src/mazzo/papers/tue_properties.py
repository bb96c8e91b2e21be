"""Chapter 7 of Grooten 2021, by machine: how long games are, how many hands there are, when a state is reached.

Lengths do not depend on which cards are drawn, only on what is done with them: `Moment` has all that counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from mazzo.core.registry import family
from mazzo.games.hanabi.spec import Rules
from mazzo.papers.laboratory import Laboratory
from mazzo.papers.study import Cell, Exhibit, Remark, Table, exact

PLAYERS = (2, 3, 4, 5)
NEVER = -(10**6)


class Moment(NamedTuple):
    """What the length of a game depends on."""

    stock: int
    tokens: int
    played: int  # cards that fitted
    fives: int  # of them, which completed a firework
    wrong: int  # lives lost
    last: int  # turns that are left once the stock is empty; before, that of every player


def rules_of(players: int) -> Rules:
    found = family("hanabi").make(f"simplified-{players}p").spec.rules
    assert isinstance(found, Rules)
    return found


def begin(rules: Rules) -> Moment:
    return Moment(rules.stock, rules.hints, 0, 0, 0, rules.players)


def over(rules: Rules, now: Moment) -> bool:
    return now.wrong == rules.lives or now.played == rules.best or now.last == 0


def moves(rules: Rules, now: Moment) -> Iterator[tuple[str, Moment]]:
    """What can be done, if the cards for it are there, and what comes of it."""
    if over(rules, now):
        return
    used = now._replace(stock=max(0, now.stock - 1), last=now.last - (now.stock == 0))
    if now.tokens:
        yield "hint", now._replace(tokens=now.tokens - 1, last=now.last - (now.stock == 0))
    if now.tokens < rules.hints:
        yield "discard", used._replace(tokens=now.tokens + 1)
    yield "wrong", used._replace(wrong=now.wrong + 1)
    if now.played - now.fives < rules.colours * (rules.ranks - 1):
        yield "play", used._replace(played=now.played + 1)
    if (now.fives + 1) * rules.ranks <= now.played + 1:  # the four cards below it are there
        tokens = min(rules.hints, now.tokens + 1)
        yield "five", used._replace(played=now.played + 1, fives=now.fives + 1, tokens=tokens)


def longest(rules: Rules, perfect: bool) -> int:
    """Most turns of a game, or of one in which all cards are played, over everything that can be done."""

    @cache
    def most(now: Moment) -> int:
        if over(rules, now):
            return NEVER if perfect and now.played < rules.best else 0
        return 1 + max(most(after) for _, after in moves(rules, now))

    return most(begin(rules))


# ---------------------------------------------------------------------------------------------------- proposition 4


def potential(now: Moment) -> tuple[int, int, int, int]:
    """c, d, u and p: tokens and draws that can still be used before the stock is empty, and turns after that."""
    tokens, undisclosed = (now.tokens, now.stock - 1) if now.stock else (0, 0)
    return tokens, now.stock, undisclosed, now.last


@cache
def reachable(rules: Rules) -> frozenset[Moment]:
    """Every moment of any game."""
    found, new = {begin(rules)}, {begin(rules)}
    while new:
        new = {after for now in new for _, after in moves(rules, now)} - found
        found |= new
    return frozenset(found)


def effects(rules: Rules) -> dict[str, set[int]]:
    """By how much each kind of action changes the number of turns that may still be reached."""
    found: dict[str, set[int]] = {}
    for now in reachable(rules):
        for what, after in moves(rules, now):
            kind = {"wrong": "play", "five": "play a five" if now.tokens < rules.hints else "play"}.get(what, what)
            if now.stock == 0:
                kind = "when the stock is empty"
            elif after.stock == 0 and now.stock == 1:
                kind = "that empties the stock"
            found.setdefault(kind, set()).add(1 + sum(potential(after)) - sum(potential(now)))
    return found


_EFFECTS = {"play": -1, "discard": 0, "hint": 0, "play a five": 0, "that empties the stock": 0}
_EFFECTS |= {"when the stock is empty": 0}


def effects_table(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 7.1: the greatest change of Σ."""
    found = effects(rules_of(2))
    cells = {(kind, "ΔΣ at most"): Cell(theirs, exact(max(found[kind]))) for kind, theirs in _EFFECTS.items()}
    return [Table("Over all that can happen with two players", cells, percent=False, digits=0)]


_STARTS = {2: (8, 40, 39, 2, 89), 3: (8, 35, 34, 3, 80), 4: (8, 34, 33, 4, 79), 5: (8, 30, 29, 5, 72)}


def starts(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 7.2."""
    cells: dict[tuple[str, str], Cell] = {}
    for players, theirs in _STARTS.items():
        found = potential(begin(rules_of(players)))
        named = zip(("c", "d", "u", "p", "Σ"), theirs, (*found, sum(found)), strict=True)
        cells |= {(f"{players} players", name): Cell(paper, exact(ours)) for name, paper, ours in named}
    return [Table("Starting values", cells, percent=False, digits=0)]


def _longest(players: int) -> list[int]:
    return [longest(rules_of(players), perfect) for perfect in (False, True)]


def lengths(lab: Laboratory) -> Sequence[Exhibit]:
    """Propositions 4 and 5, Tables 7.3 and 7.4."""
    cells = {}
    for players, perfect in zip(PLAYERS, (71, 63, 63, 57), strict=True):
        found = lab.remember(f"longest games, {players} players", partial(_longest, players))
        cells[f"{players} players", "longest game"] = Cell(_STARTS[players][-1], exact(found[0]))
        cells[f"{players} players", "longest perfect game"] = Cell(perfect, exact(found[1]))
    return [
        Table("Turns, the most over everything that can be done", cells, percent=False, digits=0),
        Remark(
            "The thesis proves 89 and 71 for two players; Table 7.4 has bounds for the others. The bound of five "
            "players is not reached: only 19 cards can be played before the one that empties the stock, among which "
            "are three fives at most, not four, so that the longest perfect game has 56 turns."
        ),
    ]


# ---------------------------------------------------------------------------------------------------- section 7.3

# Tables 7.5 and 7.6, by how many copies of its cards a hand has.
HANDS: dict[int, dict[tuple[int, ...], int]] = {
    5: {
        (1, 1, 1, 1, 1): 25 * 24 * 23 * 22 * 21,
        (2, 1, 1, 1): 10 * 20 * 24 * 23 * 22,
        (2, 2, 1): 30 * 20 * 19 * 23,
        (3, 1, 1): 10 * 5 * 24 * 23,
        (3, 2): 10 * 5 * 19,
    },
    4: {(1, 1, 1, 1): 25 * 24 * 23 * 22, (2, 1, 1): 6 * 20 * 24 * 23, (2, 2): 6 * 20 * 19, (3, 1): 4 * 5 * 24},
}


@cache
def hands(size: int) -> dict[tuple[int, ...], int]:
    """How many ordered hands there are of each grouping, by going through all of them."""
    rules = rules_of(2)
    copies = rules.copies * rules.colours
    found: Counter[tuple[int, ...]] = Counter()
    for hand in combinations_with_replacement(range(rules.types), size):
        held = Counter(hand)
        if all(count <= copies[card] for card, count in held.items()):
            grouping = tuple(sorted(held.values(), reverse=True))
            found[grouping] += factorial(size) // prod(map(factorial, grouping))
    return dict(found)


def hands_table(size: int, lab: Laboratory) -> Sequence[Exhibit]:
    """Tables 7.5 and 7.6."""
    ours, theirs = hands(size), HANDS[size]
    cells = {
        ("-".join(map(str, grouping)), "hands"): Cell(paper, exact(ours[grouping]))
        for grouping, paper in theirs.items()
    }
    cells["total", "hands"] = Cell(sum(theirs.values()), exact(sum(ours.values())))
    return [
        Table(f"Ordered hands of {size} cards", cells, percent=False, digits=None),
        Remark(
            "The thesis counts hands with two pairs twice: of the first and the second pair it chooses each in turn, "
            "though either order is the same hand."
        ),
    ]


# ---------------------------------------------------------------------------------------------------- section 7.4


def time_steps(rules: Rules) -> dict[int, int]:
    """By the number of completed fireworks: at how many time steps a state can be reached at most.

    A state tells the cards that were played, the lives, the discard pile and the tokens.
    """
    times: dict[tuple[int, int, int, int, int], set[int]] = {}
    new = {(begin(rules), 0)}
    turn = 0
    while new:
        for now, discarded in new:
            times.setdefault((now.played, now.fives, now.wrong, discarded, now.tokens), set()).add(turn)
        turn += 1
        new = {
            (after, discarded + (what == "discard"))
            for now, discarded in new
            for what, after in moves(rules, now)
            if not over(rules, after)
        }
    most: dict[int, int] = {}
    for (_, fives, *_), found in times.items():
        most[fives] = max(most.get(fives, 0), len(found))
    return dict(sorted(most.items()))


def time_steps_table(lab: Laboratory) -> Sequence[Exhibit]:
    """Proposition 6: every state without completed fireworks belongs to one time step."""
    found = lab.remember("time steps of a state", lambda: list(time_steps(rules_of(2)).values()))
    theirs = {0: 1.0, 2: 3.0}  # with two: 0, 1 or 2 more hints (section 7.4)
    cells = {
        (f"{fives} completed fireworks", "time steps at most"): Cell(theirs.get(fives), exact(number))
        for fives, number in enumerate(found)
    }
    return [Table("At how many time steps a state can be reached", cells, percent=False, digits=0)]
