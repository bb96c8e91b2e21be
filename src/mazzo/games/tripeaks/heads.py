"""Between a network's outputs and the moves of TriPeaks."""

from __future__ import annotations

from mazzo.core.encoding import Head, direct_head
from mazzo.games.tripeaks.spec import Rules


def heads(rules: Rules) -> dict[str, Head]:
    actions = rules.places + 1
    head = direct_head(f"places-{actions}", "He 2021, Table 4.1: one output per place, one for the stock", actions)
    return {head.name: head}
