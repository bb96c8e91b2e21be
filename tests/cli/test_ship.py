"""From a run to a shipped agent with a card, and to a ladder: at the toy Higher, which compiles quickly."""

import json
import shlex
import shutil
import sys
import tomllib
from functools import partial
from pathlib import Path

import pytest

import mazzo
from mazzo.agents import catalogue, find
from mazzo.agents.card import load_card, page
from mazzo.agents.storage import load_agent
from mazzo.cli import main
from mazzo.learners.curve import history, read
from tests.helpers import mazzo as mazzo_command

TOYS = str(Path(__file__).parent.parent / "toys")


def call(command: str, capsys, monkeypatch, code: int = 0) -> str:
    """What a command prints; on standard error if it fails."""
    monkeypatch.setattr(sys, "argv", ["mazzo", *shlex.split(command)])
    with pytest.raises(SystemExit) as left:
        main()
    out = capsys.readouterr()
    assert left.value.code == code, out.err
    return out.err if code else out.out


TRAIN = "train higher --set hidden=8 --set places=8 --set steps=6 --updates 8 --seeds 2 --opponent highest "
TRAIN += "--snapshots 4 --evaluate-games 8 --out {} --json"


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a run, of two seeds against `highest`."""
    folder = tmp_path_factory.mktemp("runs") / "one"
    told = mazzo_command(TRAIN.format(folder), {"MAZZO_GAMES": TOYS})
    assert told.returncode == 0, told.stderr
    return folder


@pytest.fixture
def run(trained, monkeypatch, capsys, tmp_path):
    """`run("agents higher")`: what it printed; with the toys, a run in `one`, and agents on a shelf of their own."""
    monkeypatch.setenv("MAZZO_GAMES", TOYS)
    monkeypatch.setenv("MAZZO_AGENTS", str(tmp_path / "shelf"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shelf").mkdir()
    shutil.copytree(trained, "one")
    yield partial(call, capsys=capsys, monkeypatch=monkeypatch)
    mazzo.games.__path__[:] = [path for path in mazzo.games.__path__ if path != TOYS]


def test_a_run_becomes_an_agent_with_a_card(run, trained):
    shipped = json.loads(run("ship one --name champion --to shelf --games 100 --json"))
    folder = Path("shelf/higher/six/champion")
    card = load_card(folder)
    assert card.command == f"mazzo {TRAIN.format(trained)}"
    assert card.seed in (0, 1)  # the better one
    assert card.steps["updates"] == 8
    assert card.hardware["device"] == "cpu"
    assert card.seconds > 0
    assert card.settings["budget"] == 8
    assert card.curve.x[-1] == 8
    assert [row["against"] for row in card.strength] == ["random", "highest"]
    assert all(row["games"] == 100 for row in card.strength)
    assert card.moves["moves"] == 200
    assert card.precision["bits"] == 16
    assert card.precision["games"] == 100
    assert (folder / "weights.safetensors").stat().st_size == card.bytes == shipped["bytes"]
    assert {path.name for path in folder.iterdir()} == {
        "agent.json",
        "weights.safetensors",
        "card.json",
        "card.md",
        "curve.svg",
    }

    listed = {one["agent"]: one for one in json.loads(run("agents higher --json"))}
    assert [listed[name]["kind"] for name in ("random", "champion", "search:flat")] == ["scripted", "network", "search"]
    assert listed["champion"]["strength"].endswith("% won against highest")
    assert "mazzo train higher" in run("agents higher champion")
    assert "come with mazzo" not in run("agents higher")
    assert "for higher ten; there are some for six." in run("agents higher --variant ten")


@pytest.mark.slow
def test_a_search_ships_by_what_it_thinks_with(run):
    """And climbs the ladder, whose games are kept."""
    run("ship search:flat,rollout=highest,worlds=2 --game higher --name highest+search --to shelf --games 8 --json")
    card = load_card(Path("shelf/higher/six/highest+search"))
    assert [(row["against"], row["games"]) for row in card.strength] == [("highest", 8)]
    assert card.plays == "search:flat,rollout=highest,worlds=2"
    agents = "--agents highest+search,highest"
    ladder = (
        f"ladder higher {agents} --games 100 --search-games 8 --kept games --publish --pages pages --to shelf --json"
    )
    told = json.loads(run(ladder))
    assert {one["agent"] for one in told["ratings"]} == {"highest", "highest+search"}
    kept = [path.stat().st_mtime_ns for path in Path("games").iterdir()]
    assert json.loads(run(ladder))["ratings"] == told["ratings"]
    assert [path.stat().st_mtime_ns for path in Path("games").iterdir()] == kept  # nothing was played again
    assert "| highest+search | search |" in Path("pages/higher.md").read_text()
    listed = {one["agent"]: one["strength"] for one in json.loads(run("agents higher --json"))}
    assert listed["highest"] == f"{next(one['elo'] for one in told['ratings'] if one['agent'] == 'highest'):.0f} Elo"


def test_a_snapshot_tells_of_its_own_time(trained):
    """Which lines of the run's files are its own."""
    folder = trained / "snapshots" / "4" / "seeds" / "1"
    made = load_agent_made(folder)
    assert (made["seed"], made["updates"]) == (1, 4)
    told = history(folder, made)
    lines = [json.loads(line) for line in (trained / "speed.jsonl").read_text().splitlines()]
    assert told.seconds == pytest.approx(sum(line["seconds"] for line in lines[:4]))
    own = [line for line in read(trained, "evaluation") if line["seed"] == 1]
    metric = told.curve.metric
    assert told.curve.y == [line[metric] for line in own if line["updates"] <= 4]
    assert history(trained.parent, made).command == ""  # outside of the run nothing is known


def load_agent_made(folder):
    return json.loads((folder / "agent.json").read_text())["made"]


def test_a_best_response_is_measured(run):
    command = (
        "ladder higher --agents random,highest --games 20 --best-response one --publish --pages pages --to shelf --json"
    )
    attack = json.loads(run(command))["best_responses"][0]
    assert (attack["attacked"], attack["learner"]) == ("highest", "ppo")
    assert attack["decisions"] > 0
    assert attack["result"]["games"] == 20
    assert "best-response-highest-one.json" in [path.name for path in Path("pages").rglob("*.json")]
    assert f"| highest | ppo | {attack['decisions']:,} |" in Path("pages/higher.md").read_text()


def test_what_does_not_fit_is_refused_in_words(run, monkeypatch):
    ship = partial("ship one --to shelf --games 20 --against random --whole --json --name {}".format)
    assert "cannot be called 'A,b'" in run(ship("A,b"), code=2)
    assert "random is a scripted player of Higher" in run(ship("random"), code=2)
    assert "leave --game and --variant out" in run(ship("a --game higher"), code=2)
    assert "cannot read the agent nowhere" in run("ship nowhere --name a", code=2)
    assert "name the game that the search plays" in run("ship search:flat --name a", code=2)
    search = "ship search:flat,rollout=one,worlds=2 --game higher --name a --to shelf"
    assert "one is not among the agents of higher six: ship it by name first" in run(search, code=2)
    assert "leave ms out" in run("ship search:flat,ms=5 --game higher --name a --to shelf", code=2)
    monkeypatch.setattr(catalogue, "MOST_BYTES", 20_000)
    run(ship("first"))
    assert "give --replace" in run(ship("first"), code=2)
    assert "together they may have 0.02 MB; ship a smaller network" in run(ship("second"), code=2)
    assert not Path("shelf/higher/six/second").exists()
    run(ship("first --replace"))  # in its own place there is room
    Path("one/origin.jsonl").unlink()
    assert "say it with --command" in run(ship("third"), code=2)


def test_weights_that_half_precision_does_not_have_stay_whole(run):
    """A weight of a million is infinite in half precision."""
    import jax

    from mazzo.agents.storage import save_agent

    saved = load_agent("one")
    large = jax.tree.map(lambda leaf: leaf * 0 + 1e6, saved.agent.params)
    save_agent(Path("one"), saved.game, saved.recipe, large, saved.made)
    run("ship one --name champion --to shelf --games 20 --json")
    card = load_card(Path("shelf/higher/six/champion"))
    assert card.precision["bits"] == 32
    assert "not finite" in card.precision["why"]
    assert find(mazzo.make("higher"), "champion").params.network.layers[0].weight.max() == 1e6


def test_what_comes_with_mazzo_fits_and_has_cards():
    directory = catalogue.SHIPPED
    assert catalogue.size(directory) <= 15_000_000
    folders = [path.parent for name in ("agent.json", "search.json") for path in directory.rglob(name)]
    for folder in folders:
        game, variant, name = folder.relative_to(directory).parts
        card, made = load_card(folder), mazzo.make(game, variant)
        assert (card.game, card.variant, card.name) == (game, variant, name)
        assert card.strength
        assert card.plays or card.command
        assert find(made, name).name == name
        assert (folder / "card.md").read_text() == page(card)


def test_what_comes_with_mazzo_is_installed():
    """The patterns of pyproject.toml name every file."""
    package = catalogue.SHIPPED.parent.parent
    described = tomllib.loads((package.parent.parent / "pyproject.toml").read_text())
    patterns = described["tool"]["setuptools"]["package-data"]["mazzo"]
    installed = {path for pattern in patterns for path in package.glob(pattern)}
    files = {path for path in catalogue.SHIPPED.rglob("*") if path.is_file()}
    assert files
    assert files <= installed
