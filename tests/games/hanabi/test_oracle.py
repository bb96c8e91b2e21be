"""The fast rules against an independent, plain implementation."""

import gc
from collections import Counter
from functools import cache
from random import Random

import jax
import numpy as np
import pytest

from mazzo import make
from mazzo.core.game import Deal
from tests.oracles import hanabi as oracle

BATCH = 102  # games played at once; one number for all tests, so that each variant is compiled once
VARIANTS = [f"{kind}-{players}p" for kind in ("simplified", "full") for players in (2, 3, 4, 5)]
# Compiling takes far longer than these few games: leave out what makes the program fast.
QUICK = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}


@pytest.fixture(autouse=True)
def no_search_for_cycles():
    """Millions of small lists come and go here, none of them in a cycle: the search would take a third of the time."""
    gc.disable()
    yield
    gc.enable()


def plainly(game, deck) -> oracle.Hanabi:
    """A deal laid out by the oracle."""
    rules = game.spec.rules
    return oracle.Hanabi(
        deck,
        rules.players,
        rules.simplified,
        scoring=rules.scoring,
        lives=rules.lives,
        hints=rules.hints,
        colours=rules.colours,
        ranks=rules.ranks,
        hand=rules.hand,
    )


# Players who choose evenly among the legal actions lose their lives early. So there are others; they look at the cards
# of the oracle, their own too. Each gets the legal actions in order and gives those from which it draws.


def even(plain, legal):
    return legal


def patient(plain, legal):
    """Gives hints and discards as long as it can, and so sees the end of the stock."""
    return [action for action in legal if not plain.size <= action < 2 * plain.size] or legal


def clever(plain, legal):
    """Plays what fits, else discards what is of no use, else gives a hint, else discards what comes again."""
    h, hand = plain.size, plain.hands[plain.turn]
    height = {
        slot: held.card % plain.ranks - plain.fireworks[held.card // plain.ranks] for slot, held in enumerate(hand)
    }
    fits = [action for action in legal if h <= action < 2 * h and height[action - h] == 0]
    useless = [action for action in legal if action < h and height[action] < 0]
    hints = [action for action in legal if action >= 2 * h]
    lost = Counter(plain.discards)
    again = [
        action
        for action in legal
        if action < h and lost[hand[action].card] + 1 < oracle.copies(plain.ranks)[hand[action].card % plain.ranks]
    ]
    return fits or useless or hints or again or patient(plain, legal)


# How often (in percent) a player does as named; the rest of the time it chooses evenly.
STYLES = ((even, 100), (patient, 70), (patient, 97), (clever, 80), (clever, 97), (clever, 100))


def choose(plain, style, random) -> int:
    legal = sorted(plain.legal())
    wish, percent = style
    return random.choice(wish(plain, legal) if random.randrange(100) < percent else legal)


@cache
def player_of(game):
    """(decks, actions) of a batch -> views [games, plies, seats, …], legal actions [games, plies, …] and returns."""
    seats = np.arange(game.spec.players, dtype=np.int8)

    def one(deck, actions):
        def step(state, action):
            views = jax.vmap(lambda seat: game.observe(state, seat))(seats)
            return game.step(state, action), (views, game.legal(state))

        last, (views, legal) = jax.lax.scan(step, game.start(Deal(deck, np.zeros(0, np.int8))), actions)
        return views, legal, game.returns(last)

    return jax.jit(jax.vmap(one), compiler_options=QUICK)


@cache
def as_set(members: frozenset[int]) -> int:
    """Numbers as the bits of one number."""
    return sum(1 << member for member in members)


def as_pile(cards) -> list[int]:
    """A pile as sets: the cards that are in it, those that are twice in it, those that are three times in it."""
    once = twice = thrice = 0
    for card in cards:
        thrice |= twice & 1 << card
        twice |= once & 1 << card
        once |= 1 << card
    return [once, twice, thrice]


@cache
def hints_as_bits(facts: frozenset[oracle.Fact], colours: int) -> int:
    return sum(1 << (value if kind == "colour" else colours + value) for kind, value in facts)


def common_fields(public, spec) -> dict:
    """What all views must contain, in their form."""
    last, actions, ranks = public["last"], public["actions"], spec.rules.ranks
    return {
        "fireworks": public["fireworks"],
        "built": sum(((1 << top) - 1) << ranks * colour for colour, top in enumerate(public["fireworks"])),
        "discards": as_pile(public["discards"]),
        "hints": public["tokens"],
        "lives": public["lives"],
        "stock": public["stock"],
        "turns_left": public["turns_left"],
        "turn": public["turn"],
        "last_card": -1 if last.card is None else last.card,
        "last_touched": as_set(last.touched),
        "last_fits": last.fits,
        "last_token": last.token,
        "actions": actions + [-1] * (spec.longest - len(actions)),
        "plays": len(actions),
        "done": public["done"],
    }


def hand_fields(public, spec) -> dict:
    """What all views must contain about each hand, by seat."""
    rules = spec.rules

    def table(hands, empty):
        return [hand + [empty] * (rules.hand_size - len(hand)) for hand in hands]

    return {
        "places": table(public["places"], -1),
        "possible": table([[as_set(cards) for cards in hand] for hand in public["allowed"]], 0),
        "named": table([[hints_as_bits(facts, rules.colours) for facts in hand] for hand in public["named"]], 0),
    }


def seat_fields(private, by_hand, spec) -> dict:
    """What the view of one seat must contain besides."""
    seat, known, size = private["seat"], private["known"], spec.rules.hand_size
    hands = [[-2 if card is None else card for card in hand] + [-1] * (size - len(hand)) for hand in private["hands"]]
    by_hand = {**by_hand, "hands": hands}
    return {
        "seat": seat,
        **{name: rows[seat:] + rows[:seat] for name, rows in by_hand.items()},  # a view begins with the own hand
        "known": [-1 if card is None else card for card in known],
        "seen": as_pile(card for card in known if card is not None),
        "legal": [action in private["legal"] for action in range(spec.actions)],
    }


def expected(plain, spec) -> tuple[dict, list[dict]]:
    """What all views, and what each seat's view must contain now."""
    public = plain.public()
    by_hand = hand_fields(public, spec)
    seats = [seat_fields(plain.private(seat), by_hand, spec) for seat in range(spec.players)]
    return common_fields(public, spec), seats


def play_plainly(game, deck, style, random, found) -> list[int]:
    """The actions of a game of the oracle; counts what happens."""
    plain = plainly(game, deck)
    while not plain.done:
        plain.play(choose(plain, style, random))
        completes = plain.last.fits and plain.last.card % plain.ranks == plain.ranks - 1
        found["token won"] += plain.last.token
        found["no token to win"] += completes and not plain.last.token
    found["games"] += 1
    found["longest"] = max(found["longest"], len(plain.actions))
    found["lost"] += plain.lives == 0
    found["lost with points"] += plain.lives == 0 and plain.cards_played() > 0
    found["lost in the last round"] += plain.lives == 0 and plain.stock == 0
    found["perfect"] += plain.cards_played() == len(plain.kinds)
    found["all turns used"] += plain.turns_left == 0 and plain.lives > 0
    return plain.actions


def same_game(game, deck, actions, views, legal, returns) -> None:
    """One game's views [plies, seats, …] against the oracle's; nothing may change after the end."""
    where = f"deck {deck}, actions {actions}"
    plain = plainly(game, deck)
    moments = [expected(plain, game.spec)]
    for action in actions:
        plain.play(action)
        moments.append(expected(plain, game.spec))
    end = len(actions)
    common, seats = moments[end]
    assert common.keys() | seats[0].keys() == views.keys()
    for name, array in views.items():
        assert (array[end:] == array[end]).all(), f"{name} after the end: {where}"
        seen = array[: end + 1]
        if name in common:
            assert (seen == seen[:, :1]).all(), f"{name} differs between the seats: {where}"
            right = seen[:, 0].tolist() == [common[name] for common, _ in moments]
        else:
            right = seen.tolist() == [[seat[name] for seat in seats] for _, seats in moments]
        assert right, f"{name}: {where}"
    of_turn = [seats[common["turn"]]["legal"] for common, seats in moments[:end]]
    assert legal[:end].tolist() == of_turn, f"legal actions: {where}"
    assert returns.tolist() == plain.returns(), f"returns: {where}"


def compare(game, seed: int) -> Counter:
    """A batch of games on both sides: every seat's view at every move and at the end, and the returns.

    The oracle's players choose the actions, from what the oracle takes for legal. Gives the number of things that
    happened.
    """
    spec, random, found = game.spec, Random(seed), Counter()
    decks = [random.sample(spec.deck, len(spec.deck)) for _ in range(BATCH)]
    played = [play_plainly(game, deck, STYLES[i % len(STYLES)], random, found) for i, deck in enumerate(decks)]
    # One ply more than the longest game, for its last view. After the end any action must be without effect.
    padded = [actions + [0] * (spec.longest + 1 - len(actions)) for actions in played]
    arrays = player_of(game)(np.asarray(decks, np.int8), np.asarray(padded, np.int32))
    views, legal, returns = jax.tree.map(np.asarray, arrays)
    for i, (deck, actions) in enumerate(zip(decks, played, strict=True)):
        seen = {name: array[i] for name, array in views._asdict().items()}
        same_game(game, deck, actions, seen, legal[i], returns[i])
    return found


def check_reach(found: Counter) -> None:
    """The games must have come to all sorts of ends, or the comparison says little."""
    assert found["token won"] > 0
    assert found["no token to win"] > 0
    assert found["lost with points"] > 0
    assert found["perfect"] > 0
    assert found["all turns used"] > 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_agree(variant):
    """102 games of each variant."""
    game = make("hanabi", variant)
    found = compare(game, seed=41)
    check_reach(found)
    assert found["longest"] >= 0.8 * game.spec.longest


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_random_games_agree(variant):
    """714 other games of each variant, 5,712 in all."""
    game = make("hanabi", variant)
    found = sum((compare(game, seed=50 + chunk) for chunk in range(7)), Counter())
    assert found["games"] == 7 * BATCH
    check_reach(found)
    assert found["lost in the last round"] > 0


LITTLE = dict(colours=2, ranks=3, hand=3)
OPTIONS = [
    ("full-2p", dict(scoring="fireworks")),
    ("simplified-5p", dict(scoring="fireworks", lives=2)),
    ("full-3p", dict(lives=1)),
    ("simplified-2p", dict(lives=1)),
    ("full-4p", dict(hints=1)),
    ("full-2p", LITTLE),
    ("simplified-3p", LITTLE),
    ("full-5p", dict(colours=3, ranks=4, hand=2, hints=3)),
    ("full-2p", dict(colours=5, ranks=2, hand=1, lives=20)),
    ("full-2p", dict(colours=1, hand=5, lives=1)),  # no stock: everybody has one turn
    ("full-3p", dict(colours=4, ranks=1, hand=3, lives=1)),  # every card that fits completes a firework
]


def test_options_agree():
    """Fewer colours and ranks, smaller hands, one life and the other scoring, all at once."""
    found = compare(make("hanabi", "full-2p", **LITTLE, scoring="fireworks", lives=1), seed=71)
    check_reach(found)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "options"), OPTIONS, ids=str)
def test_more_options_agree(variant, options):
    found = compare(make("hanabi", variant, **options), seed=72)
    assert found["lost"] > 0 or options.get("lives") == 20
