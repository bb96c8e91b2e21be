"""Agents that come with mazzo are found by looking into folders, and named wherever an agent is."""

import json
import os

import jax
import numpy as np
import pytest

import mazzo
from mazzo import agents, nets
from mazzo.agents import catalogue, measured
from mazzo.agents.network import Recipe, Weights
from mazzo.agents.storage import save_agent
from mazzo.core.errors import MazzoError
from tests.helpers import toy

GAME = toy("higher")
RECIPE = Recipe("policy", "full", "cards", nets.Mlp(GAME.encoder("full").size, 6, (4,)))
SEARCH = "search:flat,rollout=champion,worlds=2"


def network(folder, seed=1):
    save_agent(folder, GAME, RECIPE, Weights(nets.build(RECIPE.network, jax.random.key(seed))), {"what": "a test"})
    return folder


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Champion, beginner and champion+search of Higher."""
    toys = os.path.join(os.path.dirname(__file__), "..", "toys")
    monkeypatch.setenv("MAZZO_AGENTS", str(tmp_path))
    monkeypatch.setenv("MAZZO_GAMES", os.path.abspath(toys))
    mazzo.names()  # the registry looks
    folder = tmp_path / "higher" / "six"
    for name in ("champion", "beginner"):
        network(folder / name, seed=len(name))
    catalogue.save_composition(folder / "champion+search", GAME.spec, SEARCH)
    (folder / "notes").mkdir()  # no agent
    yield folder
    mazzo.games.__path__[:] = [path for path in mazzo.games.__path__ if "toys" not in path]


def test_they_are_named_after_the_scripted_ones(shelf):
    game = mazzo.make("higher")
    assert agents.names(game) == ["random", "highest", "beginner", "champion", "champion+search"]
    assert agents.by_strength(game)[0] == "champion"  # who searches comes last
    assert agents.by_strength(game)[-1] == "champion+search"
    assert [agents.kind(game, name) for name in ("highest", "champion", "champion+search")] == [
        "scripted",
        "network",
        "search",
    ]


def test_who_was_measured_stands_by_the_figure_and_others_by_their_names(shelf):
    """One whose weights changed since is not measured any more."""
    game = mazzo.make("higher")
    names = {"random": 0.0, "beginner": 90.0, "highest": 50.0, "champion+search": 70.0, "gone": 99.0}
    record = {
        "game": "higher",
        "variant": "six",
        "rules": game.spec.version,
        "kind": "competitive",
        "command": "ladder",
    }
    record["ratings"] = [{"agent": name, "elo": elo, "elo_ci95": [elo - 1, elo + 1]} for name, elo in names.items()]
    weights = {"beginner": agents.identity(game, "beginner")}
    record["agents"] = [{"agent": name, "weights": weights.get(name, "")} for name in names]
    measured.save(shelf.parent.parent, record)
    assert agents.by_strength(game) == ["champion", "beginner", "highest", "random", "champion+search"]
    assert agents.strengths(game)["beginner"] == measured.Strength("elo", 90.0, 89.0, 91.0, weights["beginner"])
    network(shelf / "beginner", seed=99)
    assert set(agents.strengths(game)) == {"random", "highest", "champion+search"}


def test_each_plays_as_it_was_saved(shelf):
    game = mazzo.make("higher")
    champion = agents.find(game, "champion")
    assert champion.name == "champion"
    assert champion is agents.find(game, "champion")  # read once
    folder = agents.find(game, str(shelf / "champion"))
    for leaf, other in zip(jax.tree.leaves(champion.params), jax.tree.leaves(folder.params), strict=True):
        np.testing.assert_array_equal(leaf, other)
    composed, written = agents.find(game, "champion+search"), agents.find(game, SEARCH)
    assert composed.act is written.act
    assert composed.name == "champion+search"
    for leaf, other in zip(jax.tree.leaves(composed.params), jax.tree.leaves(written.params), strict=True):
        np.testing.assert_array_equal(leaf, other)


def test_a_changed_agent_is_read_again(shelf):
    game = mazzo.make("higher")
    before, told = agents.find(game, "champion"), agents.identity(game, "champion+search")
    network(shelf / "champion", seed=99)
    os.utime(shelf / "champion" / "agent.json", ns=(1, 1))
    assert agents.find(game, "champion") is not before
    assert agents.identity(game, "champion+search") != told


def test_they_are_loaded_by_game_and_name(shelf):
    assert mazzo.load("higher/champion").recipe == RECIPE
    assert mazzo.load("higher/six/champion+search").agent.lanes > 1
    assert mazzo.load("higher/highest").agent.name == "highest"
    with pytest.raises(MazzoError, match="no higher agent is called 'nobody'"):
        mazzo.load("higher/nobody")


def test_another_variant_says_so(shelf):
    with pytest.raises(MazzoError, match=r"champion is shipped for higher six, not for ten; choose one of: random"):
        agents.find(mazzo.make("higher", "ten"), "champion")
    assert agents.names(mazzo.make("higher", "ten")) == ["random", "highest"]
    assert catalogue.variants_with_agents("higher") == ["six"]


def test_a_search_does_not_think_with_a_search(shelf):
    with pytest.raises(MazzoError, match="a search cannot think with another search"):
        agents.find(mazzo.make("higher"), "search:flat,rollout=champion+search")
    described = json.loads((shelf / "champion+search" / "search.json").read_text())
    described["plays"] = "search:flat,rollout=champion+search"  # itself
    (shelf / "champion+search" / "search.json").write_text(json.dumps(described))
    with pytest.raises(MazzoError, match="a search cannot think with another search"):
        agents.find(mazzo.make("higher"), "champion+search")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"format": 9}, "not of format 1"),
        ({"variant": "ten"}, "is for higher ten 1, not higher six 1"),
        ({"rules": 2}, "is for higher six 2, not higher six 1"),
        ({"plays": "champion"}, "must name a search"),
        ({"plays": "search:deep"}, "no method of search is called 'deep'"),
        ({"plays": "search:flat,rollout=nobody"}, "no higher agent is called 'nobody'"),
    ],
)
def test_a_search_that_does_not_fit_is_refused(shelf, changed, message):
    path = shelf / "champion+search" / "search.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changed}))
    with pytest.raises(MazzoError, match=message):
        agents.find(mazzo.make("higher"), "champion+search")


def test_folders_that_are_not_there_are_complained_about(monkeypatch):
    monkeypatch.setenv("MAZZO_AGENTS", "/nowhere")
    with pytest.raises(MazzoError, match="MAZZO_AGENTS names '/nowhere', which is not a folder"):
        agents.names(GAME)


def test_names_are_folders_and_stand_in_lists():
    assert catalogue.checked_name("champion+search") == "champion+search"
    for name in ("Champion", "a/b", "a,b", "a:b", "..", "", "a+b+c"):
        with pytest.raises(MazzoError, match="cannot be called"):
            catalogue.checked_name(name)
