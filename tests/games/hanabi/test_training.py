"""Other ways to see a table, and easier ones to begin at: each leads where the table itself would lead."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.core.arrays import select
from mazzo.core.chance import stream
from mazzo.games.hanabi import rules as R
from tests.games.hanabi.tables import Table, random_games
from tests.helpers import row

BY_SLOT = ("hands", "places", "possible", "named")


def turns(game, games, seed):
    """(states, views) before some turns of games, and all last ones, by players of whom half are careful."""
    _, _, (states, views) = random_games(game, games, seed, lambda state: (state, game.observe(state, state.turn)))
    last = (views.hands[..., -1] == R.NO_CARD).any(axis=-1)  # somebody has a card less
    taken = ~states.done & (last | (np.arange(states.done.shape[1]) % 9 == 0))
    assert (last & taken).sum() >= 8
    return jax.tree.map(lambda leaf: leaf[taken], (states, views))


def slots(bits):
    return [slot for slot in range(5) if int(bits) >> slot & 1]


@pytest.mark.parametrize("variant", ["full-2p", "simplified-2p", "full-4p"])
def test_a_shuffled_table_is_the_table_in_another_order(variant):
    """By the meaning of every field, slot by slot, and for every legal action by what comes of it."""
    table = Table(
        variant, colours=2 if variant.endswith("2p") else 3
    )  # short games, of which more reach their last turns
    game, rules = table.game, table.rules
    states, views = turns(game, 40, 3)
    shuffled = game.augmentation("shuffled")

    def one(state, view, key):
        which = shuffled.draw(view, key)
        seen = shuffled.view(view, which)
        actions = jnp.arange(rules.actions)
        here = jax.vmap(lambda action: shuffled.action(action, which))(actions)
        after = jax.vmap(partial(game.play, state))(here)
        return seen, here, select(state.hands, state.turn), after

    keys = jax.vmap(partial(stream, jax.random.key(8)))(np.arange(len(states.turn)))
    found = jax.tree.map(np.asarray, jax.jit(jax.vmap(one))(states, views, keys))
    differ = 0
    for i in range(len(states.turn)):
        view, seen, actions, hand, after = row((views, *found), i)
        assert all(np.array_equal(a, b) for a, b in zip(seen.legal, view.legal, strict=True))
        # The places in the deck tell which card is which: those held are the same ones, with all that is known of them.
        for seat in range(rules.players):
            cards = {int(view.places[seat, j]): [getattr(view, f)[seat, j] for f in BY_SLOT] for j in held(view, seat)}
            assert held(seen, seat) == held(view, seat)
            assert cards == {
                int(seen.places[seat, j]): [getattr(seen, f)[seat, j] for f in BY_SLOT] for j in held(seen, seat)
            }
        unchanged = set(view._fields) - {*BY_SLOT, "last_touched"}
        assert all(np.array_equal(getattr(view, f), getattr(seen, f)) for f in unchanged)
        for seat in told(rules, view):
            before, after_shuffling = ({int(v.places[seat, j]) for j in slots(v.last_touched)} for v in (view, seen))
            assert before == after_shuffling
        for action in np.flatnonzero(view.legal):
            assert view.legal[actions[action]]
            if action >= 2 * rules.hand_size:
                assert actions[action] == action
            else:  # the card that was shown in that slot is the one that is used, in the same way
                place = seen.places[0, action % rules.hand_size]
                used = hand[list(view.places[0]).index(place)]
                assert after.last_card[action] == used
                assert (actions[action] < rules.hand_size) == (action < rules.hand_size)
        differ += not np.array_equal(view.places, seen.places)
    assert differ > 0.9 * len(states.turn)


def held(view, seat):
    return [j for j, card in enumerate(view.hands[seat]) if card != R.NO_CARD]


def told(rules, view):
    """Whom, from oneself on, the last action told something; nobody if it was no hint."""
    if not view.last_touched:
        return []
    last = R.read(rules, jnp.int32(view.actions[int(view.plays) - 1]))
    return [(int(view.turn) - int(view.seat) - 1 + int(last.offset)) % rules.players]


def test_all_orders_are_drawn_alike():
    """5! orders of 12,000 draws: each about 100 times; its standard deviation is 10."""
    table = Table("simplified-2p")
    shuffled, view = table.game.augmentation("shuffled"), table.view(0)
    keys = jax.random.split(jax.random.key(1), 12_000)
    orders = np.asarray(jax.jit(jax.vmap(lambda key: shuffled.draw(view, key)))(keys))
    for seat in (0, 1):
        _, counts = np.unique(orders[:, seat], axis=0, return_counts=True)
        assert len(counts) == 120
        assert 50 < counts.min() < counts.max() < 150
    assert 60 < (orders[:, 0] == orders[:, 1]).all(axis=1).sum() < 140  # independent of each other


def test_a_hint_wanted_becomes_any_that_can_be_given():
    table = Table("full-2p", "R1 R2 R3 R4 R5 Y2 Y2 B3 B3 B4")
    random, view = table.game.augmentation("random-hints"), table.view(0)
    keys = jax.random.split(jax.random.key(1), 200)
    drawn = jax.jit(jax.vmap(lambda key: random.draw(view, key)))(keys)
    given = {table.text.action(int(random.action(jnp.int32(table.text.parse_action("h15")), which))) for which in drawn}
    assert given == {"h1Y", "h1B", "h12", "h13", "h14"}
    assert random.action(jnp.int32(7), drawn[0]) == 7
    assert random.view(view, drawn[0]) is view
    assert "random-hints" not in Table("simplified-2p").game.augmentations


def test_more_lives_are_lost_one_by_one_and_the_last_one_ends_the_game():
    table = Table("simplified-2p", "R2 R2 R3 R3 R4 Y2 Y2 Y3 Y3 Y4")
    give = table.game.handicap("lives")
    for lives in (0.2, 4.4, 1000.0):
        assert give(table.state, jnp.float32(lives)).lives == {0.2: 1, 4.4: 4, 1000.0: 100}[lives]
    table.state = give(table.state, jnp.float32(4))
    table.play("p0 p0 p0")
    assert (int(table.state.lives), bool(table.state.done)) == (1, False)
    encoders = table.game.encoders
    assert encoders["vector-37"].pieces[2].write(table.view(0)) == pytest.approx(1 / 3)
    table.play("p0")
    assert (int(table.state.lives), bool(table.state.done)) == (0, True)


def test_many_lives_keep_the_bounds_of_the_encoders():
    table = Table("simplified-2p")
    table.state = table.game.handicap("lives")(table.state, jnp.float32(20))
    for encoder in table.game.encoders.values():
        low, high = encoder.bounds
        vector = np.asarray(jax.jit(encoder)(table.view(0)))
        assert ((vector >= low) & (vector <= high)).all(), encoder.name


@pytest.mark.parametrize(
    "encoder",
    [
        "canonical~knowledge~last-kind~last-target~last-named~last-touched",
        "full~knowledge~belief~prospects~others-chances~last-kind~last-target~last-named~last-touched",
    ],
)
def test_an_encoder_without_its_pieces_about_hints_ignores_them(encoder):
    deck = "R1 R2 R3 R4 R5 Y2 Y2 B3 B3 B4"
    one, other = (Table("full-2p", deck).play(f"{hint} p0") for hint in ("h1Y", "h13"))
    for seat in (0, 1):
        ignoring, seeing = (one.game.encoder(name) for name in (encoder, encoder.partition("~")[0]))
        both = jax.jit(lambda view, encoders=(ignoring, seeing): [encoder(view) for encoder in encoders])
        (without, with_), (without_other, with_other) = both(one.view(seat)), both(other.view(seat))
        assert np.array_equal(without, without_other)
        assert not np.array_equal(with_, with_other)
