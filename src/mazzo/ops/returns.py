"""Returns and advantages: what an action was followed by.

Along one episode, `rewards[t]` is paid for the action at t and `discounts[t]` weighs what comes after it: gamma, or 0
where the episode ends. Shapes are [T]; `bootstrap` stands for everything after the last step.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike


def discounted(rewards: Array, discounts: Array, bootstrap: ArrayLike = 0.0) -> Array:
    """g_t = r_t + d_t g_{t+1}. Sutton and Barto (2018), equation 3.9."""
    return lambda_returns(rewards, discounts, jnp.zeros_like(rewards).at[-1].set(bootstrap), 1.0)


def lambda_returns(rewards: Array, discounts: Array, next_values: Array, lambda_: ArrayLike) -> Array:
    """g_t = r_t + d_t ((1 - lambda) v_{t+1} + lambda g_{t+1}). Sutton and Barto (2018), equation 12.18.

    `next_values[t]` is v_{t+1}; the last one is the bootstrap.
    """

    def one(later: Array, step: tuple[Array, Array, Array]) -> tuple[Array, Array]:
        reward, discount, value = step
        here = reward + discount * ((1 - lambda_) * value + lambda_ * later)
        return here, here

    return jax.lax.scan(one, next_values[-1], (rewards, discounts, next_values), reverse=True)[1]


def n_step(rewards: Array, discounts: Array, next_values: Array, n: int) -> Array:
    """n rewards, then the value of the state reached. Sutton and Barto (2018), equation 7.1."""
    steps = rewards.shape[0]
    padded_values = jnp.concatenate([next_values, jnp.full(n - 1, next_values[-1])])
    targets = padded_values[n - 1 : n - 1 + steps]
    rewards = jnp.concatenate([rewards, jnp.zeros(n - 1)])
    discounts = jnp.concatenate([discounts, jnp.ones(n - 1)])
    for k in reversed(range(n)):
        targets = rewards[k : k + steps] + discounts[k : k + steps] * targets
    return targets


def gae(rewards: Array, discounts: Array, values: Array, next_values: Array, lambda_: ArrayLike) -> Array:
    """Generalised advantages: sum over l of (gamma lambda)^l delta_{t+l}. Schulman et al. (2016), equation 16."""
    deltas = rewards + discounts * next_values - values
    return discounted(deltas, discounts * lambda_)


class Seats(NamedTuple):
    """Decisions of several seats in the order in which they were made at one table, [T] each."""

    seat: Array  # int, who decided
    reward: Array  # float[T, players], paid to every seat from this decision up to the next one of anybody
    over: Array  # bool, the game ended before the next decision
    live: Array  # bool; where it is not, nothing was decided


def seat_returns(
    steps: Seats, values: Array, last: tuple[Array, Array], gamma: ArrayLike, lambda_: ArrayLike
) -> tuple[Array, Array, Array]:
    """(advantages, returns, complete), [T] each: for every decision, along the later decisions of the same seat.

    A seat is paid for a decision whatever is paid to it until its next one. `last` is (seat, value) of the decision
    that comes after the batch. A decision whose successor is not known, because the batch ends between two decisions
    of that seat, is not `complete`: its numbers mean nothing, and earlier decisions bootstrap from its value.
    """
    players = steps.reward.shape[1]
    every = jnp.arange(players)
    seat, value = last
    begin = _Later(
        paid=jnp.zeros(players),
        value=jnp.where(every == seat, value, 0.0),
        advantage=jnp.zeros(players),
        known=every == seat,
    )

    def one(later: _Later, step: tuple[Seats, Array]) -> tuple[_Later, tuple[Array, Array, Array]]:
        (seat, reward, over, live), value = step
        own = (every == seat) & live
        paid = jnp.where(over, 0.0, later.paid) + reward
        next_value = jnp.where(over, 0.0, later.value)
        next_advantage = jnp.where(over, 0.0, later.advantage)
        known = later.known | over

        def mine(x: Array) -> Array:
            return jnp.where(own, x, 0).sum()

        delta = mine(paid) + gamma * mine(next_value) - value
        advantage = delta + gamma * lambda_ * mine(next_advantage)
        complete = (own & known).any()
        advantage = jnp.where(complete, advantage, 0.0)
        after = _Later(
            paid=jnp.where(own, 0.0, paid),
            value=jnp.where(own, value, next_value),
            advantage=jnp.where(own, advantage, next_advantage),
            known=known | own,
        )
        return after, (advantage, advantage + value, complete)

    return jax.lax.scan(one, begin, (steps, values), reverse=True)[1]


class _Later(NamedTuple):
    """What each seat has to come, [players] each."""

    paid: Array  # since its last decision
    value: Array  # of its next decision
    advantage: Array
    known: Array  # bool, its next decision or the end of the game is in the batch


def normalise(values: Array, weights: Array) -> Array:
    """(x - mean) / (standard deviation + 1e-8) over the weighted entries. Thesis of TU/e, section 4.1."""
    total = jnp.maximum(weights.sum(), 1.0)
    mean = (values * weights).sum() / total
    variance = (weights * (values - mean) ** 2).sum() / total
    return (values - mean) / (jnp.sqrt(variance) + 1e-8)
