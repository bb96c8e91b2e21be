"""From a run to a shipped agent with a card, and to a ladder: at the toy Higher, which compiles quickly."""

import json
import shlex
import sys
from pathlib import Path

import pytest

import mazzo
from mazzo.agents import catalogue, find
from mazzo.agents.card import load_card
from mazzo.agents.storage import load_agent
from mazzo.cli import main

TOYS = str(Path(__file__).parent.parent / "toys")


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """`run("agents higher")`: what it printed; with the toys, and agents on a shelf of their own."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    monkeypatch.setenv("MAZZO_GAMES", TOYS)
    monkeypatch.setenv("MAZZO_AGENTS", str(shelf))
    monkeypatch.chdir(tmp_path)

    def told(command: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["mazzo", *shlex.split(command)])
        with pytest.raises(SystemExit) as left:
            main()
        out = capsys.readouterr()
        assert left.value.code == code, out.err
        return out.err if code else out.out

    yield told
    mazzo.games.__path__[:] = [path for path in mazzo.games.__path__ if path != TOYS]


TRAIN = "train higher --set hidden=8 --set places=8 --set steps=6 --updates 8 --out runs/one --snapshots 4 --json"


def test_from_a_run_to_a_card_a_search_and_a_ladder(run):
    run(TRAIN)
    shipped = json.loads(run("ship runs/one --name champion --to shelf --games 100 --json"))
    folder = Path("shelf/higher/six/champion")
    card = load_card(folder)
    assert card.command == f"mazzo {TRAIN}"
    assert (card.seed, card.steps["updates"]) == (0, 8)
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

    run("ship search:flat,rollout=champion,worlds=2 --game higher --name champion+search --to shelf --games 8 --json")
    assert load_card(Path("shelf/higher/six/champion+search")).strength[0]["against"] == "champion"

    listed = {one["agent"]: one for one in json.loads(run("agents higher --json"))}
    assert [listed[name]["kind"] for name in ("random", "champion", "champion+search")] == [
        "scripted",
        "network",
        "search",
    ]
    assert listed["champion"]["strength"].endswith("% won against highest")
    assert "mazzo train higher" in run("agents higher champion")
    assert "There are" not in run("agents higher")
    assert "for higher ten; there are some for six." in run("agents higher --variant ten")

    agents = "--agents champion+search,champion"
    ladder = f"ladder higher {agents} --games 100 --search-games 8 --kept games --publish --pages pages --json"
    told = json.loads(run(ladder))
    assert {one["agent"] for one in told["ratings"]} == {"champion", "champion+search"}
    kept = [path.stat().st_mtime_ns for path in Path("games").iterdir()]
    assert json.loads(run(ladder))["ratings"] == told["ratings"]
    assert [path.stat().st_mtime_ns for path in Path("games").iterdir()] == kept  # nothing was played again
    assert "| champion+search | search |" in Path("pages/higher.md").read_text()


def test_a_snapshot_tells_of_its_own_time(run):
    run(TRAIN.replace("--updates 8", "--updates 8 --seeds 2"))
    run("ship runs/one/snapshots/4/seeds/1 --name beginner --to shelf --games 20 --whole --json")
    card = load_card(Path("shelf/higher/six/beginner"))
    assert (card.seed, card.steps["updates"]) == (1, 4)
    assert card.curve.x[-1] <= 4
    assert card.precision["bits"] == 32
    whole = load_card(Path("shelf/higher/six/beginner")).seconds
    lines = [json.loads(line) for line in Path("runs/one/speed.jsonl").read_text().splitlines()]
    assert whole == pytest.approx(sum(line["seconds"] for line in lines[:4]))


def test_a_best_response_is_measured(run):
    run(TRAIN + " --opponent highest")
    command = "ladder higher --agents random,highest --games 20 --best-response runs/one --publish --pages pages --json"
    attack = json.loads(run(command))["best_responses"][0]
    assert (attack["attacked"], attack["learner"]) == ("highest", "ppo")
    assert attack["decisions"] > 0
    assert attack["result"]["games"] == 20
    assert "best-response-highest-one.json" in [path.name for path in Path("pages").rglob("*.json")]
    assert f"| highest | ppo | {attack['decisions']:,} |" in Path("pages/higher.md").read_text()


def test_what_does_not_fit_is_refused_in_words(run, monkeypatch):
    run(TRAIN)
    ship = "ship runs/one --to shelf --games 20 --json"
    assert "cannot be called 'A,b'" in run(f"{ship} --name A,b", 2)
    assert "random is a scripted player of Higher" in run(f"{ship} --name random", 2)
    assert "leave --game and --variant out" in run(f"{ship} --name a --game higher", 2)
    assert "cannot read the agent nowhere" in run("ship nowhere --name a", 2)
    assert "name the game that the search plays" in run("ship search:flat --name a", 2)
    search = "ship search:flat,rollout=runs/one,worlds=2 --game higher --name a --to shelf"
    assert "runs/one is not among the agents of higher six: ship it by name first" in run(search, 2)
    assert "leave ms out" in run("ship search:flat,ms=5 --game higher --name a --to shelf", 2)
    run(f"{ship} --name first")
    assert "give --replace" in run(f"{ship} --name first", 2)
    run(f"{ship} --name first --replace")
    monkeypatch.setattr(catalogue, "MOST_BYTES", 20_000)
    assert "together they may have 0.02 MB; ship a smaller network" in run(f"{ship} --name second", 2)
    assert not Path("shelf/higher/six/second").exists()
    Path("runs/one/origin.jsonl").unlink()
    assert "say it with --command" in run(f"{ship} --name third", 2)


def test_weights_that_half_precision_does_not_have_stay_whole(run):
    """A weight of a million is infinite in half precision."""
    import jax

    from mazzo.agents.storage import save_agent

    run(TRAIN)
    saved = load_agent("runs/one")
    large = jax.tree.map(lambda leaf: leaf * 0 + 1e6, saved.agent.params)
    save_agent(Path("runs/one"), saved.game, saved.recipe, large, saved.made)
    run("ship runs/one --name champion --to shelf --games 20 --json")
    card = load_card(Path("shelf/higher/six/champion"))
    assert card.precision["bits"] == 32
    assert "not finite" in card.precision["why"]
    assert find(mazzo.make("higher"), "champion").params.network.layers[0].weight.max() == 1e6


@pytest.mark.parametrize("directory", [catalogue.SHIPPED])
def test_what_comes_with_mazzo_fits_and_has_cards(directory):
    assert catalogue.size(directory) <= 15_000_000
    folders = [path.parent for name in ("agent.json", "search.json") for path in directory.rglob(name)]
    for folder in folders:
        game, variant, name = folder.relative_to(directory).parts
        card, made = load_card(folder), mazzo.make(game, variant)
        assert (card.game, card.variant, card.name) == (game, variant, name)
        assert card.strength
        assert card.plays or card.command
        assert find(made, name).name == name
