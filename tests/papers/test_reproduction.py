"""A work in miniature: trained, measured, reported; interrupted, gone on with, and not done twice."""

import json
import re
import shutil
from dataclasses import replace

import pytest

from mazzo.core.errors import MazzoError
from mazzo.evaluation.match import Decks
from mazzo.learners import checkpoint
from mazzo.learners.settings import Settings
from mazzo.papers import find_work, records, works
from mazzo.papers.laboratory import Interrupted, Laboratory, Watch, over_seeds
from mazzo.papers.report import Report, told
from mazzo.papers.reproduction import reproduce
from mazzo.papers.study import Bars, Cell, Curves, Estimate, Learned, Part, Remark, Table, Training, Work
from tests.helpers import mazzo

TINY = Settings(
    game="briscola",
    variant="2p,deck=(0,2,9,11,12,20,31,39)",
    learner="dqn",
    encoder="state-1",
    head="slots-3",
    reward="points",
    lanes={"random": {"opponents": (("random", 1.0),)}, "greedy": {"opponents": (("greedy", 1.0),)}},
    budget=96,
    seeds=2,
    seed=5,
    chunk=6,
    evaluate_every=48,
    evaluate_games=20,
    evaluate_against=("random",),
    snapshots=(48,),
    config={"hidden": "8", "places": "4", "decisions": "4", "updates": "2", "batch": "8", "memory": 64, "warmup": 16},
)


def results(laboratory):
    cells = {}
    for lane in ("random", "greedy"):
        measured = laboratory.measure(Learned("tiny", lane), "random", 20)["win_rate"]
        cells[lane, "random"] = Cell(0.5, measured, at_least=0.01)
    early = laboratory.measure(Learned("tiny", "random", at=48), "random", 20, decks=Decks(3))["win_rate"]
    cells["half-way, three decks", "random"] = Cell(None, early)
    cells["people", "random"] = Cell(0.9, None, missing="nobody has played yet")
    return [Table("Wins", cells), Remark("All of them are tiny.")]


def course(laboratory):
    lines = {lane: laboratory.curve("tiny", "win_rate_random", lane) for lane in ("random", "greedy")}
    estimates = [laboratory.measure("greedy", "random", 20, TINY.game)["points_mean"]]
    return [
        Curves("Learning", "games", "win rate", lines, {"theirs": 0.5}),
        Bars("Points", "points", ["against random"], {"greedy": estimates}),
    ]


def work(settings=TINY):
    return Work(
        name="miniature",
        citation="Nobody 2030, *Nothing*.",
        about="a work in miniature",
        trainings=lambda budget: {"tiny": Training(replace(settings, seed=BUDGET_SEEDS[budget]), minutes=1)},
        parts={
            "table-1": Part("Table 1: wins", results, ("tiny",), remark="Luck decides."),
            "figure-1": Part("Figure 1: learning", course, ("tiny",)),
            "figure-2": Part("Figure 2: people", lambda laboratory: [Remark("None.")], budgets=("best",)),
        },
        readings=("A deck of eight cards is read as a deck.",),
    )


BUDGET_SEEDS = {"quick": 5, "paper": 6, "best": 7}


class Seen:
    """What was trained and measured; asks to stop after so many chunks or measurements."""

    def __init__(self, chunks=10**9, measurements=10**9):
        self.trained, self.measured = [], []
        self.watch = Watch(
            training=lambda name, done, total, metrics: self.trained.append(done),
            measuring=self.measured.append,
            stop=lambda: len(self.trained) >= chunks or len(self.measured) >= measurements,
        )


def made(folder, seen=None, names=(), publish=None, of=None):
    return reproduce(of or work(), "quick", folder, names, (seen or Seen()).watch, "mazzo reproduce miniature", publish)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder, seen = tmp_path_factory.mktemp("miniature") / "quick", Seen()
    return folder, made(folder, seen), seen


def test_a_work_is_trained_measured_and_reported(whole):
    folder, report, seen = whole
    assert seen.trained[-1] == 96
    assert len(seen.measured) == 3 * 2 + 1  # three cells of two seeds each, and a scripted player
    markdown, page = (folder / "report.md").read_text(), (folder / "report.html").read_text()
    for text in ("# miniature: a work in miniature", "Luck decides.", "All of them are tiny.", "a deck of eight cards"):
        assert text.lower() in markdown.lower()
    assert "**This is a quick run" in markdown
    assert re.search(
        r"\| random \| random \| 50.00 % \| \d+.\d\d % \| -?\d.* to .* \| 2 \| ✓ reached \(at least 1", markdown
    )
    assert "| people | random | 90.00 % | – | – | – | ? missing: nobody has played yet |" in markdown
    assert re.search(r"\| tiny \| dqn \| 2 \| 2 \| 384 \| 1,536 \| [\d,]+ \| \d", markdown)  # all four members
    assert page.count("<svg") == 2
    assert markdown.count("](report/") == 2
    assert all((folder / "report" / f"figure-1-{i}.svg").read_text().count("</svg>") == 1 for i in (0, 1))
    assert "<table>" in page
    assert "Not as the work has it:" in markdown
    assert json.loads(json.dumps(told(report), allow_nan=False))["cells"][0]["verdict"] == "reached"


def test_only_what_is_needed_is_kept(whole):
    """Checkpoints hold the memory of a run, which nobody reads once it is finished."""
    folder = whole[0]
    assert not (folder / "runs" / "tiny" / "checkpoints").exists()
    laboratory = Laboratory(work(), "quick", folder)
    assert laboratory.trained("tiny")
    assert laboratory.seconds("tiny") > 0
    assert [each.partition(",")[0] for each in laboratory.noted("measuring", "hardware")] == ["cpu"]
    assert laboratory.curve("tiny", "win_rate_random", "greedy", until=50).x.tolist() == [48]
    assert laboratory.curve("tiny", "win_rate_random", "greedy").values.shape == (2, 2)


def test_the_report_can_be_written_from_its_records(whole, tmp_path):
    """What was trained on one machine is written up on another, without the weights."""
    folder, seen = tmp_path / "quick", Seen()
    for name in ("one", "other"):
        records.pack(whole[0], tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    records.unpack(tmp_path / "one", folder)
    assert not list(folder.rglob("*.safetensors"))
    made(folder, seen)
    assert (seen.trained, seen.measured) == ([], [])
    assert (folder / "report.md").read_bytes() == (whole[0] / "report.md").read_bytes()


def test_records_that_cannot_be_read_or_would_cover_others(whole, tmp_path):
    records.pack(whole[0], tmp_path / "records")
    with pytest.raises(MazzoError, match="is there already"):
        records.unpack(tmp_path / "records", whole[0])
    (tmp_path / "torn").write_bytes((tmp_path / "records").read_bytes()[:-200])
    (tmp_path / "text").write_text("no records")
    for name in ("torn", "text", "nowhere"):
        with pytest.raises(MazzoError, match=f"cannot read the records .*{name}"):
            records.unpack(tmp_path / name, tmp_path / f"from-{name}")
        assert not (tmp_path / f"from-{name}").exists()


def test_what_is_done_is_not_done_again(whole, tmp_path):
    folder, seen = tmp_path / "quick", Seen()
    shutil.copytree(whole[0], folder)
    made(folder, seen)
    assert (seen.trained, seen.measured) == ([], [])
    assert (folder / "report.md").read_bytes() == (whole[0] / "report.md").read_bytes()
    assert (folder / "report.html").read_bytes() == (whole[0] / "report.html").read_bytes()


def test_one_part_alone(whole, tmp_path):
    """From the same trainings; and its page, for the documentation."""
    folder = tmp_path / "quick"
    shutil.copytree(whole[0], folder)
    report = made(folder, names=["figure-1"], publish=tmp_path / "results")
    assert list(report.parts) == ["figure-1"]
    assert "miniature-quick/figure-1-0.svg" in (tmp_path / "results" / "miniature-quick.md").read_text()
    assert (tmp_path / "results" / "miniature-quick" / "figure-1-0.svg").exists()
    assert (tmp_path / "results" / "records" / "miniature-quick.tar.gz").exists()


def test_an_interrupted_reproduction_goes_on(whole, tmp_path):
    folder = tmp_path / "quick"
    with pytest.raises(Interrupted):
        made(folder, Seen(chunks=2))
    assert checkpoint.numbers(folder / "runs" / "tiny" / "checkpoints")
    with pytest.raises(Interrupted):
        made(folder, Seen(measurements=2))
    seen = Seen()
    made(folder, seen)
    assert seen.trained == []
    assert len(seen.measured) == 7 - 2
    for name in ("runs/tiny/metrics.jsonl", "runs/tiny/lanes/greedy/seeds/6/weights.safetensors", "measured.json"):
        assert (folder / name).read_bytes() == (whole[0] / name).read_bytes(), name


@pytest.mark.slow
def test_a_training_may_go_on_from_another(tmp_path):
    """The other is trained first; the agent from which it goes on may lie elsewhere later."""
    first = Settings(
        game="briscola", variant=TINY.variant, encoder="state-1", head="slots-3", unit="updates", budget=1, seed=5,
        evaluate_games=4, evaluate_against=("random",), lanes={"slow": {"config": {"rate": "1e-4"}}},
        config={"hidden": "4", "places": 4, "steps": 4, "minibatches": 1, "epochs": 1},
    )  # fmt: skip
    second = replace(first, lanes={})
    pair = {"first": Training(first, 1), "second": Training(second, 1, start=Learned("first", "slow"))}
    both = replace(work(), trainings=lambda budget: pair)
    laboratory = Laboratory(both, "quick", tmp_path / "here")
    laboratory.train("second")
    assert laboratory.trained("first")
    assert laboratory.trained("second")
    told = json.loads((laboratory.run("second") / "run.json").read_text())
    assert told["start"] == str(laboratory.best(Learned("first", "slow")))
    (tmp_path / "here").rename(tmp_path / "there")
    Laboratory(both, "quick", tmp_path / "there").train("second")


def test_changed_settings_are_refused(whole):
    with pytest.raises(MazzoError, match=r"tiny was trained with other settings: remove it, or name another .* --out"):
        made(whole[0], of=work(replace(TINY, budget=97)))


def test_a_run_whose_agents_are_not_all_there_is_not_finished(whole, tmp_path):
    shutil.copytree(whole[0], tmp_path / "quick")
    (tmp_path / "quick" / "runs" / "tiny" / "lanes" / "random" / "seeds" / "6" / "agent.json").unlink()
    assert not Laboratory(work(), "quick", tmp_path / "quick").trained("tiny")


def test_damaged_measurements_are_told(whole, tmp_path):
    shutil.copytree(whole[0], tmp_path / "quick")
    (tmp_path / "quick" / "measured.json").write_text("{")
    with pytest.raises(MazzoError, match=r"cannot read .*measured.json.*remove it"):
        made(tmp_path / "quick")


@pytest.mark.parametrize(
    ("cell", "verdict"),
    [
        (Cell(0.5, Estimate(0.6, 0.45, 0.75)), "agrees"),
        (Cell(0.5, Estimate(0.6, 0.55, 0.65)), "higher"),
        (Cell(0.7, Estimate(0.6, 0.55, 0.65)), "lower"),
        (Cell(None, Estimate(0.6, 0.55, 0.65)), "new"),
        (Cell(0.7, Estimate(0.6, 0.55, 0.65), at_least=0.6), "reached"),
        (Cell(0.5, Estimate(0.6, 0.55, 0.65), at_least=0.61), "falls short"),
        (Cell(0.5, None, missing="no time"), "missing: no time"),
    ],
)
def test_verdicts(cell, verdict):
    assert cell.verdict == verdict


def test_estimates_are_over_seeds_if_there_are_several():
    one = {"win_rate": 0.5, "win_rate_ci95": (0.4, 0.6), "points_mean": 60.0, "points_ci95": (55.0, 65.0), "games": 10}
    assert over_seeds([one])["points_mean"] == Estimate(60.0, 55.0, 65.0, (60.0,), 10)
    several = over_seeds([one, one | {"win_rate": 0.7}])["win_rate"]
    assert several.mean == pytest.approx(0.6)
    assert several.high - several.mean == pytest.approx(12.706 * 0.1)  # Student's t of two: deviation 0.1 * sqrt(2)
    assert set(over_seeds([one])) == {"win_rate", "points_mean"}


def test_what_differs_is_listed():
    cells = {
        ("ours", "theirs"): Cell(0.5, Estimate(0.4, 0.3, 0.45)),
        ("ours", "random"): Cell(0.5, Estimate(0.6, 0.5, 0.7), at_least=0.49),
        ("ours", "rules"): Cell(0.5, Estimate(0.4, 0.3, 0.6), at_least=0.49),
    }
    report = Report(work(), "paper", {"table-1": (work().parts["table-1"], [Table("T", cells, digits=1)])}, {})
    assert report.differences().splitlines() == [
        "- **lower**: T: ours, theirs 40.0 % (50.0 %)",
        "- **falls short**: T: ours, rules 40.0 % (at least 49.0 %)",
    ]
    assert report.summary() == "3 figures: 1 lower, 1 reached, 1 falls short."


def test_parts_are_chosen_by_name():
    assert list(work().chosen("quick")) == ["table-1", "figure-1"]
    assert list(work().chosen("best", ["figure-2"])) == ["figure-2"]
    with pytest.raises(MazzoError, match="no budget is called 'cheap'; choose one of: quick, paper, best"):
        work().chosen("cheap")
    with pytest.raises(MazzoError, match="no part of miniature at --budget quick is called 'figure-2'"):
        work().chosen("quick", ["figure-2"])


RESPONSE = replace(TINY, lanes={}, budget=8, chunk=2, evaluate_every=8, snapshots=())


@pytest.mark.slow
def test_a_training_against_what_another_one_left(whole, tmp_path):
    """The frozen agent is the best of its lane; it is there first; a run that met it goes on with it."""
    folder = tmp_path / "quick"
    shutil.copytree(whole[0], folder)
    response = Training(RESPONSE, 1, against={"": Learned("tiny", "greedy")})
    both = replace(work(), trainings=lambda budget: {**work().trainings(budget), "response": response})
    laboratory = Laboratory(both, "quick", folder)
    assert laboratory.best(Learned("tiny", "greedy")) == folder / "runs" / "tiny" / "lanes" / "greedy"
    laboratory.train("response")
    told = json.loads((folder / "runs" / "response" / "run.json").read_text())
    assert told["opponents"] == [[str(folder / "runs" / "tiny" / "lanes" / "greedy"), 1.0]]
    seen = Seen()
    Laboratory(both, "quick", folder, seen.watch).train("response")
    assert seen.trained == []
    shutil.rmtree(folder / "runs")
    with pytest.raises(Interrupted):
        Laboratory(both, "quick", folder, Seen(chunks=1).watch).train("response")
    assert (folder / "runs" / "tiny" / "run.json").exists()


def test_some_lanes_meet_a_frozen_agent_beside_others(tmp_path):
    lanes = {"alone": {"opponents": (("random", 1.0),)}, "both": {"opponents": (("random", 1.0),)}, "it": {}}
    response = Training(
        replace(TINY, lanes=lanes), 1, against={"both": Learned("tiny", "greedy"), "it": Learned("tiny", "random", 48)}
    )
    other = replace(work(), trainings=lambda budget: {**work().trainings(budget), "response": response})
    laboratory = Laboratory(other, "quick", tmp_path)
    met = {name: lane["opponents"] for name, lane in laboratory.settings("response").lanes.items()}
    greedy, random = (f"{tmp_path}/runs/tiny/{at}" for at in ("lanes/greedy", "snapshots/48/lanes/random"))
    assert met == {
        "alone": (("random", 1.0),),
        "both": (("random", 1.0), (greedy, 1.0)),
        "it": ((random, 1.0),),
    }


EVERY = [(name, budget) for name in works() for budget in ("quick", "paper", "best")]


@pytest.mark.parametrize(("name", "budget"), EVERY)
def test_every_work_names_trainings_that_can_be_begun(name, budget):
    trainings = find_work(name).trainings(budget)
    parts = find_work(name).chosen(budget)
    needed = {need for part in parts.values() for need in part.needs}
    assert set(trainings) <= needed
    for training in trainings.values():
        checked = training.settings.checked()
        checked.make_arenas(checked.make_game())
        checked.make_learner()
        assert checked.seeds >= (2 if budget == "quick" else 3)
        assert training.minutes > 0


def test_the_command(tmp_path):
    listed = mazzo("reproduce padova --list --json")
    assert {part["part"] for part in json.loads(listed.stdout)} >= {"table-7.4", "figure-7.1"}
    wrong = mazzo(f"reproduce padova --table 9.9 --out {tmp_path}")
    assert wrong.returncode == 2
    assert "no part of padova at --budget quick is called 'table-9.9'" in wrong.stderr
    assert "name a work: padova" in mazzo("reproduce").stderr
    assert mazzo("reproduce nobody").returncode == 2
