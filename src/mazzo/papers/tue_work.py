"""`mazzo reproduce tue`: parts of Grooten 2021.

Runs are in `tue_runs.py`, how they are trained in `tue_plan.py`, what is shown of them in `tue_exhibits.py`,
`tue_appendix.py`, `tue_settings.py` and `tue_properties.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from mazzo.papers import tue_appendix as appendix
from mazzo.papers import tue_exhibits as show
from mazzo.papers import tue_properties as properties
from mazzo.papers import tue_runs as runs
from mazzo.papers import tue_settings as tables
from mazzo.papers import tue_texts as texts
from mazzo.papers.laboratory import Laboratory
from mazzo.papers.study import Exhibit, Part, Training, Work
from mazzo.papers.tue import Run
from mazzo.papers.tue_plan import OWN_BATCH, SIDE, Where, plan

Make = Callable[[Laboratory], Sequence[Exhibit]]
_THESIS = ("quick", "paper")


def trainings(budget: str) -> Mapping[str, Training]:
    return plan(budget).trainings


def _needs(each: Iterable[Run], budgets: Sequence[str] = _THESIS) -> tuple[str, ...]:
    """The trainings of these runs, at all budgets."""
    return _trained(each, [where for budget in budgets for where in (plan(budget).side, plan(budget).compared)])


def _compared(each: Iterable[Run]) -> tuple[str, ...]:
    """Of the comparison alone."""
    return _trained(each, [plan(budget).compared for budget in _THESIS])


def _trained(each: Iterable[Run], wheres: Sequence[Where]) -> tuple[str, ...]:
    every = tuple(each)
    return tuple(dict.fromkeys(where[run].training for where in wheres for run in every if run in where))


def _figure(number: str) -> Part:
    needs = _needs(runs.FIGURES[number].values())
    return Part(
        f"Figure {number}: {texts.TITLES[number]}",
        partial(show.figure, number),
        needs,
        _THESIS,
        remark=texts.SAID[number],
    )


def _of_entropies(title: str, make: Make) -> Part:
    return Part(title, make, _needs(runs.FIGURES["6.6"].values()), _THESIS)


def _settings(number: str, title: str) -> Part:
    each = [run for group in tables.TABLES[number].values() for run in group.values()]
    return Part(f"Table {number}: {title}", partial(tables.settings, number), _needs(each), _THESIS)


def _result(title: str, make: Make, each: Iterable[Run] = tuple(runs.BOTH.values()), remark: str = "") -> Part:
    return Part(title, make, _compared(tuple(each)), _THESIS, remark)


_IMITATION = ("imitation",)
_CONTINUED = (*_IMITATION, "continued-1e-3", "continued-1e-4")
_SOONER = 0.05  # the 10^5 first of two million epochs
_FASTER = (
    "The thesis's scores are those after some two million epochs of 1,000 steps; ours after "
    f"{SIDE.steps / 1e6:.0f} million steps in all."
)


def _chapter_6() -> dict[str, Part]:
    return {
        "table-6.1": Part("Table 6.1: observation vectors", tables.vectors, (), _THESIS),
        "table-6.2": _settings("6.2", "settings, observation vectors"),
        **{f"figure-{n}": _figure(n) for n in ("6.1", "6.2", "6.3")},
        "figure-6.4": Part("Figure 6.4: probabilities shifted by ε", tables.shifted, (), _THESIS),
        "table-6.3": _settings("6.3", "settings, exploration"),
        **{f"figure-{n}": _figure(n) for n in ("6.5", "6.6")},
        "figure-6.7": _of_entropies("Figure 6.7: entropy of the policy", show.entropies),
        "figure-6.8": _of_entropies("Figure 6.8: positional bias", show.biases),
        "figure-6.9": _of_entropies("Figure 6.9: probabilities of the outputs", show.probabilities),
        "figure-6.10": _figure("6.10"),
        "table-6.4": Part("Table 6.4: rewards", tables.rewards, (), _THESIS),
        "table-6.5": _settings("6.5", "settings, rewards"),
        **{f"figure-{n}": _figure(n) for n in ("6.11", "6.12", "6.13", "6.14")},
        "table-6.6": _settings("6.6", "settings, deep networks"),
        **{f"figure-{n}": _figure(n) for n in ("6.15", "6.16", "6.17")},
        "figure-6.18": _result("Figure 6.18: the three algorithms", partial(show.learning, 1.0, "6.18")),
        "table-6.7": _result(
            "Table 6.7: settings of the comparison", tables.compared, (*runs.BOTH.values(), *runs.MASKED.values())
        ),
        "table-6.8": _result(
            "Table 6.8: scores after training",
            show.comparison,
            remark=(
                "Table 6.7 has vector 136 for all, but the scores 18.37 (SPG) and 20.50 (PPO) are rows of vector 186 "
                "in appendix A.4; there vector 136 has 17.46 and 18.03, and the best score of SPG is 19.10, with "
                "vector 62. The thesis does not say whether its agents are tested by their likeliest actions or by "
                "chance."
            ),
        ),
        "figure-6.19": _result("Figure 6.19: the beginning", partial(show.learning, _SOONER, "6.19")),
        **{
            f"figure-{number}": _result(f"Figure {number}: scores of {name}", partial(show.histograms, name))
            for number, name in (("6.20", "SPG"), ("6.21", "VPG"), ("6.22", "PPO"))
        },
        "masked": _result(
            "Chapter 8: illegal outputs masked", show.masked, (*runs.MASKED.values(), *runs.BOTH.values())
        ),
    }


def _chapter_7() -> dict[str, Part]:
    def part(title: str, make: Make) -> Part:
        return Part(title, make, (), _THESIS)

    return {
        "table-7.1": part("Table 7.1: effects of actions", properties.effects_table),
        "table-7.2": part("Table 7.2: starting values", properties.starts),
        "table-7.4": part("Propositions 4 and 5, Tables 7.3 and 7.4: longest games", properties.lengths),
        "table-7.5": part("Table 7.5: hands of five cards", partial(properties.hands_table, 5)),
        "table-7.6": part("Table 7.6: hands of four cards", partial(properties.hands_table, 4)),
        "proposition-6": part("Proposition 6: the time step of a state", properties.time_steps_table),
    }


def _appendices() -> dict[str, Part]:
    playable = _needs(runs.PLAYABILITY.values())
    beside = _needs([runs.BOTH["VPG, vector 136"]])
    return {
        "table-A.1": _settings("A.1", "settings, playability"),
        "figure-A.1": Part("Figure A.1: the playability vector", appendix.playability, playable, _THESIS),
        "figure-A.2": Part(
            "Figure A.2: tanh and ReLU",
            appendix.activations,
            playable,
            _THESIS,
            remark="The thesis: alike with batches of 500; with single games ReLU is unstable. Of the 16 combinations "
            "of Table A.1 those of its two figures are trained.",
        ),
        "figure-A.3": Part("Figure A.3, Table A.2: imitation", appendix.imitation, _IMITATION, _THESIS),
        "figure-A.4": Part(
            "Figure A.4: the teacher",
            appendix.teacher,
            (),
            _THESIS,
            remark="The thesis does not give the rules of its teacher; ours has four rules and is stronger.",
        ),
        "figure-A.5": Part("Figure A.5, Table A.3: continued by SPG", appendix.continued, _CONTINUED, _THESIS),
        "figure-A.6": Part("Figure A.6: scores after that", appendix.continued_games, _CONTINUED, _THESIS),
        "figure-A.7": Part(
            "Figure A.7: rewards of SPG", appendix.every_score, _needs(runs.FIGURES["6.12"].values()), _THESIS
        ),
        "table-A.4": Part(
            "Appendix A.4: the large table",
            appendix.table,
            _needs(row.run for row in runs.TABLE),
            _THESIS,
            remark=_FASTER,
        ),
        "own-batch": Part(
            "The thesis's own batch", appendix.own_batch, (OWN_BATCH, *beside), _THESIS, remark="Epochs are fewer."
        ),
    }


def _open() -> dict[str, Part]:
    def part(title: str, each: runs.Runs, usual: str, remark: str = "") -> Part:
        make = partial(appendix.open_questions, each, usual)
        return Part(title, make, _needs(each.values(), ("best",)), ("best",), remark)

    return {
        "open": part("Chapter 8: what the thesis proposes", runs.OPEN, "as in Table 6.7"),
        "ideas": part(
            "Appendix B.2: more lives, another head, regularisation",
            runs.IDEAS,
            "as in Table 6.7",
            "The thesis: more lives slightly promising, 51 outputs bad, dropout and weight decay no help.",
        ),
        "ppo": part("Section 8.1: PPO with one update", runs.PPO_UPDATES, "5 updates"),
        "players": part("Section 8.2: three to five players", runs.PLAYERS, ""),
        "recipe": Part("How to play simplified Hanabi well", appendix.recipe, ("recipe",), ("best",)),
    }


PARTS: dict[str, Part] = {
    "figure-4.1": Part("Figure 4.1: the clipped objective", tables.surrogate, (), _THESIS),
    **_chapter_6(),
    **_chapter_7(),
    **_appendices(),
    "others": Part("Other tables and figures", tables.others, (), _THESIS),
    **_open(),
}

WORK = Work(
    name="tue",
    citation=(
        "Bram Grooten, *Deep Reinforcement Learning for the cooperative card game Hanabi*, master thesis, Technische "
        "Universiteit Eindhoven, 2021."
    ),
    about="SPG, VPG and PPO at simplified Hanabi for two",
    trainings=trainings,
    parts=PARTS,
    readings=texts.READINGS,
)
