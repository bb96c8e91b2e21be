"""Deep recurrent Q-learning (Hausknecht and Stone 2015): DQN with a network that remembers.

While it plays, the network's memory runs from the start of the game. The replay memory holds short sequences of
decisions of one seat; learning runs through a sequence from an empty memory and asks the equation of Q-learning at each
of its steps. At the start of a game sequences are shorter: what would lie before it does not count.
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
from mazzo.learners.arena import Arena, Place, open_places, refilled
from mazzo.learners.dqn import NETS, PLACES, UPDATE, Clock, Learned, Rates, told_of
from mazzo.learners.learner import Progress
from mazzo.learners.optimiser import Optimiser
from mazzo.ops import losses, replay
from mazzo.ops.exploration import epsilon_greedy, parse


@dataclass(frozen=True)
class Config:
    """Schedules are numbers or texts as in `ops.exploration.parse`; they run over decisions taken."""

    dense: int = 128  # units of the first layer
    cells: int = 128  # of the LSTM after it
    activation: str = "relu"  # after the first layer
    apart: bool = False  # each place of a team has a network of its own; the encoder ends with +place
    sequence: int = 4  # decisions in a sequence
    places: int = 16  # tables side by side
    decisions: int = 16  # taken, over all places, between two rounds of learning; a multiple of `places`
    updates: int = 4  # steps of learning in a round
    batch: int = 64  # sequences in a step
    memory: int = 100_000  # sequences kept
    warmup: int = 1_000  # sequences before the first step
    optimiser: Optimiser = field(default_factory=lambda: Optimiser("adam"))
    rate: str = "1e-4"  # of learning
    gamma: float = 0.95  # discount
    epsilon: str = "exponential 1 0.9999 0.05"  # chance of a random output
    distance: str = "huber"  # huber, squared or absolute
    double: bool = False  # the online network chooses, the target network evaluates
    target_every: int = 1_000  # how long the target network stays as it is,
    target_unit: str = "updates"  # in updates or games


class Sequence(NamedTuple):
    """The last decisions of one seat and what followed; leaves [sequence, ...] but for the last."""

    view: Any
    output: Array
    reward: Array
    over: Array
    there: Array  # bool, it belongs to this game
    next_view: Any  # after the last of them


class Batch(NamedTuple):
    """Sequences as the networks see them; leaves [batch, sequence, ...]."""

    vectors: Array  # with what followed after the last decision: [batch, sequence + 1, ...]
    output: Array
    reward: Array
    over: Array
    there: Array
    legal: Array  # after each decision


class Pending(NamedTuple):
    """The sequences that the seats of a place are in; leaves [players, sequence, ...]."""

    view: Any
    output: Array
    reward: Array
    there: Array


class State(NamedTuple):
    learned: Learned
    memory: replay.Replay
    places: Place
    pending: Pending  # leaves [places, players, sequence, ...]
    waits: Array  # bool[places, players]: it is not known yet what followed the last decision
    rates: Rates
    clock: Clock
    rounds: Array
    key: Array


def shape(arena: Arena, config: Config) -> nets.Shape:
    shape = nets.Recurrent(arena.encoder.size, arena.head.size, config.dense, config.cells, config.activation)
    return nets.by_place(shape, arena.encoder) if config.apart else shape


def rates(config: Config) -> Rates:
    return Rates(parse(config.rate), parse(config.epsilon), jnp.float32(config.gamma))


def init(arena: Arena, config: Config, key: Array) -> State:
    """The key becomes the run's."""
    if config.distance not in losses.DISTANCES:
        raise unknown("distance", config.distance, list(losses.DISTANCES))
    network = nets.build(shape(arena, config), stream(key, NETS))
    places = open_places(arena, config.places, stream(key, PLACES), network.start())
    kept = jax.eval_shape(arena.compact.pack, arena.compact.like)
    rows = (config.places, arena.game.spec.players, config.sequence)

    def room(leaf: Any) -> Array:
        return jnp.zeros((*rows, *leaf.shape), leaf.dtype)

    pending = Pending(jax.tree.map(room, kept), jnp.zeros(rows, jnp.int32), jnp.zeros(rows), jnp.zeros(rows, bool))
    one = jax.tree.map(lambda leaf: leaf[0, 0], pending)
    zero = jnp.int32(0)
    sample = Sequence(one.view, one.output, one.reward, one.there, one.there, kept)
    return State(
        learned=Learned(network, network, config.optimiser.start(eqx.filter(network, eqx.is_array)), zero, zero),
        memory=replay.empty(sample, config.memory),
        places=places,
        pending=pending,
        waits=jnp.zeros(rows[:2], bool),
        rates=rates(config),
        clock=Clock(zero, zero),
        rounds=zero,
        key=key,
    )


def values_along(network: Any, vectors: Array, there: Array) -> Array:
    """[steps, outputs] along vectors[steps, ...], from an empty memory; what is not `there` leaves it empty."""

    def one(memory: Any, step: tuple[Array, Array]) -> tuple[Any, Array]:
        vector, here = step
        values, after = network(vector, memory)
        return jax.tree.map(lambda new: jnp.where(here, new, 0.0), after), values

    short = min(len(vectors), 8)  # such sequences are not worth a loop
    return jax.lax.scan(one, network.start(), (vectors, there), unroll=short)[1]


def seen(arena: Arena, sample: Sequence) -> Batch:
    """A sequence as the networks see it."""
    views = jax.tree.map(lambda a, b: jnp.concatenate([a, b[None]]), sample.view, sample.next_view)
    unpacked = jax.vmap(arena.compact.unpack)(views)
    vectors, legal = jax.vmap(arena.encoder)(unpacked), jax.vmap(arena.head.legal)(unpacked)[1:]
    return Batch(vectors, sample.output, sample.reward, sample.over, sample.there, legal)


def loss(network: Any, target: Any, batch: Batch, config: Config, rates: Rates) -> Any:
    """(loss, mean value) over all steps of the sequences."""

    def one(each: Batch) -> tuple[Array, Array]:
        there = jnp.concatenate([each.there, jnp.array([True])])
        online, after = values_along(network, each.vectors, there), values_along(target, each.vectors, there)[1:]
        values = jnp.take_along_axis(online[:-1], each.output[:, None], axis=1)[:, 0]
        discount = rates.gamma * ~each.over
        if config.double:
            aims = jax.vmap(losses.double_q_target)(each.reward, discount, online[1:], after, each.legal)
        else:
            aims = jax.vmap(losses.q_target)(each.reward, discount, after, each.legal)
        return losses.DISTANCES[config.distance](values - jax.lax.stop_gradient(aims)), values

    distances, values = jax.vmap(one)(batch)
    counts = batch.there.astype(jnp.float32)
    return losses.weighted_mean(distances, counts), losses.weighted_mean(values, counts)


def play(arena: Arena, network: Any, state: State) -> tuple[State, dict[str, Array]]:
    """One decision at every place, and into the memory what is known now."""
    epsilon, pack = state.rates.epsilon(state.clock.decisions), arena.compact.pack
    seats = jnp.arange(arena.game.spec.players)

    def policy(network: Any, memory: Any, vector: Array, legal: Array, key: Array) -> tuple[Array, Any, Any]:
        values, memory = network(vector, memory)
        return epsilon_greedy(key, values, legal, epsilon), memory, ()

    def one(place: Place, pending: Pending, waits: Array) -> Any:
        place, decision = arena.decide(policy, network, place)
        mine = (seats == decision.seat) & decision.live

        def push(row: Array, new: Array) -> Array:
            """A new last step in the own sequence."""
            pushed = jnp.roll(row, -1, axis=1).at[:, -1].set(new)
            return jnp.where(mine.reshape(-1, *[1] * (row.ndim - 1)), pushed, row)

        pending = Pending(
            view=jax.tree.map(push, pending.view, pack(decision.view)),
            output=push(pending.output, decision.output),
            reward=push(pending.reward, jnp.float32(0)).at[:, -1].add(decision.reward),
            there=push(pending.there, jnp.bool_(True)),
        )
        waits = waits | mine
        turn = place.table.state.turn
        known = waits & (decision.over | (seats == turn))
        ahead = pack(arena.view(place.table)[0])
        ahead = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (len(seats), *leaf.shape)), ahead)
        over = jnp.zeros_like(pending.there).at[:, -1].set(decision.over)
        samples = Sequence(pending.view, pending.output, pending.reward, over, pending.there, ahead)
        pending = pending._replace(there=pending.there & ~decision.over)
        return place, pending, waits & ~known, samples, known, decision

    places, pending, waits, samples, known, decisions = jax.vmap(one)(state.places, state.pending, state.waits)
    flat = jax.tree.map(lambda leaf: leaf.reshape(-1, *leaf.shape[2:]), (samples, known))
    state = state._replace(
        places=refilled(arena, places, network.start()),
        pending=pending,
        waits=waits,
        memory=replay.add(state.memory, *flat),
        clock=state.clock.after(decisions),
    )
    return state, told_of(arena, decisions)


def learn(config: Config, learned: Learned, batch: Batch, state: State) -> tuple[Learned, dict[str, Array]]:
    """One step on a batch of sequences."""
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
