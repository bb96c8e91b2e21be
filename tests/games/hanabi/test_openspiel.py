"""Against OpenSpiel's Hanabi, which is the Hanabi Learning Environment: move by move, over random games."""

import re
from functools import cache, partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.games.hanabi import rules as R
from tests.games.hanabi.tables import random_games

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

PLAYERS = (2, 3, 4, 5)
TOKENS = re.compile(r"Life tokens: (\d+)\nInfo tokens: (\d+)")


@cache
def look(game, vectors):
    """What is compared of a state."""

    def seen(state):
        found = {
            "legal": game.legal(state),
            "score": R.score(game.spec.rules, state),
            "lives": state.lives,
            "hints": state.hints,
            "done": state.done,
        }
        if vectors:
            views = jax.vmap(partial(game.observe, state))(jnp.arange(game.spec.players, dtype=jnp.int8))
            found["vectors"] = jax.vmap(game.encoder("canonical"))(views).astype(jnp.int8)
        return found

    return seen


def compare(players, games, seed, watched):
    """Replay our games in OpenSpiel, of some `watched` compare the observations; how many ended for want of what?"""
    game = make("hanabi", f"full-{players}p")
    decks, actions, seen = random_games(game, games, seed, look(game, watched > 0))
    theirs = pyspiel.load_game("hanabi", {"players": players})
    ends = {"lives": 0, "cards": 0}
    for number in range(games):
        state, cards = theirs.new_initial_state(), iter(decks[number].tolist())
        for ply in range(game.spec.longest + 1):
            while state.is_chance_node():
                state.apply_action(next(cards))
            now = {name: value[number, ply] for name, value in seen.items()}
            where = f"{players} players, seed {seed}, game {number}, play {ply}"
            assert state.is_terminal() == now["done"], where
            assert state.returns() == [now["score"]] * players, where
            assert TOKENS.search(str(state)).groups() == (str(now["lives"]), str(now["hints"])), where
            if number < watched and not now["done"]:  # at the end OpenSpiel does not replace the last card played
                for seat in range(players):
                    assert state.observation_tensor(seat) == now["vectors"][seat].tolist(), (where, seat)
            if now["done"]:
                ends["cards" if now["lives"] else "lives"] += 1
                break
            assert state.current_player() == ply % players, where
            assert state.legal_actions() == np.flatnonzero(now["legal"]).tolist(), where
            state.apply_action(int(actions[number, ply]))
        else:
            pytest.fail(f"game {number} did not end in time")
    return ends


@pytest.mark.parametrize("players", PLAYERS)
def test_same_games_and_observations_as_openspiel(players):
    assert make("hanabi", f"full-{players}p").encoder("canonical").size == {2: 658, 3: 956, 4: 1041, 5: 1280}[players]
    ends = compare(players, 200, seed=1, watched=10 if players in (2, 5) else 0)
    assert min(ends.values()) > 20  # both ways to end are there


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_same_10000_games_as_openspiel(players):
    for seed in range(10, 35):
        compare(players, 400, seed, watched=2)
