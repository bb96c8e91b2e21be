"""The paper's 2,191 moves against the compact actions."""

import jax
import numpy as np
import pytest

from tests.games.russian.hands import KINGS, OPEN, STANDARD, random_plays, view_of
from tests.helpers import row

PAPER = STANDARD.head("moves-2191")


def papers_moves(view) -> dict[int, tuple[int, int | str]]:
    """Output -> (card, target pile or "up"), straight from the paper's words: try every card with every pile."""
    pile, height = np.asarray(view.pile), np.asarray(view.height)
    contents = [sorted(np.flatnonzero(pile == p), key=lambda card: height[card]) for p in range(7)]
    found = {}
    for p in range(7):
        for card in map(int, contents[p]):
            for q in (q for q in range(7) if q != p):
                on_successor = contents[q] and card % 13 < 12 and contents[q][-1] == card + 1
                to_space = not view.sizes[q] and card % 13 == 12 and height[card] > 0
                if on_successor or to_space:
                    k = q if q < p else q - 1
                    found[(52 * p + int(height[card])) * 6 + k] = (card, q)
        if contents[p]:
            top = int(contents[p][-1])
            if top % 13 == 0 or pile[top - 1] == 7:
                found[2184 + p] = (top, "up")
    return found


@pytest.fixture(scope="module")
def some_views():
    """Views of random games, among them all in which a king can choose between empty piles."""
    states, views, _, _, _ = random_plays()
    choice = ((views.sizes[:, :, 0] == 0).sum(2) >= 2) & (views.moves[:, :, 0, 7:] >= 0).any(2)
    some = [*np.argwhere(~states.done)[::23], *np.argwhere(choice)[:60]]
    return row(views, *np.array(some).T, np.zeros(len(some), int)), len(some)


def test_size():
    assert PAPER.size == 7 * 52 * 6 + 7 == 2191


def test_legal_outputs_are_the_papers_moves(some_views):
    views, count = some_views
    masks = np.asarray(jax.jit(jax.vmap(PAPER.legal))(views))
    several = 0
    for i in range(count):
        view = row(views, i)
        expected = papers_moves(view)
        assert np.flatnonzero(masks[i]).tolist() == sorted(expected)
        several += len(expected) > int(view.legal.sum())
    assert several >= 20  # a king and several empty piles


def test_outputs_and_actions_map_both_ways(some_views):
    views, count = some_views
    actions_of = jax.jit(jax.vmap(jax.vmap(PAPER.action, (None, 0)), (0, 0)))
    outputs_of = jax.jit(jax.vmap(jax.vmap(PAPER.output, (None, 0)), (0, 0)))
    listed = [papers_moves(row(views, i)) for i in range(count)]
    width = max(map(len, listed))
    outputs = np.array([[*moves, *[next(iter(moves))] * (width - len(moves))] for moves in listed], np.int32)
    actions = np.asarray(actions_of(views, outputs))
    back = np.asarray(outputs_of(views, actions))
    for i, moves in enumerate(listed):
        view = row(views, i)
        for output, action, again in zip(outputs[i], actions[i], back[i], strict=True):
            card, target = moves[int(output)]
            assert action == (card + 52 if target == "up" else card)
            same = [other for other, (c, t) in moves.items() if c == card and (t == "up") == (target == "up")]
            assert again == min(same)  # of several empty piles the first
        assert {int(a) for a in actions[i]} == set(np.flatnonzero(view.legal).tolist())


def test_a_king_has_a_move_for_each_empty_pile():
    view = view_of(OPEN, KINGS, "As^ Ah^")  # piles 0 and 1 are empty; 2h 3s 3h lie on pile 3
    head = OPEN.head("moves-76")  # 4 × 6 × 3 + 4
    to_first = {(6 * 3 + 1) * 3 + 0, (6 * 3 + 2) * 3 + 0}
    to_second = {(6 * 3 + 1) * 3 + 1, (6 * 3 + 2) * 3 + 1}
    assert set(np.flatnonzero(jax.jit(head.legal)(view)).tolist()) == to_first | to_second | {72 + 2}


def test_compact_head_is_one_output_per_action():
    view = view_of(OPEN, KINGS)
    head = OPEN.head("cards-104")
    assert np.flatnonzero(jax.jit(head.legal)(view)).tolist() == [0, 52, 65]
    assert int(head.action(view, np.int32(65))) == 65


def test_nothing_is_legal_after_the_end():
    view = view_of(OPEN, KINGS, "As^ Ah^ 3s 2h^ 3h^ 2s^ 3s^")
    assert bool(view.done)
    assert not any(jax.jit(head.legal)(view).any() for head in OPEN.heads.values())
