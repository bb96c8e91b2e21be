"""Vectors worked out by hand from the paper's description."""

import jax
import numpy as np
import pytest

from tests.games.tripeaks.hands import SMALL, STANDARD, cards, deal, pieces, random_plays, view_of
from tests.helpers import row

ROW_D = "2s 3s 6s 8s Ts Qs 6h 8h Th 8d"
DEALT = deal(STANDARD, ".. .. ..", ".. .. .. .. .. ..", "Kc .. .. .. .. .. .. .. ..", ROW_D, stock="Jd 4h", waste="As")
UNSEEN = sorted(set(range(52)) - set(cards(f"{ROW_D} As")))
after = jax.jit(STANDARD.after)


def marked(flags):
    return sorted(np.flatnonzero(flags).tolist())


def e1(view):
    """[54, 52]"""
    return np.asarray(jax.jit(STANDARD.encoder("e1"))(view)).reshape(54, 52)


def e2(view):
    """[52, 54]"""
    return np.asarray(jax.jit(STANDARD.encoder("e2"))(view)).reshape(52, 54)


def test_e1_at_the_start():
    channels = e1(view_of(STANDARD, DEALT))
    located = {int(place): marked(channels[place]) for place in np.flatnonzero(channels[:52].any(1))}
    expected = {18 + i: [card] for i, card in enumerate(cards(ROW_D))} | {51: cards("As")}
    assert located == expected
    assert marked(channels[52]) == UNSEEN  # face down, without a location
    assert marked(channels[53]) == []  # nothing is discarded


def test_e2_at_the_start():
    channels = e2(view_of(STANDARD, DEALT))
    assert (channels.sum(1) == 1).all()  # a card, or face down, or vacant
    what = channels.argmax(1).tolist()
    assert what == [52] * 18 + cards(ROW_D) + [52] * 23 + cards("As")


def test_after_taking_cards():
    view = view_of(STANDARD, DEALT, "d1 d2 stock stock")  # As 2s 3s Jd are covered by 4h; c1 is uncovered
    what = e2(view).argmax(1).tolist()
    assert what == [52] * 9 + cards("Kc") + [52] * 8 + [53, 53, *cards(ROW_D)[2:]] + [53] * 2 + [52] * 21 + cards("4h")
    channels = e1(view)
    assert marked(channels[53]) == sorted(cards("As 2s 3s Jd"))
    assert marked(channels[52]) == sorted(set(UNSEEN) - set(cards("Kc Jd 4h")))
    assert marked(channels[9]) == cards("Kc")
    assert marked(channels[51]) == cards("4h")
    assert marked(channels[18]) == []


def test_the_afterstate_of_a_turn_shows_a_face_down_waste():
    view = after(view_of(STANDARD, DEALT), np.int32(28))
    what = e2(view).argmax(1).tolist()
    assert what == [52] * 18 + cards(ROW_D) + [53] + [52] * 22 + [52]
    channels = e1(view)
    assert marked(channels[52]) == UNSEEN  # the jack is not known yet
    assert marked(channels[53]) == cards("As")
    assert marked(channels[51]) == []


def test_the_afterstate_of_a_card_leaves_what_it_uncovers_face_down():
    view = after(view_of(STANDARD, DEALT, "d1"), np.int32(19))
    what = e2(view).argmax(1).tolist()
    assert what == [52] * 18 + [53, 53, *cards(ROW_D)[2:]] + [52] * 23 + cards("3s")
    channels = e1(view)
    assert marked(channels[9]) == []
    assert marked(channels[51]) == cards("3s")
    assert marked(channels[53]) == sorted(cards("As 2s"))
    assert marked(channels[52]) == UNSEEN


def test_full_by_hand():
    view = view_of(STANDARD, DEALT, "d1 d2 stock")  # on the waste: the jack of diamonds, rank 10
    parts = pieces(STANDARD, "full", view)
    ranks = parts["ranks"].reshape(28, 13)
    assert marked(ranks[9]) == [2]  # the king is two above the jack
    assert marked(ranks[20]) == [(5 - 10) % 13]  # 6s
    assert marked(ranks[0]) == marked(ranks[18]) == []  # face down, taken
    assert marked(parts["face-down"]) == [*range(9), *range(10, 18)]
    assert marked(parts["taken"]) == [18, 19]
    assert marked(parts["free"]) == [9, *range(20, 28)]
    unseen = np.zeros(13)
    for card in set(UNSEEN) - set(cards("Kc Jd")):
        unseen[(card % 13 - 10) % 13] += 1 / 4
    assert parts["unseen"].tolist() == pytest.approx(unseen.tolist())
    showing = np.zeros(13)
    for card in cards(f"Kc {ROW_D}")[:1] + cards(ROW_D)[2:]:
        showing[(card % 13 - 10) % 13] += 1 / 4
    assert parts["showing"].tolist() == pytest.approx(showing.tolist())
    assert parts["stock"].tolist() == [1] * 22 + [0]
    assert parts["waste"].tolist() == [1]
    assert marked(parts["legal"]) == [22, 23, 26, 28]  # Ts Qs Th and the stock


def test_full_counts_unseen_cards_of_a_smaller_deck():
    dealt = deal(SMALL, "5s 4s", "2s 3s Ah", stock="2h 3h 9h", waste="As")
    parts = pieces(SMALL, "full", view_of(SMALL, dealt))
    expected = np.zeros(13)
    for card in cards("5s 4s 2h 3h 9h"):
        expected[card % 13] += 1 / 4
    assert parts["unseen"].tolist() == pytest.approx(expected.tolist())


@pytest.fixture(scope="module")
def some_plays():
    """(views before, actions, views after) of random games, in one row, without what follows the end."""
    states, views, actions, _, _ = random_plays()
    live = np.argwhere(~states.done[:60, :-1])
    views = jax.tree.map(lambda x: x[:, :, 0], views)
    return row(views, *live.T), actions[tuple(live.T)], row(views, live[:, 0], live[:, 1] + 1)


def test_afterstates_are_the_next_view_without_its_news(some_plays):
    before, actions, following = some_plays
    known = jax.tree.map(np.asarray, jax.jit(jax.vmap(STANDARD.after))(before, actions))
    news = (following.deck != before.deck).any(1)
    assert 0.2 < news.mean() < 0.9
    for field in known._fields:
        same = (getattr(known, field) == getattr(following, field)).reshape(len(news), -1).all(1)
        assert same[~news].all(), field
        if field in ("seat", "covered", "stock", "turn", "actions", "plays"):
            assert same.all(), field
    shown = (following.tableau >= 0) & (before.tableau < 0)
    assert (known.tableau == np.where(shown, -2, following.tableau)).all()
    assert (known.waste == np.where(actions == 28, -2, following.waste)).all()
    assert (known.deck == before.deck).all()
    assert (known.legal <= following.legal).all()  # what is known to be possible is possible
    assert (known.done <= following.done).all()


def test_every_vector_has_the_papers_form(some_plays):
    before, actions, _ = some_plays
    views = jax.jit(jax.vmap(STANDARD.after))(before, actions)
    by_location = np.asarray(jax.jit(jax.vmap(STANDARD.encoder("e2")))(views)).reshape(-1, 52, 54)
    assert (by_location.sum(2) == 1).all()
    by_card = np.asarray(jax.jit(jax.vmap(STANDARD.encoder("e1")))(views)).reshape(-1, 54, 52)
    assert (by_card.sum(1) == 1).all()  # every card is somewhere, or face down, or discarded
    assert (by_card[:, :52] == by_location[:, :, :52]).all()
    assert (by_card[:, 52].sum(1) == by_location[:, :, 52].sum(1)).all()  # as many unseen cards as face-down places
