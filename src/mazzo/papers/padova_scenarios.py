"""Figure 7.2 of Singh 2023: what DQN thinks that its cards are worth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import jax
import jax.numpy as jnp

from mazzo.agents.storage import load_agent
from mazzo.core.game import Deal
from mazzo.papers.laboratory import Laboratory
from mazzo.papers.padova_exhibits import OPPONENTS, after
from mazzo.papers.study import Bars, Cell, Exhibit, Learned, Table

# The cards are ours: the player holds an ace, a jack and a low trump in the first trick.
ACE, JACK, TRUMP, TURNED = 20, 7, 35, 31  # asso di coppe, fante di denari; 6 and 2 of bastoni, which is trump
HAND = {"ace": ACE, "jack": JACK, "briscola": TRUMP}
SCENARIOS: dict[str, tuple[int | None, str]] = {  # the card on the table, and what the thesis's player plays
    "nothing on the table": (None, "jack"),
    "the three of trumps": (32, "jack"),
    "the three of the ace's suit": (22, "ace"),
    "a four of another suit": (13, "jack"),
}


def q_values(path: Path) -> dict[str, float]:
    """What an agent thinks that each card is worth in each scenario, and where it plays what the thesis's plays."""
    saved = load_agent(path)
    game, agent = saved.game, saved.agent
    found: dict[str, float] = {}
    for scenario, (led, best) in SCENARIOS.items():
        taken = {*HAND.values(), TURNED, led}
        others = [card for card in range(40) if card not in taken]
        if led is None:
            deck = [*HAND.values(), *others, TURNED]
        else:
            deck = [led, *others[:2], *HAND.values(), *others[2:], TURNED]
        state = game.start(Deal(jnp.array(deck, jnp.int8), jnp.zeros(0, jnp.int8)))
        state = state if led is None else game.play(state, jnp.int32(led))
        view = game.observe(state, state.turn)
        action, _, info = agent.act(agent.params, agent.start(agent.params), view, jax.random.key(0))
        found |= {f"{scenario}: {card}": float(value) for card, value in zip(HAND, info["values"], strict=True)}
        found[f"{scenario}: as the thesis"] = float(int(action) == HAND[best])
    return found


def scenarios(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 7.2."""
    cells: dict[tuple[str, str], Cell] = {}
    pictures: list[Bars] = []
    for opponent in OPPONENTS:
        found = lab.estimate(Learned("dqn-state-1", opponent, after(lab)), "Figure 7.2", q_values)
        series = {card: [found[f"{scenario}: {card}"] for scenario in SCENARIOS] for card in HAND}
        pictures.append(Bars(f"Q-values, trained against {opponent}", "value", list(SCENARIOS), series))
        for scenario, (_, best) in SCENARIOS.items():
            ours = found[f"{scenario}: as the thesis"]
            cells[f"{scenario}: the {best}", opponent] = Cell(1.0, ours, at_least=0.5)
    return [*pictures, Table("Part of the seeds that play as in the thesis", cells, digits=0)]
