"""Briscola as people write and read it."""

from __future__ import annotations

import numpy as np

from mazzo.core.cards import ITALIAN
from mazzo.core.game import Text
from mazzo.games.briscola.view import View


def show(view: View) -> str:
    """What a seat sees, in three lines."""
    players = view.table.shape[0]
    seat, count, cards = int(view.seat), int(view.plays), len(view.actions)
    hand = [int(card) for card in view.hand if card >= 0]
    table = [int(card) for card in view.table if card >= 0]
    leader = (int(view.turn) - len(table)) % players
    left = max(0, cards - players * (3 + count // players))
    trick = " ".join(f"{_who((leader + i) % players, seat)} {ITALIAN.paint(card)}" for i, card in enumerate(table))
    points = " – ".join(str(int(p)) for p in view.points)
    lines = [
        f"trick {min(count // players + 1, cards // players)} of {cards // players}   "
        f"trump {ITALIAN.paint(int(view.turned))}   stock {left}   points {points}",
        f"table: {trick or '–'}",
        f"hand:  {' '.join(map(ITALIAN.paint, hand)) or '–'}",
    ]
    partner = [int(card) for card in np.asarray(view.partner) if card >= 0]
    if partner:
        lines.append(f"partner's hand: {' '.join(map(ITALIAN.paint, partner))}")
    return "\n".join(lines)


def tell(before: View, action: int, after: View) -> str:
    """Who took the trick, and what was in it."""
    if int(after.plays) % len(after.table):
        return ""
    gain = int(np.sum(np.asarray(after.points) - np.asarray(before.points)))
    winner = int(after.turn)
    return f"{'you take' if winner == int(after.seat) else f'seat {winner} takes'} the trick, {gain} points"


def _who(player: int, seat: int) -> str:
    return "you" if player == seat else f"seat {player}"


TEXT = Text(
    card=ITALIAN.code,
    parse_card=ITALIAN.parse,
    action=ITALIAN.code,
    parse_action=ITALIAN.parse,
    show=show,
    tell=tell,
)
