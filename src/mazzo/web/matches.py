"""Matches: several deals, each a game of its own with its commitment, its log and its review."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import jax
import numpy as np

from mazzo.core import record as records
from mazzo.core.errors import MazzoError
from mazzo.core.game import Game, MatchRules
from mazzo.web.messages import Match
from mazzo.web.store import InMatch, Stored

Deal = tuple[Sequence[int], Sequence[int]]  # deck and setup


def targets(game: Game[Any, Any]) -> list[int]:
    """To how many points a match may go; none, where several deals make no match."""
    return [] if game.match is None else [game.match.target, *game.match.shorter]


def first(game: Game[Any, Any], target: int) -> tuple[InMatch, Deal]:
    """A new match, and its first deal."""
    rules, possible = game.match, targets(game)
    if rules is None:
        raise MazzoError(f"{game.spec.title} has no matches of several deals")
    if target not in possible:
        raise MazzoError(f"a match of {game.spec.title} goes to {' or '.join(map(str, possible))}, not {target}")
    deck, _ = records.fresh_deal(game.spec)
    setup = rules.first(jax.random.key(secrets.randbits(31)))
    return InMatch(secrets.token_urlsafe(15), 0, target), (deck, np.asarray(setup).tolist())


def following(rules: MatchRules, game: Game[Any, Any], within: InMatch, state: Any) -> tuple[InMatch, Deal]:
    """The deal after the one that ended so."""
    deck, _ = records.fresh_deal(game.spec)
    return replace(within, place=within.place + 1), (deck, np.asarray(rules.following(state)).tolist())


def standing(game: Game[Any, Any], within: InMatch, deals: Sequence[Stored]) -> Match:
    """How a match stood with the deal `within` it; `deals` are all that there are."""
    ended = [(deal, deal.record.returns) for deal in deals[: within.place + 1] if deal.record.returns is not None]
    score = sum((np.array(returns) for _, returns in ended), start=np.zeros(game.spec.players))
    sides = np.array([score[game.spec.teams.index(side)] for side in range(game.spec.sides)])
    assert game.match is not None
    return Match(
        target=within.target,
        deal=within.place + 1,
        score=[float(points) for points in score],
        over=len(ended) == within.place + 1 and bool(game.match.decided(sides, within.target)),
        reviews=[deal.review for deal, _ in ended],
    )
