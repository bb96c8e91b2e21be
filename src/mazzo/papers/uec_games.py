"""What He 2021 tells about the two games and its networks, ours beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import floor, log10
from typing import Any

import jax

from mazzo import nets
from mazzo.agents import find
from mazzo.core.registry import family
from mazzo.evaluation.intervals import mean_interval
from mazzo.evaluation.match import play_match
from mazzo.learners.settings import Settings
from mazzo.papers.laboratory import Laboratory, Player
from mazzo.papers.study import Cell, Estimate, Exhibit, Learned, Remark, Table, exact
from mazzo.papers.uec import PRESETS
from mazzo.papers.uec_exhibits import measured, won
from mazzo.papers.uec_trainings import TITLES, learned

PEOPLE = {"tripeaks": 0.487, "russian": 0.028}  # Table 1.1


def nature(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 1.1."""
    thesis = {"tripeaks": (47.0, 1), "russian": (22.0, 3)}
    lengths: dict[tuple[str, str], Cell] = {}
    people: dict[tuple[str, str], Cell] = {}
    for game, title in TITLES.items():
        players: dict[str, Player] = {"random": "random", "heuristic": "heuristic", "Q2": learned(game, "q2")}
        for name, player in players.items():
            lengths[title, name] = Cell(thesis[game][0], _length(lab, game, player))
            people[title, name] = Cell(PEOPLE[game], won(lab, player, game))
    powers = {
        (title, "power of ten"): Cell(thesis[game][1], exact(floor(log10(_actions(game)))))
        for game, title in TITLES.items()
    }
    return [
        Table("Length of a game, in moves", lengths, percent=False, digits=1),
        Table("Actions", powers, percent=False, digits=0),
        Table("Games won; the thesis: by people", people),
    ]


def _length(lab: Laboratory, game: str, player: Player) -> Estimate:
    """Moves in a game."""
    if isinstance(player, Learned):
        return lab.measure(player, None, measured(lab))["plays_mean"]
    games, made = measured(lab), family(game).make()

    def compute() -> tuple[float, float, float]:
        plays = play_match(made, (find(made, player),), games).plays.astype(float)
        return float(plays.mean()), *mean_interval(plays)

    mean, low, high = lab.remember(f"{made.spec.title} | length of a game, {player} | {games} games", compute)
    return Estimate(mean, low, high, games=games)


def _actions(game: str) -> int:
    """As the thesis counts them: from each location of a pile to the top of each other pile, and off each pile."""
    made = family(game).make()
    return made.head("moves-2191").size if game == "russian" else made.spec.actions


def sizes(lab: Laboratory) -> Sequence[Exhibit]:
    """Table 4.1. The locations are those whose contents E2 encodes."""
    thesis = {"tripeaks": (52, 29), "russian": (368, 2_191)}
    cells = {}
    for game, title in TITLES.items():
        made = family(game).make()
        locations = made.encoder("e2").size // (len(made.spec.deck) + 2)  # a bit per card, face down, vacant
        cells[title, "locations"] = Cell(thesis[game][0], exact(locations))
        cells[title, "actions"] = Cell(thesis[game][1], exact(_actions(game)))
    return [Table("Locations and actions", cells, percent=False, digits=None)]


def layout_tripeaks(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 4.1: three peaks of four tiers."""
    rules = family("tripeaks").make().spec.rules
    thesis = {"tableau": 28, "tiers": 4, "stock": 23, "waste": 1}
    ours = {"tableau": rules.places, "tiers": len(rules.row_sizes), "stock": rules.stock, "waste": 1}
    cells = {("cards" if row != "tiers" else "number", row): Cell(thesis[row], exact(ours[row])) for row in thesis}
    return [Table("Layout", cells, percent=False, digits=0)]


def layout_russian(lab: Laboratory) -> Sequence[Exhibit]:
    """Figure 4.2. The thesis names seven piles of 52 cards in all, and draws the rest."""
    rules = family("russian").make().spec.rules
    cells = {("all piles", "cards"): Cell(52, exact(sum(rules.sizes)))}
    for pile, (size, down) in enumerate(zip(rules.sizes, rules.down, strict=True), 1):
        cells |= {
            (f"pile {pile}", "cards"): Cell(None, exact(size)),
            (f"pile {pile}", "face down"): Cell(None, exact(down)),
        }
    return [Table("Layout", cells, percent=False, digits=0)]


def explanations(lab: Laboratory) -> Sequence[Exhibit]:
    """What has no figures of its own."""
    return [
        Remark(
            "Table 2.1 places Monte Carlo and Q-learning among other methods; Figures 2.1 to 2.6 show networks, a "
            "decision process and backups; Figure 4.3 an afterstate; Figure 4.4 the network of Tables 4.2 to 4.4. "
            "There is nothing to measure in them. Targets and afterstates are checked by hand in `tests/learners/"
            "test_afterstate.py` and `tests/games`."
        )
    ]


# ---------------------------------------------------------------------------------------------------- networks

# Tables 4.2 to 4.4: the weights of the convolution, of the hidden layer and of the last one.
NETWORKS: Mapping[str, tuple[str, str, tuple[int, int, int]]] = {
    "4.2": ("tripeaks", "e2", (424, 43_300, 101)),
    "4.3": ("russian", "e1", (20_944, 1_747_800, 601)),
    "4.4": ("russian", "e2", (440, 1_767_000, 601)),
}


@cache
def weights(game: str, encoder: str) -> tuple[int, int, int]:
    """Of each layer of the preset's network."""
    preset = PRESETS[game, "afterstate", f"uec-q{encoder[-1]}"]
    settings = Settings(**{"game": game, "variant": "", "learner": "afterstate", **preset}).checked()
    learner, configs = settings.make_learner()
    shape = learner.recipe(settings.make_arenas(settings.make_game())[""], configs[""]).network
    network = jax.eval_shape(lambda: nets.build(shape, jax.random.key(0)))
    mix, hidden, out = (_size(layer) for layer in (network.mix, network.hidden, network.out))
    return mix, hidden, out


def _size(layer: Any) -> int:
    return sum(leaf.size for leaf in jax.tree.leaves(layer))


def network(number: str, lab: Laboratory) -> Sequence[Exhibit]:
    """Tables 4.2 to 4.4."""
    game, encoder, thesis = NETWORKS[number]
    ours = weights(game, encoder)
    layers = ("convolution", "hidden", "last", "all")
    cells = {
        (layer, "weights"): Cell(theirs, exact(own))
        for layer, theirs, own in zip(layers, (*thesis, sum(thesis)), (*ours, sum(ours)), strict=True)
    }
    return [Table("Weights and biases", cells, percent=False, digits=None)]
