"""The vectors of the thesis, worked by hand on its own examples, and what our own adds."""

from functools import cache

import jax
import numpy as np
import pytest

from mazzo.games.hanabi import view as V
from tests.games.hanabi.tables import Table

SIZES = {"initial-15": 15, "playability-7": 7, "vector-37": 37, "vector-62": 62, "vector-136": 136, "vector-186": 186}


@cache
def encode(game):
    return jax.jit(lambda view: {name: encoder(view) for name, encoder in game.encoders.items()})


@pytest.fixture(scope="module")
def example():
    """Figure 5.1: fireworks G2 W1 B3, hand R5 B4 R2 W2 G1; then two lives, five hints, and Y1 Y1 Y3 discarded."""
    table = Table("simplified-2p", "R5 B4 R2 W2 G1 Y4 R1 W3 B5 G2")
    view = table.view(0)
    built = sum(1 << table.text.parse_card(code) for code in ("G1", "G2", "W1", "B1", "B2", "B3"))
    y1, y3 = (1 << table.text.parse_card(code) for code in ("Y1", "Y3"))
    view = view._replace(
        built=np.int32(built),
        fireworks=np.array([0, 0, 2, 1, 3], np.int8),
        discards=np.array([y1 | y3, y1, 0], np.int32),
        lives=np.int8(2),
        hints=np.int8(5),
    )
    return {name: np.asarray(vector) for name, vector in encode(table.game)(view).items()}


def test_sizes():
    game = Table("simplified-2p").game
    assert {name: encoder.size for name, encoder in game.encoders.items() if name != "full"} == SIZES
    assert "canonical" not in game.encoders
    assert list(Table("full-2p").game.encoders) == ["canonical", "full"]


def test_initial_15(example):
    assert example["initial-15"].tolist() == [0, 0, 2, 1, 3, 0, 4, 4, 3, 0, 1, 3, 1, 2, 0]


def test_playability_7(example):
    np.testing.assert_allclose(example["playability-7"], [0, 1, 0, 1, 0, 2 / 3, 5 / 8])


MIXED_HAND = [1, 0, 0, 0, 0, 0.8, 0, 0, 0, 0, 1, 0.6, 1, 0, 0, 0, 0, 0.2, 0, 0, 0, 1, 0, 0.2, 0, 0, 1, 0, 0, 0]


def test_vector_37(example):
    np.testing.assert_allclose(example["vector-37"], [0, 0, 0.4, 0.2, 0.6, *MIXED_HAND, 2 / 3, 5 / 8], rtol=1e-6)


def test_vector_62(example):
    discards = [0] * 5 + [2 / 3, 0, 0.5, 0, 0] + [0] * 15
    expected = [0, 0, 0.4, 0.2, 0.6, *MIXED_HAND, *discards, 2 / 3, 5 / 8]
    np.testing.assert_allclose(example["vector-62"], expected, rtol=1e-6)


def bits(text):
    return [int(bit) for bit in text.replace(" ", "")]


BINARY = bits(
    "00000 00000 11000 10000 11100"  # fireworks R0 Y0 G2 W1 B3
    "10000 00001  00001 00010  10000 01000  00010 01000  00100 10000"  # R5 B4 R2 W2 G1
    "0000000000 1100010000 0000000000 0000000000 0000000000"  # Y1 Y1 Y3
    "110 11111000"
)


def test_vector_136(example):
    assert example["vector-136"].tolist() == BINARY


def test_vector_186(example):
    others = bits("01000 00010  10000 10000  00010 00100  00001 00001  00100 01000")  # Y4 R1 W3 B5 G2
    assert example["vector-186"].tolist() == BINARY + others


def test_missing_cards_are_zeros():
    table = Table("simplified-2p")
    view = table.view(0)
    view = view._replace(hands=view.hands.at[0, 4].set(-1))
    vectors = encode(table.game)(view)
    assert vectors["initial-15"][-2:].tolist() == [0, 0]
    assert not vectors["vector-37"][29:35].any()
    assert not vectors["vector-136"][65:75].any()


def pieces(game, vector):
    """The vector of `full` by the names of its pieces."""
    found, first = {}, 0
    for piece in game.encoder("full").pieces:
        found[piece.name] = np.asarray(vector[first : first + piece.size])
        first += piece.size
    return found


def test_full_holds_belief_and_prospects():
    """Belief and chances against counting cards one by one."""
    table = Table("full-2p", "R1 R2 Y1 Y4 B5 R1 Y1 G1 W1 B1 R3 R3").play("h11 h1R h1R h1Y p0 d0 h13 h12")
    view, rules = table.view(1), table.rules
    full = pieces(table.game, encode(table.game)(view)["full"])
    left = list(table.game.spec.deck)
    for card in [*np.asarray(view.known)[np.asarray(view.known) >= 0]]:
        left.remove(int(card))
    assert np.asarray(V.unseen(rules, view)).tolist() == [left.count(card) for card in range(25)]

    heights, gone = view.fireworks.tolist(), np.asarray(table.game.spec.deck)
    pile = [int(card) for card in view.known if card >= 0]
    others = [int(card) for card in view.hands[1] if card >= 0]
    for card in others:
        pile.remove(card)  # what is left was played or discarded
    played = [5 * colour + rank for colour in range(5) for rank in range(heights[colour])]
    discarded = list(pile)
    for card in played:
        discarded.remove(card)

    def prospects(card):
        colour, rank = divmod(card, 5)
        copies = {c: (gone == c).sum() - discarded.count(c) for c in range(25)}
        dead = rank < heights[colour] or any(copies[5 * colour + r] == 0 for r in range(rank + 1))
        return [rank == heights[colour] and not dead, dead, not dead and copies[card] == 1]

    belief = full["belief"].reshape(5, 25)
    chances = full["prospects"].reshape(5, 3)
    for slot in range(5):
        fitting = [card for card in left if int(view.possible[0, slot]) >> card & 1]
        expected = [fitting.count(card) / len(fitting) for card in range(25)]
        np.testing.assert_allclose(belief[slot], expected, rtol=1e-6)
        np.testing.assert_allclose(chances[slot], np.mean([prospects(card) for card in fitting], axis=0), rtol=1e-6)
    assert full["others-prospects"].reshape(5, 3).tolist() == [prospects(card) for card in others]
    public = list(table.game.spec.deck)
    for card in pile:
        public.remove(card)
    fitting = [card for card in public if int(view.possible[1, 0]) >> card & 1]
    expected = np.mean([prospects(card) for card in fitting], axis=0)
    np.testing.assert_allclose(full["others-chances"].reshape(5, 3)[0], expected, rtol=1e-6)


def test_full_tells_what_every_card_was_told():
    table = Table("full-2p", "R1 R2 Y1 Y4 B5 R2 Y1 G1 W1 B1").play("h1R h11")
    full = pieces(table.game, encode(table.game)(table.view(1))["full"])
    told = full["knowledge"].reshape(2, 5, 20).astype(int)
    assert told[0, 0].tolist() == bits("10000 11111 10000 00000")  # red
    assert told[0, 1].tolist() == bits("01111 11111 00000 00000")  # not red
    assert told[1, 0].tolist() == bits("11111 10000 00000 10000")  # a 1
    assert told[1, 1].tolist() == bits("11111 01111 00000 00000")  # no 1
    assert full["turns-left"].tolist() == [0, 0, 1]


def test_simplified_full_marks_doubles():
    table = Table("simplified-2p", "R1 R1 Y3 G5 B4 R2 Y3 R4 R5 W1")
    full = pieces(table.game, encode(table.game)(table.view(0))["full"])
    assert full["doubles"].tolist() == [0, 1, 0, 0, 0, 0, 0, 1, 0, 0]
    assert np.flatnonzero(full["hand"].reshape(5, 25)[2]).tolist() == [table.text.parse_card("Y3")]
    assert full["prospects"].reshape(5, 3).tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 1], [0, 0, 0]]


def test_history_has_the_actions_before_the_last_one():
    """Three players: newest first, one-hot; zeros before the first."""
    table = Table("full-3p", "R1 R2 R3 R4 R5 Y1 Y2 Y3 Y4 Y5 G1 G2 G3 G4 G5").play("h1Y p0")
    game, actions = table.game, table.game.spec.actions
    encode = jax.jit(game.encoder("full+history.earlier"))

    def earlier():
        flags = np.asarray(encode(table.view(2)))[-3 * actions :].reshape(3, actions)
        return [game.text.action(int(row.argmax())) if row.any() else "" for row in flags]

    assert earlier() == ["h1Y", "", ""]
    table.play("h1R p0 d1")
    assert earlier() == ["p0", "h1R", "p0"]
    assert "history" not in Table("full-2p").game.encoders
