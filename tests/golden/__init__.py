"""Golden games: one random game of every variant, written out as people read it.

A change in them is a change in the rules or in what is shown: `make golden` writes them anew, and the difference
belongs into the review.
"""

import random
from pathlib import Path

import jax.numpy as jnp
from rich.text import Text

from mazzo import make
from mazzo.core.game import Deal, host

FOLDER = Path(__file__).parent


def golden_file(game: str, variant: str) -> Path:
    return FOLDER / f"{game}-{variant}.txt"


def playthrough(game: str, variant: str) -> str:
    """A game with a deck and actions from Python's own generator, so that it depends on nothing but the rules."""
    made = make(game, variant)
    table, text, chance = host(made), made.text, random.Random(f"{game} {variant}")
    deck = list(made.spec.deck)
    chance.shuffle(deck)
    setup = [chance.randrange(n) for n in made.spec.setups]
    lines = [f"{game} {variant}, rules {made.spec.version}", "deck " + " ".join(map(text.card, deck)), f"setup {setup}"]
    state = table.start(Deal(jnp.asarray(deck, jnp.int8), jnp.asarray(setup, jnp.int8).reshape(len(setup))))
    while not bool(state.done):
        view = table.observe(state, state.turn)
        legal = table.legal_actions(state)
        action = chance.choice(legal)
        state = table.play(state, action)
        shown = Text.from_markup(text.show(view)).plain
        lines += ["", f"seat {int(view.seat)}", shown, f"may play {' '.join(map(text.action, legal))}"]
        told = Text.from_markup(text.tell(view, action, table.observe(state, view.seat))).plain
        lines.append(f"plays {text.action(action)}" + (f"; {told}" if told else ""))
    lines += ["", "returns " + " ".join(f"{float(r):g}" for r in table.returns(state))]
    return "\n".join(lines) + "\n"
