"""A new game is a folder: found, checked, played, evaluated and replayed without touching anything else."""

import json
from pathlib import Path

import pytest

from tests.helpers import mazzo

TOYS = {"MAZZO_GAMES": str(Path(__file__).parent / "toys")}


def answer(command):
    run = mazzo(f"{command} --json", env=TOYS)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_it_is_found():
    assert {"six", "ten"} == {game["variant"] for game in answer("games") if game["game"] == "higher"}


def test_it_is_not_there_without_its_folder():
    assert "higher" not in mazzo("games").stdout


def test_it_is_checked():
    assert answer("check higher --variant six") == {"game": "higher", "ok": True, "faults": {"six": []}}


def test_it_is_evaluated():
    result = answer("evaluate higher --agent highest --against random --games 4000")
    assert result["wins"] + result["draws"] + result["losses"] == result["games"] == 4000
    assert result["points_mean"] + result["points_against_mean"] == pytest.approx(3)


def test_it_enters_a_tournament():
    result = answer("tournament higher --variant ten --games 500")
    assert {rating["agent"] for rating in result["ratings"]} == {"random", "highest"}


def test_it_is_played_and_replayed(tmp_path):
    run = mazzo(f"play higher --seed 3 --record {tmp_path}/game.json", env=TOYS, stdin="1\n" * 3)
    assert run.returncode == 0, run.stderr
    assert len(answer(f"replay {tmp_path}/game.json")["plays"]) == 6


def test_it_is_measured():
    assert answer("bench env higher --batch 64 --seconds 0.1")["plays_per_second"] > 0


def test_a_folder_that_is_not_there_is_named():
    run = mazzo("games", env={"MAZZO_GAMES": "/nowhere"})
    assert run.returncode == 2
    assert "'/nowhere', which is not a folder" in run.stderr
