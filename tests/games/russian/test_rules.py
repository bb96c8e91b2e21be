import numpy as np
import pytest

from mazzo import make
from mazzo.core.errors import MazzoError
from mazzo.core.game import host
from tests.games.russian.hands import (
    CLOSED,
    KINGS,
    OPEN,
    STANDARD,
    TURNS,
    cards,
    deal,
    legal,
    piles,
    played,
    random_plays,
    view_of,
)


def test_the_deal_of_the_paper():
    deck = list(range(52))
    view = view_of(STANDARD, deal(STANDARD, *(" ".join([".."] * n) for n in (1, 6, 7, 8, 9, 10, 11))))
    assert view.sizes.tolist() == [1, 6, 7, 8, 9, 10, 11]
    assert view.down.tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert piles(view)[:3] == ["As", ".. 3s 4s 5s 6s 7s", ".. .. Ts Js Qs Ks Ah"]
    first = np.cumsum([0, 1, 6, 7, 8, 9, 10])
    hidden = [place for pile, start in enumerate(first) for place in range(start, start + pile)]
    assert view.deck.tolist() == [-1 if place in hidden else deck[place] for place in range(52)]


def test_a_card_moves_onto_its_successor_on_top_of_another_pile_and_aces_go_up():
    state = played(OPEN, KINGS)
    # As onto 2s; Ah not onto 2s (another suit); 2h lies in the pile of 3h; no pile is empty for the kings.
    assert legal(OPEN, state) == {"As", "As^", "Ah^"}


def test_all_that_lies_on_a_card_moves_with_it_and_the_card_beneath_is_free():
    view = view_of(OPEN, KINGS, "As^ Ah^ 3s")
    assert piles(view) == ["3s 3h", "", "2s", "2h"]
    assert legal(OPEN, played(OPEN, KINGS, "As^ Ah^ 3s")) == {"2s^", "2h^", "2h", "3h"}


def test_a_king_moves_to_the_first_empty_pile_but_not_if_it_lies_lowest():
    assert legal(OPEN, played(OPEN, KINGS, "As^ Ah^")) == {"2s^", "3s", "3h"}
    view = view_of(OPEN, KINGS, "As^ Ah^ 3h")
    assert piles(view) == ["3h", "", "2s", "2h 3s"]
    # 3h is the lowest card of its pile now and stays, though another pile is empty.
    assert legal(OPEN, played(OPEN, KINGS, "As^ Ah^ 3h")) == {"2s^", "2s", "2h", "3s"}


def test_foundations_are_built_by_suit_from_the_ace():
    state = played(OPEN, KINGS, "Ah^")
    assert "2s^" not in legal(OPEN, state)
    assert "2s^" in legal(OPEN, played(OPEN, KINGS, "Ah^ As^"))


def test_won_when_all_cards_are_on_the_foundations():
    before = played(OPEN, KINGS, "As^ Ah^ 3s 2h^ 3h^ 2s^")
    assert (bool(before.done), legal(OPEN, before)) == (False, {"3s^"})
    after = host(OPEN).play(before, OPEN.text.parse_action("3s^"))
    assert bool(after.done)
    assert legal(OPEN, after) == set()
    assert host(OPEN).returns(before).tolist() == [0.0]
    assert host(OPEN).returns(after).tolist() == [1.0]


def test_face_down_cards_are_turned_when_they_are_on_top():
    steps = {
        "": ["2s", ".. .. As", ".. .. .. 3s"],
        "2s": ["", ".. .. As", ".. .. .. 3s 2s"],
        "2s As": ["", ".. 4s", ".. .. .. 3s 2s As"],
        "2s As 3s": ["", ".. 4s 3s 2s As", ".. .. 4h"],
        "2s As 3s 4h": ["4h", ".. 4s 3s 2s As", ".. 2h"],
        "2s As 3s 4h As^ 2s^ 3s^ 4s^": ["4h", "3h", ".. 2h"],
    }
    for actions, shown in steps.items():
        assert piles(view_of(CLOSED, TURNS, actions)) == shown
    # 3h goes onto 4h and 2h onto 3h, or the other way round.
    assert legal(CLOSED, played(CLOSED, TURNS, "2s As 3s 4h As^ 2s^ 3s^ 4s^")) == {"3h", "2h"}


def test_a_face_down_card_can_neither_move_nor_be_moved_onto():
    assert legal(CLOSED, played(CLOSED, TURNS)) == {"As", "As^", "2s"}
    # Pile 0 is empty, but both kings are face down; then 4s is turned and may go there, or take 3s.
    assert legal(CLOSED, played(CLOSED, TURNS, "2s")) == {"As", "As^"}
    assert legal(CLOSED, played(CLOSED, TURNS, "2s As")) == {"As^", "3s", "4s"}


def test_a_card_below_the_top_moves_only_with_what_lies_on_it_to_the_piles():
    state = played(OPEN, deal(OPEN, "As", "Ah", "3s", "2s 2h 3h"), "As^")
    assert "2s^" not in legal(OPEN, state)  # 2s is not on top
    assert "2s" in legal(OPEN, state)
    assert piles(view_of(OPEN, deal(OPEN, "As", "Ah", "3s", "2s 2h 3h"), "As^ 2s")) == ["", "Ah", "3s 2s 2h 3h", ""]


def test_over_when_nothing_can_be_moved_even_before_the_first_move():
    state = played(OPEN, deal(OPEN, "3s", "3h", "2h", "As Ah 2s"))
    assert legal(OPEN, state) == {"2s", "2h", "Ah"}
    dead = played(CLOSED, deal(CLOSED, "4s", "3s As 2s", "3h Ah 2h 4h"))
    assert bool(dead.done)
    assert legal(CLOSED, dead) == set()
    assert host(CLOSED).returns(dead).tolist() == [0.0]


def test_the_two_bounds_hold_in_random_games():
    states, views, actions, last, _ = random_plays()
    live = ~states.done
    assert last.done.all()
    assert int((views.moves[:, :, 0] >= 0).sum(2).max()) <= 10
    for game in range(len(live)):
        taken = actions[game][live[game]].tolist()
        assert len(set(taken)) == len(taken)  # no card goes twice to a pile, or twice to its foundation: at most 104


def test_the_list_of_moves_is_the_mask():
    _, views, _, _, _ = random_plays()
    moves, mask = views.moves[:, :, 0], views.legal[:, :, 0]
    listed = (moves[..., None] == np.arange(104)).sum(2)
    assert (listed == mask).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (dict(ranks=14), "1 to 4 suits and 1 to 13 ranks"),
        (dict(down=(0, 1)), "each of 2 to 7 piles"),
        (dict(up=(0, 6, 5, 5, 5, 5, 5)), "at least one face-up card"),
        (dict(ranks=12), "the piles hold 52 cards, the deck has 48"),
    ],
)
def test_layouts_that_cannot_be_dealt_are_refused(options, message):
    with pytest.raises(MazzoError, match=message):
        make("russian", **options)


def test_the_cards_of_a_smaller_deck():
    assert OPEN.spec.deck == tuple(cards("As 2s 3s Ah 2h 3h"))
    assert OPEN.spec.longest == 12
