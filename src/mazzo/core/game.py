"""The game protocol.

Every game is a deal plus a list of actions: all chance is in the `Deal`, from there the game is deterministic.
A player never receives a `State`, only a `View`: what that seat may know. All functions are pure, unbatched JAX
functions; the caller vmaps and jits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike

from mazzo.core.chance import below, shuffle
from mazzo.core.encoding import Encoder, Head, compose, place
from mazzo.core.errors import MazzoError, unknown
from mazzo.core.spec import Spec

if TYPE_CHECKING:
    from mazzo.core.agent import Agent


class Deal(NamedTuple):
    """All the chance of one game."""

    deck: Array  # int8[len(spec.deck)], in the order dealt
    setup: Array  # int8[len(spec.setups)], what else is drawn before the first play


class StateLike(Protocol):
    """Every game's state is a NamedTuple of arrays with at least these fields."""

    @property
    def turn(self) -> Array: ...  # int8, the seat that plays next

    @property
    def done(self) -> Array: ...  # bool


class ViewLike(Protocol):
    """Every game's view is a NamedTuple of arrays with at least these fields."""

    @property
    def seat(self) -> Array: ...  # int8, whose view it is

    @property
    def turn(self) -> Array: ...  # int8

    @property
    def legal(self) -> Array: ...  # bool[actions]; all False unless it is this seat's turn

    @property
    def actions(self) -> Array: ...  # int[longest], the actions so far; -1 after them

    @property
    def plays(self) -> Array: ...  # how many actions there were

    @property
    def done(self) -> Array: ...  # bool


S = TypeVar("S", bound=StateLike)
V = TypeVar("V", bound=ViewLike)
Reward = Callable[[Any, Array, Any], Array]  # (before, action, after) -> float32[players]


@dataclass(frozen=True, eq=False)
class Weighted:
    """A reward that is a sum of named terms, each times its weight.

    Weights given where it is paid may be traced, so that runs with other weights share a compiled program.
    """

    terms: Callable[[Any, Array, Any], Mapping[str, Array]]  # (before, action, after) -> float32[players] of each
    weights: Mapping[str, float]  # of each, unless others are given

    def __call__(self, before: Any, action: Array, after: Any, weights: Array | None = None) -> Array:
        """`weights` are in the order of its own."""
        found = self.terms(before, action, after)
        given = list(self.weights.values()) if weights is None else weights
        paid = [weight * found[name] for name, weight in zip(self.weights, given, strict=True)]
        return sum(paid[1:], start=paid[0])


@dataclass(frozen=True)
class Text:
    """Cards, actions and views as people write and read them. Host-side; colours are Rich markup."""

    card: Callable[[int], str]  # a short code without spaces
    parse_card: Callable[[str], int]  # its inverse; raises MazzoError
    action: Callable[[int], str]
    parse_action: Callable[[str], int]
    show: Callable[[Any], str]  # a view, with markup
    tell: Callable[[Any, int, Any], str] = lambda before, action, after: ""  # what an action brought about, from one
    # seat's views before and after it; nothing if there is nothing to say


@dataclass(frozen=True)
class Augmentation:
    """Other ways to see one and the same situation, all of them possible in the game: cards held in another order, say.

    A learner that is shown one of them at random learns what does not depend on it.
    """

    draw: Callable[[Any, Array], Any]  # (view, key) -> which way
    view: Callable[[Any, Any], Any]  # (view, which) -> the view as seen that way
    action: Callable[[Array, Any], Array]  # (action there, which) -> the action here


@dataclass(frozen=True)
class MatchRules:
    """Where several deals make a match: a side with `target` points at the end of a deal, and ahead, has won."""

    target: int
    first: Callable[[Array], Array]  # key -> the setup of the first deal
    following: Callable[[Any], Array]  # the final state of a deal -> the setup of the next one
    shorter: tuple[int, ...] = ()  # targets of shorter forms

    def decided(self, scores: ArrayLike, target: int | None = None) -> Any:
        """Has a side won? At the end of a deal it needs the target, and more than every other; scores [..., sides]."""
        ordered = np.sort(np.asarray(scores), axis=-1)
        return (ordered[..., -1] >= (target or self.target)) & (ordered[..., -1] > ordered[..., -2])


@dataclass(frozen=True)
class Hidden:
    """Where the cards lie that a seat has not seen played and does not see in its own hand: it may wonder."""

    places: tuple[str, ...]  # `seat 1`, `stock`, or `card 1` of a hand whose holder does not see it
    lie: Callable[[Any, Array], Array]  # (state, seat) -> bool[places, cards]
    ranks: int  # cards of a suit, whose ids follow each other


@dataclass(frozen=True, eq=False)
class Game(Generic[S, V]):
    """A playable game: what a folder in `mazzo.games` builds for one variant."""

    spec: Spec
    start: Callable[[Deal], S]
    legal: Callable[[S], Array]  # -> bool[actions], of the seat on turn; never empty before the end
    play: Callable[[S, Array], S]  # the bare rule: the action must be legal
    returns: Callable[[S], Array]  # -> float32[players], what the game is about
    observe: Callable[[S, Array], V]
    redeal: Callable[[V, Array], Deal]  # a uniformly drawn deal that this view allows
    encoders: Mapping[str, Encoder]
    heads: Mapping[str, Head]
    rewards: Mapping[str, Reward]
    bots: Mapping[str, Agent]
    text: Text
    match: MatchRules | None = None
    hidden: Hidden | None = None
    measures: Mapping[str, Callable[[S], Array]] = field(default_factory=dict)  # other numbers that a final state tells
    after: Callable[[V, Array], V] | None = None  # the part of a move's result that its player already knows
    augmentations: Mapping[str, Augmentation] = field(default_factory=dict)
    handicaps: Mapping[str, Callable[[S, Array], S]] = field(
        default_factory=dict
    )  # (start, how much) -> another start,
    # which no deal leads to: for training only

    def deal(self, key: Array) -> Deal:
        """A random deal. The key is consumed."""
        for_deck, for_setup = jax.random.split(key)
        bits = jax.random.bits(for_setup, (len(self.spec.setups),), jnp.uint32)
        setup = below(bits, jnp.asarray(self.spec.setups, jnp.uint32)).astype(jnp.int8)
        return Deal(shuffle(for_deck, self.spec.deck), setup)

    def step(self, state: S, action: Array) -> S:
        """`play`, and nothing when the game is over."""
        after = self.play(state, action)
        return jax.tree.map(lambda old, new: jnp.where(state.done, old, new), state, after)

    def replay(self, deal: Deal, actions: Array, count: Array) -> S:
        """The state after the first `count` of `actions`."""

        def one(i: Array, state: S) -> S:
            return self.step(state, actions[i].astype(jnp.int32))

        return jax.lax.fori_loop(0, jnp.asarray(count, jnp.int32), one, self.start(deal))

    def world(self, view: V, key: Array) -> S:
        """A full state that this view allows, its hidden cards drawn uniformly. The key is consumed."""
        return self.replay(self.redeal(view, key), view.actions, view.plays)

    def encoder(self, name: str) -> Encoder:
        """By name, or put together: `a+b`, `a~piece` without a piece, `a.piece` only that one, `unit:a` scaled to 1,
        `place` in the team."""
        if name in self.encoders:
            return self.encoders[name]
        return compose(name, {**self.encoders, "place": place(self.spec.teams)})

    def head(self, name: str) -> Head:
        return _named(self.heads, name, "head")

    def head_for(self, encoder: Encoder, name: str | None = None) -> Head:
        """The head called `name`; without one that which speaks of the same cards and places as the encoder.

        A network that sees suits renumbered and answers with real ones cannot know which card it plays.
        """
        return self.head(name or encoder.head or next(iter(self.heads)))

    def reward(self, name: str) -> Reward:
        return _named(self.rewards, name, "reward")

    def reward_weights(self, name: str, changed: Mapping[str, float | str]) -> list[float | str]:
        """The weights of a reward's terms, some of them changed by name; none where it is no sum of terms. A text is a
        schedule's."""
        reward = self.reward(name)
        if not isinstance(reward, Weighted):
            if changed:
                raise MazzoError(f"the reward {name} is no sum of terms: leave their weights out")
            return []
        for term in changed:
            _named(reward.weights, term, f"term of the reward {name}")
        given = {**reward.weights, **changed}.values()
        return [weight if isinstance(weight, str) else float(weight) for weight in given]

    def bot(self, name: str) -> Agent:
        return _named(self.bots, name, "agent")

    def augmentation(self, name: str) -> Augmentation:
        return _named(self.augmentations, name, "augmentation")

    def handicap(self, name: str) -> Callable[[S, Array], S]:
        return _named(self.handicaps, name, "handicap")


T = TypeVar("T")


def _named(members: Mapping[str, T], name: str, what: str) -> T:
    if name not in members:
        raise unknown(what, name, list(members))
    return members[name]


class IllegalAction(MazzoError):
    """The action is not among the legal ones."""


class Host(Generic[S, V]):
    """One game played from Python, checked: the compiled functions of a game behind plain calls."""

    def __init__(self, game: Game[S, V]):
        self.game = game
        self.start = jax.jit(game.start)
        self.legal = jax.jit(game.legal)
        self.observe = jax.jit(game.observe)
        self.returns = jax.jit(game.returns)
        self._play = jax.jit(game.play)

    def legal_actions(self, state: S) -> list[int]:
        if bool(state.done):
            return []
        return np.flatnonzero(np.asarray(self.legal(state))).tolist()

    def play(self, state: S, action: int) -> S:
        """The next state; raises IllegalAction, naming what is legal."""
        legal = self.legal_actions(state)
        if action not in legal:
            write = self.game.text.action
            what = write(action) if 0 <= action < self.game.spec.actions else str(action)
            allowed = ", ".join(map(write, legal)) or "nothing: the game is over"
            raise IllegalAction(f"{what} cannot be played now; legal: {allowed}")
        return self._play(state, jnp.int32(action))


def host(game: Game[S, V]) -> Host[S, V]:
    """The host-side form of a game; one per game, so that its compiled functions are shared."""
    if game not in _HOSTS:
        _HOSTS[game] = Host(game)
    return _HOSTS[game]


_HOSTS: dict[Game[Any, Any], Host[Any, Any]] = {}
