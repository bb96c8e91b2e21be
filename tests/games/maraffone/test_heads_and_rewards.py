import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mazzo.core.game import host
from tests.games.maraffone.hands import MIXED, played, position, view_of
from tests.helpers import row


def outputs(head, view):
    return np.flatnonzero(head.legal(view)).tolist()


def words(game, head, view):
    return [game.text.action(int(head.action(view, jnp.int32(output)))) for output in outputs(head, view)]


def test_slots_16_names_trump_in_the_papers_order():
    game, view = view_of("ragazzini", MIXED, 1)
    head = game.head("slots-16")
    assert head.size == 16
    assert outputs(head, view) == [10, 11, 12, 13]
    assert words(game, head, view) == ["bastoni", "coppe", "denari", "spade"]


def test_slots_16_are_places_of_the_sorted_hand_that_stay():
    game, view = view_of("ragazzini", MIXED, 0, "coppe 4b striscio 3b Cb Ab 7b")  # seat 1 has led 7b
    head = game.head("slots-16")
    assert outputs(head, view) == [14, 15]
    assert words(game, head, view) == ["silent", "striscio"]
    game, view = view_of("ragazzini", MIXED, 0, "coppe 4b striscio 3b Cb Ab")  # its hand was 7b Fb 3b 4c …
    assert outputs(head, view) == [0, 1, 3, 4, 5, 6, 7, 8, 9]
    assert words(game, head, view) == ["7b", "Fb", "4c", "5c", "6c", "4d", "5d", "As", "2s"]
    game, view = view_of("ragazzini", MIXED, 0, "coppe Ad busso")
    assert words(game, head, view) == ["4d", "5d"]  # must follow


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
def test_heads_lead_to_legal_actions_and_back(variant):
    game, states, _, _, _, _ = played(variant)
    for ply in range(0, game.spec.longest, 3):
        state = row(states, 1, ply)
        view = host(game).observe(state, state.turn)
        legal = host(game).legal_actions(state)
        for head in game.heads.values():
            actions = [int(head.action(view, jnp.int32(o))) for o in outputs(head, view)]
            assert set(actions) <= set(legal)
            assert [int(head.output(view, jnp.int32(a))) for a in actions] == outputs(head, view)
        if variant == "ragazzini" or not bool(state.signing):
            slots = game.head("slots-16")
            assert sorted(words(game, slots, view)) == sorted(map(game.text.action, legal))


def test_slots_16_makes_the_papers_sign_in_the_official_game():
    game, view = view_of("official", MIXED, 1, "coppe Ad")
    assert words(game, game.head("slots-16"), view) == ["silent", "busso"]
    assert outputs(game.head("actions-48"), view) == [44, 45, 46]


@pytest.mark.parametrize("trump", ["denari", "spade", "coppe", "bastoni"])
def test_outputs_with_trump_first_are_the_cards_as_full_shows_them(trump):
    """Seat 2 has named trump and leads: its whole hand, of all four suits, is legal."""
    game, view = view_of("official", MIXED, 3, trump)
    head, shown = game.head("trump-first-48"), game.encoder("full")(view)[:40]  # its first piece: the own hand
    assert head.legal(view)[:40].tolist() == shown.astype(bool).tolist()
    number = ["denari", "spade", "coppe", "bastoni"].index(trump)
    for output in outputs(head, view):
        card = int(head.action(view, jnp.int32(output)))
        assert output == (card // 10 - number) % 4 * 10 + card % 10
        assert int(head.output(view, jnp.int32(card))) == output
    assert outputs(head, view) != outputs(game.head("actions-48"), view) or trump == "denari"


def test_until_trump_is_named_suits_keep_their_numbers_and_signs_always_do():
    game, view = view_of("official", MIXED, 1)
    head = game.head("trump-first-48")
    assert words(game, head, view) == ["denari", "spade", "coppe", "bastoni"]
    game, view = view_of("official", MIXED, 1, "coppe Ad")
    assert words(game, head, view) == ["silent", "busso", "striscio"]
    assert outputs(head, view) == [44, 45, 46]


def test_no_output_is_legal_when_it_is_not_ones_turn():
    game, view = view_of("official", MIXED, 1, "coppe Ad silent", seat=0)
    assert not any(head.legal(view).any() for head in game.heads.values())


def paid(name, variant, setup, actions, action, hands=MIXED):
    game, before = position(variant, hands, setup, actions)
    number = game.text.parse_action(action)
    after = host(game).play(before, number)
    return game.reward(name)(before, jnp.int32(number), after).tolist()


@pytest.mark.parametrize(
    ("name", "named", "trick", "second"),
    [
        ("difference", [3, -3, 3, -3], [1, -1, 1, -1], [1, -1, 1, -1]),
        ("points", [3, 0, 3, 0], [1, 0, 1, 0], [1, 0, 1, 0]),
        ("end", [0] * 4, [0] * 4, [0] * 4),
    ],
)
def test_rewards_are_changes_of_rounded_points(name, named, trick, second):
    assert paid(name, "ragazzini", 0, "", "denari") == named  # the maraffa
    assert paid(name, "ragazzini", 0, "spade Ad silent 4d 6d", "Fd") == trick  # 4 thirds
    assert paid(name, "ragazzini", 0, "spade Ad silent 4d 6d Fd 3d silent 5d 7d", "Rd") == second  # 6 of them
    assert paid(name, "ragazzini", 0, "spade", "Ad") == [0] * 4


def test_less_than_a_point_pays_nothing_yet():
    assert paid("difference", "ragazzini", 0, "spade 3d silent 4d 6d", "Fd") == [0] * 4  # 2 thirds


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
def test_rewards_add_up_to_the_result(variant):
    game, states, _, actions, last, own = played(variant)
    after = jax.tree.map(lambda x, end: np.concatenate([x[:, 1:], end[:, None]], axis=1), states, last)
    other = own[:, [1, 0, 3, 2]]
    paid = {}
    for name, reward in game.rewards.items():
        paid[name] = np.asarray(jax.jit(jax.vmap(jax.vmap(reward)))(states, actions, after))  # [games, plays, seats]
    assert (paid["difference"].sum(1) == own - other).all()
    assert (paid["points"].sum(1) == own).all()
    assert (paid["end"][:, -1] == own - other).all()
    assert not paid["end"][:, :-1].any()
    assert (own != other).any()


def test_the_silent_make_no_sign():
    game, view = view_of("official", MIXED, 1, "coppe Ad")
    assert words(game, game.head("silent-45"), view) == ["silent"]
    game, view = view_of("official", MIXED, 1, "coppe Ad busso")
    assert words(game, game.head("silent-45"), view) == words(game, game.head("trump-first-48"), view)
    assert game.head_for(game.encoder("deaf")).name == "silent-45"
