"""Vectors worked out by hand from the paper's description."""

import jax
import numpy as np
import pytest

from tests.games.russian.hands import CLOSED, STANDARD, TURNS, cards, deal, pieces, random_plays, view_of
from tests.helpers import row

REST = [" ".join([".."] * n) for n in (7, 8, 9, 10, 11)]
# As on pile 0, 2s on pile 1, and a face-down king under it.
DEALT = deal(STANDARD, "As", "Kd .. .. .. .. 2s", *REST)


def marked(flags):
    return sorted(np.flatnonzero(flags).tolist())


def e1(view):
    """[373, 52]"""
    return np.asarray(jax.jit(STANDARD.encoder("e1"))(view)).reshape(373, 52)


def e2(view):
    """[54, 368]"""
    return np.asarray(jax.jit(STANDARD.encoder("e2"))(view)).reshape(54, 368)


def test_at_the_start():
    view = view_of(STANDARD, DEALT)
    by_card, by_location = e1(view), e2(view)
    ace, two, king = cards("As 2s Kd")
    assert marked(by_card[:, ace]) == [0]  # pile 0, height 0
    assert marked(by_card[:, two]) == [52 + 5]
    assert marked(by_card[:, king]) == [368]  # face down, no location
    assert marked(by_location[:, 0]) == [ace]
    assert marked(by_location[:, 52]) == [52]  # a face-down card, whichever
    assert marked(by_location[:, 52 + 6]) == [53]  # nothing lies on 2s
    assert marked(by_location[53, 364:]) == [0, 1, 2, 3]  # no foundation is begun
    assert marked(by_location[52]) == [52 * pile + height for pile in range(7) for height in range(pile)]
    assert by_card[368].sum() == 21
    assert by_card[369].sum() == 0


def test_foundations():
    view = view_of(STANDARD, DEALT, "As^ 2s^")
    by_card, by_location = e1(view), e2(view)
    ace, two = cards("As 2s")
    assert marked(by_card[:, two]) == [364]  # the top of the first foundation
    assert marked(by_card[:, ace]) == [369]  # discarded
    assert marked(by_location[:, 364]) == [two]
    assert marked(by_location[:, 0]) == [53]
    assert marked(by_location[:, 52 + 5]) == [53]
    assert (by_card[370:] == 0).all()  # the channels that the paper does not explain


def test_the_afterstate_leaves_the_uncovered_card_face_down():
    before = view_of(CLOSED, TURNS, "2s")
    known = jax.jit(CLOSED.after)(before, np.int32(0))  # As onto 2s, off 4s
    following = view_of(CLOSED, TURNS, "2s As")
    assert following.down.tolist() == [0, 1, 3]
    assert known.down.tolist() == [0, 2, 3]
    assert known.tops.tolist() == [-1, -2, 0]
    parts = pieces(CLOSED, "e2", known)
    assert marked(parts["face-down"]) == [8, 9, 16, 17, 18]  # 8 heights to a pile
    cards_at = parts["card"].reshape(52, 26)
    assert {int(card): marked(cards_at[card]) for card in np.flatnonzero(cards_at.any(1))} == {
        cards("3s")[0]: [16 + 3],
        cards("2s")[0]: [16 + 4],
        cards("As")[0]: [16 + 5],
    }
    parts = pieces(CLOSED, "e1", known)
    assert marked(parts["face-down"]) == sorted(cards("4s Ah 2h 3h 4h"))
    assert np.flatnonzero(known.legal).tolist() == [52]  # 3s may follow onto 4s, but that is not known yet
    assert not bool(known.done)


def test_full_by_hand():
    view = view_of(CLOSED, TURNS, "2s As 3s")  # nothing; ?? 4s 3s 2s As; ?? ?? 4h
    parts = pieces(CLOSED, "full", view)
    where = parts["pile"].reshape(4, 52)
    assert [marked(where[pile]) for pile in range(4)] == [[], sorted(cards("4s 3s 2s As")), cards("4h"), []]
    assert marked(parts["hidden"]) == sorted(cards("Ah 2h 3h"))
    assert [parts["height"][card] * 8 for card in cards("4s 3s As 4h")] == pytest.approx([1, 2, 4, 2])
    assert [parts["cover"][card] * 8 for card in cards("4s 3s As 4h")] == pytest.approx([3, 2, 0, 0])
    assert marked(parts["top"]) == sorted(cards("As 4h"))
    assert marked(parts["joined"]) == sorted(cards("As 2s 3s"))
    assert marked(parts["blocked"]) == []
    assert parts["down"].reshape(3, 3).sum(1).tolist() == [0, 1, 2]
    assert parts["empty"].tolist() == [1, 0, 0]
    assert marked(parts["legal"]) == sorted([*cards("4s 4h"), 52])


def test_full_marks_cards_under_their_successor():
    view = view_of(STANDARD, deal(STANDARD, "Kc", ".. 7h 2d 8h 9h Jc", *REST))
    parts = pieces(STANDARD, "full", view)
    seven, eight = cards("7h 8h")
    assert parts["blocked"][seven] == 1
    assert parts["blocked"][eight] == 1
    assert parts["joined"][seven] == 0


@pytest.fixture(scope="module")
def some_plays():
    """(views before, actions, views after) of random games, in one row, without what follows the end."""
    states, views, actions, _, _ = random_plays()
    live = np.argwhere(~states.done[:, :-1])
    views = jax.tree.map(lambda x: x[:, :, 0], views)
    return row(views, *live.T), actions[tuple(live.T)], row(views, live[:, 0], live[:, 1] + 1)


def test_afterstates_are_the_next_view_without_its_news(some_plays):
    before, actions, following = some_plays
    known = jax.tree.map(np.asarray, jax.jit(jax.vmap(STANDARD.after))(before, actions))
    news = (following.deck != before.deck).any(1)
    assert 0.1 < news.mean() < 0.9
    for field in known._fields:
        same = (getattr(known, field) == getattr(following, field)).reshape(len(news), -1).all(1)
        assert same[~news].all(), field
        if field in ("seat", "sizes", "turn", "actions", "plays"):
            assert same.all(), field
    turned = (before.pile < 0) & (following.pile >= 0)
    assert (turned.sum(1) == news).all()
    assert (known.pile == np.where(turned, -1, following.pile)).all()
    assert (known.height == np.where(turned, 0, following.height)).all()
    assert (known.down.sum(1) == following.down.sum(1) + news).all()
    assert (known.deck == before.deck).all()
    assert (known.legal <= following.legal).all()  # what is known to be possible is possible
    assert (known.done <= following.done).all()


def test_every_vector_has_the_papers_form(some_plays):
    before, actions, _ = some_plays
    before, actions = row(before, slice(0, 600)), actions[:600]
    views = jax.jit(jax.vmap(STANDARD.after))(before, actions)
    by_location = np.asarray(jax.jit(jax.vmap(STANDARD.encoder("e2")))(views)).reshape(-1, 54, 368)
    assert (by_location.sum(1) == 1).all()
    by_card = np.asarray(jax.jit(jax.vmap(STANDARD.encoder("e1")))(views)).reshape(-1, 373, 52)
    assert (by_card.sum(1) == 1).all()  # every card is somewhere, or face down, or discarded
    assert (by_card[:, :368] == by_location[:, :52].transpose(0, 2, 1)).all()
    assert (by_card[:, 368].sum(1) == by_location[:, 52].sum(1)).all()  # as many unseen cards as face-down places


def test_moves_by_hand():
    """Pile 0 is empty; ?? 4s 3s 2s As; ?? ?? 4h. Fours are the kings, eight cards in all, three face down at most."""
    parts = pieces(CLOSED, "moves", view_of(CLOSED, TURNS, "2s As 3s"))
    ace, two, three, four, heart = cards("As 2s 3s 4s 4h")
    assert {int(c): round(float(parts["beneath"][c]) * 3) for c in np.flatnonzero(parts["beneath"])} == {
        ace: 1, two: 1, three: 1, four: 1, heart: 2,
    }  # fmt: skip
    assert marked(parts["turns"]) == [four, heart]
    assert marked(parts["clears"]) == []
    assert {int(c): round(float(parts["way"][c]) * 8) for c in np.flatnonzero(parts["way"])} == {
        ace: 1,
        two: 2,
        three: 3,
    }
    assert marked(parts["wanted"]) == sorted(cards("As Ah"))
    parts = pieces(CLOSED, "moves", view_of(CLOSED, TURNS, "2s As 3s 4s As^"))  # 4s 3s 2s; 3h; ?? ?? 4h
    assert marked(parts["clears"]) == sorted(cards("4s 3h"))
    assert marked(parts["wanted"]) == sorted(cards("2s Ah"))
