"""Rewards, text and the scripted players."""

import itertools

import jax
import numpy as np
import pytest
from scipy.stats import chisquare

from mazzo.core.errors import MazzoError
from mazzo.evaluation.match import play_match
from tests.games.russian.hands import CLOSED, KINGS, OPEN, STANDARD, TURNS, deal, played, view_of


def test_rewards():
    moves = ["2s", "As", "3s", "As^"]
    states = [played(CLOSED, TURNS, " ".join(moves[:n])) for n in range(5)]
    paid = [
        [float(CLOSED.reward(name)(a, np.int32(0), b)[0]) for a, b in itertools.pairwise(states)]
        for name in ("win", "progress")
    ]
    assert paid[0] == [0, 0, 0, 0]
    assert paid[1] == pytest.approx([0, 1 / 13, 1 / 13, 1 / 13])  # 4s turned, 4h turned, As up: of 5 + 8
    first, before, over = (
        played(OPEN, KINGS, actions) for actions in ("", "As^ Ah^ 3s 2h^ 3h^ 2s^", "As^ Ah^ 3s 2h^ 3h^ 2s^ 3s^")
    )
    assert OPEN.reward("win")(before, np.int32(54), over).tolist() == [1.0]
    assert OPEN.reward("win")(over, np.int32(54), over).tolist() == [0.0]  # once only
    assert OPEN.reward("progress")(first, np.int32(0), over).tolist() == [1.0]


def test_codes_of_actions():
    text = STANDARD.text
    assert (text.action(0), text.action(19), text.action(52), text.action(103)) == ("As", "7h", "As^", "Kd^")
    assert text.parse_action(" 7H^ ") == 52 + 19
    with pytest.raises(MazzoError, match="write 7h to move that card to its pile"):
        text.parse_action("7x")


def test_what_a_person_sees():
    before, after = view_of(CLOSED, TURNS, "2s"), view_of(CLOSED, TURNS, "2s As")
    assert CLOSED.text.tell(before, 0, after) == "to pile 3, 4s is turned"
    assert CLOSED.text.tell(after, 52, view_of(CLOSED, TURNS, "2s As As^")) == "to the foundation"
    assert CLOSED.text.show(after).splitlines()[2] == "[dim]2[/]  [dim]··[/] [bold]4s[/]"


def answers(game, bot, view, samples=200):
    keys = jax.random.split(jax.random.key(1), samples)
    act = jax.jit(jax.vmap(lambda key: game.bots[bot].act((), (), view, key)[0]))
    codes, counts = np.unique(np.asarray(act(keys)), return_counts=True)
    return dict(zip(map(game.text.action, codes.tolist()), counts.tolist(), strict=True))


def test_random_is_uniform_over_the_papers_moves():
    view = view_of(OPEN, KINGS, "As^ Ah^")  # two empty piles: either king may go to either
    counts = answers(OPEN, "random", view, 50_000)
    assert set(counts) == {"2s^", "3s", "3h"}
    expected = [50_000 * ways / 5 for ways in (1, 2, 2)]
    assert chisquare([counts[code] for code in ("2s^", "3s", "3h")], expected).pvalue > 1e-3


def test_heuristic_takes_foundations_then_turns_cards():
    assert set(answers(CLOSED, "heuristic", view_of(CLOSED, TURNS))) == {"As^"}
    view = view_of(CLOSED, deal(CLOSED, "2s", "3h Ah 3s", "4h As 2h 4s"))
    assert set(answers(CLOSED, "random", view)) == {"2s", "3s"}
    assert set(answers(CLOSED, "heuristic", view)) == {"3s"}  # it lies on a face-down card
    # Without either any move will do.
    assert set(answers(OPEN, "heuristic", view_of(OPEN, KINGS, "As^ Ah^ 2s^"))) == {"3s", "3h"}


def test_expert_takes_foundations_then_keeps_moves_open():
    assert set(answers(CLOSED, "expert", view_of(CLOSED, TURNS))) == {"As^"}
    view = view_of(OPEN, deal(OPEN, "3s", "3h", "2h", "As Ah 2s"))
    assert set(answers(OPEN, "heuristic", view)) == {"2s", "2h", "Ah"}
    assert set(answers(OPEN, "expert", view)) == {"2s", "Ah"}  # four moves are known after either, two after 2h


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "games", "low", "high"),
    [
        ("random", 40_960, 0.026, 0.0306),  # 2.83 % over 100,000 deals of an independent program
        ("heuristic", 16_384, 0.031, 0.039),
        ("expert", 8_192, 0.035, 0.05),
    ],
)
def test_win_rates(bot, games, low, high):
    assert low <= play_match(STANDARD, (STANDARD.bots[bot],), games, seed=1).own.mean() <= high
