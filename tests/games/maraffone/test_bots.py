"""The scripted players."""

from functools import cache, partial

import jax
import numpy as np
import pytest

from mazzo import make
from mazzo.evaluation.match import play_match
from mazzo.games.maraffone.expert import EXPERT, chances
from tests.games.maraffone.hands import MIXED, ONE_SUIT_EACH, cards, view_of


@cache
def compiled(game, bot):
    return jax.jit(lambda view: game.bots[bot].act((), (), view, jax.random.key(0))[0])


def answer(bot, *position):
    game, view = view_of(*position)
    return game.text.action(int(compiled(game, bot)(view)))


def likely(*position, seat):
    """How likely the left, the partner and the right hold each card, in the expert's opinion."""
    game, view = view_of(*position, seat=seat)
    return view, np.asarray(jax.jit(partial(chances, game.spec.rules, EXPERT.hint))(view))


@pytest.mark.parametrize(
    ("hands", "setup", "actions", "plays"),
    [
        (MIXED, 2, "", "bastoni"),  # as long as its coppe, but stronger
        (MIXED, 1, "coppe", "3d"),  # leads a three
        (MIXED, 2, "bastoni", "4d"),  # or else the cheapest plain card
        (MIXED, 1, "coppe 3d", "silent"),
        (MIXED, 1, "coppe 3d silent", "4d"),  # cannot take: the cheapest
        (MIXED, 1, "coppe 4b silent", "7b"),  # takes with the cheapest
        (MIXED, 1, "coppe 4b silent 3b", "Cb"),  # cannot: the weakest of those worth a third
        (MIXED, 4, "spade Rd silent", "2d"),  # the ace would take too, but is worth more
        (MIXED, 3, "spade 2b silent Ab 4b", "3b"),
        (ONE_SUIT_EACH, 2, "spade 3s silent 4c", "Ab"),  # the partner takes: points for him
        (ONE_SUIT_EACH, 2, "spade 3s silent", "4c"),  # an opponent takes: as little as possible
    ],
)
def test_basic(hands, setup, actions, plays):
    assert answer("basic", "official", hands, setup, actions) == plays


def test_expert_knows_who_can_hold_what():
    """Seat 1's view: seat 0 flew away from bastoni, seats 2 and 3 followed once."""
    hands = ("4b Ad 2d 3d 4s 5s 6s 7s 5c 6c", "4d 5d 4c As 2s 7b Fb 3b 5b 6b", *MIXED[2:])
    view, (left, partner, right) = likely("official", hands, 1, "coppe 4b volo 3b Cb Ab", seat=1)
    two, king = cards("2b Rb")
    assert right[two] == right[king] == 0  # seat 0
    assert left[two] == partner[two] == pytest.approx(0.5)
    assert left[cards("Ad")[0]] == pytest.approx(9 / 27)
    assert not np.stack([left, partner, right])[:, [c for c in range(40) if view.held[c] or view.who[c] >= 0]].any()


def test_expert_knows_the_4_of_denari_and_the_maraffa():
    _, (left, partner, right) = likely("official", MIXED, 0, "coppe", seat=0)
    assert (left[3], partner[3], right[3]) == (1, 0, 0)
    _, (left, partner, right) = likely("ragazzini", MIXED, 1, "coppe", seat=0)
    assert partner[cards("Ac 2c 3c")].tolist() == [1, 1, 1]


def test_expert_reads_a_busso_as_a_high_card():
    _, (left, partner, right) = likely("official", MIXED, 1, "coppe 4b busso", seat=2)
    high, low = cards("Ab 7b")
    assert partner[high] > partner[low]  # seat 0 has asked
    assert partner[high] > left[high] == pytest.approx(right[high])
    _, silent = likely("official", MIXED, 1, "coppe 4b silent", seat=2)
    assert silent[1][high] == silent[1][low]


@pytest.mark.parametrize(
    ("setup", "actions", "says"), [(1, "coppe Ad", "busso"), (1, "coppe 4b", "silent"), (4, "coppe Ab", "volo")]
)
def test_expert_makes_signs(setup, actions, says):
    """It asks for a suit in which it still holds high cards, tells of its last card, and keeps low ones to itself."""
    assert answer("expert", "official", MIXED, setup, actions) == says


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "one", "other", "least"),
    [
        ("official", "expert", "basic", 0.7),
        ("ragazzini", "expert", "basic", 0.7),
        ("ragazzini", "basic", "random", 3.3),
    ],
)
def test_expert_beats_basic_beats_random(variant, one, other, least):
    """Points a deal over 750 deals, both sides played; the standard error is about 0.07."""
    game = make("maraffone", variant)
    match = play_match(game, (game.bots[one], game.bots[other]), 1500, seed=1)
    assert (match.own - match.best_other).mean() > least
