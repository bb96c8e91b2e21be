"""Scripted players: single decisions, and strength over 10,000 games."""

from functools import cache

import jax
import jax.numpy as jnp
import pytest

from mazzo import make
from mazzo.evaluation.match import play_match
from tests.games.hanabi.tables import Table


@cache
def policy(agent):
    return jax.jit(lambda view: agent.act(agent.params, (), view, jax.random.key(0))[0])


def choice(bot, variant, cards, actions="", **options):
    table = Table(variant, cards, **options).play(actions)
    return table.text.action(int(policy(table.game.bot(bot))(table.view(int(table.state.turn)))))


def test_which_bots_there_are():
    assert list(make("hanabi", "full-2p").bots) == ["random", "conventional"]
    assert list(make("hanabi", "simplified-2p").bots) == ["random", "teacher", "cheater"]


@pytest.mark.parametrize(
    ("cards", "actions", "expected"),
    [
        ("R2 Y1 R1 G5 B4", "", "p1"),  # the first of two ones
        ("R2 Y3 R4 G5 B4", "", "h"),  # nothing fits, all tokens are there
        ("R2 R2 R4 G5 B4", "h h", "d1"),  # the double is useless
        ("R2 Y3 R4 G5 B4", "h h", "h"),
        ("R2 Y3 R4 G5 B4", "h h h h h h h h", "d2"),  # the highest that has another copy
    ],
)
def test_teacher_decides(cards, actions, expected):
    assert choice("teacher", "simplified-2p", cards, actions) == expected


@pytest.mark.parametrize(
    ("cards", "actions", "expected"),
    [
        ("R2 Y1 R1 G5 B4 Y1", "", "p2"),  # nobody else has a red one
        ("R2 Y3 R4 G5 B4 W2 W3 W4 B2 B3", "h h", "d2"),  # the other could spare nothing better
        ("R2 Y3 R4 G5 B4 W2 W2 W4 B2 B3", "h h h h h h", "h"),  # the other has a card to spare
        ("R2 R2 R4 G5 B4 W2 W2 W4 B2 B3", "h h", "d1"),
    ],
)
def test_cheater_decides(cards, actions, expected):
    assert choice("cheater", "simplified-2p", cards, actions) == expected


@pytest.mark.parametrize(
    ("cards", "actions", "expected"),
    [
        ("R3 Y3 G3 W3 B3 R1 Y4 Y4 W4 R3", "", "h11"),  # "red" would call for the R3
        ("R3 Y3 G3 W3 B3 R1 Y4 Y4 W4 R3", "h11", "p0"),  # a one: it fits
        ("R3 Y3 G3 W3 B1 R2 Y4 Y4 W4 B2", "h14 h1B", "p4"),  # the newest of the cards touched
        ("R3 R3 G3 W3 B3 R5 Y4 Y4 W4 B2", "", "h15"),  # saves the oldest card: a five cannot be meant to be played
    ],
)
def test_conventional_decides(cards, actions, expected):
    assert choice("conventional", "full-2p", cards, actions) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "variant", "mean", "perfect"),
    [
        ("teacher", "simplified-2p", 24.7, 0.85),  # thesis: 24.1 and 62.8 %
        ("cheater", "simplified-2p", 24.92, 0.945),  # seed references: 24.82 and 88.4 %, 24.933 and 95.1 %
        ("cheater", "simplified-5p", 24.955, 0.965),
    ],
)
def test_strength(bot, variant, mean, perfect):
    game = make("hanabi", variant)
    own = play_match(game, (game.bot(bot),), 10_000, seed=1).own
    assert own.mean() > mean
    assert (own == 25).mean() > perfect


@pytest.mark.slow
def test_strength_of_the_conventional():
    game = make("hanabi", "full-2p")
    own = play_match(game, (game.bot("conventional"),), 2_000, seed=1).own
    assert own.mean() > 21
    assert (own == 0).mean() < 0.01


def test_conventional_sees_no_hidden_card():
    """The same view, another hand: the bot is handed a view only, in which the own hand is not."""
    one = Table("full-2p", "R1 R2 R3 R4 R5").view(0)
    other = Table("full-2p", "B1 B2 B3 B4 B5 Y1 Y1 Y1 Y2 Y2").view(0)
    assert (one.hands[0] == -2).all()
    assert (other.hands[0] == -2).all()
    assert jnp.array_equal(one.known[:5], other.known[:5])
