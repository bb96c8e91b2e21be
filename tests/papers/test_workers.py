"""Trainings side by side, each in a process of its own."""

import os
import sys
from dataclasses import replace
from subprocess import Popen

import pytest

from mazzo.core.errors import MazzoError
from mazzo.papers import workers
from mazzo.papers.laboratory import Interrupted, Laboratory, Watch
from mazzo.papers.study import Learned, Training
from tests.helpers import ROOT
from tests.papers.test_reproduction import TINY, work

SHORT = replace(TINY, lanes={}, seeds=1, budget=8, chunk=2, evaluate_every=8, snapshots=())
TRAININGS = {
    "last": Training(SHORT, 1, against={"": Learned("first")}),
    "first": Training(SHORT, 1),
    "other": Training(SHORT, 1),
}


def laboratory(folder, watch=None):
    return Laboratory(replace(work(), trainings=lambda budget: TRAININGS), "quick", folder, watch)


def runs(code, begun):
    """Processes that run some Python."""

    def begin(name, said):
        begun.append(name)
        said.parent.mkdir(parents=True, exist_ok=True)
        with said.open("wb") as file:
            command = [sys.executable, "-c", code, str(said.parent.parent), name]
            environment = {**os.environ, "MAZZO_DEVICE": "cpu", "PYTHONPATH": str(ROOT)}
            return Popen(command, stdout=file, stderr=file, env=environment, start_new_session=True)

    return begin


@pytest.mark.slow
def test_those_that_need_others_come_after_them(tmp_path):
    begun = []
    train = "import sys; from tests.papers.test_workers import *; laboratory(Path(sys.argv[1])).train(sys.argv[2])"
    lab = laboratory(tmp_path)
    workers.train(lab, ["last", "other"], 2, runs(f"from pathlib import Path; {train}", begun))
    assert begun == ["first", "other", "last"]
    assert all(map(lab.trained, TRAININGS))
    assert lab.seconds(workers.SIDE_BY_SIDE) > lab.seconds("last") > 0
    workers.train(lab, ["last", "other"], 2, runs("raise SystemExit(1)", begun))  # there is nothing left to do
    assert len(begun) == 3


def test_no_more_at_a_time_than_asked(tmp_path):
    begun = []
    lab = laboratory(tmp_path, Watch(stop=lambda: len(begun) == 1))
    with pytest.raises(Interrupted):
        workers.train(lab, ["first", "other"], 1, runs("import time; time.sleep(60)", begun))
    assert begun == ["first"]


def test_what_failed_is_told_and_the_others_are_stopped(tmp_path):
    begun, sleep = [], "import sys, time; time.sleep(60 * (sys.argv[2] == 'other'));"
    with pytest.raises(MazzoError, match=r"the training first failed \(3\): no room"):
        workers.train(
            laboratory(tmp_path), ["first", "other"], 2, runs(f"{sleep} print('no room'); raise SystemExit(3)", begun)
        )
    assert begun == ["first", "other"]


def test_one_that_was_stopped_has_saved(tmp_path):
    with pytest.raises(Interrupted):
        workers.train(laboratory(tmp_path), ["first"], 2, runs("raise SystemExit(130)", []))


def test_how_far_a_run_is(tmp_path):
    metrics = tmp_path / "metrics.jsonl"
    assert workers._reached(metrics, "games") == 0
    metrics.write_text('{"games": 5}\n')
    assert workers._reached(metrics, "games") == 5
    metrics.write_text('{"games": 5}\n{"games": 7, "loss": 0.1}\n{"gam')  # a line that is being written
    assert workers._reached(metrics, "games") == 7
