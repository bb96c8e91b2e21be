"""Tiny games with known answers, and how a learner is run on them: three seeds side by side in one program."""

import jax
import jax.numpy as jnp
import numpy as np

from mazzo.agents.network import network_agent
from mazzo.evaluation.match import play_match

SEEDS_TRIED = 3


def train(learner, arena, config, updates, seeds=SEEDS_TRIED):
    """(states of the seeds after `updates`, the last metrics)"""

    def run(key):
        def one(state, _):
            state, metrics = learner.update(arena, config, state)
            return state, metrics

        state, metrics = jax.lax.scan(one, learner.init(arena, config, key), None, length=updates)
        return state, jax.tree.map(lambda x: x[-1], metrics)

    keys = jax.vmap(lambda seed: jax.random.key(seed))(jnp.arange(seeds))
    return jax.jit(jax.vmap(run))(keys)


def strengths(learner, arena, config, states, games, opponent=None):
    """Mean return of each seed's agent, as it would be saved."""
    recipe, every = learner.recipe(arena, config), learner.weights(states)
    others = () if opponent is None else (arena.game.bots[opponent],)
    found = []
    for seed in range(SEEDS_TRIED):
        weights = jax.tree.map(lambda x, seed=seed: x[seed], every)
        agent = network_agent(arena.game, recipe, weights, "learned")
        found.append(float(np.mean(play_match(arena.game, (agent, *others), games, seed=100).own)))
    return found
