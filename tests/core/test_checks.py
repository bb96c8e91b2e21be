"""The checker finds planted faults and says where they come from."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import jax.numpy as jnp
import pytest

from mazzo.core.agent import RANDOM, scripted
from mazzo.core.checks import check_game
from mazzo.core.encoding import Encoder, Piece
from mazzo.core.errors import MazzoError
from mazzo.core.game import Hidden
from mazzo.core.registry import make


@lru_cache
def toy():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAZZO_GAMES", str(Path(__file__).parent.parent / "toys"))
        return make("higher")


def broken(**members):
    return replace(toy(), **members)


def spec(**fields):
    return replace(toy().spec, **fields)


def unreadable():
    def parse(text):
        raise MazzoError("no")

    return replace(toy().text, parse_card=parse)


def no_history(state, action):
    return toy().play(state, action)._replace(actions=state.actions)


def all_legal(state, seat):
    return toy().observe(state, seat)._replace(legal=state.owner < 9)


def several_at_once():
    """Independent faults in one game, because each game is compiled anew."""
    return broken(
        spec=spec(most_legal=2),
        play=no_history,
        returns=lambda state: toy().returns(state) * 10,
        rewards={"r": lambda before, action, after: jnp.full(2, jnp.nan)},
        bots={"random": RANDOM, "zero": scripted("zero", lambda view, key: jnp.int32(0))},
        text=replace(toy().text, action=lambda action: "1", parse_action=lambda text: 1),
    )


SEVERAL = {
    "view's actions",
    "returns within the bounds",
    "rewards are finite",
    "no more legal actions than the spec says",
    "bots play legal actions",
    "text",
}
FAULTS = [
    ({"spec"}, lambda: broken(spec=spec(teams=(0, 2)))),
    ({"bots"}, lambda: broken(bots={})),
    ({"encoders"}, lambda: broken(encoders={})),
    ({"encoders"}, lambda: broken(encoders={"e": replace(toy().encoder("full"), name="e", head="cadrs")})),
    ({"legal"}, lambda: broken(legal=lambda state: jnp.zeros(3, bool))),
    ({"encoder"}, lambda: broken(encoders={"e": Encoder("e", "", (Piece("x", 3, lambda view: view.hand, ""),))})),
    ({"reward"}, lambda: broken(rewards={"r": lambda before, action, after: jnp.zeros(5)})),
    (SEVERAL, several_at_once),
    ({"hidden"}, lambda: broken(hidden=Hidden(("seat 0",), lambda state, seat: jnp.zeros((2, 9), bool), 3))),
    ({"view's legal actions"}, lambda: broken(observe=all_legal)),
    ({"legal actions before the end"}, lambda: broken(legal=lambda state: toy().legal(state) & (state.plays < 2))),
    ({"ends in time"}, lambda: broken(play=lambda s, a: toy().play(s, a)._replace(done=jnp.bool_(False)))),
    (
        {"redeal is a deal"},
        lambda: broken(redeal=lambda view, key: toy().redeal(view, key)._replace(deck=jnp.zeros(6, jnp.int8))),
    ),
    ({"redeal looks the same"}, lambda: broken(redeal=lambda view, key: toy().deal(key))),
    ({"invariants"}, lambda: broken(returns=lambda state: 1 / 0)),
]


LONG = {"view's legal actions", "ends in time", "legal actions before the end", "redeal is a deal"}


@pytest.mark.parametrize(
    ("names", "make_broken"),
    [pytest.param(*fault, marks=[pytest.mark.slow] if fault[0] <= LONG else []) for fault in FAULTS],
    ids=[" + ".join(sorted(names)) for names, _ in FAULTS],
)
def test_finds_the_fault(names, make_broken):
    faults = check_game(make_broken(), games=8)
    assert names <= {fault.check for fault in faults}
    assert all(fault.cause for fault in faults)


def test_a_card_that_cannot_be_read_back_is_a_fault():
    assert any("not read back" in fault.found for fault in check_game(broken(text=unreadable()), games=4))


def test_the_whole_toy_is_without_fault():
    assert check_game(toy(), games=8) == []
