"""Views of Hanabi as vectors: of the thesis (Grooten 2021), of the Hanabi Learning Environment, and our own."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.arrays import once, select, wrap
from mazzo.core.encoding import Encoder, Piece
from mazzo.games.hanabi import rules as R
from mazzo.games.hanabi import sets
from mazzo.games.hanabi.sets import spread
from mazzo.games.hanabi.spec import Rules
from mazzo.games.hanabi.view import View, unseen


def encoders(rules: Rules) -> dict[str, Encoder]:
    found = thesis(rules) if rules.simplified else (canonical(rules),)
    full = Encoder("full", "mazzo: everything that the seat may know, and what follows from it", _full(rules))
    history = () if rules.simplified or rules.players == 2 else (_history(rules),)
    return {encoder.name: encoder for encoder in (*found, full, *history)}


# ------------------------------------------------------------------------------------------------- the thesis


def thesis(rules: Rules) -> tuple[Encoder, ...]:
    """The names count the numbers under the thesis's rules: two players, 25 kinds of cards, 3 lives, 8 tokens."""
    size, colours, ranks, types = rules.hand_size, rules.colours, rules.ranks, rules.types

    def colour(cards: Array) -> Array:
        return jnp.where(cards >= 0, cards // ranks, -1)

    def rank(cards: Array) -> Array:
        return jnp.where(cards >= 0, cards % ranks, -1)

    def pairs(view: View) -> Array:
        own = view.hands[0]
        return jnp.maximum(jnp.stack([colour(own), rank(own)], axis=1), 0)

    def mixed(view: View) -> Array:
        own = view.hands[0]
        return jnp.concatenate([spread(sets.just(colour(own)), colours), jnp.maximum(rank(own), 0)[:, None] / ranks], 1)

    def binary(cards: Array) -> Array:
        return jnp.concatenate([spread(sets.just(colour(cards)), colours), spread(sets.just(rank(cards)), ranks)], -1)

    def playable(view: View) -> Array:
        return sets.has(sets.playable(rules, view.built), view.hands[0])

    copies = np.array(rules.copies * colours)
    heights = Piece("fireworks", colours, lambda view: view.fireworks, "cards played of each colour", (0, ranks))
    parts = Piece("fireworks", colours, lambda view: view.fireworks / ranks, "cards played of each colour / 5")
    built = Piece("fireworks", types, lambda view: spread(view.built, types), "thermometer of each colour")
    own = Piece("hand", (colours + 1) * size, mixed, "own cards: colour one-hot, (rank - 1) / 5")
    own_bits = Piece("hand", (colours + ranks) * size, lambda view: binary(view.hands[0]), "own cards: colour, rank")
    discarded = Piece(
        "discards", types, lambda view: sets.copies(view.discards, types) / copies, "copies discarded / copies in all"
    )
    lives = Piece("lives", 1, lambda view: jnp.minimum(view.lives / rules.lives, 1), "lives / 3, at most 1")
    hints = Piece("hints", 1, lambda view: view.hints / rules.hints, "tokens / 8")
    numbers = (built, own_bits, _discards(rules), _lives(rules), _hints(rules))
    others = Piece(
        "others",
        (colours + ranks) * size * (rules.players - 1),
        lambda view: binary(view.hands[1:]),
        "the others' cards: colour, rank",
    )
    pieces = {
        "initial-15": (
            heights,
            Piece("hand", 2 * size, pairs, "own cards: colour, rank - 1", (0, max(colours, ranks) - 1)),
        ),
        "playability-7": (Piece("playable", size, playable, "own cards that fit now"), lives, hints),
        "vector-37": (parts, own, lives, hints),
        "vector-62": (parts, own, discarded, lives, hints),
        "vector-136": numbers,
        "vector-186": (*numbers, others),
    }
    where = {"initial-15": "section 5.1", "playability-7": "appendix A.1"}
    return tuple(Encoder(name, f"thesis, {where.get(name, 'section 6.1')}", each) for name, each in pieces.items())


# ------------------------------------------------------------------------- the Hanabi Learning Environment


def canonical(rules: Rules) -> Encoder:
    source = "the canonical observation of the Hanabi Learning Environment (Bard et al. 2020)"
    return Encoder("canonical", source, (*_table(rules), *_last_action(rules), _knowledge(rules)))


def _table(rules: Rules) -> tuple[Piece, ...]:
    size, types, players = rules.hand_size, rules.types, rules.players
    complete = sets.of_rank(rules, rules.ranks - 1)

    def highest(view: View) -> Array:
        return view.built & ~((view.built >> 1) & ~complete)  # has no card of its colour above it

    return (
        Piece(
            "hands",
            (players - 1) * size * types,
            lambda view: spread(once(sets.just(view.hands[1:])), types),
            "cards of the others, one-hot",
        ),
        Piece("missing", players, lambda view: view.hands[:, -1] == R.NO_CARD, "who has a card less, from oneself on"),
        Piece("stock", rules.stock, lambda view: view.stock > np.arange(rules.stock), "cards to draw, thermometer"),
        Piece(
            "fireworks", types, lambda view: spread(highest(view), types), "the highest card of each colour, one-hot"
        ),
        _hints(rules),
        _lives(rules),
        _discards(rules),
    )


def _last_action(rules: Rules) -> tuple[Piece, ...]:
    """Zeros before the first action."""
    size, players = rules.hand_size, rules.players

    def move(view: View) -> R.Move:
        action = view.actions[jnp.maximum(view.plays - 1, 0).astype(jnp.int32)]
        return once(R.read(rules, jnp.where(view.plays > 0, action, np.int8(-1))))

    def player(view: View) -> Array:
        return wrap(view.turn - view.seat - np.int8(1), players)

    def who(view: View) -> Array:
        return spread(jnp.where(view.plays > 0, sets.just(player(view)), 0), players)

    def kind(view: View) -> Array:
        last = move(view)
        named = last.named >= 0
        of_rank = last.named >= rules.colours
        return jnp.stack([last.plays, last.discards & (view.plays > 0), named & ~of_rank, of_rank])

    def whom(view: View) -> Array:
        last = move(view)
        target = wrap(player(view) + last.offset, players)
        return spread(jnp.where(last.named >= 0, sets.just(target), 0), players)

    def slot(view: View) -> Array:
        return spread(jnp.where(view.plays > 0, sets.just(move(view).slot), 0), size)

    named = rules.colours + rules.ranks
    pieces = (
        Piece("last-player", players, who, "who acted last, from oneself on"),
        Piece("last-kind", 4, kind, "played, discarded, told a colour, told a rank"),
        Piece("last-target", players, whom, "who was told, from oneself on"),
        Piece("last-named", named, lambda view: spread(sets.just(move(view).named), named), "colour or rank told"),
        Piece("last-touched", size, lambda view: spread(view.last_touched, size), "the cards that the hint touched"),
        Piece("last-slot", size, slot, "the slot played or discarded"),
        Piece("last-card", rules.types, lambda view: spread(sets.just(view.last_card), rules.types), "its card"),
        Piece("last-play", 2, lambda view: jnp.stack([view.last_fits, view.last_token]), "it fitted, won a token back"),
    )
    silent = ("last-target", "last-named", "last-touched") if rules.simplified else ()  # such a hint says nothing
    return tuple(piece for piece in pieces if piece.name not in silent)


def _knowledge(rules: Rules) -> Piece:
    named = rules.colours + rules.ranks
    bit = np.concatenate([np.arange(rules.types), np.arange(named)])
    first = np.arange(rules.types + named) < rules.types

    def known(view: View) -> Array:
        return (jnp.where(first, view.possible[..., None], view.named[..., None]) >> bit) & 1

    doc = "for every card, own first: what the hints allow, the colour and the rank they named"
    return Piece("knowledge", rules.players * rules.hand_size * (rules.types + named), known, doc)


# ------------------------------------------------------------------------------------------------- our own


def _full(rules: Rules) -> tuple[Piece, ...]:
    size, types, others, players = rules.hand_size, rules.types, rules.players - 1, rules.players
    turns = Piece(
        "turns-left",
        players + 1,
        lambda view: spread(sets.just(view.turns_left), players + 1),
        "turns after the last card is drawn; the last bit: it is not yet",
    )
    theirs = Piece(
        "others-prospects",
        3 * others * size,
        lambda view: _prospects(rules, view, view.hands[1:]),
        "cards of the others: playable, dead, critical",
    )
    if rules.simplified:
        own: tuple[Piece, ...] = (
            Piece(
                "hand", size * types, lambda view: spread(once(sets.just(view.hands[0])), types), "own cards, one-hot"
            ),
            Piece(
                "prospects",
                3 * size,
                lambda view: _prospects(rules, view, view.hands[0]),
                "own cards: playable, dead, critical",
            ),
            Piece("doubles", 2 * size, _doubles, "own cards: held twice, held by others too"),
        )
    else:
        own = (
            _told(rules),
            Piece(
                "belief", size * types, lambda view: _belief(rules, view), "own cards: chances, from counts and hints"
            ),
            Piece(
                "prospects",
                3 * size,
                lambda view: _chances(rules, view, view.seen, view.possible[0]),
                "own cards: chances to be playable, dead, critical",
            ),
            Piece(
                "others-chances",
                3 * others * size,
                lambda view: _chances(rules, view, sets.add(view.discards, view.built), view.possible[1:]),
                "cards of the others: the same, from what everybody sees",
            ),
        )
    return (*_table(rules), *_last_action(rules), *own, theirs, turns)


def _told(rules: Rules) -> Piece:
    """What `canonical` says of a card in 35 numbers, in 20: a set that hints allow is some colours times some ranks."""
    kinds = rules.colours + rules.ranks

    def told(view: View) -> Array:
        allowed = jnp.zeros_like(view.possible)
        for i, kind in enumerate(sets.kinds(rules)):
            allowed = allowed | (((view.possible & kind) != 0).astype(jnp.int32) << i)
        return spread(once(allowed | (view.named << kinds)), 2 * kinds)

    doc = "for every card, own first: the colours and ranks that hints allow, those that they named"
    return Piece("knowledge", rules.players * rules.hand_size * 2 * kinds, told, doc)


def _found(rules: Rules, view: View) -> Array:
    """int32[3]: the sets of playable, dead and critical cards."""
    return once(jnp.stack(sets.prospects(rules, view.built, view.discards)))


def _prospects(rules: Rules, view: View, cards: Array) -> Array:
    """int32[..., 3]: whether each card is playable, dead, critical."""
    return (sets.just(cards)[..., None] & _found(rules, view)) != 0


def _doubles(view: View) -> Array:
    own, others = view.hands[0], view.hands[1:].reshape(-1)
    twice = np.tril(np.ones((len(own), len(own)), bool), -1) & (own[:, None] == own)
    return jnp.stack([twice.any(axis=1), (own[:, None] == others).any(axis=1)]) & (own >= 0)


def _belief(rules: Rules, view: View) -> Array:
    """float[hand, types]: each own card by itself, as likely as there are unseen copies that the hints allow."""
    part = once(1 / jnp.maximum(_copies_beyond(rules, view.seen, view.possible[0]), 1))
    ways = once(unseen(rules, view).astype(jnp.float32))
    return jnp.where(spread(view.possible[0], rules.types) == 1, ways * part[:, None], 0)


def _chances(rules: Rules, view: View, seen: Array, possible: Array) -> Array:
    """float[..., 3]: the part of the unseen copies that the hints allow which is playable, dead, critical."""
    ways = once(jnp.maximum(_copies_beyond(rules, seen, possible), 1))
    return _copies_beyond(rules, seen, possible[..., None] & _found(rules, view)) / ways[..., None]


def _copies_beyond(rules: Rules, pile: Array, cards: Array) -> Array:
    """int32: how many copies of the cards of a set are not in the pile."""
    ways = jnp.zeros_like(cards)
    for n in range(1, sets.MOST + 1):
        having = sum(sets.with_copies(rules, copies) for copies in range(n, sets.MOST + 1))
        ways = ways + sets.count(cards & having & ~pile[n - 1])
    return ways


def _history(rules: Rules) -> Encoder:
    """For networks that do not remember: between three players or more the last action is not all that was done since
    the own one."""
    turns = rules.players

    def earlier(view: View) -> Array:
        when = view.plays.astype(jnp.int32) - 2 - np.arange(turns)
        action = jnp.where(when >= 0, view.actions[jnp.maximum(when, 0)], np.int8(-1))
        return action[:, None] == np.arange(rules.actions)

    doc = f"the {turns} actions before the last one, newest first, one-hot"
    piece = Piece("earlier", turns * rules.actions, earlier, doc)
    return Encoder("history", "mazzo: to be put beside another, as `full+history`", (piece,))


# ------------------------------------------------------------------------------------------------- helpers


def _hints(rules: Rules) -> Piece:
    return Piece("hints", rules.hints, lambda view: view.hints > np.arange(rules.hints), "tokens, thermometer")


def _lives(rules: Rules) -> Piece:
    return Piece("lives", rules.lives, lambda view: view.lives > np.arange(rules.lives), "thermometer")


def _discards(rules: Rules) -> Piece:
    copies = rules.copies * rules.colours
    card = np.repeat(np.arange(rules.types), copies)
    nth = np.concatenate([np.arange(n) for n in copies])

    def thermometers(view: View) -> Array:
        return (select(view.discards, jnp.asarray(nth)) >> card) & 1

    return Piece("discards", rules.cards, thermometers, "copies of each card discarded, thermometer")
