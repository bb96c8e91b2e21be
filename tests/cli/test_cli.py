"""The command line as people and machines use it."""

import json
import os
import resource
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mazzo.cli import main
from tests.helpers import mazzo

EVALUATE = "evaluate briscola --agent rules --against random"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("evaluate scopa --agent rules --against random", "no game is called 'scopa'; choose one of: briscola"),
        (
            "evaluate briscola --agent nobody --against random",
            "no briscola agent is called 'nobody'; choose one of: random",
        ),
        (f"{EVALUATE} --variant 7p", "no variant is called '7p'; choose one of: 2p, 3p, 4p"),
        (f"{EVALUATE} --games 0", "--games is 0; choose 1 or more"),
        (f"{EVALUATE} --games -5", "--games is -5; choose 1 or more"),
        (f"{EVALUATE} --games many", "'--games'"),
        (f"{EVALUATE} --seed -1", "'--seed'"),
        ("evaluate briscola --agent rules", "name the opponent with --against"),
        ("evaluate briscola", "--agent"),
        ("evaluate briscola --agent rules --against random --with random", "leave --with out"),
        ("evaluate tripeaks --agent random --against random", "tripeaks has no opponents: leave --against out"),
        ("evaluate russian --agent random --with random", "russian is played alone: leave --with out"),
        ("evaluate hanabi --agent random --against random", "hanabi has no opponents: leave --against out"),
        ("evaluate maraffone --agent basic --against random --matches -1", "--matches is -1"),
        ("tournament briscola --agents rules", "at least two different agents"),
        ("tournament briscola --games 0", "--games is 0"),
        ("tournament briscola --agents rules,nobody", "no briscola agent is called 'nobody'"),
        ("play briscola --seat 2", "--seat is 2; choose 0 to 1"),
        ("play briscola --agents expert,rules", "names 2 agents for 1 seats"),
        ("play briscola --resume /nowhere.json", "cannot read the record /nowhere.json"),
        ("replay /nowhere.json", "cannot read the record /nowhere.json"),
        ("check briscola --games 0", "--games is 0"),
        ("solve briscola", "briscola is played by several"),
        ("solve tripeaks --deals 0", "--deals is 0; choose 1 or more"),
        ("solve russian --workers 0", "--workers is 0; choose 1 or more"),
        ("bench solver briscola --games 0", "--games is 0"),
        ("bench solver briscola --games 1 --most 3", "has no bound to be changed"),
        ("bench env briscola --batch -1", "--batch must be 0 or more"),
        ("bench moves briscola --agent rules --moves 0", "--moves must be 1 or more"),
        ("evaluate briscola --agent search:deep --against random", "no method of search is called 'deep'"),
        ("tournament briscola --agents search:flat,worlds=x,rules", "worlds is 'x'; write a whole number"),
        (
            "evaluate briscola --agent search:flat,rollout=random,worlds=2,ms=5 --against random --games 2",
            "plays single moves, not compiled games",
        ),
        ("bench env briscola --encoder pixels", "no encoder is called 'pixels'"),
        ("agents scopa", "no game is called 'scopa'"),
        ("agents briscola nobody", "no briscola agent is called 'nobody'; choose one of: random"),
        ("agents briscola search:flat", "search:flat has no card; agents get one when they are shipped: mazzo ship"),
        ("evaluate briscola --variant 3p --agent beginner --against random", "shipped for briscola 2p, not for 3p"),
        ("ladder briscola --games 0", "--games is 0; choose 1 or more"),
        ("ladder briscola --matches -1", "--matches is -1; choose 0 or more"),
        ("ladder briscola --agents rules", "at least two different agents"),
        ("ladder briscola --agents rules,search:flat,ms=5", "plays by the clock, which is not for measuring"),
        ("--device tpu agents briscola", "unknown device 'tpu'; choose one of: auto, cpu, gpu"),
        ("review /nowhere.json", "cannot read the record /nowhere.json"),
        ("verify /nowhere.json", "cannot read the record /nowhere.json"),
        ("serve --port 70000", "'--port'"),
        ("nonsense", "No such command 'nonsense'"),
    ],
)
def test_bad_input_is_one_line_on_stderr_and_exit_2(command, message, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["mazzo", *shlex.split(command)])
    with pytest.raises(SystemExit) as left:
        main()
    told = capsys.readouterr()
    assert left.value.code == 2
    assert message in told.err
    assert len(told.err.strip().splitlines()) == 1
    assert told.out == ""


def test_the_process_exits_with_2():
    run = mazzo(f"{EVALUATE} --games 0")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "mazzo: --games is 0; choose 1 or more\n"


@pytest.mark.parametrize("command", ["games", "--help"])
def test_answers_at_once(command):
    """In processor time, which other work on the machine does not change."""

    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    assert mazzo(command).returncode == 0  # the first start compiles Python's bytecode
    before = used()
    assert mazzo(command).returncode == 0
    assert used() - before < 1.0


@pytest.mark.parametrize(
    "command",
    [
        *(
            "games",
            "agents",
            "play",
            "evaluate",
            "tournament",
            "solve",
            "ladder",
            "ship",
            "replay",
            "review",
            "verify",
            "check",
        ),
        *("bench env", "bench solver"),
    ],
)
def test_help_teaches_and_json_is_offered(command):
    run = mazzo(f"{command} --help")
    assert run.returncode == 0
    assert "--json" in run.stdout
    assert len(run.stdout) > 300


def test_evaluate_gives_the_promised_fields():
    run = mazzo(f"{EVALUATE} --games 200 --seed 3 --json")
    result = json.loads(run.stdout)
    promised = (
        "game variant agent against games deals wins draws losses win_rate win_rate_ci95 points_mean points_ci95 seed"
    )
    assert set(promised.split()) <= set(result)
    assert result["games"] == 200
    assert result["deals"] == 100
    assert result["wins"] + result["draws"] + result["losses"] == 200
    assert result["win_rate_ci95"][0] < result["win_rate"] < result["win_rate_ci95"][1]
    assert json.loads(mazzo(f"{EVALUATE} --games 200 --seed 3 --json").stdout) == result


def test_a_game_for_one_is_evaluated_alone():
    result = json.loads(mazzo("evaluate tripeaks --agent heuristic --games 500 --json").stdout)
    assert result["against"] is None
    assert result["wins"] + result["losses"] == result["games"] == result["deals"] == 500
    assert result["win_rate_ci95"][0] < result["win_rate"] < result["win_rate_ci95"][1]


@pytest.mark.slow
def test_a_game_played_together_is_scored():
    alone = json.loads(mazzo("evaluate hanabi --variant simplified-2p --agent teacher --games 100 --json").stdout)
    assert {"score_mean", "score_ci95", "perfect_rate", "zero_rate"} <= set(alone)
    both = mazzo("evaluate hanabi --variant simplified-2p --agent teacher --with random --games 100 --json")
    mixed = json.loads(both.stdout)
    assert mixed["score_mean"] < alone["score_mean"]
    assert (mixed["games"], mixed["deals"]) == (100, 50)  # the agent in each seat once


def test_teams_are_measured_by_deals_and_matches():
    run = mazzo("evaluate maraffone --agent basic --against random --games 200 --matches 20 --json")
    result = json.loads(run.stdout)
    assert {"points_difference_mean", "points_difference_ci95", "match_win_rate", "match_win_rate_ci95"} <= set(result)
    assert result["points_difference_ci95"][0] > 0
    assert result["matches"] == 20


@pytest.mark.slow
def test_a_search_is_named_wherever_an_agent_is():
    """Of the toy Higher, which compiles quickly."""
    toys = {"MAZZO_GAMES": str(Path(__file__).parent.parent / "toys")}
    search = "search:flat,rollout=random,worlds=4"
    listed = json.loads(mazzo("agents higher --json", toys).stdout)
    assert {"search:flat", "search:lookahead", "search:pimc", "search:tree"} < {one["agent"] for one in listed}
    won = json.loads(mazzo(f"tournament higher --agents random,{search} --games 200 --json", toys).stdout)
    result = next(row for row in won["results"] if row["agent"] == search)
    assert result["wins"] > result["losses"]
    moves = json.loads(mazzo(f"bench moves higher --agent {search} --moves 5 --json", toys).stdout)
    assert moves["moves"] == 5
    assert 0 < moves["ms_median"] <= moves["ms_95"] <= moves["ms_most"]
    played = mazzo(f"play higher --agents {search},ms=20 --seed 1 --json", toys, stdin="1\n" * 9)
    record = json.loads(played.stdout)
    assert record["players"] == ["you", f"{search},ms=20"]
    assert sum(record["returns"]) == 3


def test_bench_gives_the_promised_fields():
    result = json.loads(mazzo("bench env briscola --batch 32 --seconds 0.1 --json").stdout)
    promised = "plays_per_second with_observation_per_second batch device first_result_seconds"
    assert set(promised.split()) <= set(result)
    assert result["batch"] == 32


@pytest.mark.slow
def test_solving_gives_the_promised_fields():
    result = json.loads(mazzo("solve russian --deals 120 --workers 2 --json").stdout)
    assert result["winnable"] == 10  # each of these lines was played
    assert result["rate_ci95"][0] < 0.066 < result["rate_ci95"][1]
    told = mazzo("solve russian --deals 120").stdout
    assert "8.33 %" in told


def test_solvers_are_timed():
    result = json.loads(mazzo("bench solver briscola --games 3 --json").stdout)
    assert result["positions"] == 18
    assert 0 < result["first_mean_ms"] <= result["first_slowest_ms"]


def test_agents_are_listed():
    listed = json.loads(mazzo("agents briscola --json").stdout)
    assert {"random", "rules", "greedy", "expert"} <= {agent["agent"] for agent in listed}


def test_a_game_is_played_saved_and_replayed(tmp_path):
    path = tmp_path / "game.json"
    run = mazzo(f"play briscola --agents rules --record {path} --json", stdin="what\n9\n" + "1\n" * 20)
    assert run.returncode == 0, run.stderr
    assert "'what' is no card" in run.stderr
    record = json.loads(run.stdout)
    assert record == json.loads(path.read_text())
    assert len(record["actions"]) == 40
    assert sum(record["returns"]) == 120
    assert record["commitment"] in run.stderr  # told before the first card
    replay = json.loads(mazzo(f"replay {path} --json").stdout)
    assert replay["verified"]
    assert [play["action"] for play in replay["plays"]] == record["actions"]


def test_leaving_saves_and_resuming_goes_on(tmp_path):
    path = tmp_path / "game.json"
    left = mazzo(f"play briscola --variant 4p --seat 1 --agents random --record {path}", stdin="1\n1\nq\n")
    assert left.returncode == 0
    assert f"Go on with: mazzo play briscola --resume {path}" in left.stderr
    begun = json.loads(path.read_text())
    assert begun["returns"] is None
    assert 5 <= len(begun["actions"]) < 40
    assert mazzo(f"play briscola --resume {path}", stdin="1\n" * 10).returncode == 0
    finished = json.loads(path.read_text())
    assert finished["actions"][: len(begun["actions"])] == begun["actions"]
    assert finished["returns"] is not None
    again = mazzo(f"play briscola --resume {path}")
    assert again.returncode == 2
    assert "not an unfinished game" in again.stderr


def test_a_tampered_record_is_refused(tmp_path):
    path = tmp_path / "game.json"
    mazzo(f"play briscola --record {path}", stdin="1\n" * 20)
    record = json.loads(path.read_text())
    record["returns"] = [120.0, 0.0]
    path.write_text(json.dumps(record))
    run = mazzo(f"replay {path}")
    assert run.returncode == 2
    assert "claims the result" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_a_game_is_verified_and_reviewed(tmp_path):
    path = tmp_path / "game.json"
    mazzo(f"play briscola --agents rules --record {path}", stdin="1\n" * 20)
    record = json.loads(path.read_text())
    verified = json.loads(mazzo(f"verify {path} --json").stdout)
    assert verified["verified"]
    assert (verified["commitment"], verified["nonce"]) == (record["commitment"], record["nonce"])
    found = json.loads(mazzo(f"review {path} --worlds 64 --json").stdout)
    assert (found["agent"], found["seat"], found["worlds"]) == ("expert", 0, 64)
    assert len(found["expected"]) == 41
    assert found["expected"][-1] == record["returns"][0]
    costs = [move["cost"] for move in found["costly"]]
    assert costs == sorted(costs, reverse=True)
    for move in found["costly"]:
        assert record["actions"][move["move"] - 1] == move["action"] != move["better"]
    start = found["beliefs"][0]
    assert (start["move"], start["player"], set(start["places"])) == (1, 0, {"seat 1", "stock"})
    assert {card for card, (_, _, lies) in start["places"]["seat 1"].items() if lies} == set(record["deck"][3:6])
    assert len(found["beliefs"]) == 39  # the last card is played when all others lie open
    path.write_text(json.dumps({**record, "commitment": None, "nonce": None}))
    refused = mazzo(f"verify {path}")
    assert (refused.returncode, "carries no commitment" in refused.stderr) == (2, True)


def test_games_of_people_are_exported_for_research(tmp_path):
    run = mazzo("records export", env={"MAZZO_DATA": str(tmp_path)})
    assert (run.returncode, run.stdout) == (0, "")
    assert (tmp_path / "table.sqlite").exists()


def test_a_port_that_is_taken_is_told(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        run = mazzo(f"serve --port {taken.getsockname()[1]}", env={"MAZZO_DATA": str(tmp_path)})
    assert (run.returncode, "choose another --port" in run.stderr) == (2, True)


def test_interrupting_exits_130():
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # a background shell ignores it
    start = f"{listen}; from mazzo.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", start, *EVALUATE.split(), "--games", "50000000"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MAZZO_DEVICE": "cpu"},
    )
    time.sleep(8)
    for _ in range(20):  # one signal may fall into a callback of JAX, which swallows it
        process.send_signal(signal.SIGINT)
        try:
            _, told = process.communicate(timeout=2)
            break
        except subprocess.TimeoutExpired:
            continue
    else:
        process.kill()
        pytest.fail("twenty interrupts did not end it")
    assert process.returncode == 130
    assert "mazzo: interrupted" in told
