"""Russian Solitaire as people write and read it."""

from __future__ import annotations

import numpy as np

from mazzo.core.cards import FRENCH
from mazzo.core.errors import MazzoError
from mazzo.core.game import Text
from mazzo.games.russian.spec import CARDS, SUIT
from mazzo.games.russian.view import View

UP = "^"  # after the card: to its foundation


def write(action: int) -> str:
    """`7h` moves the seven of hearts to its pile, `7h^` to its foundation."""
    return FRENCH.code(action) if action < CARDS else FRENCH.code(action - CARDS) + UP


def parse(code: str) -> int:
    """The inverse of `write`."""
    text = code.strip()
    try:
        card = FRENCH.parse(text.removesuffix(UP))
    except MazzoError as error:
        why = f"{code!r} is no move; write 7h to move that card to its pile, 7h{UP} to move it to its foundation"
        raise MazzoError(why) from error
    return card + CARDS if text.endswith(UP) else card


def show(view: View) -> str:
    """The foundations, then the piles, each with its top card last."""
    pile, height = np.asarray(view.pile), np.asarray(view.height)
    piles = len(view.sizes)
    on_foundation = (pile == piles).reshape(4, SUIT).sum(1)
    tops = [FRENCH.paint(SUIT * suit + int(n) - 1) if n else "––" for suit, n in enumerate(on_foundation)]
    lines = [f"foundations: {' '.join(tops)}"]
    for number in range(piles):
        cards = sorted(np.flatnonzero(pile == number), key=lambda card: height[card])
        down = int(view.sizes[number]) - len(cards)
        row = ["[dim]··[/]"] * down + [FRENCH.paint(int(card)) for card in cards]
        lines.append(f"[dim]{number + 1}[/]  {' '.join(row) or '–'}")
    return "\n".join(lines)


def tell(before: View, action: int, after: View) -> str:
    """Where the card went, and what was turned."""
    card = action % CARDS
    onto = "the foundation" if action >= CARDS else f"pile {int(after.pile[card]) + 1}"
    news = [FRENCH.code(int(c)) for c in np.flatnonzero((np.asarray(before.pile) < 0) & (np.asarray(after.pile) >= 0))]
    return f"to {onto}" + (f", {news[0]} is turned" if news else "")


TEXT = Text(FRENCH.code, FRENCH.parse, write, parse, show, tell)
