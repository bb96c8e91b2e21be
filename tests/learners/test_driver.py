"""Runs: what is written, how they are resumed, and what is refused."""

import base64
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import jax
import numpy as np
import pytest
from safetensors.numpy import load_file

from mazzo.core.errors import MazzoError
from mazzo.learners import checkpoint, curve
from mazzo.learners import settings as S
from mazzo.learners.driver import Run, Watch
from mazzo.learners.speed import decisions_per_second

ROOT = Path(__file__).parent.parent.parent
TINY = S.Settings(
    game="briscola",
    variant="2p,deck=(0,2,9,11,12,20,31,39)",
    learner="dqn",
    encoder="state-1",
    head="slots-3",
    reward="points",
    opponents=(("random", 0.5), ("greedy", 0.5)),
    budget=120,
    seeds=2,
    seed=5,
    chunk=6,
    evaluate_every=60,
    config={"hidden": "8", "places": "4", "decisions": "4", "updates": "2", "batch": "8", "memory": 64, "warmup": 16},
)


def strengths(game, agents, seeds):
    """Something to write down: the first weight."""
    return [{"weight": float(weight[0, 0])} for weight in np.asarray(agents.params.network.layers[0].weight)]


def run(folder, settings=TINY, stop=lambda: False, complain=lambda text: None):
    return Run(settings.checked(), folder, Watch(evaluate=strengths, stop=stop, complain=complain))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run from start to end."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    running = run(folder)
    running.begin()
    return folder, running.train()


def after(chunks):
    """Stop after so many chunks."""
    asked = iter(range(1, 10_000))
    return lambda: next(asked) >= chunks


def same_run(one, other):
    for name in ("metrics.jsonl", "weights.safetensors", "seeds/5/weights.safetensors", "seeds/6/weights.safetensors"):
        assert (one / name).read_bytes() == (other / name).read_bytes(), name


def test_what_a_run_leaves_behind(whole):
    folder, outcome = whole
    assert outcome.finished
    assert outcome.progress["games"] >= 120
    settings = S.load(folder / "run.json")
    assert settings == TINY.checked()
    assert settings.config["hidden"] == [8]
    training = curve.read(folder, "training")
    assert {line["seed"] for line in training} == {5, 6}
    assert {"loss", "epsilon", "rate", "return", "score", "illegal", "value"} <= set(training[-1])
    assert len(curve.read(folder, "evaluation")) == 2 * 2
    _, values = curve.series(folder, "weight", "evaluation", "games")
    assert values.shape == (2, 2)
    assert not np.array_equal(values[0], values[1])  # the seeds are different runs
    weights = [load_file(folder / "seeds" / seed / "weights.safetensors") for seed in ("5", "6")]
    assert any((weights[0][name] != weights[1][name]).any() for name in weights[0])
    best = ("5", "6")[outcome.best]
    assert (folder / "weights.safetensors").read_bytes() == (
        folder / "seeds" / best / "weights.safetensors"
    ).read_bytes()


def test_figures_per_game_are_those_of_games(whole):
    """However many updates a game takes: what a side is paid is its points less the other's, of 50 in this deck."""
    lines = [line for line in curve.read(whole[0], "training") if line["seed"] == 5]
    games = np.diff([0] + [line["games"] for line in lines])
    paid, points, won = (np.array([line[name] for line in lines]) for name in ("return", "score", "won"))
    assert (games * paid).sum() == pytest.approx((games * (2 * points - 50)).sum(), rel=1e-4)
    assert 0.3 < (games * won).sum() / games.sum() < 0.9
    assert max(won) <= 1


def test_a_resumed_run_is_the_uninterrupted_one(whole, tmp_path):
    folder = tmp_path / "run"
    first = run(folder, stop=after(2))
    first.begin()
    assert not first.train().finished
    again = run(folder, S.load(folder / "run.json"), stop=after(1))
    again.resume()
    assert not again.train().finished
    last = run(folder)
    last.resume()
    assert last.train().finished
    same_run(whole[0], folder)


@pytest.mark.parametrize(
    "damage", [pytest.param("cut", marks=pytest.mark.slow), "edited", pytest.param("notes", marks=pytest.mark.slow)]
)
def test_a_damaged_checkpoint_is_named_and_the_one_before_it_is_used(whole, tmp_path, damage):
    folder, told = tmp_path / "run", []
    shutil.copytree(whole[0], folder)
    newest = max((folder / "checkpoints").glob("*.checkpoint"), key=lambda path: int(path.stem))
    content = bytearray(newest.read_bytes())
    if damage == "cut":
        newest.write_bytes(content[: len(content) // 2])
    elif damage == "edited":
        content[len(content) // 2] ^= 1
        newest.write_bytes(content)
    else:
        newest.write_bytes(content.replace(b'"chunks": ', b'"chunks": 1', 1))
    resumed = run(folder, complain=told.append)
    resumed.resume()
    assert len(told) == 1
    assert f"the checkpoint {newest} is damaged" in told[0]
    resumed.train()
    same_run(whole[0], folder)
    assert checkpoint.numbers(folder / "checkpoints")[-1] == int(newest.stem)  # written anew


def test_of_two_checkpoints_one_is_always_whole(tmp_path):
    """A damaged one is not counted among those that are kept, nor is what a kill has left."""
    state = {"a": np.arange(3, dtype=np.int32)}

    def write(number):
        checkpoint.write(tmp_path, number, state, {"chunks": number})

    for number in (1, 2, 3):
        write(number)
    assert checkpoint.numbers(tmp_path) == [2, 3]
    (tmp_path / "3.checkpoint").write_bytes(b"{}")
    (tmp_path / "4.checkpoint.part").write_bytes(b"half")
    write(5)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2.checkpoint", "5.checkpoint"]
    (tmp_path / "5.checkpoint").unlink()
    (arrays, notes) = checkpoint.read_last(tmp_path, state, print)
    assert notes == {"chunks": 2}
    np.testing.assert_array_equal(arrays["a"], state["a"])


# Of `checkpoint.write(folder, 7, {"a": np.arange(2, dtype=np.int32), "key": jax.random.key(3)}, {"chunks": 7})`.
FROZEN = (
    "eyJmb3JtYXQiOiAyLCAic2hhMjU2IjogImU2ODk2MjJiZjhjMjFiNmIyNzZjNDZmZDFiYzMyZjM3NzA4YWNlZmRjOTcyNjljMDVlMTVhYTFj"
    "NDRiZmFlMjQifQp7ImNodW5rcyI6IDd9CngBK2CAgGql7NRKJatqpZSSyoJUJSulUGMjJR2l4oxEEC/aKFZHKSWxJDE+Py2tOLWkGChkoGMR"
    "W6ujlIisyZOQJgsdQ7PY2loFBZCtzBCrGRiBNAALyCL6"
)


def test_a_checkpoint_of_this_format_is_read_for_ever(tmp_path):
    (tmp_path / "7.checkpoint").write_bytes(base64.b64decode(FROZEN))
    like = {"a": np.zeros(2, np.int32), "key": jax.random.key(0)}
    arrays, notes = checkpoint.read_last(tmp_path, like, print)
    assert (arrays["a"].tolist(), arrays["key"], notes["chunks"]) == ([0, 1], jax.random.key(3), 7)
    with pytest.raises(MazzoError, match="no checkpoint that can be read"):
        checkpoint.read_last(tmp_path, {"a": np.zeros(2, np.float32), "key": jax.random.key(0)}, print)


def test_metrics_that_were_cut_are_told(whole, tmp_path):
    """What is missing stays missing; no line is torn, and nothing is put in its place."""
    folder, told = tmp_path / "run", []
    shutil.copytree(whole[0], folder)
    content = (folder / "metrics.jsonl").read_bytes()
    (folder / "metrics.jsonl").write_bytes(content[: len(content) // 2])
    run(folder, complain=told.append).resume()
    assert [text.endswith("is shorter than it was: what is missing stays missing") for text in told] == [True]
    kept = (folder / "metrics.jsonl").read_bytes()
    assert content.startswith(kept)
    assert kept.endswith(b"\n")


def test_a_run_that_counts_too_far_stops_before_it_counts_wrong(whole, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(whole[0], folder)
    resumed = run(folder, replace(TINY, budget=1000))
    resumed.resume()
    decisions = resumed.state.clock.decisions
    resumed.state = resumed.state._replace(clock=resumed.state.clock._replace(decisions=decisions + (2**31 - 500)))
    with pytest.raises(MazzoError, match="counts to 2,147,483,647 decisions"):
        resumed.train()
    assert (folder / "metrics.jsonl").read_bytes() == (whole[0] / "metrics.jsonl").read_bytes()


def test_what_cannot_be_resumed_is_refused(whole, tmp_path):
    with pytest.raises(MazzoError, match="holds a run already; go on with --resume"):
        run(whole[0]).begin()
    for path in (folder := tmp_path / "run", folder / "checkpoints"):
        path.mkdir()
    shutil.copy(whole[0] / "run.json", folder)
    (folder / "metrics.jsonl").touch()
    (folder / "checkpoints" / "1.safetensors").write_text("")  # as the first format was
    with pytest.raises(MazzoError, match="no checkpoint that can be read"):
        run(folder).resume()
    shutil.copytree(whole[0] / "checkpoints", folder / "checkpoints", dirs_exist_ok=True)
    other = replace(TINY, config={**TINY.config, "hidden": "9"})
    with pytest.raises(MazzoError, match="no checkpoint that can be read"):
        run(folder, other).resume()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"learner": "dqm"}, "no learner is called 'dqm'; choose one of: ppo, dqn"),
        ({"encoder": "pixels"}, "no encoder is called 'pixels'"),
        ({"reward": "fame"}, "no reward is called 'fame'"),
        ({"config": {"widht": "3"}}, "no setting is called 'widht'"),
        ({"config": {"places": "many"}}, "places is 'many'; write a whole number"),
        ({"config": {"double": "perhaps"}}, "double is 'perhaps'; write true or false"),
        ({"budget": 0}, "budget is 0; choose 1 or more"),
        ({"budget": 2**31}, "budget is 2147483648; choose less than 2^31"),
        ({"unit": "years"}, "no unit is called 'years'"),
        ({"evaluate_against": ("nobody",)}, "no briscola agent is called 'nobody'"),
    ],
)
def test_wrong_settings_are_refused_in_words(changes, message):
    with pytest.raises(MazzoError, match=re.escape(message)):
        replace(TINY, **changes).checked()


def test_settings_files_are_checked(tmp_path, whole):
    text = (whole[0] / "run.json").read_text()
    for changed, message in [
        (text.replace('"format": 1', '"format": 7'), "not the settings of a run in format 1"),
        (text.replace('"budget"', '"bugdet"'), "no setting is called 'bugdet'"),
        ("{", "is not JSON"),
    ]:
        (tmp_path / "run.json").write_text(changed)
        with pytest.raises(MazzoError, match=re.escape(message)):
            S.load(tmp_path / "run.json")


def test_a_setting_is_found_by_the_last_part_of_its_name_and_nested_defaults_stay():
    from mazzo.learners import ppo

    config = S.configure(ppo.Config, {"hidden": "64,32", "gathering.steps": "7", "entropy": "linear 0.1 0 10"})
    assert config.networks.hidden == (64, 32)
    assert config.gathering.steps == 7
    assert config.optimiser.norm == 0.5  # PPO's own default of a nested setting
    assert S.configure(ppo.Config, S.flat(config)) == config


def test_curves_are_drawn(whole, tmp_path):
    assert curve.plot([whole[0], whole[0]], tmp_path / "curve.svg") == ["weight"]
    assert "<svg" in (tmp_path / "curve.svg").read_text()
    with pytest.raises(MazzoError, match="no training metric 'fame'"):
        curve.plot([whole[0]], tmp_path / "other.svg", ["fame"], "training")
    with pytest.raises(MazzoError, match="holds no metrics"):
        curve.metrics([tmp_path])


@pytest.mark.slow
def test_the_ten_lines_of_the_docs(tmp_path, monkeypatch):
    text = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    found = {}
    exec(code, found)
    assert found["agent"].params.network.layers[0].weight.shape[0] == 32
    assert json.loads((tmp_path / "my-agent" / "agent.json").read_text())["head"] == "trump-first-40"


LANES = {
    "random": {"opponents": (("random", 1.0),)},
    "greedy": {
        "opponents": (("greedy", 1.0),),
        "config": {"rate": "1e-2"},
        "reward": "points:0.5,result:10",
        "scale": 0.1,
    },
    "decks": {"opponents": (("random", 1.0),), "decks": 2, "config": {"epsilon": "linear 1 0.1 50"}},
}


@pytest.fixture(scope="module")
def lanes(tmp_path_factory):
    """Three settings side by side."""
    folder = tmp_path_factory.mktemp("runs") / "lanes"
    running = run(folder, replace(TINY, opponents=(), seeds=1, lanes=LANES, snapshots=(60,)))
    running.begin()
    running.train()
    return folder


def test_lanes_differ_in_what_they_change(lanes):
    lines = {line["lane"]: line for line in curve.read(lanes, "training")}
    assert lines["random"]["rate"] == pytest.approx(1e-4)
    assert lines["greedy"]["rate"] == pytest.approx(1e-2)
    assert lines["decks"]["epsilon"] == pytest.approx(0.1)
    found = {name: load_file(lanes / "lanes" / name / "seeds" / "5" / "weights.safetensors") for name in LANES}
    for one, other in (("random", "greedy"), ("random", "decks")):
        assert any((found[one][name] != found[other][name]).any() for name in found[one])
    assert (lanes / "snapshots" / "60" / "lanes" / "decks" / "agent.json").exists()
    assert S.load(lanes / "run.json") == replace(TINY, opponents=(), seeds=1, lanes=LANES, snapshots=(60,)).checked()


@pytest.mark.slow
def test_a_lane_learns_what_its_settings_alone_would(lanes, tmp_path):
    alone = run(tmp_path / "alone", replace(TINY, opponents=(), seeds=1, lanes=LANES).lane("greedy"))
    alone.begin()
    alone.train()
    one, other = (
        [
            (line["games"], line["return"], line["loss"])
            for line in curve.read(folder, "training")
            if line.get("lane", "greedy") == "greedy"
        ]
        for folder in (lanes, tmp_path / "alone")
    )
    np.testing.assert_allclose(one[:8], other[:8], rtol=1e-3)  # batches of other shapes round otherwise


@pytest.mark.parametrize(
    ("lanes", "message"),
    [
        ({"a b": {}}, "a lane is called 'a b'"),
        ({"a": {"encoder": "full"}}, "no setting of a lane is called 'encoder'"),
        ({"a": {}, "b": {"config": {"hidden": "9"}}}, "lanes differ in hidden"),
        ({"a": {}, "b": {"penalty": -1.0}}, "in some lanes illegal moves are masked"),
    ],
)
def test_lanes_that_cannot_be_side_by_side_are_refused(tmp_path, lanes, message):
    with pytest.raises(MazzoError, match=re.escape(message)):
        run(tmp_path / "run", replace(TINY, lanes=lanes))


def test_the_speed_of_a_training_is_measured():
    assert decisions_per_second(replace(TINY, budget=1 << 20, evaluate_every=1 << 20), seconds=0.01) > 0
