"""`mazzo reproduce uec`: the parts of He 2021. Presets are in `uec.py`, trainings in `uec_trainings.py`; what is shown
of the agents is in `uec_exhibits.py`, of the games and networks in `uec_games.py`.
"""

from __future__ import annotations

from functools import partial

from mazzo.papers import uec_exhibits as show
from mazzo.papers import uec_games as games
from mazzo.papers.study import Part, Work
from mazzo.papers.uec_trainings import AGENTS, GAMES, LARGER, PLAIN, TITLES, training, trainings

_LEARNED = ("quick", "paper")
_EVERY = {game: tuple(training(game, name) for name in AGENTS) for game in GAMES}

PARTS: dict[str, Part] = {
    "table-1.1": Part(
        "Table 1.1: length of a game, moves, and how often people win",
        games.nature,
        ("tripeaks-q2", "russian-q2"),
        _LEARNED,
        remark=(
            "The thesis cites the lengths and the win rates from a website on which people may take back moves. Its "
            "actions are counted in powers of ten."
        ),
    ),
    "explanations": Part("Table 2.1, Figures 2.1 to 2.6, 4.3 and 4.4: explanations", games.explanations, (), _LEARNED),
    "figure-4.1": Part("Figure 4.1: layout of TriPeaks", games.layout_tripeaks, (), _LEARNED),
    "figure-4.2": Part("Figure 4.2: layout of Russian Solitaire", games.layout_russian, (), _LEARNED),
    "table-4.1": Part("Table 4.1: locations and actions", games.sizes, (), _LEARNED),
    **{
        f"table-{number}": Part(
            f"Table {number}: network of {TITLES[game]} with {encoder.upper()}",
            partial(games.network, number),
            (),
            _LEARNED,
        )
        for number, (game, encoder, _) in games.NETWORKS.items()
    },
    "table-4.5": Part(
        "Table 4.5: the agents",
        show.agents,
        (*_EVERY["tripeaks"], *_EVERY["russian"]),
        _LEARNED,
        remark="The thesis: about one million games of TriPeaks, and 1.5 million of Russian Solitaire.",
    ),
    "table-4.6": Part(
        "Table 4.6: win rates",
        show.win_rates,
        (*_EVERY["tripeaks"], *_EVERY["russian"]),
        _LEARNED,
        remark=(
            "The thesis's figures for Russian Solitaire do not follow from its rules: whoever plays any of its 2,191 "
            "moves by chance wins 2.8 % of the games, 13 times as many as its random player (0.22 %) and more than "
            "five times as many as its best agent. Its program must have played another game. What can be compared is "
            "what was gained over random play, which the last table shows. At TriPeaks the thesis has no figures for "
            "E1, with which it saw no game won."
        ),
    ),
    "figure-4.5": Part(
        "Figure 4.5: training at TriPeaks", partial(show.course, "tripeaks"), _EVERY["tripeaks"], _LEARNED
    ),
    "figure-4.6": Part(
        "Figure 4.6: training at Russian Solitaire", partial(show.course, "russian"), _EVERY["russian"], _LEARNED
    ),
    **{
        f"table-{number}": Part(
            f"Table {number}: schedule of {name.upper()} at {TITLES[game]}",
            partial(show.schedule, game, name),
            (),
            _LEARNED,
        )
        for number, (game, name) in show.SCHEDULED.items()
    },
    "momentum": Part(
        "Section 2.1.3: momentum",
        show.momentum,
        tuple(training(game, which) for game, name in PLAIN for which in (name, f"{name}-plain")),
        _LEARNED,
        remark=(
            "By chance one game of TriPeaks in 2,500 is won: while ε is 1 there is next to nothing to learn from but "
            "what was lost, and the values of won games fall with all others. Where a sigmoid is close to 0, so is its "
            "slope: once ε has fallen, the wins that come are hardly learned any more. How far a step goes decides how "
            "soon they are, and momentum makes it go ten times as far: Q-learning needs it. Monte Carlo finds the wins "
            "without it, and in the end smaller steps win more. The thesis explains momentum without saying "
            "whether it used it."
        ),
    ),
    "larger": Part(
        "Chapter 5: a larger memory and a larger network at Russian Solitaire",
        show.larger,
        ("russian-q2", *LARGER),
        _LEARNED,
        remark="The author expected these to help.",
    ),
    "ppo": Part(
        "Chapter 5: how far one gets",
        show.ppo,
        tuple(f"{game}-ppo" for game in GAMES),
        ("best",),
        remark=(
            "PPO sees ranks as distances from the waste (TriPeaks), or where each card lies on what (Russian "
            "Solitaire). It is paid for a game won, in one lane also a little for cards on the way."
        ),
    ),
}

WORK = Work(
    name="uec",
    citation=(
        "He Yi, *Some Case Studies on the Efficiency of Reinforcement Learning in Card Game Solitaire with "
        "Uncertainty*, University of Electro-Communications, Tokyo, 2021."
    ),
    about="Monte Carlo and Q-learning on afterstates, at TriPeaks and Russian Solitaire",
    trainings=trainings,
    parts=PARTS,
    readings=(
        "An iteration draws 16 samples, with as many new ones played. The tables of TriPeaks end at 34,000,000 "
        "iterations, text and figure at 3.4 million; the latter fits the thesis's million games.",
        "Ours are cut otherwise: batches of 128 with 8 times the rate, so that there are as many samples, each of as "
        "much weight, in an 8th of the steps; and 2,048 games side by side (TriPeaks 4,096), with as many steps of "
        "learning between two moves in each as there are new samples for. Schedules are in iterations of 16 samples. "
        "At TriPeaks the larger rates are come to in the first 20,000 iterations: at the beginning all samples say "
        "that games are lost, and steps as large would go so far that nothing is learned any more.",
        "The target of a sample is computed once, by Q-learning when the next move is chosen: there is no target "
        "network. The reward is 1 for a game won, else 0; a game lost has the target 0.",
        "The afterstate: the move is made; cards that it uncovers or turns from the stock stay face down.",
        "Stochastic gradient descent with momentum 0.9: the thesis explains momentum with this number, and does not "
        "say whether it was used. How weights begin it does not say either: at TriPeaks uniform within √3 / √inputs of "
        "0 (the filler `xavier` of its Caffe), at Russian Solitaire within 1 / √inputs.",
        "E1 shows a face-down card by its face-down bit and no location. Table 4.3 has three channels more than the "
        "text explains: zeros. For E1 of TriPeaks the thesis gives neither network nor schedule: 54 channels, 8 "
        "filters, 100 units, with the schedules of E2.",
        "A king that lies at the bottom of a pile does not move to an empty one. The random player of Russian "
        "Solitaire chooses among the 2,191 moves of Table 4.1, of which a king has one for every empty pile.",
        "Agents are measured without exploration.",
    ),
)
