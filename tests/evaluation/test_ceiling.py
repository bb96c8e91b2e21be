"""The share of winnable deals: the same deals as a match has, and every line proven."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import MazzoError, make
from mazzo.core import chance
from mazzo.core.solver import find
from mazzo.evaluation import ceiling as C
from mazzo.evaluation.match import DEALS, play_match
from tests.helpers import row

SMALL = make("russian", down=(0, 1, 2), up=(1, 2, 2), suits=2, ranks=4)


def test_all_winnable_deals_are_found_and_none_besides():
    result = C.ceiling(SMALL, 300, seed=5, workers=2)
    solver = find(SMALL)
    deal = jax.vmap(lambda number: SMALL.deal(chance.stream(jax.random.key(5), DEALS, number)))
    states = jax.tree.map(np.asarray, jax.jit(jax.vmap(SMALL.start))(jax.jit(deal)(jnp.arange(300))))
    won = [solver.line(row(states, number)) is not None for number in range(300)]
    assert (result.deals, result.winnable) == (300, sum(won))
    assert result.rate == sum(won) / 300
    assert result.rate_ci95[0] < result.rate < result.rate_ci95[1]
    # A match with the same seed has the same deals: none that a player wins is missing.
    match = play_match(SMALL, (SMALL.bots["random"],), 300, seed=5)
    assert not (match.own[:, 0] > np.array(won)).any()
    assert match.own.sum() > 0


def test_a_line_that_does_not_win_is_noticed():
    deal, states = jax.tree.map(np.asarray, jax.jit(jax.vmap(lambda i: C._start(SMALL, 5, i)))(jnp.arange(C.BLOCK)))
    check = jax.jit(jax.vmap(C._wins(SMALL)))
    lines = [find(SMALL).line(row(states, i)) for i in range(20)]
    C._prove(SMALL, check, deal, lines)
    first = next(i for i, line in enumerate(lines) if line)
    with pytest.raises(AssertionError, match=f"does not win deal {first} "):
        C._prove(SMALL, check, deal, [line and line[:-1] if i == first else line for i, line in enumerate(lines)])
    swapped = [line and [*line[1:], line[0]] if i == first else line for i, line in enumerate(lines)]
    with pytest.raises(AssertionError, match=f"does not win deal {first} "):
        C._prove(SMALL, check, deal, swapped)


def test_games_of_several_have_no_ceiling():
    with pytest.raises(MazzoError, match="briscola is no solitaire"):
        C.ceiling(make("briscola"), 10)
