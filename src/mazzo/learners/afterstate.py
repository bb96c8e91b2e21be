"""Learning what afterstates are worth, by Monte Carlo or by Q-learning (He 2021, chapter 4, Algorithm 1).

An afterstate is what a move is known to lead to before anything new comes to light: different moves to the same place
are learned at once. The network rates what every legal move leads to, and the best is played, sometimes any. What was
decided goes into a memory together with its target, which is computed then and never again; there is no target network.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import Array

from mazzo import nets
from mazzo.agents.network import Recipe, Weights, afterstates
from mazzo.core.chance import stream
from mazzo.core.encoding import Encoder, direct_head
from mazzo.core.errors import MazzoError, unknown
from mazzo.core.game import Game
from mazzo.learners.arena import Arena, Decision, Place, open_places, refilled
from mazzo.learners.learner import Progress
from mazzo.learners.optimiser import Optimiser
from mazzo.ops import losses, replay
from mazzo.ops.exploration import Schedule, epsilon_greedy, parse

PLACES, NETS, UPDATE = 0, 1, 2  # purposes of the random streams of a run
METHODS = ("monte-carlo", "q-learning")


@dataclass(frozen=True)
class Config:
    """Schedules are numbers or texts as in `ops.exploration.parse`; they run over steps of learning."""

    method: str = "q-learning"  # or monte-carlo
    filters: int = 0  # of the 1x1 convolution (He 2021, Tables 4.2 to 4.4); 0: fully connected layers only
    channels: int = 0  # of the encoder, that are mixed at each place; used with filters
    across: bool = False  # the encoder writes place by place, not channel by channel (e1 and e2 write by channel)
    hidden: tuple[int, ...] = (100,)  # layers of the network; with filters a single one
    caffe: bool = False  # weights begin as Caffe's, otherwise as PyTorch's
    moves: int = 12  # most legal moves there can be: 9 at TriPeaks, 11 at Russian Solitaire
    places: int = 16  # tables side by side
    batch: int = 16  # samples in a step of learning, and new ones between two steps; divides `places`, or the reverse
    memory: int = 500_000  # samples kept
    warmup: int = 0  # samples before the first step; 0: until the memory is full, as in Algorithm 1
    rounds: int = 64  # of new samples and learning in one update
    optimiser: Optimiser = field(default_factory=lambda: Optimiser("sgd"))
    rate: str = "0.1"  # of learning
    epsilon: str = "staged 500000:1:1 700000:1:0.2"  # chance of any legal move


class Rates(NamedTuple):
    """The settings that are traced: runs that differ in them share a compiled program."""

    rate: Schedule
    epsilon: Schedule


class Waiting(NamedTuple):
    """The last decisions at a place, for as long as it may be unknown what came of them; leaves [delay, ...]."""

    seen: list[Array]  # of the afterstate, what the encoder reads
    paid: Array  # since the decision
    open: Array  # its game goes on


class Sample(NamedTuple):
    seen: list[Array]
    target: Array


class State(NamedTuple):
    network: Any
    optimiser: Any
    memory: replay.Replay
    places: Place
    waiting: Waiting  # leaves [places, delay, ...]
    rates: Rates
    games: Array
    decisions: Array
    updates: Array  # steps of learning
    key: Array


# ---------------------------------------------------------------------------------------------- what is kept of a view


@dataclass(frozen=True)
class Extract:
    """The leaves of a view that an encoder reads: all that a memory has to hold of it.

    They are 30 to 111 bytes of He's encodings, whose bits are 351 to 2,484 bytes even when packed.
    """

    encoder: Encoder
    shapes: Any  # of a view
    wanted: tuple[bool, ...]  # for each leaf

    def take(self, view: Any) -> list[Array]:
        return [leaf for leaf, wanted in zip(jax.tree.leaves(view), self.wanted, strict=True) if wanted]

    def vector(self, seen: list[Array]) -> Array:
        """The encoder's, as it would be for the whole view."""
        rest = iter(seen)
        leaves, kind = jax.tree.flatten(self.shapes)
        filled = [
            next(rest) if wanted else jnp.zeros(leaf.shape, leaf.dtype)
            for leaf, wanted in zip(leaves, self.wanted, strict=True)
        ]
        return self.encoder(jax.tree.unflatten(kind, filled))


@cache
def extract(game: Game[Any, Any], encoder: Encoder) -> Extract:
    """What an encoder reads of the game's afterstates: the inputs that occur in its program."""
    assert game.after is not None
    deal = jax.eval_shape(lambda: game.deal(jax.random.key(0)))
    view = jax.eval_shape(lambda deal: game.observe(game.start(deal), jnp.int8(0)), deal)
    shapes = jax.eval_shape(game.after, view, jax.ShapeDtypeStruct((), jnp.int32))
    program = jax.make_jaxpr(encoder)(shapes).jaxpr
    used = {id(variable) for equation in program.eqns for variable in equation.invars}
    used |= {id(variable) for variable in program.outvars}
    return Extract(encoder, shapes, tuple(id(variable) in used for variable in program.invars))


class Plain(Encoder):
    """The view itself in place of a vector: what a move leads to is found from it."""

    def __call__(self, view: Any) -> Any:
        return view


def plain(arena: Arena) -> Arena:
    """The arena with views for vectors and actions for outputs."""
    head = direct_head("actions", "the game's own", arena.game.spec.actions)
    return replace(
        arena, encoder=Plain("view", "the game's own", ()), head=head, terms=arena.terms._replace(penalty=None)
    )


# --------------------------------------------------------------------------------------------------- the learner


def shape(arena: Arena, config: Config) -> nets.Shape:
    """A number from 0 to 1 for an encoded afterstate."""
    inputs = arena.encoder.size
    if not config.filters:
        return nets.Mlp(inputs, 1, config.hidden, final="sigmoid")
    if config.channels < 1 or inputs % config.channels:
        raise MazzoError(f"{config.channels} channels do not divide the {inputs} numbers of {arena.encoder.name}")
    if len(config.hidden) != 1:
        raise MazzoError(f"after a convolution there is one hidden layer, not {len(config.hidden)}")
    return nets.Conv(config.channels, inputs // config.channels, config.filters, config.hidden[0], config.across)


def delay(arena: Arena, config: Config) -> int:
    """For how many decisions at its place a decision may wait for its target.

    By Q-learning that is known at the next one. By Monte Carlo when the game is over; no game lasts longer than
    `longest`, so that from then on one sample a decision comes out, in the order in which they were taken.
    """
    return 1 if config.method == "q-learning" else arena.game.spec.longest


def most_moves(arena: Arena, config: Config) -> int:
    return min(config.moves, arena.game.spec.actions)


def rates(config: Config) -> Rates:
    return Rates(parse(config.rate), parse(config.epsilon))


def init(arena: Arena, config: Config, key: Array) -> State:
    """The key becomes the run's."""
    spec = arena.game.spec
    if config.method not in METHODS:
        raise unknown("method", config.method, list(METHODS))
    if arena.game.after is None or spec.players != 1:
        raise MazzoError(f"{spec.title} has no afterstates to learn; choose a solitaire")
    if config.places % config.batch and config.batch % config.places:
        raise MazzoError(f"{config.places} places and a batch of {config.batch}: one must divide the other")
    if not config.batch <= max(config.warmup, config.batch) <= config.memory:
        raise MazzoError(f"a memory of {config.memory} holds no batch of {config.batch} after {config.warmup} samples")
    network = nets.build(shape(arena, config), stream(key, NETS))
    network = nets.caffe(network) if config.caffe else network
    kept = extract(arena.game, arena.encoder)
    seen = kept.take(kept.shapes)
    room = (config.places, delay(arena, config))
    waiting = Waiting(
        seen=[jnp.zeros((*room, *leaf.shape), leaf.dtype) for leaf in seen],
        paid=jnp.zeros(room),
        open=jnp.zeros(room, bool),
    )
    zero = jnp.int32(0)
    return State(
        network=network,
        optimiser=config.optimiser.start(eqx.filter(network, eqx.is_array)),
        memory=replay.empty(Sample(seen, jnp.float32(0)), config.memory),
        places=open_places(plain(arena), config.places, stream(key, PLACES)),
        waiting=waiting,
        rates=rates(config),
        games=zero,
        decisions=zero,
        updates=zero,
        key=key,
    )


def play(arena: Arena, config: Config, state: State) -> tuple[State, dict[str, Array]]:
    """One decision at every place; what is known by now of an earlier one goes into the memory."""
    game, kept, table = arena.game, extract(arena.game, arena.encoder), plain(arena)
    assert game.after is not None
    after = game.after
    epsilon = state.rates.epsilon(state.updates)
    taken = state.decisions // config.places  # at each place
    slot = taken % delay(arena, config)  # of the decision that waited longest, and then of the new one

    def policy(network: Any, memory: Any, view: Any, legal: Array, key: Array) -> tuple[Array, Any, Any]:
        actions, there, vectors = afterstates(game, arena.encoder, most_moves(arena, config), view)
        values = jax.vmap(lambda vector: network(vector)[0][0])(vectors)
        action = actions[epsilon_greedy(key, values, there, epsilon)]
        return action, memory, (kept.take(after(view, action)), losses.masked_max(values, there))

    def one(place: Place, waiting: Waiting) -> tuple[Place, Waiting, Sample, Decision]:
        place, decision = table.decide(policy, state.network, place)
        seen, best = decision.extra
        old = jax.tree.map(lambda leaf: leaf[slot], waiting)
        sample = Sample(old.seen, target(old.paid, old.open, best))
        new = Waiting(seen, jnp.float32(0), jnp.bool_(True))
        waiting = jax.tree.map(lambda leaf, own: leaf.at[slot].set(own), waiting, new)
        waiting = waiting._replace(
            paid=waiting.paid + waiting.open * decision.reward[0],
            open=waiting.open & ~decision.over,
        )
        return place, waiting, sample, decision

    places, waiting, samples, decisions = jax.vmap(one)(state.places, state.waiting)
    known = jnp.full(config.places, taken >= delay(arena, config))
    state = state._replace(
        places=refilled(table, places),
        waiting=waiting,
        memory=replay.add(state.memory, samples, known),
        games=state.games + decisions.over.sum(dtype=jnp.int32),
        decisions=state.decisions + config.places,
    )
    told = {
        "games": decisions.over.sum(),
        "decisions": decisions.live.sum(),
        "return": decisions.reward.sum(),
        "score": decisions.returns.sum(),
        "overlooked": (decisions.legal.sum(1) > most_moves(arena, config)).sum(),  # there were more than `moves`
        **{name: measure.sum() for name, measure in decisions.measures.items()},
    }
    return state, told


def target(paid: Array, goes_on: Array, best: Array) -> Array:
    """r' + max_a Q(s', a), and r' alone when the game is over: equations 2.40, and 2.35 for whole games."""
    return paid + jnp.where(goes_on, best, 0.0)


def loss(network: Any, kept: Extract, batch: Sample) -> tuple[Array, Array]:
    """(loss, mean value). The loss is the mean of (f - target)^2 / 2: its gradient is that of equation 2.43."""
    vectors = jax.vmap(kept.vector)(batch.seen)
    values = jax.vmap(lambda vector: network(vector)[0][0])(vectors)
    return (jnp.square(values - batch.target) / 2).mean(), values.mean()


def learn(arena: Arena, config: Config, state: State) -> tuple[State, dict[str, Array]]:
    """As many steps as new samples make batches, once the memory holds enough."""
    kept = extract(arena.game, arena.encoder)
    steps = max(1, config.places // config.batch)
    drawn = replay.draw(state.memory, stream(state.key, UPDATE, state.decisions), steps * config.batch)
    batches = jax.tree.map(lambda leaf: leaf.reshape(steps, config.batch, *leaf.shape[1:]), drawn)

    def step(carry: tuple[Any, Any, Array], batch: Sample) -> tuple[Any, tuple[Array, Array]]:
        network, optimiser, updates = carry
        told, gradients = eqx.filter_value_and_grad(loss, has_aux=True)(network, kept, batch)
        network, optimiser = config.optimiser.step(network, gradients, optimiser, state.rates.rate(updates))
        return (network, optimiser, updates + 1), told

    def all_(carry: tuple[Any, Any, Array]) -> Any:
        return jax.lax.scan(step, carry, batches)

    def rest(carry: tuple[Any, Any, Array]) -> Any:
        return carry, (jnp.zeros(steps), jnp.zeros(steps))

    enough = state.memory.size >= (config.warmup or config.memory)
    carry = (state.network, state.optimiser, state.updates)  # the memory stays outside: it would be copied
    (network, optimiser, updates), (distance, value) = jax.lax.cond(enough, all_, rest, carry)
    state = state._replace(network=network, optimiser=optimiser, updates=updates)
    return state, {"loss": distance.mean(), "value": value.mean()}


def update(arena: Arena, config: Config, state: State) -> tuple[State, dict[str, Array]]:
    """Rounds of new samples, as many as a batch, and learning."""

    def one(state: State, _: None) -> tuple[State, Any]:
        length = max(1, config.batch // config.places)
        state, told = jax.lax.scan(lambda state, _: play(arena, config, state), state, None, length=length)
        state, learned = learn(arena, config, state)
        return state, (told, learned)

    state, (told, learned) = jax.lax.scan(one, state, None, length=config.rounds)
    metrics = {name: values.sum() for name, values in told.items()}
    games = jnp.maximum(metrics["games"], 1)
    metrics |= {name: metrics[name] / games for name in ("return", "score", *arena.measures)}
    metrics |= {name: values.mean() for name, values in learned.items()}
    metrics |= {"epsilon": state.rates.epsilon(state.updates), "rate": state.rates.rate(state.updates)}
    return state, metrics


def recipe(arena: Arena, config: Config) -> Recipe:
    network = shape(arena, config)
    return Recipe("afterstate", arena.encoder.name, arena.head.name, network, moves=most_moves(arena, config))


def weights(state: State) -> Weights:
    return Weights(state.network)


def progress(state: State) -> Progress:
    return Progress(state.games, state.decisions, state.updates)
