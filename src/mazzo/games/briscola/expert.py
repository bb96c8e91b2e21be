"""A scripted player of Briscola that counts cards and weighs a trick against what the card is worth later."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from mazzo.core.arrays import members
from mazzo.games.briscola import rules as R
from mazzo.games.briscola.situation import WIN, card_at, situation
from mazzo.games.briscola.spec import DECK, HAND, Rules
from mazzo.games.briscola.view import View


class Judgement(NamedTuple):
    """The expert's opinions, in points of the game."""

    keep: ArrayLike  # [while the stock lasts / after, plain / trump, 10 strengths]: what holding a card is worth
    lead: ArrayLike  # [while the stock lasts / after]: what it is worth to lead the next trick
    ruff: ArrayLike  # [2]: the others trump a trick of p points with the chance ruff[0] + ruff[1] * p
    discard: ArrayLike  # points that each of the others is expected to throw into a trick that he loses
    loss: ArrayLike = 1.0  # what a point is worth that somebody else gets


def _judgement(*keep: list[float], **rest: float | list[float]) -> Judgement:
    """`keep` in four rows: plain cards, trumps while the stock lasts; plain cards, trumps when it is gone."""
    rows = np.array(keep, np.float32).reshape(2, 2, 10)
    return Judgement(rows, **{name: np.asarray(value, np.float32) for name, value in rest.items()})


# Found by a cross-entropy search over games against `rules` and `random`, starting from a player's guess.
# Columns: 2 4 5 6 7 F C R 3 A.
JUDGEMENTS = {  # by number of players
    2: _judgement(
        [0.6, 0.2, 0.1, 0.0, 0.2, 0.5, 0.5, 0.4, 4.3, 6.2],
        [3.6, 3.8, 4.0, 4.6, 7.5, 5.0, 6.5, 16.5, 14.1, 14.5],
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.2, 3.6, 4.0],
        [4.3, 5.2, 5.0, 5.8, 7.8, 5.6, 8.8, 12.9, 10.8, 13.3],
        lead=[-2.1, -4.1],
        ruff=[0.9, 0.2],
        discard=0.8,
    ),
    3: _judgement(
        [0.3, 0.4, 0.5, 0.3, 0.4, 0.7, 1.3, 1.2, 2.5, 4.1],
        [2.6, 3.3, 3.6, 3.8, 5.2, 5.7, 7.0, 14.0, 16.2, 19.3],
        [0.0, 0.0, 0.0, 0.0, 0.1, 0.0, 0.2, 0.4, 2.0, 3.8],
        [6.4, 6.8, 6.9, 6.6, 7.5, 6.9, 7.8, 8.1, 10.8, 18.2],
        lead=[-1.6, -4.0],
        ruff=[-0.22, 0.09],
        discard=0.9,
        loss=0.17,
    ),
    4: _judgement(
        [0.4, 0.0, 0.3, 0.6, 0.2, 0.5, 0.2, 0.3, 2.5, 4.1],
        [2.8, 3.2, 2.8, 3.6, 6.7, 5.2, 7.1, 15.3, 18.1, 20.6],
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.7, 1.5, 4.1],
        [4.2, 5.5, 6.9, 5.9, 8.7, 5.4, 8.8, 11.4, 11.3, 19.5],
        lead=[-2.7, -4.2],
        ruff=[1.0, 0.14],
        discard=0.3,
        loss=0.48,
    ),
}


def expert(rules: Rules, view: View, key: Array) -> Array:
    """Counts the cards, weighs what a trick is likely to bring against what the card is worth later."""
    return card_at(view, jnp.argmax(expert_values(rules, JUDGEMENTS[rules.players], view)))


def expert_values(rules: Rules, judgement: Judgement, view: View) -> Array:
    """float[3]: the expert's estimate of playing each own card, in points; -inf where there is none."""
    s = situation(rules, view)
    players = rules.players
    trump = R.suit(view.turned)
    cards = R.CARDS
    place = (view.table >= 0).sum()  # how many have played
    after = players - 1 - place  # how many will play after us
    foes = after - (after >= 2) if rules.partner else after  # of them, opponents
    stock = len(rules.deck) - players * (HAND + view.plays // players)  # cards left to draw
    phase = jnp.where(stock > 0, 0, 1)

    # What the others may hold: everything not seen, without the turned card while it lies under the stock.
    gone = (view.who >= 0) | members(view.hand, len(DECK)) | members(view.partner, len(DECK))
    gone = gone | ((view.turned == R.CARDS) & (stock > 0))
    unseen = np.isin(R.CARDS, rules.deck) & ~gone
    n = jnp.maximum(unseen.sum(), 1)
    hand = jnp.minimum(HAND, rules.tricks - view.plays // players)  # cards of each of those who play after us

    # The trick as it would stand after each own card.
    led = jnp.where(s.leading, view.hand, view.table[0])
    forces = R.force(view.table, view.table[0], trump)
    best_place = jnp.argmax(forces)
    ours_already = (rules.partner > 0) & (place >= 2) & (best_place == place - 2)
    top = jnp.where(s.takes, R.force(view.hand, led, trump), forces.max())
    ours = s.takes | ours_already
    pot = s.pot + s.points

    # Chance that a later opponent beats it: he follows if he can, and trumps when the trick is worth it.
    beats = unseen & (R.force(cards, led[:, None], trump) > top[:, None])  # [3, 40]
    by_trump = beats & (R.suit(cards) == trump)
    plain = beats & ~by_trump
    risk_plain = 1 - _none_held(n, plain.sum(1), hand * foes, HAND * (players - 1))
    risk_trump = 1 - _none_held(n, by_trump.sum(1), hand * foes, HAND * (players - 1))
    ruff = jnp.asarray(judgement.ruff)
    will = jnp.clip(ruff[0] + ruff[1] * pot, 0, 1)
    beaten = 1 - (1 - risk_plain) * (1 - risk_trump * will)
    taken_with = (plain * R.points(cards)).sum(1) / jnp.maximum(plain.sum(1), 1) * risk_plain

    win = jnp.where(ours, 1 - beaten, 0.0)
    gain = pot + judgement.discard * after
    loss = pot + taken_with
    decisive = 50.0 * (s.own + pot >= WIN)
    keep = jnp.asarray(judgement.keep)[phase, s.trumps.astype(int), s.strength]
    keep = jnp.where(s.held.sum() == 1, 0, keep)
    lead = jnp.asarray(judgement.lead)[phase]
    value = win * (gain + decisive + lead) - (1 - win) * judgement.loss * loss - keep
    return jnp.where(s.held, value, -jnp.inf)


def _none_held(n: Array, marked: Array, drawn: Array, most: int) -> Array:
    """Chance that none of `marked` among n cards is among `drawn` of them (hypergeometric)."""
    chance = jnp.ones(marked.shape)
    for i in range(most):
        rest = jnp.maximum(n - i, 1)
        chance = chance * jnp.where(i < drawn, jnp.clip((n - marked - i) / rest, 0, 1), 1)
    return chance
