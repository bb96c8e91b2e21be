"""Table 6.4 of the thesis, entry by entry."""

from functools import cache, partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.core.errors import MazzoError
from mazzo.core.game import Weighted
from mazzo.games.hanabi.rewards import STANDARD, THESIS, terms
from mazzo.learners.arena import make_arena
from tests.games.hanabi.tables import Table

DECK = "R1 R3 R5 Y2 Y4 R2 R4 Y1 Y1 Y5 R1 R1 R2"


@cache
def pay(game):
    reward = Weighted(partial(terms, game.spec.rules), STANDARD)
    return jax.jit(reward)


def paid(changed, before, action, **options):
    """What the last of some actions pays to seat 0, when some weights differ from the standard."""
    table = Table("simplified-2p", DECK, **options).play(before)
    start = table.state
    table.play(action)
    action = jnp.int32(table.text.parse_action(action))
    amounts = pay(table.game)(start, action, table.state, jnp.array([*{**STANDARD, **changed}.values()]))
    assert amounts[0] == amounts[1]
    return float(amounts[0])


ENTRIES = dict(
    fits=3, life=-5, discard=0.5, play=0.25, hint=-7, discard_playable=-11, discard_useless=13, discard_unique=-17
)


@pytest.mark.parametrize(
    ("before", "action", "expected"),
    [
        ("", "p0", 3 + 0.25),  # R1 fits
        ("", "p1", -5 + 0.25),  # R3 does not
        ("", "h", -7),
        ("h h", "d3", 0.5),  # Y2, an ordinary card
        ("h h", "d0", 0.5 - 11),  # R1 could be played
        ("h h", "d2", 0.5 - 17),  # R5 is unique
        ("h h p0 h", "d4", 0.5 + 13),  # the second R1, drawn when the first was played
        ("h p2 h", "d2", 0.5 + 13),  # the second Y1 is useless
        ("h h d0 h d4 h", "d4", 0.5 - 11 - 17),  # R1, and R1 again: the third is playable and unique
    ],
)
def test_entries(before, action, expected):
    assert paid(ENTRIES, before, action) == pytest.approx(expected)


def test_losing_all_lives_costs_the_score_or_a_fixed_amount():
    lose = "p0 p0 p1 p0"  # R1, R2; then R5 and R4 do not fit; at last Y2
    assert paid({}, lose, "p1") == -2
    assert paid({"lost": -50, "lost_score": 0}, lose, "p1") == -50
    assert paid(ENTRIES, lose, "p1") == pytest.approx(-2 - 5 + 0.25)
    assert paid({}, "p0 p0 p1", "p0") == 0


def test_score_and_end():
    table = Table("simplified-2p", DECK)
    rewards = table.game.rewards
    states = [table.state]
    actions = ["p0", "p0", "p1", "p0", "p1"]
    for action in actions:
        states.append(table.play(action).state)
    steps = list(zip(states, actions, states[1:], strict=False))

    def all_paid(name):
        return [float(rewards[name](a, jnp.int32(table.text.parse_action(x)), b)[0]) for a, x, b in steps]

    assert all_paid("score") == [1, 1, 0, 0, -2]
    assert all_paid("end") == [0, 0, 0, 0, 0]
    assert all_paid("standard") == [1, 1, 0, 0, -2]
    assert float(rewards["score"](states[-1], jnp.int32(0), states[-1])[0]) == 0  # nothing after the end


def test_end_pays_the_score():
    table = Table("simplified-2p", "R1 Y2 Y1 R2", colours=2, ranks=2, hand=2).play("p0 p0 p0")
    before = table.state
    table.play("p0")
    assert table.game.rewards["end"](before, jnp.int32(2), table.state).tolist() == [4, 4]


def test_named_settings():
    assert set(THESIS) == {"standard", *(f"shaped-{n}" for n in (1, 2, 3, 5, 10, 100))}
    assert THESIS["standard"] == {**dict.fromkeys(STANDARD, 0), "fits": 1, "lost_score": -1}
    assert THESIS["shaped-10"] == dict(
        fits=10, lost_score=-1, lost=0, life=-0.1, discard=0, play=0.02, hint=-0.02,
        discard_playable=-0.1, discard_useless=0.1, discard_unique=-0.1,
    )  # fmt: skip


def test_weights_are_changed_by_name():
    game = Table("simplified-2p").game
    names, found = list(STANDARD), game.reward_weights("shaped-3", {"lost": -50, "lost_score": 0})
    assert [names[i] for i in range(10) if found[i] != list(THESIS["shaped-3"].values())[i]] == ["lost_score", "lost"]
    assert (found[names.index("lost")], found[names.index("fits")]) == (-50, 3)
    with pytest.raises(MazzoError, match="no term of the reward shaped-3 is called 'fitz'; choose one of: fits"):
        game.reward_weights("shaped-3", {"fitz": 1})
    with pytest.raises(MazzoError, match="the reward score is no sum of terms"):
        game.reward_weights("score", {"fits": 1})


def test_weights_of_an_arena_are_paid_and_may_be_traced():
    """Two runs side by side, of which one pays ten times as much for a card that fits."""
    table = Table("simplified-2p", DECK)
    before, after = table.state, table.play("p0").state
    arena = make_arena(table.game, "vector-37", reward="shaped-1", scale=0.5)

    def paid(weights):
        return arena.under(arena.terms._replace(weights=weights))._pay(before, jnp.int32(5), after)

    rows = jnp.array([table.game.reward_weights("shaped-1", {"fits": fits}) for fits in (1, 10)])
    np.testing.assert_allclose(jax.vmap(paid)(rows), [[0.51, 0.51], [5.01, 5.01]], rtol=1e-6)
