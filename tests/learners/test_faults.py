"""Training among accidents: kills, full disks, read-only folders. `mazzo train` runs as a process of its own."""

import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from tests.helpers import mazzo

pytestmark = pytest.mark.slow
TRAIN = (
    "train briscola --variant 2p,deck=(0,2,9,11,12,20,31,39) --learner dqn --encoder state-1 --head slots-3 "
    "--opponent random --episodes 12000 --seeds 2 --evaluate-every 4000 --evaluate-games 20 --checkpoint-seconds 0 "
    "--set hidden=16 --set places=4 --set decisions=4 --set updates=2 --set batch=8 --set memory=2000 --json"
)
KILLS = 20


def begin(command):
    return subprocess.Popen(
        [sys.executable, "-m", "mazzo", *shlex.split(command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MAZZO_DEVICE": "cpu"},
    )


def checkpoints(folder):
    return sorted(int(path.stem) for path in (folder / "checkpoints").glob("*.checkpoint"))


def wait_for(condition, process, seconds=120):
    end = time.monotonic() + seconds
    while not condition() and process.poll() is None:
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.01)


def same_results(one, other):
    names = ("metrics.jsonl", "weights.safetensors", "seeds/0/weights.safetensors", "seeds/1/weights.safetensors")
    for name in names:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run that nothing disturbs."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    done = mazzo(f"{TRAIN} --out {folder}")
    assert done.returncode == 0, done.stderr
    return folder


def test_twenty_kills_lose_nothing_but_the_chunks_since_the_last_checkpoint(whole, tmp_path):
    """Each comes at a random moment, of starting, computing, writing or evaluating."""
    folder, dice = tmp_path / "run", random.Random(1)
    command, before = f"{TRAIN} --out {folder}", 0
    for kill in range(KILLS):
        process = begin(command)
        # Later kills are later, so that the run comes on; some come while the process is still starting.
        reached = before + dice.randrange(12)
        wait_for(lambda reached=reached: max(checkpoints(folder), default=0) >= reached, process)
        time.sleep(dice.uniform(0, 0.1))
        process.send_signal(signal.SIGKILL)
        _, told = process.communicate(timeout=60)
        assert "damaged" not in told
        assert max(checkpoints(folder), default=0) >= before, f"kill {kill} lost a checkpoint"
        before = max(checkpoints(folder), default=0)
        if (folder / "run.json").exists():
            command = f"train --resume {folder} --checkpoint-seconds 0 --json"
    last = mazzo(command)
    assert last.returncode == 0, last.stderr
    same_results(whole, folder)


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_stop_it_saves_and_says_how_to_go_on(whole, tmp_path, asked):
    folder = tmp_path / "run"
    process = begin(f"{TRAIN} --out {folder}")
    wait_for(lambda: checkpoints(folder) and max(checkpoints(folder)) >= 5, process)
    process.send_signal(asked)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"Saved. Go on with: mazzo train --resume {folder}" in told
    assert mazzo(f"train --resume {folder} --json").returncode == 0
    same_results(whole, folder)


@pytest.fixture
def disk(tmp_path):
    """A disk of its own, of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path):
    """Take all the room there is."""
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(1024)) == 1024:
            pass


def test_a_full_disk_is_told_and_the_last_checkpoint_stays(whole, tmp_path, disk):
    folder = disk / "run"
    process = begin(f"{TRAIN} --out {folder}")
    wait_for(lambda: checkpoints(folder) and max(checkpoints(folder)) >= 5, process)
    fill(disk / "filling")
    _, told = process.communicate(timeout=60)
    assert process.returncode == 2
    assert len(told.strip().splitlines()) == 1
    assert "No space left on device" in told
    assert f"mazzo train --resume {folder}" in told
    (disk / "filling").unlink()
    assert mazzo(f"train --resume {folder} --json").returncode == 0
    same_results(whole, folder)


def test_a_folder_that_may_not_be_written_is_told(whole, tmp_path, disk):
    folder = disk / "run"
    process = begin(f"{TRAIN} --out {folder}")
    wait_for(lambda: checkpoints(folder) and max(checkpoints(folder)) >= 5, process)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    told = mazzo(f"train --resume {folder} --json")
    assert told.returncode == 2
    assert "Read-only file system" in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == kept
    elsewhere = mazzo(f"{TRAIN} --out {disk / 'other'}")
    assert elsewhere.returncode == 2
    assert "Read-only file system" in elsewhere.stderr
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    assert json.loads(mazzo(f"train --resume {folder} --json").stdout)["games"] >= 12000
    same_results(whole, folder)
