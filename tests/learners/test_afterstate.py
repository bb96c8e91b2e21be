"""Learning of afterstates: targets worked out by hand, and a small TriPeaks whose best chance to win is known."""

from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import permutations
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import make, nets
from mazzo.agents.network import network_agent
from mazzo.agents.storage import load_agent, save_agent, skeleton
from mazzo.core import chance
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal, host
from mazzo.core.rollout import play_deals
from mazzo.evaluation.match import play_match
from mazzo.learners import afterstate, learner
from mazzo.learners.arena import Arena, make_arena

METHODS = ("q-learning", "monte-carlo")


# ------------------------------------------------------------------------------------------------ targets, by hand

SMALL = make("tripeaks", peaks=1, rows=2, deck=(0, 1, 2, 3, 14))  # A 2 3 4 of spades, 2 of hearts
STOCK = 3  # the action; before it the peak and the two cards that lie on it
MEMORY, DECISIONS = 6, 12


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


# Deals (the peak, the two cards on it, the stock, the waste), and what he plays in them who likes an afterstate the
# better the more cards are gone. The targets of Q-learning are the values of the best that can follow, the last one is
# the result; those of Monte Carlo are the result.
GAMES = [
    # On the 2 the A, the 2 from the stock, the 3, and the 4 of the peak.
    ((3, 0, 2, 14, 1), [1, STOCK, 2, 0], [sigmoid(-1), sigmoid(0), sigmoid(1), 1], 1),
    # On the 2 the 3, the 4, the 2 from the stock, and the A of the peak.
    ((0, 2, 3, 14, 1), [1, 2, STOCK, 0], [sigmoid(0), sigmoid(0), sigmoid(1), 1], 1),
    # On the A the 2 from the stock, the 3 and the 4; the 2 of the peak stays.
    ((14, 3, 2, 1, 0), [STOCK, 2, 1], [sigmoid(-1), sigmoid(0), 0], 0),
]


@dataclass(frozen=True, eq=False)
class Injected(Arena):
    """Every game is the same one."""

    deck: Any = None

    def deal(self, key):
        return Deal(self.deck, jnp.zeros(0, jnp.int8))


def counting(network, encoder):
    """A network that rates an afterstate at sigmoid(cards taken - 2)."""
    vacant = np.zeros((1, encoder.size), np.float32)
    vacant[0, [place * 54 + 53 for place in range(3)]] = 1  # e2: the last bit of each place of the tableau
    layer = network.layers[0]
    layer = eqx.tree_at(lambda layer: (layer.weight, layer.bias), layer, (jnp.asarray(vacant), jnp.full(1, -2.0)))
    return eqx.tree_at(lambda network: network.layers[0], network, layer)


@cache
def remembered(method):
    """What the memory holds once the games above were played again and again: (targets, vectors, its next place)."""
    made = make_arena(SMALL, encoder="e2")
    config = afterstate.Config(
        method=method, hidden=(), places=1, batch=1, memory=MEMORY, rounds=DECISIONS, rate="0", epsilon="0"
    )

    def run(deck):
        arena = Injected(**{**vars(made), "deck": deck})
        state = afterstate.init(arena, config, jax.random.key(1))
        state = state._replace(network=counting(state.network, arena.encoder))
        state, metrics = afterstate.update(arena, config, state)
        vectors = jax.vmap(afterstate.extract(arena.game, arena.encoder).vector)(state.memory.samples.seen)
        return state.memory.samples.target, vectors, state.memory.place, metrics

    decks = jnp.array([deck for deck, *_ in GAMES], jnp.int8)
    return jax.tree.map(np.asarray, jax.jit(jax.vmap(run))(decks))


def afterstates_of(deck, actions):
    """The afterstates of a game, encoded."""
    table, encoder = host(SMALL), SMALL.encoder("e2")
    state, vectors = table.start(Deal(jnp.array(deck, jnp.int8), jnp.zeros(0, jnp.int8))), []
    for action in actions:
        view = table.observe(state, jnp.int8(0))
        vectors.append(np.asarray(encoder(SMALL.after(view, jnp.int32(action)))))
        state = table.play(state, action)
    assert state.done
    return vectors


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("which", range(len(GAMES)))
def test_targets_are_those_worked_out_by_hand(method, which):
    deck, actions, best, result = GAMES[which]
    targets, vectors, place, metrics = jax.tree.map(lambda leaf: leaf[which], remembered(method))
    length = len(actions)
    expected = best if method == "q-learning" else [result] * length
    delay = 1 if method == "q-learning" else SMALL.spec.longest
    samples = DECISIONS - delay
    assert place == samples % MEMORY  # one for every decision, as soon as its target is surely known
    afterstates = afterstates_of(deck, actions)
    for i in range(samples - MEMORY, samples):  # the ring holds the newest ones
        assert targets[i % MEMORY] == pytest.approx(expected[i % length], abs=1e-6)
        np.testing.assert_array_equal(vectors[i % MEMORY], afterstates[i % length])
    assert metrics["games"] == DECISIONS // length
    assert metrics["return"] == metrics["score"] == result
    assert metrics["overlooked"] == 0


def test_the_loss_has_the_gradient_of_the_paper():
    """Equation 2.43, averaged over a batch: (f - target) times the gradient of f."""
    arena = make_arena(SMALL, encoder="e2")
    kept = afterstate.extract(arena.game, arena.encoder)
    network = counting(
        nets.build(nets.Mlp(arena.encoder.size, 1, (), final="sigmoid"), jax.random.key(0)), arena.encoder
    )
    empty = kept.take(
        jax.tree.map(lambda leaf: jnp.full((2, *leaf.shape), -1, leaf.dtype), kept.shapes)
    )  # none is left
    gradient = eqx.filter_grad(afterstate.loss, has_aux=True)(
        network, kept, afterstate.Sample(empty, jnp.array([1.0, 0.0]))
    )[0]
    f = sigmoid(1)  # its derivative is f (1 - f)
    assert gradient.layers[0].bias[0] == pytest.approx(((f - 1) + f) / 2 * f * (1 - f), rel=1e-5)


# ------------------------------------------------------------------------------------------------- known answers

DECK = (0, 1, 2, 3, 13, 14, 15)  # A 2 3 4 of spades, A 2 3 of hearts
TINY = make("tripeaks", peaks=1, rows=2, deck=DECK)
LEARNING = afterstate.Config(
    hidden=(64,),
    batch=16,
    places=16,
    memory=4000,
    rounds=50,
    rate="staged 4500:1:1 6000:1:0.1",
    epsilon="linear 1 0.05 3000",
)
SEEDS, UPDATES = 3, 125
ENOUGH = 0.97  # of the best win rate; to take cards whenever one can reaches 0.929 of it


def fits(card, other):
    return (card - other) % 13 in (1, 12)


def value(choose):
    """The chance to win from the start, in plain Python, when `choose` picks among [(of the tableau?, value)]."""

    @cache
    def of(peak, pair, waste, unseen, stock):
        """The peak is None while something lies on it; `pair` are the cards left there."""
        options = []
        if peak is not None and fits(peak, waste):
            return 1.0
        for card in pair:
            if fits(card, waste):
                left = tuple(other for other in pair if other != card)
                bared = [None] if left else unseen
                found = [of(new, left, card, unseen - {new}, stock) for new in bared]
                options.append((True, sum(found) / len(found)))
        if stock:
            found = [of(peak, pair, card, unseen - {card}, stock - 1) for card in unseen]
            options.append((False, sum(found) / len(found)))
        return choose(options) if options else 0.0

    starts = [(deal[:2], deal[2], frozenset(DECK) - set(deal)) for deal in permutations(DECK, 3)]
    return np.mean([of(None, pair, waste, unseen, len(DECK) - 4) for pair, waste, unseen in starts])


def best(options):
    return max(value for _, value in options)


def eager(options):
    """Any card that fits, all equally likely; else the stock."""
    taking = [value for tableau, value in options if tableau]
    return np.mean(taking) if taking else options[0][1]


@cache
def learned(method):
    """(weights of every seed, its win rate over all deals there are, what told of the last update, progress)."""
    arena, config = make_arena(TINY, encoder="e2"), replace(LEARNING, method=method)
    deals = np.array(list(permutations(DECK)), np.int8)
    recipe = afterstate.recipe(arena, config)

    def one(key):
        state = afterstate.init(arena, config, key)
        state, metrics = jax.lax.scan(
            lambda state, _: afterstate.update(arena, config, state), state, None, length=UPDATES
        )
        weights = afterstate.weights(state)
        agent = network_agent(TINY, recipe, weights, "learned")
        keys = jax.vmap(partial(chance.fold_in, jax.random.key(0)))(jnp.arange(len(deals)))
        all_ = Deal(jnp.asarray(deals), jnp.zeros((len(deals), 0), jnp.int8))
        finished = play_deals(TINY, (agent,), all_, jnp.zeros((len(deals), 1), jnp.int8), keys)
        return weights, finished.returns.mean(), metrics, afterstate.progress(state)

    return jax.jit(jax.vmap(one))(jax.random.split(jax.random.key(3), SEEDS))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.slow
def test_learns_to_play_well(method):
    optimum = value(best)
    assert value(eager) < (ENOUGH - 0.02) * optimum  # else there would be little to learn
    _, rates, metrics, progress = learned(method)
    assert (np.asarray(rates) >= ENOUGH * optimum).all(), (rates, optimum)
    assert (np.asarray(rates) <= optimum + 1e-6).all()
    assert (np.abs(metrics["value"][:, -1] - optimum) < 0.1).all()
    assert (progress.decisions == UPDATES * LEARNING.rounds * LEARNING.places).all()
    waited = LEARNING.memory // LEARNING.batch + (TINY.spec.longest if method == "monte-carlo" else 1)
    assert (progress.updates == UPDATES * LEARNING.rounds - waited + 1).all()


@pytest.mark.slow
def test_a_saved_agent_plays_as_it_learned(tmp_path):
    arena = make_arena(TINY, encoder="e2")
    weights = jax.tree.map(lambda leaf: leaf[0], learned("q-learning")[0])
    recipe = afterstate.recipe(arena, LEARNING)
    save_agent(tmp_path / "agent", TINY, recipe, weights, {"what": "a test"})
    saved = load_agent(tmp_path / "agent")
    assert saved.recipe == recipe
    assert recipe.moves == TINY.spec.actions  # no more than there are
    again = play_match(saved.game, (saved.agent,), 200, seed=4)
    before = play_match(TINY, (network_agent(TINY, recipe, weights, "learned"),), 200, seed=4)
    np.testing.assert_array_equal(again.returns, before.returns)
    np.testing.assert_array_equal(again.plays, before.plays)
    assert again.own.mean() > 0.85


# ------------------------------------------------------------------------------------------------- networks, checks


@pytest.mark.parametrize(
    ("game", "encoder", "channels", "filters", "hidden", "weights"),
    [
        ("tripeaks", "e2", 52, 8, 100, 43_825),  # He 2021, Table 4.2
        ("russian", "e1", 373, 56, 600, 1_769_345),  # Table 4.3
        ("russian", "e2", 54, 8, 600, 1_768_041),  # Table 4.4
    ],
)
def test_networks_have_the_weights_of_the_paper(game, encoder, channels, filters, hidden, weights):
    arena = make_arena(make(game), encoder=encoder)
    config = afterstate.Config(filters=filters, channels=channels, hidden=(hidden,))
    empty = skeleton(afterstate.recipe(arena, config))
    leaves = [leaf for leaf in jax.tree.leaves(empty) if isinstance(leaf, jax.ShapeDtypeStruct)]
    assert sum(leaf.size for leaf in leaves) == weights


@pytest.mark.parametrize(
    ("game", "encoder", "read", "size"),
    [
        ("tripeaks", "e1", "tableau waste stock deck", 82),
        ("tripeaks", "e2", "tableau waste stock", 30),
        ("russian", "e1", "pile height", 104),
        ("russian", "e2", "pile height down", 111),
    ],
)
def test_the_memory_holds_what_the_encoder_reads(game, encoder, read, size):
    kept = afterstate.extract(make(game), make(game).encoder(encoder))
    names = {name for name, wanted in zip(kept.shapes._fields, kept.wanted, strict=True) if wanted}
    assert names == set(read.split())
    assert sum(leaf.size * leaf.dtype.itemsize for leaf in kept.take(kept.shapes)) == size


@pytest.mark.parametrize(
    ("game", "options", "complaint"),
    [
        ("tripeaks", {"method": "sarsa"}, "sarsa"),
        ("tripeaks", {"places": 24}, "must divide"),
        ("tripeaks", {"memory": 8}, "holds no batch"),
        ("tripeaks", {"memory": 100, "warmup": 200}, "holds no batch"),
        ("tripeaks", {"filters": 8, "channels": 5}, "do not divide"),
        ("tripeaks", {"filters": 8, "channels": 52, "hidden": (10, 10)}, "one hidden layer"),
        ("briscola", {}, "no afterstates"),
    ],
)
def test_settings_that_cannot_be_are_refused(game, options, complaint):
    arena = make_arena(make(game), encoder=None if game == "briscola" else "e2")
    with pytest.raises(MazzoError, match=complaint):
        afterstate.init(arena, afterstate.Config(**options), jax.random.key(0))


def test_it_is_a_learner():
    assert learner.find("afterstate") is afterstate
