"""Vectors worked out by hand from seed 002's description, and a slow second writing of its 780 bits."""

from functools import cache

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core.chance import choose
from mazzo.core.game import host
from mazzo.games.maraffone.spec import SILENT
from tests.games.maraffone.hands import MIXED, ONE_SUIT_EACH, cards, played, position, view_of

SUITS = "bcds"  # seed 002's order: bastoni, coppe, denari, spade
RANKS = "4567FCRA23"
SIGNS = {"silent": 0, "busso": 1, "striscio": 2, "volo": 3}


@cache
def compiled(encoder):
    return jax.jit(encoder), jax.jit(jax.vmap(encoder))


def pieces(game, name, view):
    """The encoder's vector, cut into its pieces."""
    encoder = game.encoder(name)
    vector = np.asarray(compiled(encoder)[0](view))
    ends = np.cumsum([piece.size for piece in encoder.pieces])
    return dict(zip([piece.name for piece in encoder.pieces], np.split(vector, ends[:-1]), strict=True))


def marked(flags):
    return np.flatnonzero(flags).tolist()


@pytest.mark.parametrize(("options", "size"), [({}, 780), ({"forced_last": False}, 849)])
def test_the_papers_sizes(options, size):
    assert make("maraffone", "ragazzini", **options).encoder(f"bits-{size}").size == size


def test_bits_are_in_the_codes_order():
    listing = [(piece.name, piece.size) for piece in make("maraffone", "ragazzini").encoder("bits-780").pieces]
    assert listing == [
        ("hand", 140),
        ("trump", 5),
        ("maraffa", 5),
        ("round", 9),
        ("starter", 4),
        ("winning", 4),
        ("leader", 4),
        ("sign", 4),
        ("suit", 5),
        ("table", 56),
        ("past", 544),
    ]


def test_bits_before_trump_is_named():
    """Seat 1 is to name: its hand is sorted, and the code rotates suits as if trump were -1."""
    game, view = view_of("ragazzini", MIXED, 1)
    parts = pieces(game, "bits-780", view)
    # 7b Fb 3b 4c 5c 6c 4d 5d As 2s: bastoni become suit 1, coppe 2, denari 3, spade 0
    suits = [1, 1, 1, 2, 2, 2, 3, 3, 0, 0]
    ranks = [3, 4, 9, 0, 1, 2, 0, 1, 7, 8]
    assert marked(parts["hand"]) == sorted(
        [14 * i + s for i, s in enumerate(suits)] + [14 * i + 4 + r for i, r in enumerate(ranks)]
    )
    assert marked(parts["trump"]) == [0]
    assert marked(parts["round"]) == marked(parts["starter"]) == marked(parts["winning"]) == [0]
    assert marked(parts["leader"]) == marked(parts["sign"]) == marked(parts["suit"]) == [0]
    assert not parts["maraffa"].any()
    assert not parts["table"].any()
    assert not parts["past"].any()


def test_bits_in_the_second_trick():
    """Seat 0 named coppe, of which seat 2 showed the maraffa; seat 1 led and seat 2 is to play."""
    game, view = view_of("ragazzini", MIXED, 0, "coppe 4b striscio 3b Cb Ab As busso")
    parts = pieces(game, "bits-780", view)
    assert marked(parts["trump"]) == [2]  # none, bastoni, coppe
    assert marked(parts["maraffa"]) == [0, 1]  # somebody, and it is the own seat
    assert marked(parts["round"]) == [1]
    assert marked(parts["starter"]) == [2]  # seat 0, the partner
    assert marked(parts["winning"]) == marked(parts["leader"]) == [3]  # seat 1, on the right
    assert marked(parts["sign"]) == [1]
    assert marked(parts["suit"]) == [3]  # spade are (3 - 1) mod 4 = 2, after the place for none
    assert marked(parts["table"]) == [3 * 14 + 2, 3 * 14 + 4 + 7]  # the ace of spade, by seat 1
    # The own hand was Cb Rb 2b Ac 2c 3c 6d 7d Fs 3s; Cb has been played, its place stays empty.
    assert not parts["hand"][:14].any()
    assert marked(parts["hand"][14:28]) == [3, 4 + 6]  # bastoni are (0 - 1) mod 4 = 3
    past = parts["past"]
    assert marked(past[:12]) == [2, 4 + 2, 8 + 3]  # led by the partner, with striscio, bastoni
    bastoni = [3, 17, 31, 45]
    ranks = [4 + 5, 18 + 7, 32 + 0, 46 + 9]  # own Cb, seat 3's Ab, seat 0's 4b, seat 1's 3b
    assert marked(past[12:68]) == sorted(bastoni + ranks)
    assert not past[68:].any()


def plain_bits(words, hands, starter, maraffa, seat, rounds):
    """The paper's vector from the words of a game: slow, from its description, sharing nothing with the encoder."""
    order = sorted(hands[seat], key=lambda code: (SUITS.index(code[1]), RANKS.index(code[0])))
    trump = SUITS.index(words[0][0]) if words else -1
    tricks, leader = [], starter
    for word in words[1:]:
        if not tricks or len(tricks[-1]["cards"]) == 4:
            tricks.append({"leader": leader, "sign": 0, "cards": []})
        if word in SIGNS:
            tricks[-1]["sign"] = SIGNS[word]
        else:
            tricks[-1]["cards"].append(word)
        if len(tricks[-1]["cards"]) == 4:
            leader = winner(tricks[-1], trump)
    current = tricks.pop() if tricks and len(tricks[-1]["cards"]) < 4 else {"leader": leader, "sign": 0, "cards": []}
    played = {card for trick in [*tricks, current] for card in trick["cards"]}

    def one(n, i):
        return [int(k == i) for k in range(n)]

    def card(code):
        return one(4, (SUITS.index(code[1]) - trump) % 4) + one(10, RANKS.index(code[0])) if code else [0] * 14

    def suit(trick):
        return (SUITS.index(trick["cards"][0][1]) - trump) % 4

    def laid(trick):
        by = {(trick["leader"] + i) % 4: code for i, code in enumerate(trick["cards"])}
        return [bit for i in range(4) for bit in card(by.get((seat + i) % 4))]

    bits = [bit for code in order for bit in card(None if code in played else code)]
    bits += one(5, trump + 1)
    bits += [0] * 5 if maraffa is None else [1, *one(4, (maraffa - seat) % 4)]
    bits += one(rounds, len(tricks)) + one(4, (starter - seat) % 4) + one(4, (winner(current, trump) - seat) % 4)
    bits += one(4, (current["leader"] - seat) % 4) + one(4, current["sign"])
    bits += one(5, suit(current) + 1 if current["cards"] else 0) + laid(current)
    for trick in reversed(tricks):
        bits += one(4, (trick["leader"] - seat) % 4) + one(4, trick["sign"]) + one(4, suit(trick)) + laid(trick)
    return bits + [0] * (68 * (rounds - 1 - len(tricks)))


def winner(trick, trump):
    """Who takes a trick as it stands; its leader if nothing lies there."""
    best = None
    for i, code in enumerate(trick["cards"]):
        kind = 2 if SUITS.index(code[1]) == trump else int(code[1] == trick["cards"][0][1])
        power = (kind, RANKS.index(code[0]))
        if best is None or power > best[0]:
            best = (power, (trick["leader"] + i) % 4)
    return best[1] if best else trick["leader"]


def maraffa_of(variant, words, hands, starter):
    """Who has shown or claimed the maraffa after `words`; None: nobody."""
    if not words:
        return None
    ace = "A" + words[0][0]
    owners = [seat for seat in range(4) if all(rank + ace[1] in hands[seat] for rank in "A23")]
    seen = owners if variant == "ragazzini" else [seat for seat in owners if seat == starter and words[1:2] == [ace]]
    return seen[0] if seen else None


@pytest.mark.parametrize(("variant", "name", "rounds"), [("ragazzini", "bits-780", 9), ("official", "bits-849", 10)])
def test_bits_against_a_second_writing(variant, name, rounds):
    game, states, views, actions, last, _ = played(variant)
    games = [*range(4), *np.flatnonzero(last.maraffa >= 0)[:2]]
    views = jax.tree.map(lambda x: x[np.array(games)].reshape(-1, *x.shape[3:]), views)
    vectors = np.asarray(compiled(game.encoder(name))[1](views)).reshape(len(games), game.spec.longest, 4, -1)
    for i, g in enumerate(games):
        holder, starter = states.holder[g, 0], int(states.namer[g, 0])
        hands = [[game.text.card(c) for c in range(40) if holder[c] == p] for p in range(4)]
        words = [game.text.action(int(a)) for a in actions[g]]
        for ply in range(game.spec.longest):
            maraffa = maraffa_of(variant, words[:ply], hands, starter)
            for seat in range(4):
                plain = plain_bits(words[:ply], hands, starter, maraffa, seat, rounds)
                assert vectors[i, ply, seat].tolist() == plain, (g, ply, seat)


def moved(text, trump):
    return sorted((card // 10 - trump) % 4 * 10 + card % 10 for card in cards(text))


def test_full_by_hand():
    game, view = view_of("official", MIXED, 0, "coppe 4d striscio 6d Rd Ad 4b busso")
    parts = pieces(game, "full", view)
    assert int(view.seat) == 1
    planes = parts["cards"].reshape(7, 40)
    trump = 2
    assert marked(planes[0]) == moved("5d 4c 5c 6c As 2s 7b Fb 3b", trump)
    assert marked(planes[1]) == moved("4d", trump)
    assert marked(planes[2]) == moved("6d", trump)
    assert marked(planes[3]) == moved("Rd", trump)
    assert marked(planes[4]) == moved("Ad 4b", trump)
    assert planes[5][moved("6d", trump)[0]] == pytest.approx(0.1)
    assert planes[5][moved("4b", trump)[0]] == pytest.approx(0.2)
    assert planes[6][moved("4d", trump)[0]] == pytest.approx(3 / 4)
    assert planes[6][moved("4b", trump)[0]] == pytest.approx(2 / 4)
    assert planes[6].sum() == pytest.approx(5 / 4)
    void, low, holds, asked = parts["known"].reshape(4, 4, 4)
    assert not void.any()
    assert not low.any()
    assert np.argwhere(holds).tolist() == [[0, 2]]  # the own seat, denari
    assert np.argwhere(asked).tolist() == [[3, 1]]  # seat 0, bastoni
    assert marked(parts["table"]) == [3 * 14 + 1, 3 * 14 + 4 + 0]
    assert marked(parts["trump"]) == [3]
    assert parts["four"].tolist() == [1]
    assert marked(parts["namer"]) == marked(parts["turn"]) == [0]
    assert marked(parts["leader"]) == marked(parts["winning"]) == [3]
    assert marked(parts["led"]) == [2]
    assert marked(parts["sign"]) == marked(parts["trick"]) == [1]
    assert parts["thirds"].tolist() == pytest.approx([0, 4 / 35, 0])


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
def test_full_tells_apart_whatever_a_seat_can(variant):
    """Different views, up to the numbers of the seats, have different vectors: `full` loses nothing."""
    game, _, views, _, _, _ = played(variant)
    own = jax.tree.map(lambda x: x.reshape(-1, *x.shape[3:]), views)
    vectors = np.asarray(compiled(game.encoder("full"))[1](own))
    four = own.setup[:, 0] == 0 if variant == "official" else np.zeros(len(own.seat), bool)
    relative = np.stack([(own.namer - own.seat) % 4, (own.turn - own.seat) % 4, four], 1)
    keys = np.concatenate([own.actions, own.held, relative, own.maraffa[:, None] >= 0], 1)
    different = {row.tobytes() for row in vectors}
    assert len({row.tobytes() for row in np.concatenate([vectors, keys], 1)}) == len(different)
    assert len(different) > 5000


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
def test_bounds_hold_when_one_side_takes_everything(variant):
    """Seat 0 holds all trumps and the maraffa: 44 thirds, more than the cards alone are worth."""
    game, state = position(variant, ONE_SUIT_EACH, 1 if variant == "official" else 0, "denari")
    table = host(game)
    while not bool(state.done):
        state = table.play(state, table.legal_actions(state)[0])
    assert state.thirds.tolist() == [44, 0]
    encoder = game.encoder("full")
    low, high = encoder.bounds
    for seat in (0, 1):
        vector = np.asarray(compiled(encoder)[0](table.observe(state, seat)))
        assert (vector >= low).all()
        assert (vector <= high).all()


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
def test_the_deaf_see_what_they_would_without_signs(variant):
    game = make("maraffone", variant)
    full, deaf = game.encoder("full"), game.encoder("deaf")

    def shown(key, silent):
        """What both encoders show of a random game at every ply, to seat 0; with signs or without."""

        def one(state, key):
            drawn = choose(key, game.legal(state))
            action = jnp.where((drawn > SILENT) & silent, SILENT, drawn)
            view = game.observe(state, jnp.int8(0))
            return game.step(state, action), (full(view), deaf(view))

        keys = jax.random.split(key, game.spec.longest + 1)
        return jax.lax.scan(one, game.start(game.deal(keys[0])), keys[1:])[1]

    games = jax.jit(jax.vmap(shown, (0, None)))
    keys = jax.random.split(jax.random.key(6), 20)
    (loud, loud_deaf), (quiet, quiet_deaf) = games(keys, False), games(keys, True)
    assert not np.array_equal(loud, quiet)
    assert np.array_equal(loud_deaf, quiet)
    assert np.array_equal(quiet_deaf, quiet)
