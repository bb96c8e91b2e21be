"""Heads of the thesis."""

import jax.numpy as jnp
import numpy as np
import pytest

from tests.games.hanabi.tables import Table


@pytest.fixture(scope="module")
def table():
    return Table("simplified-2p", "R1 Y2 R1 G5 B4").play("h h")


def test_names_and_sizes(table):
    sizes = {name: head.size for name, head in table.game.heads.items()}
    assert sizes == {"direct": 11, "outputs-10": 10, "outputs-11": 11, "outputs-51": 51}
    assert {name: head.size for name, head in Table("full-3p").game.heads.items()} == {"direct": 30, "outputs-11": 11}


def test_outputs_10_leaves_the_hint_out(table):
    head, view = table.game.head("outputs-10"), table.view(0)
    assert np.asarray(head.legal(view)).tolist() == [True] * 10
    assert head.action(view, jnp.int32(7)) == 7
    assert head.output(view, jnp.int32(7)) == 7


def test_outputs_11_give_the_first_hint_there_is():
    table = Table("full-2p", "R1 R2 R3 R4 R5 Y2 Y2 B3 B3 B4")
    head, view = table.game.head("outputs-11"), table.view(0)
    assert np.flatnonzero(head.legal(view)).tolist() == [5, 6, 7, 8, 9, 10]
    assert [table.text.action(int(head.action(view, jnp.int32(output)))) for output in (5, 10)] == ["p0", "h1Y"]
    assert [int(head.output(view, jnp.int32(table.text.parse_action(code)))) for code in ("p4", "h1Y", "h14")] == [
        9, 10, 10,
    ]  # fmt: skip
    table.play("h1Y h1R " * 4)
    assert np.flatnonzero(head.legal(table.view(0))).tolist() == list(range(10))  # no token is left


def test_outputs_51_name_cards_and_take_the_oldest_of_two(table):
    head, view = table.game.head("outputs-51"), table.view(0)
    r1, y2, g5, b4 = (table.text.parse_card(code) for code in ("R1", "Y2", "G5", "B4"))
    held = sorted([r1, y2, g5, b4])
    assert np.flatnonzero(head.legal(view)).tolist() == [*held, *(25 + card for card in held), 50]
    assert [int(head.action(view, jnp.int32(out))) for out in (r1, y2, 25 + r1, 25 + b4, 50)] == [0, 1, 5, 9, 10]
    assert [int(head.output(view, jnp.int32(action))) for action in (0, 2, 5, 7, 9, 10)] == [
        r1, r1, 25 + r1, 25 + r1, 25 + b4, 50,
    ]  # fmt: skip


def test_outputs_51_may_not_discard_with_all_tokens():
    table = Table("simplified-2p", "R1 Y2 R1 G5 B4")
    legal = np.asarray(table.game.head("outputs-51").legal(table.view(0)))
    assert not legal[:25].any()
    assert legal[25:50].sum() == 4
    assert not table.game.head("outputs-51").legal(table.view(1)).any()  # it is not seat 1's turn
