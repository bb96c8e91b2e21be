"""A PettingZoo AEC environment: every seat is an agent."""

from __future__ import annotations

from functools import cache
from typing import Any

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from rich.text import Text

from mazzo.core.encoding import Encoder, Head
from mazzo.core.game import Game, host
from mazzo.core.registry import family


def env(game: str, variant: str | None = None, illegal_reward: float = -1.0, **settings: Any) -> AECEnv[str, Any, Any]:
    """The environment as PettingZoo wants it: calls in order, and an illegal action ends the game with a penalty."""
    raw: Any = GameEnv(game, variant, **settings)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=illegal_reward))


class GameEnv(AECEnv[str, Any, Any]):
    """Observations are the encoder's vector; `infos[agent]["action_mask"]` (int8) marks the legal outputs of the head.

    With `mask_in_observation=True` observations are {"observation": vector, "action_mask": mask} instead, the other
    place in which libraries look for masks.
    """

    def __init__(
        self,
        game: str,
        variant: str | None = None,
        encoder: str = "full",
        head: str | None = None,
        reward: str | None = None,
        render_mode: str | None = None,
        mask_in_observation: bool = False,
    ):
        super().__init__()
        self.game: Game[Any, Any] = family(game).make(variant)
        self.encoder = self.game.encoder(encoder)
        self.head = self.game.head_for(self.encoder, head)
        self.reward_name = reward or next(iter(self.game.rewards))
        self.render_mode = render_mode
        spec = self.game.spec
        self.metadata = {
            "name": f"mazzo_{spec.game}_{spec.variant}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(spec.players)]
        low, high = self.encoder.bounds
        self.mask_in_observation = mask_in_observation
        self.observation_spaces: dict[str, gymnasium.Space[Any]] = {}
        for agent in self.possible_agents:
            vector = gymnasium.spaces.Box(low, high, dtype=np.float32)
            mask = gymnasium.spaces.Box(0, 1, (self.head.size,), np.int8)
            both = gymnasium.spaces.Dict({"observation": vector, "action_mask": mask})
            self.observation_spaces[agent] = both if mask_in_observation else vector
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.head.size) for agent in self.possible_agents}
        self._look, self._act = _compiled(self.game, self.encoder, self.head, self.reward_name)
        self._generator = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.state_of_game = self._start()
        while bool(self.state_of_game.done):  # a deal without a first move
            self.state_of_game = self._start()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn_to_next()

    def observe(self, agent: str) -> Any:
        vector, mask = self._seen(agent)
        return {"observation": vector, "action_mask": mask} if self.mask_in_observation else vector

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.state_of_game, paid = self._act(self.state_of_game, jnp.int32(action))
        self.rewards = {agent: float(reward) for agent, reward in zip(self.possible_agents, paid, strict=True)}
        if bool(self.state_of_game.done):
            self.terminations = dict.fromkeys(self.agents, True)
        self._turn_to_next()
        self._accumulate_rewards()

    def render(self) -> Any:
        """What the seat on turn sees, as text."""
        if self.render_mode != "ansi":
            return None
        view = host(self.game).observe(self.state_of_game, self.state_of_game.turn)
        return Text.from_markup(self.game.text.show(view)).plain

    def close(self) -> None:
        pass

    def _start(self) -> Any:
        return host(self.game).start(self.game.deal(jax.random.key(int(self._generator.integers(2**31)))))

    def _turn_to_next(self) -> None:
        self.agent_selection = self.possible_agents[int(self.state_of_game.turn)]
        self.infos = {agent: {"action_mask": self._seen(agent)[1]} for agent in self.agents}

    def _seen(self, agent: str) -> tuple[Any, Any]:
        vector, mask = self._look(self.state_of_game, jnp.int8(self.possible_agents.index(agent)))
        return np.array(vector), np.array(mask, np.int8)


@cache
def _compiled(game: Game[Any, Any], encoder: Encoder, head: Head, reward: str) -> tuple[Any, Any]:
    def look(state: Any, seat: Any) -> Any:
        view = game.observe(state, seat)
        return encoder(view), head.legal(view)

    def act(state: Any, output: Any) -> Any:
        action = head.action(game.observe(state, state.turn), output).astype(jnp.int32)
        after = game.step(state, action)
        return after, game.reward(reward)(state, action, after)

    return jax.jit(look), jax.jit(act)
