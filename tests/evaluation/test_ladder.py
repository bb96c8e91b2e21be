"""Ladders: the same games however often they are stopped, and what the games say."""

import json
from dataclasses import replace

import numpy as np
import pytest

from mazzo import make
from mazzo.core.errors import MazzoError
from mazzo.evaluation import pages
from mazzo.evaluation.ladder import Plan, Store, crossplay, pairs, play_all_matches, play_ladder, scores
from mazzo.evaluation.match import Match, play_match, seatings
from mazzo.evaluation.standings import best_response, standings
from tests.helpers import toy

HIGHER = toy("higher")
# As if it played a thousand games in its mind for every move.
SLOW = replace(HIGHER, bots={**HIGHER.bots, "slow": replace(HIGHER.bots["highest"], name="slow", lanes=1024)})
PLAN = Plan(("random", "highest"), 200, 200, seed=3)
ABOUT = {"command": "mazzo ladder", "hardware": {"device": "cpu", "device_name": "cpu", "cores": 2, "jax": "0"}}
ABOUT["mazzo"] = "0"


def test_who_meets_whom():
    two, three, team, alone = (
        make(*which).spec for which in [("briscola",), ("briscola", "3p"), ("hanabi", "full-3p"), ("tripeaks",)]
    )
    plan = Plan(("a", "b"), 1, 1)
    assert pairs(two, plan) == [("a", "b")]
    assert pairs(three, plan) == [("a", "b"), ("b", "a")]
    assert pairs(team, plan) == [("a", None), ("b", None), ("a", "b"), ("b", "a")]
    assert pairs(make("hanabi").spec, plan) == [("a", None), ("b", None), ("a", "b")]
    assert pairs(team, replace(plan, together=False)) == pairs(alone, plan) == [("a", None), ("b", None)]


def test_a_longer_ladder_plays_only_what_is_new(tmp_path):
    short = play_ladder(HIGHER, replace(PLAN, games=80), tmp_path / "kept")["random", "highest"]
    before = next((tmp_path / "kept").iterdir()).stat().st_size
    longer = play_ladder(HIGHER, PLAN, tmp_path / "kept")["random", "highest"]
    assert next((tmp_path / "kept").iterdir()).stat().st_size > before
    alone = play_match(HIGHER, (HIGHER.bots["random"], HIGHER.bots["highest"]), 200, seed=3)
    assert longer.returns.tobytes() == alone.returns.tobytes()
    assert short.returns.tobytes() == alone.returns[:40].tobytes()
    again = play_ladder(HIGHER, replace(PLAN, games=80), tmp_path / "kept")["random", "highest"]
    assert again.returns.tobytes() == short.returns.tobytes()  # fewer than there are


def test_a_slow_pair_goes_on_where_it_was_stopped(tmp_path):
    plan, done = Plan(("slow", "random"), 1000, 20, seed=1), []

    def stop(hundredths, total):
        done.append(hundredths)
        if len(done) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_ladder(SLOW, plan, tmp_path, stop)
    kept = np.load(next(tmp_path.iterdir()))
    assert 0 < len(kept["plays"]) < 10
    match = play_ladder(SLOW, plan, tmp_path)["slow", "random"]
    assert match.games == 20  # not 1000
    assert (
        match.returns.tobytes() == play_match(SLOW, (SLOW.bots["slow"], SLOW.bots["random"]), 20, 1).returns.tobytes()
    )


def test_games_of_others_are_not_taken_for_ones_own(tmp_path):
    play_ladder(HIGHER, PLAN, tmp_path)
    play_ladder(HIGHER, replace(PLAN, seed=4), tmp_path)
    play_ladder(HIGHER, replace(PLAN, agents=("highest", "random")), tmp_path)
    assert len(list(tmp_path.iterdir())) == 3
    for path in tmp_path.iterdir():
        path.write_bytes(b"cut")
    with pytest.raises(MazzoError, match="is damaged"):
        play_ladder(HIGHER, PLAN, tmp_path)


def test_first_places_are_shared():
    spec = make("briscola", "3p").spec
    returns = np.array([[[50, 50, 20], [20, 80, 20], [40, 40, 40]]], np.float32)
    match = Match(spec, seatings(spec, True), returns, np.ones((1, 3), np.int32))
    assert scores(match).tolist() == [[0.5, 1, pytest.approx(1 / 3)]]
    teams = make("maraffone").spec
    both = Match(teams, seatings(teams, True), np.array([[[5, 6, 5, 6], [4, 4, 4, 4]]], np.float32), np.ones((1, 2)))
    assert scores(both).tolist() == [[0, 0.5]]


def test_standings_rank_by_strength(tmp_path):
    found = standings(HIGHER, PLAN, play_ladder(HIGHER, PLAN, tmp_path))
    one, other = found["results"]
    assert (one["agent"], one["against"], one["wins"]) == ("random", "highest", other["losses"])
    better = "random" if one["wins"] > one["losses"] else "highest"
    assert one["wins"] != one["losses"]
    assert found["ratings"][0]["agent"] == better
    assert found["ratings"][0]["elo"] > found["ratings"][1]["elo"]
    assert one["points_difference_mean"] == pytest.approx(-other["points_difference_mean"])
    told = found["luck"][0]
    assert told["skill"] + told["deal"] + told["rest"] == pytest.approx(1)
    assert json.loads(json.dumps(found))["ratings"] == [{**r, **_lists(r)} for r in found["ratings"]]  # plain data
    text = "\n".join(pages.section({**found, **ABOUT}))
    assert "| random | scripted | 0 (0 – 0) |" in text
    assert "No best response has been trained yet." in text


def _lists(fields):
    """As JSON has them."""
    return {name: list(value) for name, value in fields.items() if isinstance(value, tuple)}


# ------------------------------------------------------------------------------------------------- games of one team


HANABI = make("hanabi", "simplified-2p")


def together(guests, own, other):
    """A match in which two deals scored these."""
    seating = seatings(HANABI.spec, guests)
    returns = np.array([own, other], np.float32)[:, None, None] * np.ones((1, len(seating), 2), np.float32)
    return Match(HANABI.spec, seating, returns, np.ones((2, len(seating)), np.int32))


def team():
    """`teacher` with itself, `cheater` with itself, and the two together; and `random`, who does not count."""
    plan = Plan(("random", "teacher", "cheater"), 2, 2)
    return plan, {
        ("random", None): together(False, 0, 0),
        ("teacher", None): together(False, 0, 2),
        ("cheater", None): together(False, 25, 23),
        ("random", "teacher"): together(True, 0, 0),
        ("random", "cheater"): together(True, 0, 0),
        ("teacher", "cheater"): together(True, 10, 14),
    }


def test_crossplay_by_hand():
    plan, matches = team()
    table = crossplay(plan.agents[1:], matches)
    assert table.mean(-1).tolist() == [[1, 12], [12, 24]]
    found = standings(HANABI, plan, matches)
    assert found["crossplay"]["agents"] == ["teacher", "cheater"]
    assert found["crossplay"]["off_diagonal_mean"] == 12
    assert found["crossplay"]["diagonal_mean"] == 12.5
    # deals 10 and 14: the standard error of their mean is 2
    assert found["crossplay"]["off_diagonal_ci95"] == pytest.approx((12 - 2 * 1.959964, 12 + 2 * 1.959964))
    text = "\n".join(pages.section({**found, **ABOUT}))
    assert "| cheater | 12.00 | 24.00 |" in text
    assert "Mean off the diagonal: 12.000 (8.080 – 15.920)" in text


def test_matches_of_several_deals_are_told_from_both_sides(tmp_path):
    """Two pairs of matches; those of the store are read, not played."""
    spec = make("maraffone").spec
    plan = Plan(("random", "basic"), 4, 4, matches=4)
    seating = seatings(spec, True)
    returns = np.array([[[5, 6, 5, 6], [4, 7, 4, 7]], [[3, 8, 3, 8], [9, 2, 9, 2]]], np.float32)
    match = Match(spec, seating, returns, np.ones((2, 2), np.int32))
    kept = Store(tmp_path, make("maraffone"), ("random", "basic"), 0)
    np.save(kept._path.with_name(f"{kept._path.stem}-4-matches.npy"), np.array([[True, False], [False, False]]))
    series = play_all_matches(make("maraffone"), plan, tmp_path)
    found = standings(make("maraffone"), plan, {("random", "basic"): match}, series)
    assert [row["match_win_rate"] for row in found["results"]] == [0.25, 0.75]
    text = "\n".join(pages.section({**found, **ABOUT}))
    assert "| matches | matches won, % |" in text
    assert "| 4 | 25.00 (" in text or "| 4 | 75.00 (" in text


def test_a_page_has_all_variants_and_the_notes(tmp_path):
    plan, matches = team()
    record = {**standings(HANABI, plan, matches), **ABOUT}
    path = pages.publish(tmp_path, record)
    (tmp_path / "records" / "hanabi" / "notes.md").write_text("## Notes\n\nWhat was tried.\n")
    path = pages.publish(tmp_path, {**record, "variant": "full-2p"})
    text = path.read_text()
    assert text.index("## `full-2p`") < text.index("## `simplified-2p`") < text.index("What was tried.")
    broken = tmp_path / "records" / "hanabi" / "full-2p" / "ladder.json"
    broken.write_text('{"format": 9}')
    with pytest.raises(MazzoError, match="is not of format 1"):
        pages.page(tmp_path, "hanabi")


# ------------------------------------------------------------------------------------------------- best responses


def test_only_a_run_against_one_agent_is_a_best_response():
    for opponents in ([], [["self", 1.0]], [["random", 1.0], ["rules", 1.0]]):
        with pytest.raises(MazzoError, match="is no best response"):
            best_response(HIGHER, "runs/one", {}, {"opponents": opponents}, 10, 0)


def test_an_attack_is_told_with_both_budgets():
    row = {"games": 200, "draws": 2, "win_rate": 0.6, "win_rate_ci95": (0.5, 0.7)}
    row |= {"points_difference_mean": 3.0, "points_difference_ci95": (1.0, 5.0)}
    attack = {"attacked": "champion", "learner": "ppo", "command": "mazzo train", "decisions": 300, "result": row}
    record = {
        "kind": "competitive",
        "variant": "six",
        "seed": 0,
        "ratings": [],
        "results": [],
        "luck": [],
        "agents": [],
    }
    text = "\n".join(pages.section({**record, **ABOUT, "sides": 2}, [{**attack, "attacked_decisions": 200}]))
    now = {**record, "agents": [{"agent": "champion", "kind": "network", "weights": "new"}]}
    assert "champion, with other weights" in "\n".join(pages.section({**now, **ABOUT, "sides": 2}, [attack]))
    assert "| champion | ppo | 300 (1.5 times those of the attacked) | 200 | 60.00 (50.00 – 70.00) | 1.00 |" in text
