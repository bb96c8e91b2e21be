"""mazzo ship"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazzo.cli.output import Json, Seed, Variant, console, print_json, progress_bar, start_jax
from mazzo.core.errors import MazzoError
from mazzo.core.registry import family

if TYPE_CHECKING:
    from mazzo.agents.card import Card
    from mazzo.agents.storage import Saved
    from mazzo.core.agent import Agent
    from mazzo.core.game import Game

NETWORK_GAMES, SEARCH_GAMES = 20_000, 400  # against each opponent, if not told


def command(
    source: Annotated[str, typer.Argument(help="The folder of a run or of a saved agent; or a search, search:….")],
    name: Annotated[
        str, typer.Option(help="What it will be called: beginner, intermediate, champion, champion+search.")
    ],
    game: Annotated[str, typer.Option(help="Of a search: which game it plays.")] = "",
    variant: Variant = None,
    what: Annotated[str, typer.Option(help="What it is, in a line.", show_default="from the run")] = "",
    made_by: Annotated[
        str, typer.Option("--command", help="The command that trained it, if the run does not tell.")
    ] = "",
    against: Annotated[
        str, typer.Option(help="Who measures it, joined by commas.", show_default="all quick agents; of a search, one")
    ] = "",
    games: Annotated[
        int, typer.Option(help="Against each opponent; 0: 20,000, and 400 for a search.", show_default=False)
    ] = 0,
    whole: Annotated[bool, typer.Option("--whole", help="Do not try to halve the precision of the weights.")] = False,
    to: Annotated[Path | None, typer.Option(help="A directory of agents.", show_default="inside the package")] = None,
    replace_it: Annotated[bool, typer.Option("--replace", help="Put it in the place of one of the same name.")] = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Ship an agent: measure it, write its card, and put it where `--agent NAME` finds it.

    A network's card says the exact command, settings, seed, steps, hardware and learning curve of its run. Its weights
    are halved if that costs no strength, which is measured. What does not fit is refused.

    Examples: mazzo ship runs/briscola --name champion
    mazzo ship search:lookahead,agent=champion,worlds=32 --game briscola --name champion+search
    """
    from mazzo.search.settings import is_search

    if is_search(source):
        if not game:
            raise MazzoError("name the game that the search plays: --game GAME, and --variant if not the first")
        family(game).spec(variant)
    elif game or variant:
        raise MazzoError("a saved agent says itself what it plays: leave --game and --variant out")
    if games < 0:
        raise MazzoError(f"--games is {games}; choose 1 or more, or 0")
    start_jax("cpu")
    from mazzo.agents import catalogue, naming

    catalogue.checked_name(name)
    shelf = to or catalogue.SHIPPED
    opponents = naming.split(against)
    with progress_bar(f"measuring {name}", "games", quiet=json) as progress:
        order = Order(name, what, made_by, opponents, games, whole, seed, shelf, replace_it, progress)
        card = order.search(game, variant, source) if is_search(source) else order.network(Path(source))
    folder = order.folder(card.game, card.variant)
    if json:
        from dataclasses import asdict

        print_json({"folder": str(folder), **asdict(card)})
        return
    from rich.markdown import Markdown

    from mazzo.agents.card import page

    console.print(Markdown(page(card)))
    console.print(f"Shipped as {folder}", soft_wrap=True)


class Order:
    """What was asked for, and how it is carried out."""

    def __init__(
        self,
        name: str,
        what: str,
        made_by: str,
        against: list[str],
        games: int,
        whole: bool,
        seed: int,
        shelf: Path,
        again: bool,
        progress: Any,
    ):
        self.name, self.what, self.made_by, self.against, self.games = name, what, made_by, against, games
        self.whole, self.seed, self.shelf, self.again, self.progress = whole, seed, shelf, again, progress

    def folder(self, game: str, variant: str) -> Path:
        return self.shelf / game / variant / self.name

    def network(self, source: Path) -> Card:
        """A network from a run, or from a folder of its own."""
        from mazzo.agents.card import save_card
        from mazzo.agents.storage import load_agent
        from mazzo.evaluation.examination import yardsticks

        saved = load_agent(source, self.name)
        self._free(saved.game)
        card = self._made(source, saved)
        against = self.against or yardsticks(saved.game, self.name)
        with tempfile.TemporaryDirectory() as scratch:
            packed = Path(scratch) / self.name
            shipped, card = self._packed(packed, saved, card, against)
            card = self._measured(saved.game, shipped, card, against, self.games or NETWORK_GAMES)
            save_card(packed, card)
            self._put(packed, self.folder(card.game, card.variant))
        return card

    def search(self, game: str, variant: str | None, plays: str) -> Card:
        """A search that thinks with agents that are there by name."""
        from mazzo.agents import catalogue, find, names
        from mazzo.agents.card import Card, save_card
        from mazzo.evaluation.examination import yardsticks
        from mazzo.search import settings as searches

        made = family(game).make(variant)
        self._free(made)
        settings = searches.read(plays)
        thinks_with = list(searches.names_of_agents(settings).values())
        if foreign := [who for who in thinks_with if who not in names(made)]:
            raise MazzoError(
                f"{foreign[0]} is not among the agents of {game} {made.spec.variant}: ship it by name first"
            )
        if settings.ms:
            raise MazzoError("an agent that plays by the clock cannot be measured: leave ms out")
        agent = replace(find(made, plays), name=self.name)
        strongest = yardsticks(made, self.name)[-1:]
        against = self.against or [who for who in thinks_with if made.spec.kind == "competitive"][:1] or strongest
        what = self.what or " ".join(agent.doc.split()).rstrip(".")
        card = Card(self.name, game, made.spec.variant, "search", what, plays=plays)
        card = self._measured(made, agent, card, against, self.games or SEARCH_GAMES)
        with tempfile.TemporaryDirectory() as scratch:
            packed = Path(scratch) / self.name
            catalogue.save_composition(packed, made.spec, plays)
            save_card(packed, card)
            self._put(packed, self.folder(card.game, card.variant))
        return card

    def _free(self, game: Game[Any, Any]) -> None:
        """The name must be free, before anything is measured."""
        if self.name in game.bots:
            raise MazzoError(f"{self.name} is a scripted player of {game.spec.title}: choose another name")
        if (folder := self.folder(game.spec.game, game.spec.variant)).exists() and not self.again:
            raise MazzoError(f"{folder} is there already; give --replace to put this one in its place")

    def _made(self, source: Path, saved: Saved) -> Card:
        """The part of a card that tells how an agent was made."""
        from mazzo.agents.card import Card
        from mazzo.learners.curve import history

        run = history(source, saved.made)
        command = self.made_by or run.command
        if not command:
            raise MazzoError(f"{source} does not tell the command that trained it: say it with --command")
        spec, made = saved.game.spec, saved.made
        return Card(
            name=self.name,
            game=spec.game,
            variant=spec.variant,
            kind="network",
            what=self.what or str(made.get("what") or "a network"),
            command=command,
            settings=dict(made.get("settings") or {}),
            seed=made.get("seed"),
            steps={unit: int(made[unit]) for unit in ("games", "decisions", "updates") if unit in made},
            seconds=run.seconds,
            hardware=run.hardware,
            curve=run.curve,
        )

    def _packed(self, folder: Path, saved: Saved, card: Card, against: list[str]) -> tuple[Agent, Card]:
        """(the agent as it will ship, its card): in half precision, if that is harmless."""
        import jax

        from mazzo.agents.storage import load_agent, save_agent
        from mazzo.evaluation.examination import halving

        def save(half: bool) -> Agent:
            made = {**saved.made, "what": card.what}
            save_agent(folder, saved.game, saved.recipe, saved.agent.params, made, half=half)
            return load_agent(folder, self.name).agent

        found: dict[str, Any] = {}
        bits, why = 32, "as they were asked for"
        if not self.whole:
            try:
                found = halving(
                    saved.game,
                    saved.agent,
                    save(True),
                    next(iter(against[-1:]), None),
                    self.games or NETWORK_GAMES,
                    self.seed,
                )
                bits = 16 if found["harmless"] else 32
                low, high = found["gained_ci95"]
                opponent = f" against {found['against']}" if found["against"] else ""
                why = (
                    f"halving them gains {found['gained_mean']:.4f} ({low:.4f} – {high:.4f}) points a game{opponent} "
                    f"over {found['games']:,} games, and may not lose more than {-found['allowed']:.4f}"
                )
            except MazzoError as error:  # numbers that half precision does not have
                why = f"halved they cannot be used: {error}"
        agent = save(half=bits == 16)
        leaves = [leaf for leaf in jax.tree.leaves(saved.agent.params) if hasattr(leaf, "size")]
        size = (folder / "weights.safetensors").stat().st_size
        precision = {"bits": bits, "why": why, **found}
        return agent, replace(card, parameters=sum(leaf.size for leaf in leaves), bytes=size, precision=precision)

    def _measured(self, game: Game[Any, Any], agent: Agent, card: Card, against: list[str], games: int) -> Card:
        from mazzo.core import platform
        from mazzo.evaluation.examination import examine
        from mazzo.evaluation.speed import measure_moves

        rows = examine(game, agent, against, games, self.seed, self.progress)
        moves = measure_moves(game, agent, 200 if card.kind == "network" else 40)
        measured = {"command": f"mazzo {join(sys.argv[1:])}", "seed": self.seed, **platform.describe()}
        measured["load"] = round(os.getloadavg()[0], 1)  # how many others wanted the cores
        return replace(card, strength=[row.fields() for row in rows], moves=moves, measured=measured)

    def _put(self, packed: Path, folder: Path) -> None:
        """On the shelf, if there is room."""
        from mazzo.agents import catalogue

        others = catalogue.size(self.shelf) - catalogue.size(folder)
        if others + catalogue.size(packed) > catalogue.MOST_BYTES:
            own, room = catalogue.size(packed) / 1e6, catalogue.MOST_BYTES / 1e6
            raise MazzoError(
                f"{self.name} has {own:.2f} MB, and {self.shelf} holds {others / 1e6:.2f} MB: together they may have "
                f"{room:.2f} MB; ship a smaller network"
            )
        if folder.exists():
            shutil.rmtree(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(packed, folder)
