import numpy as np
import pytest

from mazzo.core.game import IllegalAction, host
from mazzo.games.briscola import rules as R
from tests.games.briscola.hands import cards, position


def test_the_deck_is_worth_120_points():
    assert int(R.points(R.CARDS).sum()) == 120
    assert R.points(np.array(cards("Ad 3s Rc Cb Fd 7s 2c"), np.int8)).tolist() == [11, 10, 4, 3, 2, 0, 0]
    assert int(R.points(np.int8(-1))) == 0


def test_order_of_strength():
    order = np.array(cards("2d 4d 5d 6d 7d Fd Cd Rd 3d Ad"), np.int8)
    assert R.strength(order).tolist() == list(range(10))


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("2d 3d", 1),  # a higher card of the suit led
        ("3d 2d", 0),
        ("Ad 3d", 0),
        ("2d As", 0),  # another suit takes nothing
        ("Ad 2b", 1),  # the smallest trump beats an ace
        ("2b Ab", 1),
        ("Ab 3b", 0),
    ],
)
def test_who_takes_the_trick(trick, winner):
    lead, reply = trick.split()
    _, state = position(f"{lead} 4s 5s {reply} 6s 7s", "7b", trick)
    assert int(state.turn) == winner
    assert state.points.tolist()[winner] == int(R.points(np.array(cards(trick), np.int8)).sum())


def test_with_four_the_highest_trump_wins_for_the_pair():
    hands = "Ad 2s 4s 2b 5s 6s 3d 7s Fs 4b Cs Rs"
    _, state = position(hands, "7b", "Ad 2b 3d 4b", players=4)
    assert int(state.turn) == 3
    assert state.points.tolist() == [0, 21]


def test_the_winner_draws_first_and_new_cards_come_last():
    _, state = position("2d 4d 5d 6d 7d Fd Ac 3c", "7b", "4d 6d")
    assert int(state.turn) == 1
    assert state.hands[1].tolist() == cards("7d Fd Ac")
    assert state.hands[0].tolist() == cards("2d 5d 3c")


def test_the_turned_card_is_drawn_last():
    game, state = position("2d 4d 5d 6d 7d Fd", "7b")
    table = host(game)
    for _ in range(17):
        for _ in range(2):
            state = table.play(state, table.legal_actions(state)[0])
    assert cards("7b")[0] in state.hands.ravel().tolist()
    assert (state.hands >= 0).all()
    state = table.play(state, table.legal_actions(state)[0])
    state = table.play(state, table.legal_actions(state)[0])
    assert (state.hands >= 0).sum() == 4  # nothing left to draw


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_legal_ones():
    game, state = position("2d 4d 5d 6d 7d Fd", "7b")
    with pytest.raises(IllegalAction, match="Ab cannot be played now; legal: 2d, 4d, 5d"):
        host(game).play(state, cards("Ab")[0])


def test_partners_see_each_others_hand_when_the_stock_is_empty():
    game, state = position("2d 4d 5d 6d 7d Fd Cd Rd 3d Ad 2s 4s", "7b", players=4)
    table = host(game)
    while int(state.plays) < 28:
        assert (table.observe(state, 0).partner == -1).all()
        state = table.play(state, table.legal_actions(state)[0])
    for seat in range(4):
        partner = table.observe(state, seat).partner
        assert sorted(partner.tolist()) == sorted(state.hands[(seat + 2) % 4].tolist())
        assert partner.tolist() == sorted(partner.tolist(), reverse=True)  # not the order in which they were drawn
