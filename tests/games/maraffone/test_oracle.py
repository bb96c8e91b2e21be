"""The fast rules against an independent, plain implementation."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make
from mazzo.core import chance
from tests.helpers import few_or_many, random_games, row
from tests.oracles import maraffone as oracle

VARIANTS = ("official", "ragazzini")


def oracles(game, games: int, seed: int) -> list[oracle.Maraffone]:
    """The deals of `random_games`, laid out a second time."""
    keys = jax.vmap(lambda i: chance.fold_in(jax.random.key(seed), i))(np.arange(games))
    deals = jax.jit(jax.vmap(lambda key: game.deal(chance.stream(key, 0))))(keys)
    pairs = zip(np.asarray(deals.deck).tolist(), np.asarray(deals.setup).tolist(), strict=True)
    return [oracle.Maraffone(deck, setup, game.spec.variant) for deck, setup in pairs]


def facts(plain, variant: str) -> dict[str, set[tuple[int, int]]]:
    """What all know about the hands, as (seat, suit), from the tricks in the words of the rules."""
    known: dict[str, set[tuple[int, int]]] = {"void": set(), "low": set(), "holds": set(), "asked": set()}
    for leader, sign, cards in plain["tricks"]:
        led = oracle.suit(cards[0])
        for place, card in enumerate(cards):
            seat, own = (leader + place) % 4, oracle.suit(card)
            if own != led:
                known["void"].add((seat, led))
            # A promise is kept by such a card: any of the suit, or a high one after the busso of `ragazzini`.
            if variant == "official" or (seat, own) in known["low"] or oracle.is_great(card):
                known["holds"].discard((seat, own))
            if place > 0:
                continue
            if sign == oracle.VOLO:
                known["void"].add((seat, led))
            if sign == oracle.BUSSO:
                known["asked"].add((seat, led))
            if sign == oracle.STRISCIO and variant == "ragazzini":
                known["low"].add((seat, led))
            if sign == oracle.STRISCIO or (sign == oracle.BUSSO and variant == "ragazzini"):
                known["holds"].add((seat, led))
    return known


def same_view(view, plain, variant: str) -> None:
    """One seat's view against the oracle's."""

    def or_none(number):
        return None if number < 0 else int(number)

    for name in ("seat", "turn", "done", "namer", "leader"):
        assert int(getattr(view, name)) == plain[name], name
    assert view.setup.tolist() == plain["setup"]
    assert or_none(view.trump) == plain["trump"]
    assert or_none(view.maraffa) == plain["maraffa"]
    assert view.thirds.tolist() == plain["thirds"]
    assert sorted(card for card in view.hand.tolist() if card >= 0) == plain["hand"]
    assert np.flatnonzero(view.held).tolist() == plain["hand"]
    assert set(np.flatnonzero(view.legal).tolist()) == plain["legal"]
    assert [action for action in view.actions.tolist() if action >= 0] == plain["actions"]
    assert int(view.plays) == len(plain["actions"])

    who, when, said = {}, {}, {}
    for number, (leader, sign, cards) in enumerate(plain["tricks"]):
        who |= {card: (leader + place) % 4 for place, card in enumerate(cards)}
        when |= dict.fromkeys(cards, number)
        said[cards[0]] = 0 if sign is None else sign - oracle.SILENT
    for array, expected in ((view.who, who), (view.when, when), (view.said, said)):
        assert {card: number for card, number in enumerate(array.tolist()) if number >= 0} == expected

    table, leader = plain["table"], plain["leader"]
    assert view.table.tolist() == [table[turn] if (turn := (s - leader) % 4) < len(table) else -1 for s in range(4)]
    assert int(view.place) == len(table)
    assert int(view.trick) == len(plain["tricks"]) - bool(table)
    assert or_none(view.led) == (oracle.suit(table[0]) if table else None)
    assert int(view.sign) == (said[table[0]] if table else 0)
    assert bool(view.signing) == (len(table) == 1 and plain["turn"] == leader)
    assert int(view.pot) == sum(oracle.thirds(card) for card in table)
    best = table.index(oracle.best_of(table, plain["trump"])) if table else 0
    assert int(view.winner) == (leader + best) % 4
    if not plain["done"]:  # then all hands are empty, and nobody keeps account
        for name, expected in facts(plain, variant).items():
            assert {(int(s), int(k)) for s, k in zip(*np.nonzero(getattr(view, name)), strict=True)} == expected, name


def compare(game, games: int, seed: int, watched: int) -> list[oracle.Maraffone]:
    """Turn, legal actions and thirds at every move, points at the end, all views of the first deals.

    Gives the finished oracles.
    """
    rules = make("maraffone", game.spec.variant)
    light = replace(game, observe=lambda state, seat: rules.legal(state))  # `game` may leave out legal actions
    states, legal, actions, last, returns = random_games(light, games, seed)
    plains = oracles(game, games, seed)
    observe = jax.vmap(game.observe, (None, 0))
    see = jax.jit(jax.vmap(lambda state: observe(state, np.arange(4, dtype=np.int8))))
    first = [see(row(states, slice(watched), ply)) for ply in range(game.spec.longest)]
    views = jax.tree.map(np.asarray, [*first, see(row(last, slice(watched)))])
    for i, plain in enumerate(plains):
        turn, thirds, acted = states.turn[i].tolist(), states.thirds[i].tolist(), actions[i].tolist()
        for ply, action in enumerate(acted):
            if plain.done:
                break
            where = (plain.deck, plain.setup, plain.actions)
            assert not states.done[i, ply], where
            assert turn[ply] == plain.turn, where
            assert thirds[ply] == plain.thirds, where
            assert set(np.flatnonzero(legal[i, ply, 0]).tolist()) == plain.legal(), where
            if i < watched:
                for seat in range(4):
                    same_view(row(views[ply], i, seat), plain.view(seat), game.spec.variant)
            plain.play(action)
        where = (plain.deck, plain.setup, plain.actions)
        assert plain.done, where
        assert bool(last.done[i]), where
        assert last.actions[i, : last.plays[i]].tolist() == plain.actions, where
        assert last.thirds[i].tolist() == plain.thirds, where
        assert returns[i].tolist() == plain.returns(), where
        if i < watched:
            for seat in range(4):
                same_view(row(views[-1], i, seat), plain.view(seat), game.spec.variant)
    return plains


@few_or_many
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals_agree(variant, deals):
    """1,000 deals with every setup, in the long checks 5,000; every seat's view at every move of some of them."""
    game = make("maraffone", variant)
    plains = compare(game, deals, seed=11, watched=30)
    assert {plain.setup[0] for plain in plains} == set(range(game.spec.setups[0]))
    assert {len(plain.actions) for plain in plains} == {game.spec.longest}
    assert deals < 5000 or any(plain.maraffa is not None for plain in plains)


@pytest.mark.slow
def test_claims_agree():
    """`official` where the namer prefers a suit of which he has the ace, and leads it: maraffas, and leads in vain."""
    game = make("maraffone", "official")
    aces = 10 * np.arange(4)

    def eager(state):
        legal = game.legal(state)
        mine = state.holder[aces] == state.turn
        full = mine & (state.holder[aces + 1] == state.turn) & (state.holder[aces + 2] == state.turn)
        names = jnp.zeros(48, bool).at[40 + aces // 10].set(jnp.where(full.any(), full, mine))
        ace = (np.arange(48) == 10 * state.trump) & (state.plays == 1)
        wish = legal & jnp.where(state.plays == 0, names, ace)
        return jnp.where(wish.any(), wish, legal)

    plains = compare(replace(game, legal=eager), 1000, seed=12, watched=10)
    assert sum(plain.maraffa is not None for plain in plains) > 20
    assert sum(bool(plain.without_maraffa) for plain in plains) > 200
