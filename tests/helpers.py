"""What several tests need."""

import os
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest

from mazzo import family, games, names
from mazzo.core import chance
from mazzo.core.game import Game

ROOT = Path(__file__).parent.parent
EVERY_VARIANT = [(game, variant) for game in names() for variant in family(game).variants]
every_variant = pytest.mark.parametrize(("game", "variant"), EVERY_VARIANT)
few_or_many = pytest.mark.parametrize("deals", [1000, pytest.param(5000, marks=pytest.mark.slow)])


def mazzo(command: str, env: dict[str, str] | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run `mazzo …` as a user does."""
    return subprocess.run(
        [sys.executable, "-m", "mazzo", *shlex.split(command)],
        capture_output=True,
        text=True,
        input=stdin,
        env={**os.environ, "MAZZO_DEVICE": "cpu", **(env or {})},
        timeout=300,
    )


def random_games(game: Game[Any, Any], games: int, seed: int) -> Any:
    """NumPy arrays [games, plays, ...] of random games: (states before each play, views of all seats, actions)."""
    seats = np.arange(game.spec.players, dtype=np.int8)

    def one(key: Any) -> Any:
        def step(state: Any, ply: Any) -> Any:
            action = chance.choose(chance.stream(key, 1, ply), game.legal(state))
            views = jax.vmap(lambda seat: game.observe(state, seat))(seats)
            return game.step(state, action), (state, views, action)

        state = game.start(game.deal(chance.stream(key, 0)))
        last, played = jax.lax.scan(step, state, np.arange(game.spec.longest))
        return (*played, last, game.returns(last))

    keys = jax.vmap(lambda i: chance.fold_in(jax.random.key(seed), i))(np.arange(games))
    return jax.tree.map(np.asarray, jax.jit(jax.vmap(one))(keys))


def row(tree: Any, *index: int) -> Any:
    """One element of arrays with leading axes."""
    return jax.tree.map(lambda x: x[index], tree)


def toy(game: str, variant: str | None = None) -> Game[Any, Any]:
    """A game of tests/toys, which the registry does not list here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "__path__", [*games.__path__, str(ROOT / "tests" / "toys")])
        return import_module(f"mazzo.games.{game}").GAME.make(variant)
