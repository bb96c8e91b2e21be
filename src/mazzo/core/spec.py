"""Facts about games as plain data, readable without importing JAX.

A game's folder describes its variants here in `Spec`s; generic tests check the claims and the docs
are generated from them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from mazzo.core.errors import MazzoError, unknown

if TYPE_CHECKING:
    from mazzo.core.game import Game


@dataclass(frozen=True)
class Spec:
    """One game under one variant of its rules."""

    game: str  # the folder's name, and the name on the command line
    title: str  # for people
    version: int  # of the rules: a record of another version is refused
    variant: str  # with its options, as `2p` or `full-2p,lives=1`
    summary: str  # what distinguishes the variant, in one line
    players: int
    teams: tuple[int, ...]  # the team of each seat
    actions: int  # number of public action ids
    deck: tuple[int, ...]  # the cards that a deal shuffles, repeated where the deck repeats them
    setups: tuple[int, ...]  # how many values each entry of a deal's setup may take
    longest: int  # most plays that a game can last
    returns: tuple[float, float]  # bounds of a seat's return
    rules: Any  # the game's own frozen parameters, read by its rules module
    most_legal: int = 0  # most legal actions that a seat can have at once; 0: nobody has counted

    @property
    def kind(self) -> str:
        """`solitaire` (one seat), `cooperative` (one team) or `competitive`."""
        if self.players == 1:
            return "solitaire"
        return "competitive" if len(set(self.teams)) > 1 else "cooperative"

    @property
    def choices(self) -> int:
        """Among how many actions a seat chooses at most."""
        return self.most_legal or self.actions

    @property
    def sides(self) -> int:
        """Number of teams."""
        return len(set(self.teams))


@dataclass(frozen=True)
class Family:
    """A game with all its variants: what a game's folder exports as `GAME`."""

    variants: Mapping[str, Any]  # name -> the game's frozen rules parameters; the first is the default
    describe: Callable[[str, Any], Spec]  # variant name and rules -> its facts
    build: Callable[[Spec], Game[Any, Any]]  # assembles the game; imports JAX only when called

    @property
    def default(self) -> str:
        return next(iter(self.variants))

    def spec(self, variant: str | None = None, **options: Any) -> Spec:
        """Facts of a variant. Options change single rules: `spec("2p", deck=...)`, or in the text, `2p,deck=(...)`."""
        name, written = _parse(variant or self.default)
        if name not in self.variants:
            raise unknown("variant", name, list(self.variants))
        options = {**written, **options}
        rules = self.variants[name]
        known = [f.name for f in fields(rules)] if is_dataclass(rules) else []
        for option in options:
            if option not in known:
                raise unknown("option of the rules", option, known)
        try:
            rules = replace(rules, **options)
        except ValueError as error:
            raise MazzoError(f"variant {variant!r}: {error}") from error
        text = ",".join([name, *(f"{k}={v!r}".replace(" ", "") for k, v in sorted(options.items()))])
        return self.describe(text, rules)

    def make(self, variant: str | None = None, **options: Any) -> Game[Any, Any]:
        """The playable game. The same variant gives the same object, so that compiled functions are shared."""
        return _build(self.build, self.spec(variant, **options))


@cache
def _build(build: Callable[[Spec], Game[Any, Any]], spec: Spec) -> Game[Any, Any]:
    return build(spec)


def _parse(variant: str) -> tuple[str, dict[str, Any]]:
    """`full-2p,lives=1` -> ("full-2p", {"lives": 1})."""
    name, _, rest = variant.partition(",")
    if not rest:
        return name, {}
    try:
        call = ast.parse(f"f({rest})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError
        return name, {str(k.arg): ast.literal_eval(k.value) for k in call.keywords if k.arg}
    except (SyntaxError, ValueError) as error:
        raise MazzoError(
            f"cannot read the options of variant {variant!r}; write them as {name},option=value"
        ) from error
