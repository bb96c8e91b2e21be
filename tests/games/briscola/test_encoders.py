"""Vectors worked out by hand from the papers' descriptions."""

import jax
import numpy as np
import pytest

from mazzo import make
from mazzo.games.briscola.encoders import padova_card
from tests.games.briscola.hands import cards, view_of
from tests.helpers import random_games

THREE_OF_COINS = np.int8(2)


def pieces(game, name, view):
    """The encoder's vector, cut into its pieces."""
    encoder = game.encoder(name)
    vector = np.asarray(encoder(view))
    ends = np.cumsum([piece.size for piece in encoder.pieces])
    return dict(zip([piece.name for piece in encoder.pieces], np.split(vector, ends[:-1]), strict=True))


def marked(flags):
    return sorted(np.flatnonzero(flags).tolist())


def test_the_papers_example_three_of_coins():
    """Padova, section 6.1."""
    assert padova_card(THREE_OF_COINS, np.int32(1)).tolist() == [2, 0, 0, 0, 1, 0]
    assert padova_card(THREE_OF_COINS, np.int32(0)).tolist() == [2, 1, 0, 0, 1, 0]
    assert padova_card(np.int8(-1), np.int32(0)).tolist() == [0] * 6


@pytest.mark.parametrize(("name", "size"), [("state-1", 26), ("state-2", 66), ("state-2-all", 66), ("cards", 162)])
def test_the_papers_sizes(name, size):
    assert make("briscola").encoder(name).size == size


def test_state_1_by_hand():
    """Seat 1 answers a lead of the three of denari, trump is denari."""
    game, view = view_of("3d As 4s Rc 2b Fd", "7d", "3d")
    expected = [0, 0]  # points, tricks
    expected += [9, 0, 0, 1, 0, 0]  # king of coppe: Cups are second in Table 6.2
    expected += [1, 0, 1, 0, 0, 0]  # two of bastoni: Batons are first
    expected += [7, 1, 0, 0, 1, 0]  # fante of denari, a trump
    expected += [2, 1, 0, 0, 1, 0]  # the three of denari on the table
    assert game.encoder("state-1")(view).tolist() == expected


def test_state_1_counts_points_and_tricks_and_leaves_missing_cards_empty():
    game, view = view_of("Ad As 4s Rc 2b Fd", "7d", "Ad Rc")  # seat 0 has taken 15 and leads
    vector = game.encoder("state-1")(view).tolist()
    assert vector[:2] == [15, 1]
    assert vector[-6:] == [0] * 6


def test_state_2_forgets_the_reply_to_the_own_lead_and_remembers_what_was_led_to_it():
    game, view = view_of("Ad As 4s Rc 2b Fd", "7d", "Ad Rc")  # seat 0 led and took; it never faced Rc at its turn
    seen = pieces(game, "state-2", view)["seen"]
    assert marked(seen) == sorted(cards("Ad") + [int(card) for card in view.hand])
    everything = pieces(game, "state-2-all", view)["seen"]
    assert marked(everything) == sorted(cards("Ad Rc") + [int(card) for card in view.hand])
    game, view = view_of("Ad As 4s Rc 2b Fd", "7d", "Ad Rc", seat=1)  # seat 1 had Ad before it when it played Rc
    seen = pieces(game, "state-2", view)["seen"]
    assert marked(seen) == sorted(cards("Ad Rc") + [int(card) for card in view.hand])


def test_cards_by_hand():
    game, view = view_of("Ad As 4s Rc 2b Fd", "7d", "Ad Rc As")
    parts = pieces(game, "cards", view)
    assert marked(parts["played"]) == cards("Ad Rc")
    assert marked(parts["table"]) == cards("As")
    assert marked(parts["briscola"]) == cards("7d")
    assert marked(parts["hand"]) == sorted(int(card) for card in view.hand)
    assert parts["points"].tolist() == [0, 15]  # seat 1's, then seat 0's


def test_full_by_hand():
    game, view = view_of("Ad As 4s Rc 2b Fd", "7b", "Ad Rc As")  # trump bastoni (3): suit s becomes (s - 3) mod 4
    parts = pieces(game, "full", view)

    def moved(text):
        return sorted((card // 10 - 3) % 4 * 10 + card % 10 for card in cards(text))

    assert marked(parts["turned"]) == moved("7b")
    assert marked(parts["turned"]) == [6]  # the first suit
    assert marked(parts["table"]) == moved("As")
    assert marked(parts["played-by"][:40]) == moved("Rc")  # by seat 1, whose view it is
    assert marked(parts["played-by"][40:]) == moved("Ad As")
    assert parts["played-when"][moved("Ad")[0]] == pytest.approx(1 / 20)
    assert parts["played-when"][moved("As")[0]] == pytest.approx(2 / 20)
    assert parts["points"].tolist() == pytest.approx([0, 15 / 120])
    assert marked(parts["turned-holder"]) == [2]  # still under the stock
    assert marked(parts["place"]) == [1]


@pytest.mark.parametrize("variant", ["2p", "3p", "4p"])
def test_full_tells_apart_whatever_a_seat_can(variant):
    """Different views, up to the names of the suits, have different vectors: `full` loses nothing."""
    game = make("briscola", variant)
    _, views, _, _, _ = random_games(game, 40, seed=3)
    own = jax.tree.map(lambda x: x.reshape(-1, *x.shape[3:]), views)
    vectors = np.asarray(jax.jit(jax.vmap(game.encoder("full")))(own))
    shift = own.turned // 10

    def renamed(deck):
        return np.where(deck >= 0, (deck // 10 - shift[:, None]) % 4 * 10 + deck % 10, -1)

    rows = np.arange(len(shift))
    places = np.stack([own.place[rows, (i // 10 + shift) % 4 * 10 + i % 10] for i in range(40)], 1)
    relative = (own.turn - own.seat) % game.spec.players
    keys = np.concatenate([renamed(own.actions), renamed(own.hand), renamed(own.partner), places, relative[:, None]], 1)
    together = np.concatenate([vectors, keys, own.done[:, None]], 1)
    assert len(np.unique(together, axis=0)) == len(np.unique(vectors, axis=0))
