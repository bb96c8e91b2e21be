"""Where a learner gains experience: many tables side by side, at each of which it is the learner's turn.

The learner holds some seats, named opponents hold the others and are played through. A decision is paid, to every seat,
whatever is paid until the next decision of the learner at that table; a game that is over makes room for the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from mazzo.core import chance
from mazzo.core.agent import Agent
from mazzo.core.arrays import anywhere, where, wrap
from mazzo.core.encoding import Encoder, Head
from mazzo.core.errors import MazzoError
from mazzo.core.game import Augmentation, Deal, Game, Reward, Weighted
from mazzo.core.rollout import Table, move, sit
from mazzo.core.spec import Spec
from mazzo.learners.compact import Compact, compact
from mazzo.ops import exploration
from mazzo.ops.exploration import Schedule, parse

Kept = TypeVar("Kept")
LEARNER = -1  # in a seating, where the opponents are numbered from 0
Amount = float | str  # a number, or a schedule over the decisions taken so far, as `ops.exploration.parse` reads it
Policy = Callable[[Any, Any, Array, Array, Array], tuple[Array, Any, Any]]
# (params, memory, vector, legal, key) -> (output, memory, what else to keep)


class Place(NamedTuple):
    """One table, at which it is the learner's turn (or the game is over and nobody dealt again)."""

    table: Table
    memories: Any  # of the learner's network, for every seat: leaves [players, ...]
    key: Array  # of this place: the games played here follow from it
    games: Array  # int32, dealt here so far
    illegal: Array  # int32, illegal outputs of the learner in this game


class Decision(NamedTuple):
    """What the learner saw and did, and what came of it."""

    view: Any
    legal: Array  # bool[head.size]
    output: Array  # int32, of the head
    seat: Array  # int8
    reward: Array  # float32[players], until the learner's next decision at this table
    over: Array  # bool, the game ended before it
    live: Array  # bool; where it is not, the game was over already and nothing was decided
    allowed: Array  # bool, the output was legal
    returns: Array  # float32[players], the game's returns if it is over, else 0
    measures: dict[str, Array]  # what else there is to tell if it is over, else 0
    extra: Any  # what the policy wanted to keep


class Sight(NamedTuple):
    """What a policy may know, and what its critic sees beside it while learning."""

    own: Any  # the encoded view
    others: Array  # float32[...], what the other seats see


class Terms(NamedTuple):
    """The numbers of an arena. They are traced: runs that differ in them share a compiled program."""

    weights: ArrayLike | Schedule | None = None  # float[terms], where the reward is a weighted sum of terms
    scale: ArrayLike | Schedule = 1.0  # rewards are multiplied by it, so that returns are of the order of 1
    chances: ArrayLike | None = None  # float[choices] of the seatings, cumulated; None: the learner holds all seats
    decks: ArrayLike | None = None  # how many different deals there are, 0: all; None: all, whatever the terms
    deck_seed: ArrayLike = 0  # which ones
    penalty: ArrayLike | None = None  # paid for an illegal output, the game staying as it is; None: they are masked
    patience: ArrayLike | None = None  # after so many illegal outputs a game is given up; None: never
    handicap: Schedule | None = None  # what games begin with, over the decisions taken so far
    now: ArrayLike = 0  # decisions taken so far
    opponents: tuple[Agent, ...] = ()  # by their number in the seatings


@dataclass(frozen=True, eq=False)
class Arena:
    """A game, who plays it, and how the learner sees, answers and is paid."""

    game: Game[Any, Any]
    encoder: Encoder
    head: Head
    reward: Reward
    terms: Terms
    seatings: np.ndarray[Any, Any] | None = None  # int8[choices, players]: LEARNER, or which opponent sits there
    augmentation: Augmentation | None = None  # the learner sees every situation as one of those that are like it
    handicap: Callable[[Any, Array], Any] | None = None  # (state at the start, how much) -> state
    insight: Encoder | None = None  # of the other seats' views, for a critic that sees them too; the policy never does

    def under(self, terms: Terms) -> Arena:
        """The same program with other numbers, traced ones too."""
        return replace(self, terms=terms)

    @cached_property
    def compact(self) -> Compact:
        """How views are kept for later learning."""
        state = jax.eval_shape(lambda key: self.game.start(self.game.deal(key)), jax.random.key(0))
        like = jax.eval_shape(self.game.observe, state, jnp.int8(0))
        return compact(lambda view: (self.encoder(view), self.head.legal(view)), like)

    @property
    def opponents(self) -> tuple[Agent, ...]:
        return self.terms.opponents

    @property
    def scale(self) -> ArrayLike:
        """Of rewards, now."""
        return exploration.now(self.terms.scale, self.terms.now)

    # ---------------------------------------------------------------------------------------------- a new game

    def deal(self, key: Array) -> Deal:
        """A deal, one of `decks` if they are counted. The key is consumed."""
        decks = self.terms.decks
        if decks is None:
            return self.game.deal(key)
        number = chance.below(chance.word(chance.fold_in(key, WHICH_DECK)), jnp.maximum(decks, 1))
        counted = chance.stream(jax.random.key(self.terms.deck_seed), number)
        return self.game.deal(where(jnp.asarray(decks) > 0, counted, key))

    def seating(self, key: Array) -> Array:
        """int8[players]: who sits where in the next game. The key is consumed."""
        if self.seatings is None:
            return jnp.full(self.game.spec.players, LEARNER, jnp.int8)
        drawn = (jax.random.uniform(key) >= jnp.asarray(self.terms.chances)).sum()
        return jnp.asarray(self.seatings)[jnp.minimum(drawn, len(self.seatings) - 1)]

    def _dealt(self, key: Array) -> Table:
        """A table at the start of a game in which there is something to decide. The key is consumed."""

        def one(tries: Array) -> Table:
            own = chance.stream(key, tries)
            seating = self.seating(chance.stream(own, 0))
            table = sit(self.game, self.opponents, self.deal(chance.stream(own, 1)), seating, chance.stream(own, 2))
            if self.handicap is None or self.terms.handicap is None:
                return table
            return table._replace(state=self.handicap(table.state, self.terms.handicap(self.terms.now)))

        def again(carry: tuple[Array, Table]) -> tuple[Array, Table]:
            return carry[0] + 1, one(carry[0])

        begin = (jnp.int32(1), one(jnp.int32(0)))
        return jax.lax.while_loop(lambda carry: carry[1].state.done, again, begin)[1]

    def open(self, key: Array, memory: Any) -> Place:
        """A place at its first game, played up to the learner's turn; `memory` is a fresh one of its network."""
        memories = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (self.game.spec.players, *leaf.shape)), memory)
        table = self._dealt(chance.stream(key, 0))
        return Place(self._play_through(table)[0], memories, key, jnp.int32(1), jnp.int32(0))

    def refill(self, memory: Any, place: Place) -> Place:
        """Where a game is over, the next one, played up to the learner's turn."""
        table = self._play_through(self._dealt(chance.stream(place.key, place.games)))[0]
        memories = jax.tree.map(lambda leaf, new: jnp.broadcast_to(new, leaf.shape), place.memories, memory)
        following = Place(table, memories, place.key, place.games + 1, jnp.int32(0))
        return jax.tree.map(partial(where, place.table.state.done), following, place)

    # ----------------------------------------------------------------------------------------------- a decision

    def view(self, table: Table) -> tuple[Any, Any]:
        """How the seat on turn sees the table, and which of the ways to see it that was."""
        view = self.game.observe(table.state, table.state.turn)
        if self.augmentation is None:
            return view, ()
        which = self.augmentation.draw(view, chance.stream(table.key, LOOK, table.ply))
        return self.augmentation.view(view, which), which

    def see(self, state: Any, view: Any, which: Any) -> Any:
        """What the policy is given: the encoded view, and beside it what others see where there is `insight`."""
        own = self.encoder(view)
        return own if self.insight is None else Sight(own, self._others(state, which))

    def _others(self, state: Any, which: Any) -> Array:
        """The views of the other seats, from the next one on, shown in the same way as the own one."""
        players, insight = self.game.spec.players, self.insight
        assert insight is not None

        def one(further: Array) -> Array:
            view = self.game.observe(state, wrap(state.turn + further, players))
            return insight(view if self.augmentation is None else self.augmentation.view(view, which))

        return jax.vmap(one)(jnp.arange(1, players, dtype=jnp.int8)).reshape(-1)

    def decide(self, policy: Policy, params: Any, place: Place) -> tuple[Place, Decision]:
        """The learner decides; then the others play until it is its turn again or the game is over."""
        table = place.table
        state, seat = table.state, table.state.turn
        live = ~state.done
        view, which = self.view(table)
        legal = self.head.legal(view)
        penalty = self.terms.penalty
        offered = legal if penalty is None else jnp.ones_like(legal)
        mine = jax.tree.map(lambda leaf: leaf[seat], place.memories)
        key = chance.stream(table.key, DECISION, table.ply)
        output, memory, extra = policy(params, mine, self.see(state, view, which), offered, key)

        action = self.head.action(view, output).astype(jnp.int32)
        if self.augmentation is not None:
            action = self.augmentation.action(action, which)
        after = self.game.step(state, action)
        paid = self._pay(state, action, after)
        allowed = legal[output]
        illegal = place.illegal + (~allowed & live)
        if penalty is not None:
            fine = jnp.where(jnp.arange(self.game.spec.players) == seat, penalty, 0.0)
            paid = jnp.where(allowed, paid, fine)
            after = jax.tree.map(partial(jnp.where, allowed), after, state)
            if self.terms.patience is not None:
                after = after._replace(done=after.done | (illegal >= self.terms.patience))
        played = Table(after, table.memories, table.seating, table.ply + live, table.key)
        table, more = self._play_through(played)
        over = table.state.done & live
        decision = Decision(
            view=view,
            legal=legal,
            output=output,
            seat=seat,
            reward=(paid + more) * live,
            over=over,
            live=live,
            allowed=allowed,
            returns=self.game.returns(table.state) * over,
            measures={name: value * over for name, value in self._measures(table.state, seat).items()},
            extra=extra,
        )
        memories = jax.tree.map(lambda all_, new: all_.at[seat].set(new), place.memories, memory)
        return Place(table, memories, place.key, place.games, illegal), decision

    @property
    def measures(self) -> tuple[str, ...]:
        """What is told about the end of a game beside its returns: has the learner won, and what the game adds."""
        won = ("won",) if self.game.spec.kind == "competitive" else ()
        return (*won, *self.game.measures)

    def _measures(self, state: Any, seat: Array) -> dict[str, Array]:
        found = {name: measure(state) for name, measure in self.game.measures.items()}
        if "won" not in self.measures:
            return found
        teams, returns = jnp.asarray(self.game.spec.teams), self.game.returns(state)
        others = jnp.where(teams == teams[seat], -jnp.inf, returns).max()
        return {"won": (returns[seat] > others).astype(jnp.float32), **found}

    def _pay(self, before: Any, action: Array, after: Any) -> Array:
        weights = self.terms.weights
        given = () if weights is None else (exploration.now(weights, self.terms.now),)
        return self.reward(before, action, after, *given) * self.scale

    def _play_through(self, table: Table) -> tuple[Table, Array]:
        """(table, what was paid) once the others have played and it is the learner's turn, or the game is over."""
        nothing = jnp.zeros(self.game.spec.players, jnp.float32)
        if self.seatings is None:
            return table, nothing

        def waiting(carry: tuple[Table, Array]) -> Array:
            return ~carry[0].state.done & (carry[0].seating[carry[0].state.turn] != LEARNER)

        def one(carry: tuple[Table, Array]) -> tuple[Table, Array]:
            table, play = move(self.game, self.opponents, carry[0])
            return table, carry[1] + self._pay(play.before, play.action, play.after)

        return jax.lax.while_loop(waiting, one, (table, nothing))


# Purposes beyond every ply.
DECISION = 1 << 29  # the learner's own chance
WHICH_DECK = 1 << 28  # which of the counted decks is dealt
LOOK = 1 << 27  # how a situation is shown to the learner


def make_arena(
    game: Game[Any, Any],
    encoder: str | None = None,
    head: str | None = None,
    reward: str | Mapping[str, Amount] | None = None,
    opponents: Sequence[tuple[Agent | None, float]] = (),
    decks: int | None = None,
    deck_seed: int = 0,
    penalty: float | None = None,
    scale: Amount = 1.0,
    reward_weights: Mapping[str, Amount] | None = None,
    patience: int | None = None,
    augmentation: str = "",
    handicap: tuple[str, Schedule] | None = None,
    scheduled: tuple[bool, bool] = (False, False),
) -> Arena:
    """Names to things. Without opponents the learner holds every seat; with them one side, each in turn by chance.

    What is paid is one of the game's rewards, or a weighted sum of several. Weights and the scale are numbers, or texts
    that name schedules; `scheduled` makes schedules of them (weights, scale) in any case, as lanes beside it have.

    Opponents have weights; None among them stands for the learner itself, which then holds every seat.

    In a game that is played together an opponent is a partner: the learner holds one seat, he all others.
    """
    spec = game.spec
    if opponents and spec.players == 1:
        raise MazzoError(f"{spec.title} is played alone: leave the opponent out")
    seen = game.encoder(encoder or "full")
    paid, weighed = _reward(game, reward or next(iter(game.rewards)), reward_weights or {})
    others = [agent for agent, _ in opponents if agent is not None]
    rows, weights = _seatings(spec, opponents)
    return Arena(
        game=game,
        encoder=seen,
        head=game.head_for(seen, head),
        reward=paid,
        terms=Terms(
            weights=None if weighed is None else _amounts(weighed, scheduled[0]),
            scale=parse(scale) if scheduled[1] or isinstance(scale, str) else scale,
            chances=(np.cumsum(weights) / np.sum(weights)).astype(np.float32) if others else None,
            decks=decks,
            deck_seed=deck_seed,
            penalty=penalty,
            patience=patience,
            handicap=handicap[1] if handicap else None,
            opponents=tuple(others),
        ),
        seatings=np.array(rows, np.int8) if others else None,
        augmentation=game.augmentation(augmentation) if augmentation else None,
        handicap=game.handicap(handicap[0]) if handicap else None,
    )


def _seatings(spec: Spec, opponents: Sequence[tuple[Agent | None, float]]) -> tuple[list[list[int]], list[float]]:
    """(who sits where, how likely) in every way in which a game may begin."""
    sides = spec.teams if spec.sides > 1 else tuple(range(spec.players))
    rows, weights, number = [], [], 0
    for agent, weight in opponents:
        for side in range(max(sides) + 1):
            rows.append([LEARNER if agent is None or own == side else number for own in sides])
            weights.append(weight)
        number += agent is not None
    return rows, weights


def _amounts(weights: Sequence[Amount], scheduled: bool) -> np.ndarray[Any, Any] | Schedule:
    if scheduled or any(isinstance(weight, str) for weight in weights):
        return exploration.row(weights)
    return np.array(weights, np.float32)


def _reward(
    game: Game[Any, Any], reward: str | Mapping[str, Amount], changed: Mapping[str, Amount]
) -> tuple[Reward, list[Amount] | None]:
    """A named reward, or the sum of several with weights; and the weights of its terms, if it is a sum."""
    if isinstance(reward, str):
        weights = game.reward_weights(reward, changed)
        return game.reward(reward), weights or None
    if changed:
        raise MazzoError("the weights of terms are changed in one reward, not in a sum of several")
    named = {name: game.reward(name) for name in reward}

    def terms(before: Any, action: Array, after: Any) -> dict[str, Array]:
        return {name: one(before, action, after) for name, one in named.items()}

    return Weighted(terms, dict.fromkeys(reward, 1.0)), list(reward.values())


def open_places(arena: Arena, count: int, key: Array, memory: Any = ()) -> Place:
    """`count` places. The key is consumed."""
    keys = jax.vmap(partial(chance.stream, key))(jnp.arange(count))
    return jax.vmap(lambda own: arena.open(own, memory))(keys)


def collect(
    arena: Arena,
    policy: Policy,
    params: Any,
    places: Place,
    steps: int,
    keep: Callable[[Decision], Kept],
    memory: Any = (),
    deal_every: int = 1,
) -> tuple[Place, Kept]:
    """`steps` decisions at every place; what `keep` keeps of them has leading axes [steps, places].

    After every `deal_every` of them a game that is over makes room for the next one. Until then its place rests, and
    nothing there is `live`; with 0 to the end.
    """

    def play(places: Place, _: None) -> tuple[Place, Kept]:
        places, decisions = jax.vmap(partial(arena.decide, policy, params))(places)
        return places, jax.vmap(keep)(decisions)

    def rest(places: Place, _: None) -> tuple[Place, Kept]:
        return places, jax.tree.map(lambda like: jnp.zeros(like.shape, like.dtype), jax.eval_shape(play, places, _)[1])

    def to_the_end(places: Place, _: None) -> tuple[Place, Kept]:
        return jax.lax.cond(anywhere(~places.table.state.done), play, rest, places, None)

    def some(places: Place, _: None) -> tuple[Place, Kept]:
        # games that keep in step, as those of one length do, are dealt all at once
        places, kept = play(places, _) if deal_every == 1 else jax.lax.scan(play, places, None, length=deal_every)
        return refilled(arena, places, memory), kept

    if not deal_every:
        return jax.lax.scan(to_the_end, places, None, length=steps)
    places, kept = jax.lax.scan(some, places, None, length=steps // deal_every)
    if deal_every > 1:
        kept = jax.tree.map(lambda leaf: leaf.reshape(steps, *leaf.shape[2:]), kept)
    return places, kept


def refilled(arena: Arena, places: Place, memory: Any = ()) -> Place:
    """New games where some are over; `memory` is a fresh one of the learner's network."""
    refill = jax.vmap(partial(arena.refill, memory))
    return jax.lax.cond(anywhere(places.table.state.done), refill, lambda places: places, places)
