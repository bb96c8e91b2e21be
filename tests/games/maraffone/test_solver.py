"""The solver against plain minimax over the oracle's rules, against itself one card later, and known answers."""

import numpy as np
import pytest

from mazzo import MazzoError
from mazzo.core.game import host
from mazzo.core.solver import best_line, find
from mazzo.games.maraffone.solver import MaraffoneSolver
from tests.games.maraffone.hands import played, position
from tests.helpers import row
from tests.oracles import maraffone as oracle


def minimax(hands: list[list[int]], table: list[int], turn: int, trump: int) -> dict[int, int]:
    """Thirds that seats 0 and 2 still take, after each card that may be played."""
    led = [card for card in hands[turn] if table and oracle.suit(card) == oracle.suit(table[0])]
    found = {}
    for card in led or hands[turn]:
        trick = [*table, card]
        left = [[c for c in hand if c != card] for hand in hands]
        gain, seat = 0, (turn + 1) % 4
        if len(trick) == 4:
            seat = (seat + trick.index(oracle.best_of(trick, trump))) % 4
            gain = sum(map(oracle.thirds, trick)) + oracle.LAST_TRICK * (not any(left))
            gain, trick = gain * (seat % 2 == 0), []
        found[card] = gain + (best(minimax(left, trick, seat, trump), seat) if any(left) else 0)
    return found


def best(values: dict[int, int], seat: int) -> int:
    return max(values.values()) if seat % 2 == 0 else min(values.values())


def plainly(state) -> tuple[list[list[int]], list[int], int, int]:
    hands = [np.flatnonzero((state.holder == seat) & (state.when < 0)).tolist() for seat in range(4)]
    table = [int(state.table[(int(state.leader) + i) % 4]) for i in range(int(state.place))]
    return hands, table, int(state.turn), int(state.trump)


def card_plays(states, i: int, left: int) -> list[int]:
    """The plies of game i at which a card is played with so many tricks left."""
    tricks = states.holder.shape[-1] // 4
    return np.flatnonzero((states.trick[i] == tricks - left) & ~states.signing[i] & ~states.done[i]).tolist()


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
@pytest.mark.every_variant
def test_every_card_is_valued_as_by_minimax(variant):
    game, states, *_ = played(variant)
    solver = find(game)
    for i in range(12):
        for left in (4, 3, 2) if i < 2 else (3, 2):
            for ply in card_plays(states, i, left):
                state = row(states, i, ply)
                hands, table, turn, trump = plainly(state)
                total = sum(map(oracle.thirds, sum(hands, table))) + oracle.LAST_TRICK
                wanted = {
                    card: thirds if turn % 2 == 0 else total - thirds
                    for card, thirds in minimax(hands, table, turn, trump).items()
                }
                assert solver.thirds(state) == wanted
                taken = int(state.thirds[turn % 2])
                points = {card: (taken + thirds) // 3 - taken // 3 for card, thirds in wanted.items()}
                assert solver.values(state) == points


def test_seven_tricks_agree_with_what_comes_after_each_card():
    """What a card is worth is what the side takes with it and what it can still get, or the others leave it."""
    game, states, *_ = played("official")
    solver, table, seen = find(game), host(game), 0
    for i in range(6):
        state = row(states, i, card_plays(states, i, 7 - i % 2)[0])
        for card, thirds in solver.thirds(state).items():
            after = table.play(state, card)
            side = int(state.turn) % 2
            gained = int(after.thirds[side]) - int(state.thirds[side])
            values = solver.thirds(after)
            hands, on_table, turn, _ = plainly(after)
            total = sum(map(oracle.thirds, sum(hands, on_table))) + oracle.LAST_TRICK
            more = max(values.values())
            assert thirds == gained + (more if turn % 2 == side else total - more)
            seen += 1
    assert seen > 30


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
@pytest.mark.every_variant
def test_the_line_reaches_what_was_claimed(variant):
    """From a lead with five tricks left to the end, signs and the last trick included."""
    game, states, *_ = played(variant)
    solver, table = find(game), host(game)
    for i in range(4):
        state = row(states, i, card_plays(states, i, 5)[0])
        turn = int(state.turn)
        claimed = max(solver.values(state).values())
        so_far = float(table.returns(state)[turn])
        for action in best_line(game, solver, state):
            state = table.play(state, action)
        assert float(table.returns(state)[turn]) == so_far + claimed


@pytest.mark.parametrize("maraffa", ["claimed", "shown"])
def test_naming_counts_the_maraffa(maraffa):
    """Three tricks, one suit in each of three hands: with denari as trump seat 0 takes everything."""
    hands = ("Ad 2d 3d", "As 2s 3s", "Ac 2c 3c", "4d 4s 4c")
    game, state = position("official", hands, 1, deck=(0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23), maraffa=maraffa)
    solver = find(game)
    values = {game.text.action(action): value for action, value in solver.values(state).items()}
    # 15 thirds of the cards, 3 of the last trick, 9 of the maraffa.
    assert values["denari"] == 9
    assert max(values, key=lambda name: values[name]) == "denari"
    state = host(game).play(state, game.text.parse_action("denari"))
    leads = {game.text.action(action): value for action, value in solver.values(state).items()}
    assert leads["Ad"] - leads["2d"] == (3 if maraffa == "claimed" else 0)
    claimed = host(game).play(state, game.text.parse_action("Ad"))
    words = solver.values(claimed)
    assert {game.text.action(word) for word in words} == {"silent", "busso", "striscio"}
    assert set(words.values()) == {9 - float(host(game).returns(claimed)[0])}


def test_a_position_that_is_too_large_is_refused():
    game, states, *_ = played("official")
    with pytest.raises(MazzoError, match="10 tricks are left, and this solver takes positions with 8"):
        find(game).values(row(states, 0, 0))
    assert MaraffoneSolver(game.spec.rules, most=10).most == 10
    assert find(game).values(row(states, 0, 49)) != {}
