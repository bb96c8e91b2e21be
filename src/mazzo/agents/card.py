"""An agent's card: how it was made, by which command, and how well it plays. As JSON, and as a page for people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole

FORMAT = 1
POINTS = 60  # of a curve


@dataclass(frozen=True)
class Curve:
    """How an agent learned."""

    metric: str
    unit: str  # of x
    x: Sequence[float]
    y: Sequence[float]

    def thinned(self) -> Curve:
        """With so few points that it stays small; the last one stays."""
        step = -(-len(self.x) // POINTS)
        keep = range((len(self.x) - 1) % max(step, 1), len(self.x), max(step, 1))
        return Curve(self.metric, self.unit, [self.x[i] for i in keep], [self.y[i] for i in keep])


@dataclass(frozen=True)
class Card:
    """All that is known of an agent that ships."""

    name: str
    game: str
    variant: str
    kind: str  # network or search
    what: str
    plays: str = ""  # of a search
    command: str = ""  # that trained it
    settings: Mapping[str, Any] = field(default_factory=dict)  # of that training
    seed: int | None = None
    steps: Mapping[str, int] = field(default_factory=dict)  # games, decisions, updates
    seconds: float | None = None  # of training, without compiling the rest of the world
    hardware: Mapping[str, Any] = field(default_factory=dict)  # on which it was trained
    curve: Curve | None = None
    parameters: int = 0
    bytes: int = 0
    precision: Mapping[str, Any] = field(
        default_factory=dict
    )  # of the weights, and what halving them was measured to do
    strength: Sequence[Mapping[str, Any]] = ()  # `Evaluation.fields()`, weakest opponent first
    moves: Mapping[str, Any] = field(default_factory=dict)  # milliseconds
    measured: Mapping[str, Any] = field(default_factory=dict)  # command and hardware of the strength and the moves


def save_card(folder: Path, card: Card) -> None:
    """Write `card.json`, `card.md` and, if it learned, `curve.svg`."""
    text = json.dumps({"format": FORMAT, **asdict(card)}, indent=1, ensure_ascii=False)
    if card.curve is not None:
        write_whole(folder / "curve.svg", picture(card.curve).encode())
    write_whole(folder / "card.md", page(card).encode())
    write_whole(folder / "card.json", (text + "\n").encode())


def load_card(folder: Path) -> Card | None:
    """None: it has none."""
    path = folder / "card.json"
    if not path.is_file():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise MazzoError(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict) or found.pop("format", None) != FORMAT:
        raise MazzoError(f"{path} is not a card of format {FORMAT}, which this mazzo reads")
    known = {f.name for f in fields(Card)}
    if odd := sorted(set(found) - known):
        raise MazzoError(f"{path} has fields that no card has: {', '.join(odd)}")
    try:
        curve = found.pop("curve", None)
        return Card(**found, curve=None if curve is None else Curve(**curve))
    except TypeError as error:
        raise MazzoError(f"{path} does not hold a card: {error}") from error


def headline(card: Card) -> str:
    """Its strength in a few words: against the last opponent of its table, the strongest."""
    if not card.strength:
        return ""
    row = card.strength[-1]
    if row.get("score_mean") is not None:
        return f"{row['score_mean']:.3f} points, {100 * row['perfect_rate']:.1f} % perfect"
    against = "" if row["against"] is None else f" against {row['against']}"
    return f"{100 * row['win_rate']:.1f} % won{against}"


def page(card: Card) -> str:
    """Markdown."""
    lines = [f"# {card.name}: {card.game} {card.variant}", "", f"{card.what[:1].upper()}{card.what[1:]}."]
    if card.plays:
        lines += ["", f"It plays `{card.plays}`."]
    lines += ["", *_strength(card)]
    busy = f", with a load of {card.measured['load']}" if "load" in card.measured else ""
    if card.moves:
        lines += [
            "",
            f"A move takes {card.moves['ms_median']:.1f} ms (median), 95 of 100 at most {card.moves['ms_95']:.1f} ms, "
            f"over {card.moves['moves']} moves. Measured on {told(card.measured)}{busy}: `{card.measured['command']}`.",
        ]
    if card.kind == "network":
        lines += ["", "## How it was made", "", *_making(card)]
    return "\n".join(lines) + "\n"


def told(hardware: Mapping[str, Any]) -> str:
    """Hardware and versions in words."""
    cores = f", {hardware['cores']} cores" if hardware.get("device") == "cpu" else ""
    return f"{hardware.get('device_name', 'unknown hardware')}{cores}, jax {hardware.get('jax', '?')}"


def _strength(card: Card) -> list[str]:
    """A table, whose columns depend on the kind of game."""
    rows = list(card.strength)
    if not rows:
        return ["Its strength has not been measured."]
    if rows[0].get("score_mean") is not None:
        lines = ["| games | score | perfect, % |", "| --- | --- | --- |"]
        return lines + [
            f"| {row['games']:,} | {_interval(row['score_mean'], row['score_ci95'], 3)} "
            f"| {_interval(100 * row['perfect_rate'], _hundred(row['perfect_rate_ci95']), 2)} |"
            for row in rows
        ]
    if rows[0]["against"] is None:
        lines = ["| games | won, % |", "| --- | --- |"]
        return lines + [f"| {row['games']:,} | {_won(row)} |" for row in rows]
    lines = ["| against | games | won, % | drawn, % | points more than the best other |", "| --- " * 5 + "|"]
    for row in rows:
        drawn = 100 * row["draws"] / row["games"]
        margin = _interval(row["points_difference_mean"], row["points_difference_ci95"], 2)
        lines.append(f"| {row['against']} | {row['games']:,} | {_won(row)} | {drawn:.2f} | {margin} |")
    return lines


def _making(card: Card) -> list[str]:
    lines = [f"```sh\n{card.command}\n```", ""]
    took = f" in {card.seconds:,.0f} s" if card.seconds else ""
    steps = ", ".join(f"{number:,} {what}" for what, number in card.steps.items())
    lines += [f"Seed {card.seed}: {steps}{took} on {told(card.hardware)}."]
    lines += [f"{card.parameters:,} parameters, {card.bytes / 1e6:.2f} MB."]
    if card.precision:
        lines += [f"Weights of {card.precision['bits']} bits: {card.precision['why']}."]
    if card.curve is not None:
        lines += ["", f"![{card.curve.metric} over {card.curve.unit}](curve.svg)"]
    changed = ", ".join(f"`{name}={value}`" for name, value in _flat(card.settings).items())
    return [*lines, "", f"All settings: {changed}."]


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    config = dict(settings.get("config") or {})
    plain = {name: value for name, value in settings.items() if name not in ("config", "format")}
    return {name: value for name, value in plain.items() if value not in ("", {}, [])} | config


def _won(row: Mapping[str, Any]) -> str:
    return _interval(100 * row["win_rate"], _hundred(row["win_rate_ci95"]), 2)


def _hundred(interval: Sequence[float]) -> list[float]:
    return [100 * end for end in interval]


def _interval(value: float, interval: Sequence[float], digits: int) -> str:
    return f"{value:.{digits}f} ({interval[0]:.{digits}f} – {interval[1]:.{digits}f})"


# ------------------------------------------------------------------------------------------------- the picture


WIDTH, HEIGHT, MARGIN = 420, 200, 44  # of the picture


def picture(curve: Curve) -> str:
    """A small SVG: the line, and the numbers at the ends of both axes."""
    low, high = min(curve.y), max(curve.y)
    wide, tall = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

    def across(x: float) -> float:
        return MARGIN + wide * x / (max(curve.x) or 1)

    def down(y: float) -> float:
        return MARGIN + tall * (1 - (y - low) / ((high - low) or 1))

    points = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in zip(curve.x, curve.y, strict=True))
    bottom, right = HEIGHT - MARGIN, WIDTH - MARGIN
    words = [
        (WIDTH / 2, MARGIN - 16, "middle", f"{curve.metric} over {curve.unit}"),
        (MARGIN, bottom + 16, "middle", "0"),
        (right, bottom + 16, "middle", f"{max(curve.x):,.0f}"),
        (MARGIN - 6, bottom, "end", f"{low:.3g}"),
        (MARGIN - 6, MARGIN + 4, "end", f"{high:.3g}"),
    ]
    texts = "".join(f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{at}">{text}</text>' for x, y, at, text in words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="11" fill="#555" stroke-width="1.5">'
        f'<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="#999"/>'
        f'<polyline points="{points}" fill="none" stroke="#0072B2"/>{texts}</svg>\n'
    )
