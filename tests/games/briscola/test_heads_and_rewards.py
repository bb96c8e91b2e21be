import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core.game import host
from tests.games.briscola.hands import cards, position, view_of


def test_slots_are_the_cards_of_the_hand_oldest_first():
    game, view = view_of("Ad As 4s Rc 2b Fd", "7b", "As Rc")  # seat 0 took, kept Ad 4s and drew
    head = game.head("slots-3")
    hand = [int(card) for card in view.hand]
    assert hand[:2] == cards("Ad 4s")
    assert [int(head.action(view, jnp.int32(slot))) for slot in range(3)] == hand
    assert [int(head.output(view, jnp.int32(card))) for card in hand] == [0, 1, 2]
    assert head.legal(view).tolist() == [True] * 3


def test_cards_40_is_one_output_per_card():
    game, view = view_of("Ad As 4s Rc 2b Fd", "7b")
    head = game.head("cards-40")
    assert np.flatnonzero(head.legal(view)).tolist() == sorted(cards("Ad As 4s"))
    assert int(head.action(view, jnp.int32(11))) == 11


@pytest.mark.parametrize("turned", ["7d", "7s", "7c", "7b"])
def test_outputs_with_trump_first_are_the_cards_as_full_shows_them(turned):
    game, view = view_of("Ad As 4c Rc 2b Fd", turned)
    head, shown = game.head("trump-first-40"), game.encoder("full")(view)[:40]  # its first piece: the own hand
    assert head.legal(view).tolist() == shown.astype(bool).tolist()
    meant = {output: int(head.action(view, jnp.int32(output))) for output in np.flatnonzero(shown)}
    assert sorted(meant.values()) == sorted(cards("Ad As 4c"))
    assert {output: int(head.output(view, jnp.int32(card))) for output, card in meant.items()} == {
        output: output for output in meant
    }
    assert {output // 10: card // 10 for output, card in meant.items()} == {
        (card // 10 - cards(turned)[0] // 10) % 4: card // 10 for card in meant.values()
    }


def test_no_output_is_legal_when_it_is_not_ones_turn():
    game, view = view_of("Ad As 4s Rc 2b Fd", "7b", seat=1)
    assert not game.head("slots-3").legal(view).any()
    assert not game.head("cards-40").legal(view).any()
    assert not game.head("trump-first-40").legal(view).any()


def paid(name, start, turned, played, card, players=2):
    """What the play of `card` pays each seat."""
    game, before = position(start, turned, played, players)
    action = cards(card)[0]
    after = host(game).play(before, action)
    return game.reward(name)(before, jnp.int32(action), after).tolist()


@pytest.mark.parametrize(
    ("name", "lead", "trick"),
    [
        ("result", [0, 0], [0, 0]),
        ("tricks", [0, 0], [1, -1]),
        ("points", [0, 0], [15, -15]),
        ("points-and-win", [0, 0], [15, -15]),
        ("sapienza", [0, 0], [15 / 22, 0]),
    ],
)
def test_rewards_within_the_game(name, lead, trick):
    start = "Ad As 4s Rc 2b Fd"
    assert paid(name, start, "7d", "", "Ad") == lead
    assert paid(name, start, "7d", "Ad", "Rc") == pytest.approx(trick)


def whole_game(order="24567FCR3A"):
    """(game, [(before, action, after), …]): seat 0 plays its highest card in this order of ranks, seat 1 its lowest."""
    game, state = position("Ad As 4s Rc 2b Fd", "7d")
    table, steps = host(game), []
    while not bool(state.done):
        legal = sorted(table.legal_actions(state), key=lambda card: order.find(game.text.card(card)[0]))
        action = legal[-1] if int(state.turn) == 0 else legal[0]
        after = table.play(state, action)
        steps.append((state, action, after))
        state = after
    return game, steps


def test_the_extra_hundred_comes_once_when_a_side_first_passes_60():
    game, steps = whole_game()
    extra = [
        (
            np.asarray(game.reward("points-and-win")(b, jnp.int32(a), c)) - game.reward("points")(b, jnp.int32(a), c)
        ).tolist()
        for b, a, c in steps
    ]
    passing = [i for i, (b, _, c) in enumerate(steps) if max(b.points) <= 60 < max(c.points)]
    assert len(passing) == 1
    winner = int(np.argmax(steps[-1][2].points))
    expected = [100.0, -100.0] if winner == 0 else [-100.0, 100.0]
    assert extra[passing[0]] == expected
    assert all(e == [0, 0] for i, e in enumerate(extra) if i != passing[0])


def test_the_end_pays_the_result():
    game, steps = whole_game()
    before, action, after = steps[-1]
    winner = int(np.argmax(after.points))
    sign = [1.0, -1.0] if winner == 0 else [-1.0, 1.0]
    assert game.reward("result")(before, jnp.int32(action), after).tolist() == sign
    last = game.reward("sapienza")(before, jnp.int32(action), after).tolist()
    assert last == [float(winner == 0), float(winner == 1)]  # not the points of the last trick


def test_a_draw_pays_nobody():
    game, steps = whole_game("2456FCR3A7")
    before, action, after = steps[-1]
    assert after.points.tolist() == [60, 60]
    for name in ("result", "sapienza"):
        assert game.reward(name)(before, jnp.int32(action), after).tolist() == [0, 0]


def test_points_rewards_add_up_to_the_difference():
    game, steps = whole_game()
    total = sum(np.asarray(game.reward("points")(b, jnp.int32(a), c)) for b, a, c in steps)
    own, other = make("briscola").returns(steps[-1][2]).tolist()
    assert total.tolist() == [own - other, other - own]


def test_with_four_the_partner_is_paid_too():
    hands = "Ad 2s 4s 2b 5s 6s 3d 7s Fs 4b Cs Rs"
    assert paid("points", hands, "7b", "Ad 2b 3d", "4b", players=4) == [-21, 21, -21, 21]
    assert paid("tricks", hands, "7b", "Ad 2b 3d", "4b", players=4) == [-1, 1, -1, 1]
