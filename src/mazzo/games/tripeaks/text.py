"""TriPeaks as people write and read it."""

from __future__ import annotations

import numpy as np

from mazzo.core.cards import FRENCH
from mazzo.core.errors import MazzoError
from mazzo.core.game import Text
from mazzo.games.tripeaks.spec import Rules
from mazzo.games.tripeaks.view import FACE_DOWN, View

ROWS = "abcd"  # from the peaks down
STOCK = "stock"
STEP = 4  # columns between two neighbours in a row


def codes(rules: Rules) -> list[str]:
    """The actions: row and place in the row, `a1` to `d10`, and `stock`."""
    places = [f"{ROWS[row]}{i + 1}" for row, size in enumerate(rules.row_sizes) for i in range(size)]
    return [*places, STOCK]


def columns(rules: Rules) -> list[int]:
    """Where each place is drawn: over the middle of the two cards that lie on it."""
    at = [0] * len(rules.covers) + [STEP * i for i in range(rules.row_sizes[-1])]
    for place, (left, right) in reversed(list(enumerate(rules.covers))):
        at[place] = (at[left] + at[right]) // 2
    return at


def text(rules: Rules) -> Text:
    names = codes(rules)
    at = columns(rules)

    def parse(code: str) -> int:
        if code.strip().lower() not in names:
            raise MazzoError(f"{code!r} is no move; write a place of the tableau, a1 to {names[-2]}, or {STOCK}")
        return names.index(code.strip().lower())

    def row(view: View, number: int) -> str:
        first = sum(rules.row_sizes[:number])
        line, end = "", 0
        for place in range(first, first + rules.row_sizes[number]):
            line += " " * (at[place] - end) + _face(view.tableau[place])
            end = at[place] + 2
        return f"[dim]{ROWS[number]}[/]  {line}".rstrip()

    def show(view: View) -> str:
        """The tableau, then the waste and what fits it."""
        fits = [f"{names[place]} {_face(view.tableau[place])}" for place in np.flatnonzero(view.legal[:-1])]
        waste = f"waste {_face(view.waste)}   stock {int(view.stock)}   fits: {'  '.join(fits) or '–'}"
        return "\n".join([*(row(view, number) for number in range(rules.rows)), waste])

    def tell(before: View, action: int, after: View) -> str:
        """The card that moved, and what it uncovered."""
        moved = f"{FRENCH.code(int(after.waste))} {'is turned' if names[action] == STOCK else 'goes to the waste'}"
        bared = np.flatnonzero((before.tableau == FACE_DOWN) & (after.tableau >= 0))
        if not len(bared):
            return moved
        return f"{moved}, {' '.join(FRENCH.code(int(after.tableau[place])) for place in bared)} uncovered"

    return Text(FRENCH.code, FRENCH.parse, names.__getitem__, parse, show, tell)


def _face(card: np.typing.ArrayLike) -> str:
    """A card in two columns; dots for a face-down one, nothing for none."""
    card = int(np.asarray(card))
    if card >= 0:
        return FRENCH.paint(card)
    return "[dim]··[/]" if card == FACE_DOWN else "  "
