"""Deep Q-learning with experience replay and a target network (Mnih et al. 2015), and its double form (2016).

Play with the greedy policy, sometimes at random; keep what happened; learn from old decisions drawn at random that an
output is worth its reward and the best that can follow, as a slowly copied network sees it. A decision is followed by
the next one of the same seat, so that all seats of a game can feed one memory.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from mazzo import nets
from mazzo.agents.network import Recipe, Weights
from mazzo.core.arrays import anywhere
from mazzo.core.chance import stream
from mazzo.core.errors import unknown
from mazzo.learners.arena import Arena, Decision, Place, open_places, refilled
from mazzo.learners.learner import Progress
from mazzo.learners.optimiser import Optimiser
from mazzo.ops import losses, replay
from mazzo.ops.exploration import Schedule, epsilon_greedy, parse

PLACES, NETS, UPDATE = 0, 1, 2  # purposes of the random streams of a run


@dataclass(frozen=True)
class Config:
    """Schedules are numbers or texts as in `ops.exploration.parse`; they run over decisions taken."""

    hidden: tuple[int, ...] = (256, 256)  # layers of the network
    activation: str = "relu"  # after hidden layers
    final: str = "linear"  # of the outputs; sigmoid where values are chances
    dropout: float = 0.0  # part of each hidden layer dropped while learning
    apart: bool = False  # each place of a team has a network of its own; the encoder ends with +place
    glorot: bool = False  # weights begin as Keras's, otherwise as PyTorch's
    places: int = 16  # tables side by side
    decisions: int = 16  # taken, over all places, between two rounds of learning; a multiple of `places`
    updates: int = 16  # steps of learning in a round
    batch: int = 256  # decisions in a step
    memory: int = 100_000  # decisions kept
    warmup: int = 1_000  # decisions before the first step
    optimiser: Optimiser = field(default_factory=lambda: Optimiser("adam"))
    rate: str = "1e-4"  # of learning
    gamma: float = 0.95  # discount
    epsilon: str = "exponential 1 0.9999 0.05"  # chance of a random output
    distance: str = "huber"  # huber, squared or absolute
    double: bool = False  # the online network chooses, the target network evaluates
    target_every: int = 1_000  # how long the target network stays as it is,
    target_unit: str = "updates"  # in updates or games


class Clock(NamedTuple):
    games: Array  # finished
    decisions: Array  # taken

    def after(self, decisions: Decision) -> Clock:
        """Once `decisions` were taken, one at each place."""
        games = self.games + decisions.over.sum(dtype=jnp.int32)
        return Clock(games, self.decisions + decisions.live.sum(dtype=jnp.int32))


class Rates(NamedTuple):
    """The settings that are traced: runs that differ in them share a compiled program."""

    rate: Schedule
    epsilon: Schedule
    gamma: Array

    def told(self, arena: Arena, played: dict[str, Array], learned: dict[str, Array], clock: Clock) -> dict[str, Array]:
        """The metrics of a round, from those of its plays and of its steps."""
        metrics = {name: values.sum() for name, values in played.items()}
        games = jnp.maximum(metrics["games"], 1)
        metrics |= {name: metrics[name] / games for name in ("return", "score", *arena.measures)}
        metrics |= {name: values.mean() for name, values in learned.items()}
        return metrics | {"epsilon": self.epsilon(clock.decisions), "rate": self.rate(clock.decisions)}


class Pending(NamedTuple):
    """The last decision of each seat at a place, until it is known what followed; leaves [players, ...]."""

    view: Any
    output: Array
    reward: Array
    there: Array


class Sample(NamedTuple):
    """A decision and what followed."""

    view: Any
    output: Array
    reward: Array
    over: Array
    next_view: Any


class Batch(NamedTuple):
    """Samples as the networks see them; leaves [batch, ...]."""

    vector: Array
    output: Array
    reward: Array
    over: Array
    ahead: Array  # the vector of what followed
    legal: Array  # there


class Learned(NamedTuple):
    network: Any
    target: Any
    optimiser: Any
    updates: Array  # steps of learning
    copied: Array  # when the target network was copied last, in its unit

    def after(self, network: Any, optimiser: Any, games: Array, target_every: int, target_unit: str) -> Learned:
        """After a step, and when it is time with a new target network."""
        updates = self.updates + 1
        now = updates if target_unit == "updates" else games
        copy = now - self.copied >= target_every
        target = jax.tree.map(lambda old, new: jnp.where(copy, new, old), self.target, network)
        return Learned(network, target, optimiser, updates, jnp.where(copy, now, self.copied))


class State(NamedTuple):
    learned: Learned
    memory: replay.Replay
    places: Place
    pending: Pending  # leaves [places, players, ...]
    rates: Rates
    clock: Clock
    rounds: Array
    key: Array


def shape(arena: Arena, config: Config) -> nets.Shape:
    inputs, outputs = arena.encoder.size, arena.head.size
    shape = nets.Mlp(inputs, outputs, config.hidden, config.activation, config.final, config.dropout)
    return nets.by_place(shape, arena.encoder) if config.apart else shape


def rates(config: Config) -> Rates:
    return Rates(parse(config.rate), parse(config.epsilon), jnp.float32(config.gamma))


def init(arena: Arena, config: Config, key: Array) -> State:
    """The key becomes the run's."""
    if config.distance not in losses.DISTANCES:
        raise unknown("distance", config.distance, list(losses.DISTANCES))
    network = nets.build(shape(arena, config), stream(key, NETS))
    network = nets.glorot(network) if config.glorot else network
    places = open_places(arena, config.places, stream(key, PLACES))
    view = jax.eval_shape(arena.compact.pack, arena.compact.like)
    players = arena.game.spec.players

    def room(leaf: Any) -> Array:
        return jnp.zeros((config.places, players, *leaf.shape), leaf.dtype)

    pending = Pending(
        view=jax.tree.map(room, view),
        output=jnp.zeros((config.places, players), jnp.int32),
        reward=jnp.zeros((config.places, players)),
        there=jnp.zeros((config.places, players), bool),
    )
    sample = Sample(view, jnp.int32(0), jnp.float32(0), jnp.bool_(False), view)
    zero = jnp.int32(0)
    return State(
        learned=Learned(network, network, config.optimiser.start(eqx.filter(network, eqx.is_array)), zero, zero),
        memory=replay.empty(sample, config.memory),
        places=places,
        pending=pending,
        rates=rates(config),
        clock=Clock(zero, zero),
        rounds=zero,
        key=key,
    )


def seen(arena: Arena, sample: Sample) -> Batch:
    """A sample as the networks see it."""
    view, following = arena.compact.unpack(sample.view), arena.compact.unpack(sample.next_view)
    ahead, legal = arena.encoder(following), arena.head.legal(following)
    return Batch(arena.encoder(view), sample.output, sample.reward, sample.over, ahead, legal)


def loss(network: Any, target: Any, batch: Batch, config: Config, rates: Rates) -> Any:
    """(loss, mean value): how far the values of the chosen outputs are from reward and discounted best successor."""

    def one(each: Batch) -> tuple[Array, Array]:
        value = network(each.vector)[0][each.output]
        discount = rates.gamma * ~each.over
        after = target(each.ahead)[0]
        if config.double:
            aim = losses.double_q_target(each.reward, discount, network(each.ahead)[0], after, each.legal)
        else:
            aim = losses.q_target(each.reward, discount, after, each.legal)
        return losses.DISTANCES[config.distance](value - jax.lax.stop_gradient(aim)), value

    distances, values = jax.vmap(one)(batch)
    return distances.mean(), values.mean()


def play(arena: Arena, network: Any, state: State) -> tuple[State, dict[str, Array]]:
    """One decision at every place, and into the memory what is known now."""
    epsilon, pack = state.rates.epsilon(state.clock.decisions), arena.compact.pack

    def policy(network: Any, memory: Any, vector: Array, legal: Array, key: Array) -> tuple[Array, Any, Any]:
        return epsilon_greedy(key, network(vector)[0], legal, epsilon), memory, ()

    def one(place: Place, pending: Pending) -> tuple[Place, Pending, Sample, Array, Decision]:
        place, decision = arena.decide(policy, network, place)
        mine = jnp.arange(arena.game.spec.players) == decision.seat
        pending = Pending(
            view=jax.tree.map(lambda all_, new: all_.at[decision.seat].set(new), pending.view, pack(decision.view)),
            output=jnp.where(mine, decision.output, pending.output),
            reward=jnp.where(mine, 0.0, pending.reward) + decision.reward,
            there=(pending.there | mine) & decision.live,
        )
        # Known now: what the seat that is to decide did last; or, if the game is over, what everybody did.
        turn = place.table.state.turn
        done = pending.there & (decision.over | (jnp.arange(arena.game.spec.players) == turn))
        ahead = pack(arena.view(place.table)[0])
        everywhere = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (len(mine), *leaf.shape)), ahead)
        over = jnp.repeat(decision.over, len(mine))
        samples = Sample(pending.view, pending.output, pending.reward, over, everywhere)
        pending = pending._replace(there=pending.there & ~done, reward=jnp.where(done, 0.0, pending.reward))
        return place, pending, samples, done, decision

    places, pending, samples, done, decisions = jax.vmap(one)(state.places, state.pending)
    flat = jax.tree.map(lambda leaf: leaf.reshape(-1, *leaf.shape[2:]), (samples, done))
    state = state._replace(
        places=refilled(arena, places),
        pending=pending,
        memory=replay.add(state.memory, *flat),
        clock=state.clock.after(decisions),
    )
    return state, told_of(arena, decisions)


def told_of(arena: Arena, decisions: Decision) -> dict[str, Array]:
    """What happened in one decision at every place."""
    own = jax.nn.one_hot(decisions.seat, arena.game.spec.players)
    return {
        "games": decisions.over.sum(),
        "decisions": decisions.live.sum(),
        "return": (decisions.reward * own).sum() / arena.scale,
        "score": (decisions.returns * own).sum(),
        "illegal": (~decisions.allowed & decisions.live).sum(),
        **{name: measure.sum() for name, measure in decisions.measures.items()},
    }


def learn(config: Config, learned: Learned, batch: Batch, state: State) -> tuple[Learned, dict[str, Array]]:
    """One step on a batch."""
    gradient: Any = eqx.filter_value_and_grad(loss, has_aux=True)
    (distance, value), gradients = gradient(learned.network, learned.target, batch, config, state.rates)
    rate = state.rates.rate(state.clock.decisions)
    network, optimiser = config.optimiser.step(learned.network, gradients, learned.optimiser, rate)
    learned = learned.after(network, optimiser, state.clock.games, config.target_every, config.target_unit)
    return learned, {"loss": distance, "value": value}


def update(arena: Arena, config: Config, state: State) -> tuple[State, dict[str, Array]]:
    """A round: decisions at every place, then steps of learning, once the memory holds enough."""
    key = stream(state.key, UPDATE, state.rounds)
    rounds = max(1, config.decisions // config.places)
    state, told = jax.lax.scan(lambda s, _: play(arena, s.learned.network, s), state, None, length=rounds)

    def steps(learned: Learned) -> tuple[Learned, dict[str, Array]]:
        # All batches of the round are drawn at once: the memory does not change on the way.
        keys = jax.vmap(partial(stream, key))(jnp.arange(config.updates))
        drawn = jax.vmap(lambda own: replay.draw(state.memory, own, config.batch))(keys)
        batches = jax.vmap(jax.vmap(partial(seen, arena)))(drawn)
        return jax.lax.scan(lambda now, batch: learn(config, now, batch, state), learned, batches)

    def rest(learned: Learned) -> tuple[Learned, dict[str, Array]]:
        return learned, {"loss": jnp.zeros(config.updates), "value": jnp.zeros(config.updates)}

    enough = ~anywhere(state.memory.size < config.warmup)  # for all seeds side by side
    learned, measured = jax.lax.cond(enough, steps, rest, state.learned)
    metrics = state.rates.told(arena, told, measured, state.clock)
    return state._replace(learned=learned, rounds=state.rounds + 1), metrics


def recipe(arena: Arena, config: Config) -> Recipe:
    return Recipe("q", arena.encoder.name, arena.head.name, shape(arena, config))


def weights(state: State) -> Weights:
    return Weights(state.learned.network)


def progress(state: State) -> Progress:
    return Progress(state.clock.games, state.clock.decisions, state.learned.updates)
