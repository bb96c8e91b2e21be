"""The expert: counts the cards, reads the signs, and weighs what a trick is likely to bring."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from mazzo.core.arrays import once, select
from mazzo.games.maraffone import rules as R
from mazzo.games.maraffone.rules import HIGH, STRENGTH, SUIT, THIRDS
from mazzo.games.maraffone.spec import BUSSO, SILENT, SUITS, Rules
from mazzo.games.maraffone.view import View, facts, known_owner

KIND = np.array([0, 0, 0, 0, 1, 1, 1, 2, 3, 4])[STRENGTH]  # of each card: 7 and below, F C R, A, 2, 3
LEFT, PARTNER, RIGHT = 0, 1, 2  # the others, in the order in which they play


class Judgement(NamedTuple):
    """The expert's opinions, in thirds of a point."""

    name: ArrayLike  # [5], what a card of each kind is worth as a trump, for naming
    maraffa: ArrayLike  # what holding all three adds
    keep: ArrayLike  # [lead / follow, at the start / at the end, plain / trump, 5 kinds]: what holding a card is worth
    within: ArrayLike  # [plain / trump], the same for each step of strength
    boss: ArrayLike  # [lead / follow, plain / trump], the same for a card that none of its suit can beat any more
    more: ArrayLike  # [4], what is at stake in a trick beyond the cards that lie there, by how many have played
    rescue: ArrayLike  # how often a partner who can beat my card does so when an opponent did
    own: ArrayLike  # [4], what it is worth to take the trick oneself, by how many have played
    shed: ArrayLike  # [2], what speaks for throwing off a plain card: it is the last of its suit; per card of the suit
    obey: ArrayLike  # what each step of strength is worth when the partner leads with a busso
    lead: ArrayLike  # [10], what speaks for leading a suit: see `_leads`
    sign: ArrayLike  # [3, 3]: busso, striscio, volo; always, with a high card left, when trumps were led
    hint: ArrayLike  # how much likelier a high card is where its suit was asked for


# A player's guess, improved by policy gradient in self-play and against `basic`.
EXPERT = Judgement(
    #              7…4  F…R   A    2    3
    name=np.array([4.0, 4.8, 6.2, 5.5, 7.2], np.float32),
    maraffa=np.float32(8.2),
    keep=np.array(
        [
            [
                [[0.4, 0.5, 2.6, 1.7, 1.9], [-0.2, 4.5, 1.2, 5.6, 7.9]],
                [[0.7, 0.5, 1.5, 0.1, -0.7], [1.2, 3.9, 6.6, 4.4, 7.2]],
            ],
            [
                [[-0.6, 0.3, -0.2, 2.9, 3.2], [1.9, 3.0, 3.5, 3.8, 6.4]],
                [[1.8, 0.8, 0.2, 1.3, 1.9], [3.4, 1.8, 1.0, 3.2, 7.9]],
            ],
        ],
        np.float32,
    ),
    within=np.array([0.01, 0.51], np.float32),
    boss=np.array([[-3.1, -1.2], [1.7, 3.9]], np.float32),
    more=np.array([1.4, 2.7, 3.1, 1.8], np.float32),
    rescue=np.float32(0.77),
    own=np.array([-0.1, 1.6, 0.1, 1.0], np.float32),
    shed=np.array([0.92, -0.14], np.float32),
    obey=np.float32(0.41),
    lead=np.array([0.37, -0.31, 0.35, 0.71, 1.27, 0.88, -0.23, 0.11, 2.47, 1.64], np.float32),
    sign=np.array([[0.0, 2.8, 0.6], [-1.0, -0.4, -0.6], [1.4, 0.0, -0.8]], np.float32),
    hint=np.float32(1.7),
)


def expert(rules: Rules, judgement: Judgement, view: View, key: Array) -> Array:
    """Counts trumps and high cards, weighs what a trick is likely to bring, makes signs and reads them."""
    return jnp.argmax(jnp.where(view.legal, values(rules, judgement, view), -jnp.inf)).astype(jnp.int32)


def values(rules: Rules, judgement: Judgement, view: View) -> Array:
    """float32[48]: the expert's opinion of every action, in thirds of a point."""
    return jnp.concatenate([_cards(rules, judgement, view), _trumps(judgement, view), _signs(judgement, view)])


def _trumps(judgement: Judgement, view: View) -> Array:
    """float32[4]: how good each suit would be as trump."""
    worth = jnp.where(view.held, jnp.asarray(judgement.name)[KIND], 0).reshape(SUITS, 10).sum(1)
    all_three = (view.held & HIGH).reshape(SUITS, 10).sum(1) == 3
    return worth + judgement.maraffa * all_three


def _signs(judgement: Judgement, view: View) -> Array:
    """float32[4]: silence is worth nothing."""
    high = (view.held & HIGH & (view.led == SUIT)).any()
    about = jnp.stack([jnp.float32(1), high, view.led == view.trump])
    return jnp.concatenate([jnp.zeros(1), (jnp.asarray(judgement.sign) * about).sum(1)])


def _cards(rules: Rules, judgement: Judgement, view: View) -> Array:
    """float32[40]: what it is worth to play each card now."""
    chance = once(chances(rules, judgement.hint, view))
    higher, beaten = once(_beaten(view, chance))
    trumps = view.trump == SUIT
    leading = view.place == 0
    role = (~leading).astype(jnp.int8)
    left = (rules.tricks - view.trick) / rules.tricks  # 1 at the start, towards 0
    keep = select(jnp.asarray(judgement.keep), role)
    keep = left * keep[0] + (1 - left) * keep[1]  # [plain / trump, 5]
    boss = (higher.sum(0) < 0.01) * select(jnp.asarray(judgement.boss), role)[:, None]  # [plain / trump, 40]
    keep = keep[:, KIND] + jnp.asarray(judgement.within)[:, None] * STRENGTH + boss
    value = _prospects(judgement, view, beaten) - jnp.where(trumps, keep[1], keep[0])
    return value + jnp.where(leading, _leads(judgement, view, chance), _follows(judgement, view))


def _prospects(judgement: Judgement, view: View, beaten: Array) -> Array:
    """float32[40]: thirds that the trick is likely to bring with each card, and what it is worth to take it."""
    mine = (view.place == 0) | (R.force(R.CARDS, view.led, view.trump) > view.best)
    partners = (view.place >= 2) & (view.winner == (view.seat ^ 2))
    # What may be beaten is the own card, or the one that takes the trick as it stands.
    standing = jnp.maximum(select(view.table, view.winner), 0)
    beaten = jnp.where(mine, beaten, beaten[:, standing][:, None])
    left = beaten[LEFT] * (view.place <= 2)
    right = beaten[RIGHT] * (view.place == 0)
    rescue = judgement.rescue * beaten[PARTNER] * (view.place <= 1)
    stands = (1 - left) * (1 - right)
    win = jnp.where(mine | partners, (1 - right) * (1 - left * (1 - rescue)), rescue * stands)
    pot = view.pot + THIRDS
    own = select(jnp.asarray(judgement.own), view.place) * jnp.where(mine, stands, 0)
    return (2 * win - 1) * (pot + select(jnp.asarray(judgement.more), view.place)) + own


def _leads(judgement: Judgement, view: View, chance: Array) -> Array:
    """float32[40]: what speaks for leading a suit, beyond the trick itself."""
    partner, left, right = view.seat ^ 2, (view.seat + 1) & 3, (view.seat + 3) & 3

    def of(flags: Array, seat: Array) -> Array:
        return jnp.repeat(select(flags, seat), 10)

    length = _length(view)
    by_suit = chance.reshape(3, SUITS, 10).sum(2)  # cards that each of the others is likely to have
    trumps = view.trump == SUIT
    others_trumps = select([by_suit[0, s] + by_suit[2, s] for s in range(SUITS)], jnp.maximum(view.trump, 0))
    partners_trumps = select([by_suit[1, s] for s in range(SUITS)], jnp.maximum(view.trump, 0))
    speaks = jnp.stack(
        [
            of(view.asked, partner),
            of(view.asked, left) | of(view.asked, right),
            of(view.holds, partner),
            of(view.void, partner) & ~trumps & (partners_trumps > 0.5),
            trumps & (others_trumps > 0.5),
            trumps * others_trumps,
            trumps * partners_trumps,
            (of(view.void, left) | of(view.void, right)) & ~trumps & (others_trumps > 0.5),
            (length == 1) & ~trumps,
            length,
        ]
    )
    return (jnp.asarray(judgement.lead)[:, None] * speaks).sum(0)


def _follows(judgement: Judgement, view: View) -> Array:
    """float32[40]: what speaks for a card in another's trick, beyond the trick itself."""
    follows, trumps = view.led == SUIT, view.trump == SUIT
    length, (last, each) = _length(view), jnp.asarray(judgement.shed)
    shed = last * (length == 1) + each * length
    called = (view.sign == BUSSO - SILENT) & (view.leader == (view.seat ^ 2))
    return jnp.where(~follows & ~trumps, shed, 0) + jnp.where(follows & called, judgement.obey * STRENGTH, 0)


def _length(view: View) -> Array:
    """int[40]: how many cards the seat holds of each card's suit."""
    return jnp.repeat(view.held.reshape(SUITS, 10).sum(1), 10)


# --------------------------------------------------------------------------------------------------- who has what


def chances(rules: Rules, hint: ArrayLike, view: View) -> Array:
    """float32[3, 40]: how likely each of the others holds each card, taken one by one."""
    owner = once(known_owner(rules, view))
    known = facts(rules, view, owner)
    others = (view.seat + np.arange(1, 4)) & 3
    may = ~known.no_card[:, SUIT] & ((known.most_high[:, SUIT] > 0) | ~HIGH)
    asked = view.asked[others][:, SUIT] & HIGH
    weight = jnp.where(known.hidden & may, known.room[:, None] * jnp.where(asked, hint, 1.0), 0.0)
    share = weight / jnp.maximum(weight.sum(0), 1e-6)
    certain = (owner == others[:, None]) & (view.when < 0)
    return jnp.where(certain, 1.0, share)


def _beaten(view: View, chance: Array) -> tuple[Array, Array]:
    """float32[3, 40], twice: how likely each of the others holds a higher card of the suit; and can beat the card,
    if it is the best of the trick so far."""
    lacks = jnp.log1p(-jnp.clip(chance, 0, 0.999))
    by_strength = jnp.roll(lacks.reshape(3, SUITS, 10), -3, axis=2)
    above = jnp.cumsum(by_strength[:, :, ::-1], axis=2)[:, :, ::-1] - by_strength
    higher = 1 - jnp.exp(jnp.roll(above, 3, axis=2).reshape(3, 40))
    none = jnp.exp(by_strength.sum(2))  # [3, suits], has no card of the suit
    no_trump = select([none[:, s] for s in range(SUITS)], jnp.maximum(view.trump, 0))
    led = jnp.where(view.place == 0, SUIT, view.led)
    void = jnp.where(view.place == 0, none[:, SUIT], select([none[:, s] for s in range(SUITS)], view.led)[:, None])
    ruff = void * (1 - no_trump)[:, None]
    plain_trick, trumps = led != view.trump, view.trump == SUIT
    beaten = jnp.where(plain_trick, jnp.where(trumps, void * higher, jnp.minimum(higher + ruff, 1)), higher)
    return higher, beaten
