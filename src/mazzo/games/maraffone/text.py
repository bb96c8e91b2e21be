"""Maraffone as people write and read it."""

from __future__ import annotations

import numpy as np

from mazzo.core.cards import ITALIAN
from mazzo.core.errors import MazzoError
from mazzo.core.game import Text
from mazzo.games.maraffone.rules import STRENGTH, SUIT, THIRDS
from mazzo.games.maraffone.spec import LAST_TRICK, NAME, PLAYERS, SILENT
from mazzo.games.maraffone.view import View

SIGNS = ("silent", "busso", "striscio", "volo")
SUITS = ITALIAN.suit_names


def action(number: int) -> str:
    """`3d` plays a card, `denari` names trump, `volo` makes a sign and `silent` none."""
    if number < NAME:
        return ITALIAN.code(number)
    return SUITS[number - NAME] if number < SILENT else SIGNS[number - SILENT]


def parse_action(code: str) -> int:
    word = code.strip().lower()
    if word in SUITS:
        return NAME + SUITS.index(word)
    if word in SIGNS:
        return SILENT + SIGNS.index(word)
    try:
        return ITALIAN.parse(word)
    except MazzoError:
        words = ", ".join((*SUITS, *SIGNS))
        raise MazzoError(f"{code!r} is no action; write a card, as 3d for the three of denari, or {words}") from None


def show(view: View) -> str:
    """What a seat sees, in a few lines."""
    seat, trick = int(view.seat), int(view.trick)
    tricks = len(view.hand)
    named = f"{_suit(int(view.trump))}, named" if int(view.trump) >= 0 else "to be named"
    own, other = (int(x) for x in (view.thirds if seat % 2 == 0 else view.thirds[::-1]))
    lines = [
        f"trick {min(trick + 1, tricks)} of {tricks}   trump {named} by {_who(int(view.namer), seat)}   "
        f"points {_points(own)} – {_points(other)}"
        + (f"   maraffa: {_who(int(view.maraffa), seat)}" if int(view.maraffa) >= 0 else ""),
        f"table: {_table(view) or '–'}",
        f"hand:  {_hand(view) or '–'}",
    ]
    if int(view.trump) < 0 and int(view.turn) == seat:
        lines.append("name the trump suit")
    elif bool(view.signing) and int(view.turn) == seat:
        lines.append("your lead may carry a sign")
    return "\n".join(lines)


def tell(before: View, number: int, after: View) -> str:
    """Who took the trick (or two, if the last one played itself), and what else counted."""
    seat, told = int(after.seat), []
    if int(after.maraffa) >= 0 > int(before.maraffa):
        told.append(f"{_who(int(after.maraffa), seat)} had the maraffa, 3 points")
    who, when, said = np.asarray(after.who), np.asarray(after.when), np.asarray(after.said)
    for trick in range(int(before.trick), int(after.trick)):
        thirds = int(THIRDS[when == trick].sum()) + LAST_TRICK * (trick == len(after.hand) - 1)
        next_lead = who[(when == trick + 1) & (said >= 0)]
        winner = int(next_lead[0]) if len(next_lead) else int(after.winner)
        takes = "you take" if winner == seat else f"{_who(winner, seat)} takes"
        told.append(f"{takes} {'the last' if trick > int(before.trick) else 'the'} trick, {_points(thirds)} points")
    return "; ".join(told)


def _points(thirds: int) -> str:
    """5 -> 1⅔"""
    whole, rest = divmod(thirds, 3)
    return (str(whole) if whole or not rest else "") + ("", "⅓", "⅔")[rest]


def _table(view: View) -> str:
    """The cards of the trick in order of play, with the sign after the lead."""
    seat, leader = int(view.seat), int(view.leader)
    who, when = np.asarray(view.who), np.asarray(view.when)
    played = []
    for i in range(int(view.place)):
        player = (leader + i) % PLAYERS
        card = int(np.flatnonzero((who == player) & (when == int(view.trick)))[0])
        sign = f" ({SIGNS[int(view.sign)]})" if i == 0 and int(view.sign) else ""
        played.append(f"{_who(player, seat)} {ITALIAN.paint(card)}{sign}")
    return "  ".join(played)


def _hand(view: View) -> str:
    """Trumps first, then by suit, strongest first."""
    trump = int(view.trump)
    cards = [int(card) for card in view.hand if card >= 0]
    cards.sort(key=lambda card: (SUIT[card] != trump, SUIT[card], -STRENGTH[card]))
    return " ".join(map(ITALIAN.paint, cards))


def _suit(suit: int) -> str:
    return f"[{ITALIAN.colours[suit]}]{SUITS[suit]}[/]"


def _who(player: int, seat: int) -> str:
    if player == seat:
        return "you"
    return "partner" if (player - seat) % PLAYERS == 2 else f"seat {player}"


TEXT = Text(
    card=ITALIAN.code,
    parse_card=ITALIAN.parse,
    action=action,
    parse_action=parse_action,
    show=show,
    tell=tell,
)
