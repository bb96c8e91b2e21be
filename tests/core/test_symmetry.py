"""A table shown in another way is the table of another deal, card for card: all augmentations, against replays."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core import symmetry
from mazzo.core.chance import stream
from mazzo.core.game import Deal

GAMES = 12


def renamed(size):
    """(card, renaming) -> its new name."""

    def card(number, to):
        return int(to[number // size]) * size + number % size

    return card


def italian(action, to):
    card = renamed(10)
    if action < 40:
        return card(action, to)
    return 40 + int(to[action - 40]) if action < 44 else action


def french(action, to):
    return renamed(13)(action % 52, to) + action // 52 * 52


def hanabi(game):
    rules = game.spec.rules
    first, colours = 2 * rules.hand_size, rules.colours

    def there(action, to):
        if rules.simplified or not first <= action < first + (rules.players - 1) * colours:
            return action
        offset, colour = divmod(action - first, colours)
        return first + offset * colours + int(to[colour])

    return there


ROWS = (3, 6, 9, 10)
MIRROR = [sum(ROWS[:row]) + ROWS[row] - 1 - i for row in range(4) for i in range(ROWS[row])]


def mirrored(action, mirror):
    return MIRROR[action] if mirror and action < 28 else action


def case(game, variant, name, deck, action):
    return pytest.param(game, variant, name, deck, action, id=f"{game}-{variant}-{name}")


def deck_of(size):
    return lambda deck, to: [renamed(size)(int(card), to) for card in deck]


CASES = [
    *(case("briscola", variant, "suits", deck_of(10), italian) for variant in ("2p", "3p", "4p")),
    *(case("maraffone", variant, "suits", deck_of(10), italian) for variant in ("official", "ragazzini")),
    case("russian", "standard", "suits", deck_of(13), french),
    case(
        "tripeaks",
        "standard",
        "mirrored",
        lambda deck, mirror: [deck[mirrored(place, mirror)] for place in range(28)] + list(deck[28:]),
        mirrored,
    ),
    *(case("hanabi", variant, "colours", deck_of(5), None) for variant in ("full-2p", "simplified-2p", "full-4p")),
]


def walk(game):
    """(deal, likings [plays, actions]) -> (views of all seats before every play, the best liked actions, over)."""
    seats = jnp.arange(game.spec.players, dtype=jnp.int8)

    def one(deal, likings):
        def step(state, liking):
            action = jnp.argmax(jnp.where(game.legal(state), liking, -1.0)).astype(jnp.int32)
            views = jax.vmap(lambda seat: game.observe(state, seat))(seats)
            return game.step(state, action), (views, action, state.done)

        return jax.lax.scan(step, game.start(deal), likings)[1]

    return jax.jit(jax.vmap(one))


@pytest.mark.parametrize(("game", "variant", "name", "deck", "action"), CASES)
def test_it_is_the_table_of_the_renamed_deal(game, variant, name, deck, action):
    game = make(game, variant)
    action = action or hanabi(game)
    shown, spec = game.augmentation(name), game.spec
    keys = jax.vmap(lambda i: stream(jax.random.key(2), i))(np.arange(GAMES))
    deals = jax.jit(jax.vmap(game.deal))(keys)
    likings = np.random.default_rng(1).random((GAMES, spec.longest, spec.actions), np.float32)
    play = walk(game)
    views, actions, done = play(deals, likings)
    ways = jax.jit(jax.vmap(shown.draw))(jax.tree.map(lambda leaf: leaf[:, 0, 0], views), keys)

    to = np.asarray(ways)
    assert len(np.unique(to, axis=0)) > 1
    decks = np.array([deck(each.tolist(), way) for each, way in zip(np.asarray(deals.deck), to, strict=True)], np.int8)
    theirs = np.zeros_like(likings)
    for i in range(GAMES):
        theirs[i][:, [action(a, to[i]) for a in range(spec.actions)]] = likings[i]
    others, other_actions, _ = play(Deal(jnp.asarray(decks), deals.setup), theirs)

    def show(views, way):
        every = jax.vmap(jax.vmap(lambda view: shown.view(view, way)))
        return every(views)

    found = jax.jit(jax.vmap(show))(views, ways)
    for field, one, other in zip(others._fields, found, others, strict=True):
        np.testing.assert_array_equal(one, other, err_msg=field)
    here = jax.jit(jax.vmap(lambda actions, way: jax.vmap(lambda a: shown.action(a, way))(actions)))(
        other_actions, ways
    )
    np.testing.assert_array_equal(np.where(done, 0, here), np.where(done, 0, actions))
    assert any((np.asarray(one) != np.asarray(other)).any() for one, other in zip(views, others, strict=True))


def test_denari_keep_their_name_where_the_4_of_denari_chose():
    game = make("maraffone", "official")
    draw = jax.jit(jax.vmap(game.augmentation("suits").draw, in_axes=(None, 0)))
    keys = jax.random.split(jax.random.key(0), 2000)
    for setup, most in ((0, 6), (1, 24)):
        state = game.start(Deal(jnp.arange(40, dtype=jnp.int8), jnp.array([setup], jnp.int8)))
        found, counts = np.unique(np.asarray(draw(game.observe(state, 0), keys)), axis=0, return_counts=True)
        assert len(found) == most
        assert (found[:, 0] == 0).all() == (setup == 0)
        assert counts.min() > 2000 / most / 2


def test_the_suit_without_its_2_is_like_no_other():
    deck = make("briscola", "3p").spec.deck
    found = symmetry.renamings(deck, 4, 10)
    assert len(found) == 6
    assert (found[:, 3] == 3).all()  # bastoni
    assert len(symmetry.renamings(tuple(range(40)), 4, 10)) == 24
    assert symmetry.renamings(tuple(range(40)), 4, 10, fixed=(0, 1, 2, 3)).tolist() == [[0, 1, 2, 3]]
