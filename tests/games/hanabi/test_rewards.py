"""Table 6.4 of the thesis, entry by entry."""

from functools import cache

import jax
import jax.numpy as jnp
import pytest

from mazzo.games.hanabi.rewards import THESIS, Rewards
from tests.games.hanabi.tables import Table

DECK = "R1 R3 R5 Y2 Y4 R2 R4 Y1 Y1 Y5 R1 R1 R2"


@cache
def pay(game, rewards):
    return jax.jit(lambda before, action, after: rewards(game.spec.rules, before, action, after))


def paid(rewards, before, action, **options):
    """What the last of some actions pays to seat 0."""
    table = Table("simplified-2p", DECK, **options).play(before)
    start = table.state
    table.play(action)
    amounts = pay(table.game, rewards)(start, jnp.int32(table.text.parse_action(action)), table.state)
    assert amounts[0] == amounts[1]
    return float(amounts[0])


ENTRIES = Rewards(
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
    assert paid(Rewards(), lose, "p1") == -2
    assert paid(Rewards(lost=-50), lose, "p1") == -50
    assert paid(ENTRIES, lose, "p1") == pytest.approx(-2 - 5 + 0.25)
    assert paid(Rewards(), "p0 p0 p1", "p0") == 0


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
    shaped = THESIS["shaped-10"]
    assert (shaped.fits, shaped.lost, shaped.life, shaped.play, shaped.hint) == (10, None, -0.1, 0.02, -0.02)
    assert (shaped.discard, shaped.discard_playable, shaped.discard_useless, shaped.discard_unique) == (
        0, -0.1, 0.1, -0.1,
    )  # fmt: skip
