"""The contract checker: run it on a new game, and it lists what is wrong and what the cause likely is.

for fault in check_game(make("mygame")): print(fault)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from mazzo.core import chance
from mazzo.core.encoding import Encoder
from mazzo.core.errors import MazzoError
from mazzo.core.game import Deal, Game, host

VIEW_FIELDS = ("seat", "turn", "legal", "actions", "plays", "done")


@dataclass(frozen=True)
class Fault:
    """Something in which a game breaks the protocol."""

    check: str
    found: str
    cause: str  # the likely one

    def __str__(self) -> str:
        return f"{self.check}: {self.found}. Likely cause: {self.cause}"


def check_game(game: Game[Any, Any], games: int = 32, seed: int = 0) -> list[Fault]:
    """Play `games` random games and check every promise of the protocol; an empty list means that all hold."""
    faults: list[Fault] = []
    for check in (_spec, _members, _opening):
        faults += check(game)
    if faults:
        return faults  # what follows needs these
    key = jax.random.key(seed)
    for part in (_invariants, _pure, _heads_and_text):
        try:
            faults += part(game, games, chance.stream(key, len(faults)))
        except Exception as error:  # the game's own code failed: report, do not crash
            cause = "see the message; the game's functions must run under jit and vmap, without Python `if` on arrays"
            faults.append(Fault(part.__name__.strip("_"), f"{type(error).__name__}: {str(error)[:300]}", cause))
    return faults


# ------------------------------------------------------------------------------------------- before any play


def _spec(game: Game[Any, Any]) -> Iterator[Fault]:
    spec = game.spec
    if len(spec.teams) != spec.players or sorted(set(spec.teams)) != list(range(spec.sides)):
        yield Fault("spec", f"teams {spec.teams} for {spec.players} players", "give each seat a team, numbered from 0")
    if not spec.deck or max(spec.deck) > 127 or min(spec.deck) < 0:
        yield Fault("spec", "the deck is empty or has ids outside 0 to 127", "cards are small ids from 0, kept as int8")
    if not spec.returns[0] < spec.returns[1]:
        yield Fault("spec", f"returns {spec.returns}", "give (lowest, highest)")
    try:
        hash(spec)
    except TypeError as error:
        yield Fault("spec", str(error), "the rules parameters must be a frozen dataclass of hashable values")


def _members(game: Game[Any, Any]) -> Iterator[Fault]:
    if "random" not in game.bots:
        yield Fault("bots", "no bot is called random", "every game ships one: core.agent.RANDOM")
    for kind in ("encoders", "heads", "rewards"):
        if not getattr(game, kind):
            yield Fault(
                kind, "there are none", "learners need at least one; core.encoding and core.game say their shape"
            )
    for kind in ("encoders", "heads", "bots"):
        for name, member in getattr(game, kind).items():
            if member.name != name:
                yield Fault(kind, f"{name} calls itself {member.name}", "key the mapping by the member's own name")
    for name, encoder in game.encoders.items():
        if encoder.head and encoder.head not in game.heads:
            yield Fault("encoders", f"{name} names the head {encoder.head}", f"there are: {', '.join(game.heads)}")


def _opening(game: Game[Any, Any]) -> Iterator[Fault]:
    """Shapes and fields, found without computing anything."""
    spec = game.spec
    state = jax.eval_shape(lambda key: game.start(game.deal(key)), jax.random.key(0))
    for name in ("turn", "done"):
        if not hasattr(state, name):
            yield Fault("state", f"it has no field {name}", "every State carries turn and done")
            return
    legal = jax.eval_shape(game.legal, state)
    if legal.shape != (spec.actions,) or legal.dtype != bool:
        yield Fault("legal", f"{legal.dtype}{legal.shape}", f"return bool[{spec.actions}], one flag per action")
    view = jax.eval_shape(game.observe, state, jnp.int8(0))
    for name in VIEW_FIELDS:
        if not hasattr(view, name):
            yield Fault("view", f"it has no field {name}", f"every View carries {', '.join(VIEW_FIELDS)}")
            return
    if view.actions.shape != (spec.longest,):
        yield Fault(
            "view", f"actions has shape {view.actions.shape}", f"keep all {spec.longest} plays, -1 after the last"
        )
    for name, encoder in game.encoders.items():
        for piece in encoder.pieces:
            written = jax.eval_shape(piece.write, view)
            if written.size != piece.size:
                found = f"{name}: piece {piece.name} writes {written.size} numbers"
                yield Fault("encoder", found, f"it promises {piece.size}: mend the size or the function")
    if game.hidden is not None:
        lie, places = jax.eval_shape(game.hidden.lie, state, jnp.int8(0)), len(game.hidden.places)
        if lie.ndim != 2 or lie.shape[0] != places or lie.shape[1] <= max(spec.deck) or lie.dtype != bool:
            expected = f"return bool[{places}, cards]: which cards lie in each place"
            yield Fault("hidden", f"{lie.dtype}{lie.shape}", expected)
    for name, reward in game.rewards.items():
        paid = jax.eval_shape(reward, state, jnp.int32(0), state)
        if paid.shape != (spec.players,):
            yield Fault("reward", f"{name} gives shape {paid.shape}", f"pay each of the {spec.players} seats")


# ------------------------------------------------------------------------------------------ at every play

CAUSES = {
    "not over at the start": "done is True before the first play in every deal",
    "legal actions before the end": "a player is stuck: let the game end, or give him a pass",
    "no legal action after the end": "mask `legal` with ~done",
    "no more legal actions than the spec says": "spec.most_legal is too small",
    "turn is a seat": "turn must stay within 0 and players - 1",
    "returns within the bounds": "widen spec.returns or mend the count",
    "view shows the seat": "observe must set `seat` to the seat it was asked for",
    "view shows turn and end": "copy `turn` and `done` from the state",
    "view's legal actions": "for the seat on turn they equal `legal(state)`, for the others there are none",
    "view's actions": "append every action to the history, at place `plays`, and -1 after it",
    "redeal is a deal": "the redealt deck must hold exactly the cards of spec.deck, the setup its ranges",
    "redeal looks the same": "observe(replay(redeal(view), view.actions), seat) must equal view: redeal contradicts "
    "something the seat knows, or the view shows something that depends on hidden cards",
    "step after the end": "nothing may change once done is True",
    "rewards are finite": "a reward is NaN or infinite",
    "encoders keep their bounds": "a piece is NaN, infinite or outside its bounds: widen Piece.bounds or scale it",
    "bots play legal actions": "choose among view.legal; check ties and empty hands",
    "ends in time": "spec.longest is too small, or the game can go on for ever",
}


def _invariants(game: Game[Any, Any], games: int, key: Array) -> Iterator[Fault]:
    walk = jax.jit(jax.vmap(partial(_walk, game)))
    held, ended = walk(jax.vmap(partial(chance.fold_in, key))(jnp.arange(games)))
    held = {name: np.asarray(ok) for name, ok in held.items()} | {"ends in time": np.asarray(ended)[:, None]}
    held["not over at the start"] = held["not over at the start"].any(axis=0, keepdims=True)  # a few deals may be
    for name, ok in held.items():
        if not ok.all():
            place, ply = np.argwhere(~ok)[0]
            yield Fault(name, f"broken in game {place} at play {ply} (and {int((~ok).sum()) - 1} more)", CAUSES[name])


def _walk(game: Game[Any, Any], key: Array) -> tuple[dict[str, Array], Array]:
    """One game, played at random and by each bot in turn; which invariants hold at each play, and whether it ended."""
    bots = tuple(game.bots.values())
    state = game.start(game.deal(chance.stream(key, 0)))
    memories = tuple(bot.start(bot.params) for bot in bots)
    history = jnp.full(game.spec.longest, -1, jnp.int32)

    def one(carry: Any, ply: Array) -> tuple[Any, dict[str, Array]]:
        state, memories, actions, plays = carry
        ok = _invariants_of(game, state, actions, plays, chance.stream(key, 1, ply))
        ok["not over at the start"] = (ply > 0) | ~state.done
        view = game.observe(state, state.turn)
        answers = [
            bot.act(bot.params, memory, view, chance.stream(key, 2, ply, i))
            for i, (bot, memory) in enumerate(zip(bots, memories, strict=True))
        ]
        chosen = jnp.stack([chance.choose(chance.stream(key, 3, ply), view.legal), *(a for a, _, _ in answers)])
        ok["bots play legal actions"] = state.done | view.legal[chosen].all()
        action = chance.choose(chance.stream(key, 4, ply), jnp.ones(len(chosen), bool))
        action = chosen[jnp.where(view.legal[chosen[action]], action, 0)]
        after = game.step(state, action)
        live = ~state.done
        ok["step after the end"] = live | _equal(after, state)
        paid = [reward(state, action, after) for reward in game.rewards.values()]
        ok["rewards are finite"] = jnp.isfinite(jnp.stack(paid)).all()
        actions = jnp.where((jnp.arange(game.spec.longest) == plays) & live, action, actions)
        return (after, tuple(memory for _, memory, _ in answers), actions, plays + live), ok

    begin: Any = (state, memories, history, jnp.int32(0))
    end, held = jax.lax.scan(one, begin, jnp.arange(game.spec.longest + 1))
    return held, end[0].done


def _invariants_of(game: Game[Any, Any], state: Any, actions: Array, plays: Array, key: Array) -> dict[str, Array]:
    spec = game.spec
    legal, returns = game.legal(state), game.returns(state)
    seats = jnp.arange(spec.players, dtype=jnp.int8)
    views = jax.vmap(partial(game.observe, state))(seats)
    keys = jax.vmap(partial(chance.fold_in, key))(seats)
    deals = jax.vmap(game.redeal)(views, keys)
    on_turn = (seats == state.turn)[:, None]

    def looks(deal: Deal, seat: Array) -> Any:
        return game.observe(game.replay(deal, actions, plays), seat)

    again = jax.vmap(looks)(deals, seats)
    return {
        "legal actions before the end": state.done | legal.any(),
        "no legal action after the end": ~state.done | ~legal.any(),
        "no more legal actions than the spec says": legal.sum() <= spec.choices,
        "turn is a seat": (state.turn >= 0) & (state.turn < spec.players),
        "returns within the bounds": ((returns >= spec.returns[0]) & (returns <= spec.returns[1])).all(),
        "view shows the seat": (views.seat == seats).all(),
        "view shows turn and end": (views.turn == state.turn).all() & (views.done == state.done).all(),
        "view's legal actions": (views.legal == (legal & on_turn)).all(),
        "view's actions": (views.actions == actions).all() & (views.plays == plays).all(),
        "redeal is a deal": _is_deal(game, deals),
        "redeal looks the same": _equal(again, views),
        "encoders keep their bounds": jnp.stack([_bounded(e, views) for e in game.encoders.values()]).all(),
    }


def _bounded(encoder: Encoder, views: Any) -> Array:
    low, high = encoder.bounds
    vectors = jax.vmap(encoder)(views)
    return ((vectors >= low) & (vectors <= high)).all()


def _is_deal(game: Game[Any, Any], deals: Deal) -> Array:
    cards = jnp.sort(deals.deck, axis=-1) == np.sort(np.array(game.spec.deck, np.int8))
    ranges = np.array(game.spec.setups, np.int32)
    return cards.all() & (deals.setup >= 0).all() & (deals.setup < ranges).all()


def _equal(one: Any, other: Any) -> Array:
    """Two pytrees of arrays hold the same numbers."""
    same = [(a == b).all() for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)]
    return jnp.stack(same).all()


# ------------------------------------------------------------------------------------------- the same twice


def _pure(game: Game[Any, Any], games: int, key: Array) -> Iterator[Fault]:
    """vmap = loop over a few plays, and jit = no jit for the first (without jit every operation compiles by itself)."""
    table = host(game)
    deals = [jax.jit(game.deal)(chance.stream(key, i)) for i in range(2)]
    looped = [table.start(deal) for deal in deals]
    stacked = jax.tree.map(lambda *x: jnp.stack(x), *looped)
    many = jax.jit(jax.vmap(game.play))
    for ply in range(2):
        actions = [table.legal_actions(state)[-1] for state in looped]
        plain = game.play(looped[0], jnp.int32(actions[0])) if ply == 0 else None
        looped = [table.play(state, action) for state, action in zip(looped, actions, strict=True)]
        stacked = many(stacked, jnp.asarray(actions, jnp.int32))
        rows = [jax.tree.map(lambda x, i=i: x[i], stacked) for i in range(2)]
        pairs = [("vmap", row, state) for row, state in zip(rows, looped, strict=True)]
        for what, one, other in [*pairs, *([("jit", plain, looped[0])] if plain is not None else [])]:
            if not _same(one, other):
                found = f"differs at play {ply}"
                yield Fault(f"{what} changes nothing", found, "play must be a pure function of arrays")
                return
        if any(bool(state.done) for state in looped):
            return


def _same(one: Any, other: Any) -> bool:
    """As `_equal`, in NumPy: there is nothing to compile."""
    leaves = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all(np.array_equal(np.asarray(a), np.asarray(b)) for a, b in leaves)


def _heads_and_text(game: Game[Any, Any], games: int, key: Array) -> Iterator[Fault]:
    table = host(game)
    state = table.start(game.deal(key))
    view = table.observe(state, state.turn)
    for name, head in game.heads.items():
        legal = np.asarray(jax.jit(head.legal)(view))
        if legal.shape != (head.size,):
            yield Fault(
                "head", f"{name}: legal has shape {legal.shape}", f"give a flag for each of its {head.size} outputs"
            )
            continue
        act, invert = jax.jit(head.action), jax.jit(head.output)
        for output in np.flatnonzero(legal):
            action = act(view, jnp.int32(output))
            if not bool(view.legal[action]) or int(invert(view, action)) != output:
                yield Fault(
                    "head", f"{name}: output {output}", "its action must be legal, and `output` must invert `action`"
                )
    yield from _both_ways("card", sorted(set(game.spec.deck)), game.text.card, game.text.parse_card)
    yield from _both_ways("action", list(range(game.spec.actions)), game.text.action, game.text.parse_action)
    if not isinstance(game.text.show(view), str):
        yield Fault("text", "show does not give a text", "return what a person should see, in lines")


def _both_ways(what: str, ids: list[int], write: Callable[[int], str], read: Callable[[str], int]) -> Iterator[Fault]:
    for i in ids:
        try:
            back = read(write(i))
        except MazzoError as error:
            yield Fault(
                "text", f"{what} {i} is written {write(i)!r}, which is not read back: {error}", f"mend parse_{what}"
            )
            return
        if back != i:
            yield Fault("text", f"{what} {i} is written {write(i)!r} and read back as {back}", "codes must differ")
            return
