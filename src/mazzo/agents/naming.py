"""Names as people write them: several joined by commas, with weights after colons."""

from __future__ import annotations

from mazzo.search.settings import is_search


def split(text: str) -> list[str]:
    """Agents joined by commas. Settings of a search, `worlds=32`, belong to the name before them."""
    found: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        setting, equals, _ = part.partition("=")
        if found and is_search(found[-1]) and equals and setting.isidentifier():
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def weighted(text: str) -> dict[str, float]:
    """`points` -> {points: 1}; `random:0.3,greedy:0.7`, names with weights."""
    found = {}
    for part in split(text):
        name, colon, weight = part.rpartition(":")
        try:
            found[name if colon else weight] = float(weight) if colon else 1.0
        except ValueError:
            found[part] = 1.0  # a name with a colon in it
    return found
