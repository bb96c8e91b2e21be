"""What the policy gradients share: a policy, a critic, and batches of decisions with their returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core.chance import stream
from mazzo.core.encoding import Encoder, Head
from mazzo.core.errors import MazzoError
from mazzo.learners.actor import Actor, Informed, Networks, build, continued, informed, recipe
from mazzo.learners.arena import Arena, Decision, Place, Policy, Sight, collect, open_places
from mazzo.learners.optimiser import Optimiser
from mazzo.ops import losses, returns
from mazzo.ops.exploration import mixed

# The networks have a file of their own; learners find them here, with all else that they share.
__all__ = ["Actor", "Informed", "Networks", "build", "continued", "informed", "recipe"]

PLACES, NETS, UPDATE = 0, 1, 2  # purposes of the random streams of a run
MOST_TOLD = 100  # outputs whose mean probabilities are metrics


@dataclass(frozen=True)
class Gathering:
    """How much is played between two updates."""

    places: int = 256  # tables side by side
    steps: int = 40  # decisions at each of them
    whole: bool = False  # deal anew for every update and play each game to its end, in at most `steps` decisions
    deal_every: int = 1  # decisions between two deals; a place whose game is over rests until then. Divides `steps`


class Batch(NamedTuple):
    """Decisions ready to be learned from; leaves [steps, places, ...]."""

    vector: Array
    legal: Array  # what the policy chose from
    output: Array
    log_policy: Array  # of the chosen output, when it was chosen
    value: Array  # the critic's, then
    advantage: Array
    target: Array  # for the critic
    weight: Array  # 1 where the decision counts
    age: Array  # how many decisions of the same stream came before in the game
    reference: Array | None = None  # log-probabilities of a policy that the learner is held to


class Experience(NamedTuple):
    """The part of a learner's state that plays."""

    places: Place | None  # None where they are dealt anew for every update
    games: Array  # int32, finished so far
    decisions: Array  # int32, taken so far
    ages: Array  # int32[places, streams], decisions so far in the game that is being played


def begin(arena: Arena, gathering: Gathering, key: Array, memory: Any = ()) -> Experience:
    """The key is consumed."""
    if gathering.deal_every < 1 or gathering.steps % gathering.deal_every:
        raise MazzoError(f"deal_every {gathering.deal_every} does not divide the {gathering.steps} steps")
    places = None if gathering.whole else open_places(arena, gathering.places, key, memory)
    ages = jnp.zeros((gathering.places, 1 if one_stream(arena) else arena.game.spec.players), jnp.int32)
    return Experience(places, jnp.int32(0), jnp.int32(0), ages)


def one_stream(arena: Arena) -> bool:
    """Who plays a game together with nobody but itself has one stream of decisions: each is followed by the next one of
    anybody (section 4.1 of the thesis of TU/e). Elsewhere every seat has its own."""
    return arena.game.spec.kind == "cooperative" and not arena.opponents


def as_one_stream(seat: Array, reward: Array, last_seat: Array) -> tuple[Array, Array, Array]:
    """All decisions become those of seat 0, [...], with what the deciding seat was paid, [..., 1]: fines are paid to it
    alone."""
    own = jnp.take_along_axis(reward, seat[..., None].astype(jnp.int32), axis=-1)
    return jnp.zeros_like(seat), own, jnp.zeros_like(last_seat)


class Seeing(Encoder):
    """Gives a policy the view beside the vector."""

    def __call__(self, view: Any) -> Any:
        return view, super().__call__(view)


def _apart(seen: Any) -> tuple[Any, Any]:
    """(view, what the actor gets)"""
    if not isinstance(seen, Sight):
        return seen
    view, own = seen.own
    return view, Sight(own, seen.others)


def play(
    arena: Arena,
    gathering: Gathering,
    policy: Policy,
    params: Any,
    experience: Experience,
    key: Array,
    memory: Any = (),
) -> tuple[Experience, Decision, Place]:
    """(experience, decisions, places after them). Decisions have leaves [steps, places, ...] and no views.

    The policy gets (view, vector) for a vector; `memory` is a fresh one of it. The key is consumed.
    """
    places = experience.places
    if places is None:
        places = open_places(arena, gathering.places, key, memory)

    def keep(decision: Decision) -> Decision:
        return decision._replace(view=())

    seeing = replace(arena, encoder=Seeing(arena.encoder.name, arena.encoder.source, arena.encoder.pieces))
    deal_every = 0 if gathering.whole else gathering.deal_every
    places, played = collect(seeing, policy, params, places, gathering.steps, keep, memory, deal_every)
    games = experience.games + played.over.sum(dtype=jnp.int32)
    decisions = experience.decisions + played.live.sum(dtype=jnp.int32)
    kept = None if gathering.whole else places
    return experience._replace(places=kept, games=games, decisions=decisions), played, places


def act(
    head: Head, epsilon: Array, actor: Actor, memory: Any, seen: Any, offered: Array, key: Array
) -> tuple[Array, Any, Any]:
    """Draw an output from the policy, mixed with `epsilon` of chance among the legal ones. The key is consumed."""
    view, vector = _apart(seen)
    vector = actor.rounded(vector)
    logits, value = actor(vector)
    log_policy = mixed(losses.log_policy(logits, offered), head.legal(view), epsilon)
    output = jax.random.categorical(key, jnp.where(offered, log_policy, losses.LOW)).astype(jnp.int32)
    return output, memory, (vector, offered, log_policy[output], value)


def gather(
    arena: Arena,
    gathering: Gathering,
    actor: Actor,
    experience: Experience,
    epsilon: Array,
    gamma: Array,
    lambda_: Array,
    key: Array,
) -> tuple[Experience, Batch, dict[str, Array]]:
    """Play, and work out what every decision was worth. The key is consumed."""
    policy = partial(act, arena.head, epsilon)
    experience, played, places = play(arena, gathering, policy, actor, experience, key)
    vector, legal, log_policy, value = played.extra
    last_seat = places.table.state.turn
    last_value = jax.vmap(lambda table: actor(arena.see(table.state, *arena.view(table)))[1])(places.table)
    if gathering.whole:
        last_value = jnp.zeros_like(last_value)
    seat, reward = played.seat, played.reward
    if one_stream(arena):
        seat, reward, last_seat = as_one_stream(seat, reward, last_seat)
    steps = returns.Seats(seat, reward, played.over, played.live)
    worth = partial(returns.seat_returns, gamma=gamma, lambda_=lambda_)
    advantage, target, complete = jax.vmap(worth, in_axes=(1, 1, 0), out_axes=1)(steps, value, (last_seat, last_value))
    weight = (complete & played.live).astype(jnp.float32)
    before = jnp.zeros_like(experience.ages) if gathering.whole else experience.ages
    aged = jax.vmap(count_ages, in_axes=(1, 1, 1, 0), out_axes=(0, 1))
    ages, age = aged(seat, played.over, played.live, before)
    batch = Batch(vector, legal, played.output, log_policy, value, advantage, target, weight, age)
    metrics = play_metrics(arena, played) | {
        "value": losses.weighted_mean(value, weight),
        "target": losses.weighted_mean(target, weight),
    }
    return experience._replace(ages=ages), batch, metrics


def count_ages(seat: Array, over: Array, live: Array, before: Array) -> tuple[Array, Array]:
    """(int32[streams], int32[steps]): decisions so far of each stream in the game at one place: at the end, and of the
    deciding one at every decision."""

    def one(ages: Array, step: tuple[Array, Array, Array]) -> tuple[Array, Array]:
        seat, over, live = step
        own = jnp.arange(ages.shape[0]) == seat
        return jnp.where(over, 0, ages + (own & live)), (ages * own).sum()

    return jax.lax.scan(one, before, (seat, over, live))


def in_order(batch: Any, parts: int) -> Any:
    """A batch, leaves [steps, places, ...], cut into parts in the order of play: leaves [parts, decisions, ...]."""
    return jax.tree.map(lambda leaf: leaf.reshape(parts, -1, *leaf.shape[2:]), batch)


def descend(
    loss: Callable[[Any, Any, Array], Any],
    optimiser: Optimiser,
    network: Any,
    state: Any,
    parts: Any,
    passes: int,
    rate: Array,
    key: Array,
) -> tuple[Any, Any, dict[str, Array]]:
    """(network, state of the optimiser, what was told) after `passes` over the parts, with a step for each of them.

    `loss(network, part, key)` is (loss, what it tells). Parts in which nothing counts are left out: every game at them
    was over. What was told is the mean over the others. The key is consumed.
    """
    count = parts.weight.shape[0]
    gradient: Any = eqx.filter_grad(loss, has_aux=True)

    def one(carry: tuple[Any, Any], step: tuple[Any, Array]) -> tuple[Any, Any]:
        part, number = step
        gradients, told = gradient(carry[0], part, stream(key, number))
        counts = part.weight.any()
        after = optimiser.step(carry[0], gradients, carry[1], rate)
        return jax.tree.map(partial(jnp.where, counts), after, carry), (told, counts.astype(jnp.float32))

    def once_through(carry: tuple[Any, Any], number: Array) -> tuple[Any, Any]:
        return jax.lax.scan(one, carry, (parts, number * count + jnp.arange(count)))

    (network, state), (told, counts) = jax.lax.scan(once_through, (network, state), jnp.arange(passes))
    return network, state, {name: losses.weighted_mean(values, counts) for name, values in told.items()}


def play_metrics(arena: Arena, played: Decision) -> dict[str, Array]:
    """What happened while playing (section 5.2 of the thesis of TU/e)."""
    games = jnp.maximum(played.over.sum(), 1)
    own = jax.nn.one_hot(played.seat, arena.game.spec.players)  # the seat that decided last holds the learner's side
    live = jnp.maximum(played.live.sum(), 1)
    return {
        "games": played.over.sum(),
        "decisions": played.live.sum(),
        "return": (played.reward * own).sum() / games,
        "score": (played.returns * own).sum() / games,
        "length": live / games,
        "illegal": (~played.allowed & played.live).sum(),
        **{name: measure.sum() / games for name, measure in played.measures.items()},
    }


def policy_metrics(logs: Array, weight: Array) -> dict[str, Array]:
    """What a policy is like on some decisions: its entropy and, where they are not too many, the mean probability of
    each output. From log-probabilities [n, outputs]."""
    told = {"entropy": losses.weighted_mean(jax.vmap(losses.entropy)(logs), weight)}
    if logs.shape[-1] <= MOST_TOLD:
        told["probabilities"] = losses.weighted_mean(jnp.exp(logs), weight)
    return told


def biases(head: Head, told: dict[str, Array]) -> dict[str, Array]:
    """max |p_i - p_j| / sum of p_k over a group of outputs that differ in position only, p being mean probabilities
    (section 5.2 of the thesis of TU/e)."""
    groups = head.groups if "probabilities" in told else {}
    means = {name: told["probabilities"][np.array(group)] for name, group in groups.items()}
    return {f"bias_{name}": (p.max() - p.min()) / jnp.maximum(p.sum(), 1e-9) for name, p in means.items()}
