import jax
import numpy as np
import pytest

from mazzo import make, nets
from mazzo.agents.network import Recipe, Weights, network_agent
from mazzo.core.errors import MazzoError
from mazzo.evaluation.match import Decks, Match, evaluate, play_match, play_matches, seatings
from mazzo.evaluation.tournament import play_tournament, rate

TWO, THREE, FOUR = (make("briscola", variant) for variant in ("2p", "3p", "4p"))


def test_every_side_is_held_once():
    assert seatings(TWO.spec, True).tolist() == [[0, 1], [1, 0]]
    assert seatings(THREE.spec, True).tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert seatings(FOUR.spec, True).tolist() == [[0, 1, 0, 1], [1, 0, 1, 0]]


def test_results_are_counted_from_the_agents_seat():
    returns = np.array([[[70, 50], [60, 60]], [[40, 80], [20, 100]]], np.float32)
    match = Match(TWO.spec, seatings(TWO.spec, True), returns, np.full((2, 2), 40, np.int32))
    result = evaluate(match, "a", "b", 0)
    # agent in seat 0: 70-50 won, 40-80 lost; in seat 1: 60-60 drawn, 100-20 won
    assert (result.wins, result.draws, result.losses) == (2, 1, 1)
    assert (result.games, result.deals) == (4, 2)
    assert result.win_rate == 0.5
    assert result.win_rate_half_draws == 0.625
    assert result.points_mean == (70 + 60 + 40 + 100) / 4


def test_three_players_tie_for_the_lead():
    returns = np.array([[[50, 50, 20], [50, 50, 20], [50, 50, 20]]], np.float32)
    match = Match(THREE.spec, seatings(THREE.spec, True), returns, np.full((1, 3), 39, np.int32))
    result = evaluate(match, "a", "b", 0)
    assert (result.wins, result.draws, result.losses) == (0, 2, 1)


def test_an_agent_against_itself_is_even_deal_by_deal():
    """`expert` is deterministic, so that the two games of a deal mirror each other."""
    expert = TWO.bots["expert"]
    match = play_match(TWO, (expert, expert), 200, seed=4)
    assert (match.returns[:, 0] == match.returns[:, 1]).all()
    result = evaluate(match, "expert", "expert", 4)
    assert result.wins == result.losses
    assert result.points_difference_mean == 0


def test_same_seed_same_games_in_any_block():
    agents = (TWO.bots["rules"], TWO.bots["random"])
    one = play_match(TWO, agents, 100, seed=3, block=16)
    two = play_match(TWO, agents, 100, seed=3, block=64)
    other = play_match(TWO, agents, 100, seed=5, block=64)
    assert one.returns.tobytes() == two.returns.tobytes()
    assert one.returns.tobytes() != other.returns.tobytes()


def test_games_are_rounded_up_to_whole_deals():
    match = play_match(THREE, (THREE.bots["random"],) * 2, 10, seed=0)
    assert match.games == 12
    assert (match.plays == 39).all()
    assert (match.returns.sum(-1) == 120).all()


def test_matches_side_by_side_are_those_played_one_by_one():
    shape = nets.Mlp(TWO.encoder("state-1").size, 3, (8,))
    recipe = Recipe("q", "state-1", "slots-3", shape)
    keys = jax.random.split(jax.random.key(1), 2)
    others, seeds, decks = (TWO.bots["greedy"],), (3, 8), (Decks(5, 2), Decks())
    every = network_agent(TWO, recipe, jax.vmap(lambda key: Weights(nets.build(shape, key)))(keys), "both")
    for i, match in enumerate(play_matches(TWO, every, others, 60, seeds, decks)):
        agent = network_agent(TWO, recipe, Weights(nets.build(shape, keys[i])), "one")
        alone = play_match(TWO, (agent, *others), 60, seeds[i], decks=decks[i])
        assert match.returns.tobytes() == alone.returns.tobytes()


def test_counted_decks_come_again():
    """Two agents without chance play the same games of the same deals; other decks are other deals."""
    agents = (TWO.bots["expert"], TWO.bots["greedy"])
    one = play_match(TWO, agents, 20, seed=1, decks=Decks(3))
    assert (one.returns[:3] == one.returns[3:6]).all()
    assert len(np.unique(one.returns, axis=0)) == 3
    assert (one.returns == play_match(TWO, agents, 20, seed=2, decks=Decks(3)).returns).all()
    assert (one.returns != play_match(TWO, agents, 20, seed=1, decks=Decks(3, seed=1)).returns).any()


def test_no_games_is_an_error():
    with pytest.raises(MazzoError, match="number of games is 0"):
        play_match(TWO, (TWO.bots["random"],) * 2, 0)


def test_progress_is_told():
    told = []
    play_match(TWO, (TWO.bots["random"],) * 2, 100, block=32, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (100, 100)
    assert len(told) == 4


@pytest.mark.slow
def test_a_tournament_ranks_by_strength_and_agrees_with_itself():
    agents = {name: TWO.bots[name] for name in ("random", "rules", "expert")}
    result = play_tournament(TWO, agents, 1000, seed=2)
    assert [rating.agent for rating in result.ratings] == ["expert", "rules", "random"]
    assert all(rating.uncertainty < 2 for rating in result.ratings)
    one, other = result.table["expert", "rules"], result.table["rules", "expert"]
    assert (one.wins, one.draws) == (other.losses, other.draws)


def test_ratings_do_not_depend_on_the_order_of_the_names():
    outcomes = [("a", "b", 1.0)] * 30 + [("b", "a", 1.0)] * 10
    assert rate(["a", "b"], outcomes, 0)[0].agent == "a"
    assert rate(["b", "a"], outcomes, 0)[0].agent == "a"


def test_a_tournament_needs_two():
    with pytest.raises(MazzoError, match="at least two"):
        play_tournament(TWO, {"random": TWO.bots["random"]}, 10)
