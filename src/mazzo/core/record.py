"""Records: a game is its deal and its actions, as JSON that people can read and anyone can verify.

A record may carry a commitment: SHA-256 of a random nonce and the deal, published before the first card. Whoever has
the finished record can check that the deal was fixed beforehand.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax.numpy as jnp

from mazzo.core import registry
from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole
from mazzo.core.game import Deal, Game, host
from mazzo.core.spec import Spec

FORMAT = 1


@dataclass(frozen=True)
class Record:
    """One game, finished or not."""

    game: str
    variant: str
    rules: int  # version of the rules
    deck: tuple[int, ...]
    setup: tuple[int, ...]
    actions: tuple[int, ...] = ()
    players: tuple[str, ...] = ()  # names, by seat
    returns: tuple[float, ...] | None = None  # when the game is over
    nonce: str | None = None  # 32 hex digits
    commitment: str | None = None  # 64 hex digits
    info: dict[str, Any] = field(default_factory=dict)  # what else the writer noted; not interpreted

    @property
    def deal(self) -> Deal:
        return Deal(jnp.asarray(self.deck, jnp.int8), jnp.asarray(self.setup, jnp.int8).reshape(len(self.setup)))


def fresh_deal(spec: Spec) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Deck and setup from the operating system's entropy, for games with people."""
    random = secrets.SystemRandom()
    deck = list(spec.deck)
    random.shuffle(deck)
    return tuple(deck), tuple(random.randrange(n) for n in spec.setups)


def begin(game: Game[Any, Any], deal: tuple[Sequence[int], Sequence[int]], players: Sequence[str]) -> Record:
    """The record of a game about to be played, with a fresh commitment to its deal."""
    spec = game.spec
    nonce = secrets.token_hex(16)
    deck, setup = tuple(map(int, deal[0])), tuple(map(int, deal[1]))
    commitment = commit(game, deck, setup, nonce)
    return Record(spec.game, spec.variant, spec.version, deck, setup, (), tuple(players), None, nonce, commitment)


def commit(game: Game[Any, Any], deck: Sequence[int], setup: Sequence[int], nonce: str) -> str:
    """SHA-256 of `nonce:["game",version,"variant",["3d",…],[setup…]]`, in hex."""
    spec = game.spec
    deal = [spec.game, spec.version, spec.variant, [game.text.card(card) for card in deck], list(setup)]
    text = f"{nonce}:{json.dumps(deal, separators=(',', ':'))}"
    return hashlib.sha256(text.encode()).hexdigest()


def dumps(record: Record) -> str:
    """JSON, a line per field."""
    text = registry.make(record.game, record.variant).text
    fields = {
        "format": FORMAT,
        "game": record.game,
        "variant": record.variant,
        "rules": record.rules,
        "players": list(record.players),
        "deck": [text.card(card) for card in record.deck],
        "setup": list(record.setup),
        "actions": [text.action(action) for action in record.actions],
        "returns": None if record.returns is None else list(record.returns),
        "nonce": record.nonce,
        "commitment": record.commitment,
        "info": record.info,
    }
    lines = ",\n".join(f'  "{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in fields.items())
    return "{\n" + lines + "\n}\n"


def loads(text: str) -> Record:
    """Read and verify a record: the cards, every action, the result and the commitment."""
    record = _parse(text)
    game = registry.make(record.game, record.variant)
    if sorted(record.deck) != sorted(game.spec.deck):
        raise MazzoError(f"the record's deck is not the {len(game.spec.deck)} cards of {record.game} {record.variant}")
    ranges = game.spec.setups
    if len(record.setup) != len(ranges) or any(not 0 <= s < n for s, n in zip(record.setup, ranges, strict=True)):
        raise MazzoError(f"the record's setup {list(record.setup)} is not one of {record.game} {record.variant}")
    if record.players and len(record.players) != game.spec.players:
        raise MazzoError(f"the record names {len(record.players)} players, the game has {game.spec.players}")
    for state in replay(record):
        final = state
    returns = tuple(float(r) for r in host(game).returns(final)) if bool(final.done) else None
    if record.returns != returns:
        raise MazzoError(f"the record claims the result {record.returns}, but its actions give {returns}")
    if record.commitment is not None and record.commitment != commit(
        game, record.deck, record.setup, record.nonce or ""
    ):
        raise MazzoError("the record's deal is not the one that was committed to before the game")
    return record


def replay(record: Record) -> Iterator[Any]:
    """The states of a recorded game, from the start; raises at an action that the rules do not allow."""
    table = host(registry.make(record.game, record.variant))
    state = table.start(record.deal)
    yield state
    for i, action in enumerate(record.actions):
        try:
            state = table.play(state, action)
        except MazzoError as error:
            raise MazzoError(f"the record's action {i + 1} is not legal: {error}") from error
        yield state


def save(record: Record, path: Path) -> None:
    """Write a record whole or not at all."""
    write_whole(path, dumps(record).encode())


def load(path: Path) -> Record:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not a text file"
        raise MazzoError(f"cannot read the record {path}: {why}") from error
    try:
        return loads(text)
    except MazzoError as error:
        raise MazzoError(f"{path}: {error}") from error


def _parse(text: str) -> Record:
    """From JSON to a Record, checking the form only."""
    try:
        fields = json.loads(text)
    except ValueError as error:
        raise MazzoError(f"not a record: {error}") from error
    if not isinstance(fields, dict) or "format" not in fields:
        raise MazzoError("not a record: it must be a JSON object with a format number")
    if fields["format"] != FORMAT:
        raise MazzoError(f"the record has format {fields['format']!r}; this mazzo reads format {FORMAT}")
    try:
        family = registry.family(_typed(fields, "game", str))
        game = family.make(_typed(fields, "variant", str))
        version = _typed(fields, "rules", int)
        if version != game.spec.version:
            raise MazzoError(f"the record follows version {version} of the rules; this mazzo plays {game.spec.version}")
        returns = fields.get("returns")
        return Record(
            game=game.spec.game,
            variant=game.spec.variant,
            rules=version,
            deck=tuple(game.text.parse_card(str(code)) for code in _typed(fields, "deck", list)),
            setup=tuple(int(s) for s in _typed(fields, "setup", list)),
            actions=tuple(game.text.parse_action(str(code)) for code in _typed(fields, "actions", list)),
            players=tuple(str(name) for name in fields.get("players") or ()),
            returns=None if returns is None else tuple(float(r) for r in returns),
            nonce=fields.get("nonce"),
            commitment=fields.get("commitment"),
            info=dict(fields.get("info") or {}),
        )
    except (TypeError, ValueError) as error:
        if isinstance(error, MazzoError):
            raise
        raise MazzoError(f"not a record: {error}") from error


def _typed(fields: dict[str, Any], name: str, kind: type) -> Any:
    if not isinstance(fields.get(name), kind):
        raise MazzoError(f"not a record: the field {name!r} must be a {kind.__name__}")
    return fields[name]
