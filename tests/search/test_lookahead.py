"""Value lookahead: what is paid up to the own next decision, and what the critic foresees there."""

import jax.numpy as jnp
import pytest

from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError
from mazzo.core.game import host
from mazzo.search.goal import Lesson
from tests.helpers import toy
from tests.search.tables import asked, position, values_of

HIGHER = toy("higher")


def critic(worth_of_a_card, besides=0.0):
    """Plays the lowest card; foresees so much for each of its cards, and besides."""

    def act(params, memory, view, key):
        return (
            jnp.argmax(view.legal).astype(jnp.int32),
            memory,
            {"value": view.hand.sum() * jnp.float32(worth_of_a_card)},
        )

    return Agent("critic", act)


def view_of(deck):
    return host(HIGHER).observe(position(HIGHER, deck, ()), jnp.int8(0))


def test_values_are_those_worked_out_by_hand():
    """I hold 0, 3, 5 and lead; the other answers with his lowest, 1, and leads his 2 if it took the trick. Then I
    decide again, with two cards left: 2 * 0.5. A trick is paid 10."""
    lesson = Lesson((("tricks", 1.0),), scale=10.0)
    action, info = asked(
        HIGHER, "search:lookahead,agent=X,worlds=2", view_of((0, 3, 5, 1, 2, 4)), [critic(0.5)], lesson=lesson
    )
    assert values_of(info) == {0: 1.0, 3: 11.0, 5: 11.0}
    assert action == 3


def test_a_further_decision_is_its_own_players():
    """After 3 or 5 take the 1, its player leads the 0; the 2 takes it and the 4 is led: one card left, one trick."""
    lesson = Lesson((("tricks", 1.0),), scale=10.0)
    name = "search:lookahead,agent=X,worlds=2,decisions=2"
    _, info = asked(HIGHER, name, view_of((0, 3, 5, 1, 2, 4)), [critic(0.5)], lesson=lesson)
    # After the 0: the 1 takes it, 2 is led, and the lowest card, 3, takes that: one trick, one card.
    assert values_of(info) == {0: 10.5, 3: 10.5, 5: 10.5}


def test_at_the_end_the_critic_is_not_asked():
    lesson = Lesson((("tricks", 1.0),))
    name = "search:lookahead,agent=X,worlds=2,decisions=9"
    _, info = asked(HIGHER, name, view_of((0, 3, 5, 1, 2, 4)), [critic(0, 1000)], lesson=lesson)
    # The 0 loses to 1; 3 takes 2; 5 takes 4. The 3 takes 1; 0 loses to 2; 5 takes 4. The 5 takes 1; 0, then 3 lose.
    assert values_of(info) == {0: 2.0, 3: 2.0, 5: 1.0}


def test_a_critic_that_says_not_what_it_learned_is_refused():
    with pytest.raises(MazzoError, match="what it has learned"):
        asked(HIGHER, "search:lookahead,agent=X", view_of((0, 3, 5, 1, 2, 4)), [critic(1)])
