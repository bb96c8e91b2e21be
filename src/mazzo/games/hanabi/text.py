"""Hanabi as people write and read it."""

from __future__ import annotations

import numpy as np

from mazzo.core.errors import MazzoError
from mazzo.core.game import Text
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.spec import COLOURS, Rules
from mazzo.games.hanabi.view import View

STYLES = ("bold red", "bold yellow", "bold green", "bold white", "bold blue")


def text(rules: Rules) -> Text:
    cards = [COLOURS[card // rules.ranks] + str(card % rules.ranks + 1) for card in range(rules.types)]
    actions = _actions(rules)

    def parse_card(code: str) -> int:
        if code.strip().upper() not in cards:
            raise MazzoError(
                f"{code!r} is no card; write a colour of {COLOURS[: rules.colours]} and a rank, as {cards[0]}"
            )
        return cards.index(code.strip().upper())

    def parse_action(code: str) -> int:
        found = [i for i, action in enumerate(actions) if action.upper() == code.strip().upper()]
        if not found:
            hint = "h to hint" if rules.simplified else "h1R or h13 to tell the next player the reds or the threes"
            raise MazzoError(f"{code!r} is no action; write d0 to discard, p0 to play the oldest card, {hint}")
        return found[0]

    return Text(
        card=cards.__getitem__,
        parse_card=parse_card,
        action=actions.__getitem__,
        parse_action=parse_action,
        show=lambda view: show(rules, view),
        tell=lambda before, action, after: tell(rules, before, action, after),
    )


def show(rules: Rules, view: View) -> str:
    """What a seat sees: the table, the discard pile and all hands, each card with what its holder was told."""
    built = " ".join(f"[{STYLES[c]}]{COLOURS[c]}{int(n)}[/]" for c, n in enumerate(view.fireworks))
    copies = np.asarray(sets.copies(view.discards, rules.types))
    pile = [_paint(rules, card) for card, n in enumerate(copies) for _ in range(int(n))]
    last = f" (turns left: {int(view.turns_left)})" if int(view.stock) == 0 else ""
    lines = [
        f"fireworks {built}   hints {int(view.hints)}   lives {int(view.lives)}   stock {int(view.stock)}{last}",
        f"discarded: {' '.join(pile) or '–'}",
    ]
    for offset in range(rules.players):
        player = (int(view.seat) + offset) % rules.players
        name = "you" if offset == 0 else f"seat {player}"
        lines.append(f"{name + ':':8}{'  '.join(_hand(rules, view, offset))}")
    return "\n".join(lines)


def tell(rules: Rules, before: View, action: int, after: View) -> str:
    """What became of the card, or which cards the hint touched."""
    card = int(after.last_card)
    if card < 0:
        slots = [str(i) for i in range(rules.hand_size) if int(after.last_touched) >> i & 1]
        return f"it touches {', '.join(slots)}" if slots else ""
    if action < rules.hand_size:
        return f"{_paint(rules, card)} is discarded"
    return f"{_paint(rules, card)} " + ("fits" if bool(after.last_fits) else "does not fit and costs a life")


def _actions(rules: Rules) -> list[str]:
    slots = [f"{letter}{slot}" for letter in "dp" for slot in range(rules.hand_size)]
    if rules.simplified:
        return [*slots, "h"]
    others = range(1, rules.players)
    colours = [f"h{offset}{colour}" for offset in others for colour in COLOURS[: rules.colours]]
    return [*slots, *colours, *(f"h{offset}{rank + 1}" for offset in others for rank in range(rules.ranks))]


def _paint(rules: Rules, card: int) -> str:
    colour, rank = divmod(card, rules.ranks)
    return f"[{STYLES[colour]}]{COLOURS[colour]}{rank + 1}[/]"


def _hand(rules: Rules, view: View, offset: int) -> list[str]:
    """The cards with their slots; in the full game with the colours and ranks that hints have left possible."""
    shown = []
    for slot, card in enumerate(np.asarray(view.hands[offset])):
        if card == -1:
            continue
        known = "" if rules.simplified else _known(rules, int(view.possible[offset, slot]))
        painted = _paint(rules, int(card)) if card >= 0 else ""
        known = f"({known})" if known and painted else known
        shown.append(f"[dim]{slot}:[/]{painted}{known}")
    return shown


def _known(rules: Rules, possible: int) -> str:
    """`R3`; `YGWB` for "not red"; `?` for anything."""
    colours = "".join(COLOURS[c] for c in range(rules.colours) if possible & sets.of_colour(rules, c))
    ranks = "".join(str(r + 1) for r in range(rules.ranks) if possible & sets.of_rank(rules, r))
    return ("" if len(colours) == rules.colours else colours) + ("" if len(ranks) == rules.ranks else ranks) or "?"
