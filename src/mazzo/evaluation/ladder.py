"""A ladder: all agents of a game on the same deals. Every pair's games are kept on disk, so that a ladder goes on
where it was stopped, and later ones play only what is new.

With opponents every pair plays (both ways round where there are more than two sides); in a game of one team each agent
plays with itself and as one of each other's team; alone each plays alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazzo.agents import find, identity
from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole
from mazzo.core.game import Game
from mazzo.core.spec import Spec
from mazzo.evaluation.match import Match, play_match, seatings, usual_block
from mazzo.evaluation.series import play_series

FORMAT = 1
Pair = tuple[str, str | None]  # an agent, and against or with whom


@dataclass(frozen=True)
class Plan:
    """Who meets whom, and how often."""

    agents: tuple[str, ...]
    games: int  # of each pair of agents that answer at once
    search_games: int  # of a pair in which one searches
    seed: int = 0
    together: bool = True  # in a game of one team: also with each other
    matches: int = 0  # of several deals, of each pair that answers at once, in games that have them


def pairs(spec: Spec, plan: Plan) -> list[Pair]:
    alone: list[Pair] = [(agent, None) for agent in plan.agents]
    if spec.kind == "solitaire":
        return alone
    if spec.kind == "competitive":
        return list((combinations if spec.sides == 2 else permutations)(plan.agents, 2))
    # With two players each sits in both places, so that one way round is both.
    mixed = (combinations if spec.players == 2 else permutations)(plan.agents, 2)
    return [*alone, *mixed] if plan.together else alone


def play_ladder(
    game: Game[Any, Any],
    plan: Plan,
    folder: Path,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[Pair, Match]:
    """All games of a ladder. `folder` keeps them. `progress` is told hundredths of the work."""
    players = {name: find(game, name) for name in plan.agents}
    for name, player in players.items():
        if player.by_clock:
            raise MazzoError(f"{name} plays by the clock, which is not for measuring: leave ms out")
    wanted = {pair: _wanted(game.spec, plan, players, pair) for pair in pairs(game.spec, plan)}
    # What a game costs: about as much as all that is played in somebody's mind.
    work = {pair: wanted[pair][0] * max(player.lanes for player in wanted[pair][1]) for pair in wanted}
    total, before, found = sum(work.values()), 0, {}
    for pair, (deals, agents) in sorted(wanted.items(), key=lambda one: work[one[0]]):

        def told(done: int, own: int = work[pair], base: int = before, deals: int = deals) -> None:
            progress(int(100 * (base + own * min(done, deals) / deals) / total), 100)

        store = Store(folder, game, pair, plan.seed)
        found[pair] = store.play(agents, deals, told)
        before += work[pair]
    return {pair: found[pair] for pair in wanted}


def play_all_matches(
    game: Game[Any, Any],
    plan: Plan,
    folder: Path,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[Pair, NDArray[np.bool_]]:
    """Matches of several deals, as to 41 at Maraffone: bool[pairs of matches, 2], did the first agent win."""
    if game.match is None or plan.matches < 1:
        return {}
    players = {name: find(game, name) for name in plan.agents}
    quick = [(one, other) for one, other in pairs(game.spec, plan) if other is not None]
    quick = [pair for pair in quick if all(players[name].lanes == 1 for name in pair)]
    found: dict[Pair, NDArray[np.bool_]] = {}
    for number, (one, other) in enumerate(quick):
        progress(number, len(quick))
        found[one, other] = Store(folder, game, (one, other), plan.seed).series(
            (players[one], players[other]), plan.matches
        )
    return found


def _wanted(spec: Spec, plan: Plan, players: dict[str, Agent], pair: Pair) -> tuple[int, tuple[Agent, ...]]:
    """(deals, agents) of a pair."""
    agents = tuple(players[name] for name in pair if name is not None)
    games = plan.search_games if any(agent.lanes > 1 for agent in agents) else plan.games
    if games < 1:
        raise MazzoError(f"the number of games is {games}; choose 1 or more")
    return -(-games // len(seatings(spec, guests=len(agents) > 1))), agents


class Store:
    """The games of one pair on disk, deal after deal."""

    def __init__(self, folder: Path, game: Game[Any, Any], pair: Pair, seed: int):
        self._game, self._seed = game, seed
        self.seating = seatings(game.spec, guests=pair[1] is not None)
        who = [None if name is None else identity(game, name) for name in pair]
        spec = game.spec
        self._told = json.dumps([FORMAT, spec.game, spec.variant, spec.version, seed, who])
        self._path = folder / f"{hashlib.sha256(self._told.encode()).hexdigest()[:20]}.npz"

    def play(self, agents: tuple[Agent, ...], deals: int, progress: Callable[[int], None]) -> Match:
        """The first `deals` deals; only those are played that are not there yet. It saves after every block of a slow
        agent."""
        returns, plays = self._load()
        slow = max(agent.lanes for agent in agents) > 1
        while len(plays) < deals:
            rotations = len(self.seating)
            number = max(1, usual_block(agents) // rotations) if slow else deals - len(plays)
            more = play_match(self._game, agents, number * rotations, self._seed, first=len(plays))
            returns, plays = np.concatenate([returns, more.returns]), np.concatenate([plays, more.plays])
            self._save(returns, plays)
            progress(len(plays))
        progress(deals)
        return Match(self._game.spec, self.seating, returns[:deals], plays[:deals])

    def series(self, agents: tuple[Agent, Agent], matches: int) -> NDArray[np.bool_]:
        """At least so many matches of several deals."""
        path = self._path.with_name(f"{self._path.stem}-{matches}-matches.npy")
        if path.exists():
            try:
                return np.asarray(np.load(path), bool)
            except (OSError, ValueError, EOFError) as error:
                raise MazzoError(f"{path} is damaged ({error}); remove it") from error
        won = play_series(self._game, agents, matches, self._seed)
        content = BytesIO()
        np.save(content, won)
        write_whole(path, content.getvalue())
        return won

    def _load(self) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        rotations, players = self.seating.shape
        nothing = np.zeros((0, rotations, players), np.float32), np.zeros((0, rotations), np.int32)
        if not self._path.exists():
            return nothing
        try:
            with np.load(self._path) as kept:
                returns, plays = kept["returns"], kept["plays"]
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise MazzoError(f"{self._path} is damaged ({error}); remove it, and its games are played again") from error
        if returns.shape[1:] != nothing[0].shape[1:] or plays.shape != returns.shape[:2]:
            raise MazzoError(f"{self._path} does not hold games of this pair; remove it")
        return returns, plays

    def _save(self, returns: NDArray[np.float32], plays: NDArray[np.int32]) -> None:
        content = BytesIO()
        np.savez_compressed(content, returns=returns, plays=plays, who=np.array(self._told))
        write_whole(self._path, content.getvalue())


def sides_first(spec: Spec) -> list[int]:
    """One seat of each side."""
    return [spec.teams.index(side) for side in dict.fromkeys(spec.teams)]


def scores(match: Match) -> NDArray[np.floating[Any]]:
    """[deals, rotations]: agent 0's part of the first place: 1, or shared with those who have as much, or 0."""
    best = match.returns[..., sides_first(match.spec)]
    top = best.max(-1)
    shared = (best == top[..., None]).sum(-1)
    return np.where(match.own == top, 1 / shared, 0.0)


def crossplay(agents: Sequence[str], matches: dict[Pair, Match]) -> NDArray[np.floating[Any]] | None:
    """[agents, agents, deals]: the score of a deal of each agent (row) as one of a team of another (column); the
    diagonal is each with its like. None if there is only one agent, or they did not play together."""
    deals = min(len(match.plays) for match in matches.values())
    if len(agents) < 2 or (agents[0], agents[1]) not in matches:
        return None
    table = np.zeros((len(agents), len(agents), deals))
    for i, one in enumerate(agents):
        table[i, i] = matches[one, None].own[:deals].mean(1)
        for j, other in enumerate(agents):
            if i != j:
                match = matches[one, other] if (one, other) in matches else matches[other, one]
                table[i, j] = match.own[:deals].mean(1)
    return table
