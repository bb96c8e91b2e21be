import jax.numpy as jnp
import numpy as np
import pytest

from mazzo import family, make
from mazzo.core.errors import MazzoError
from mazzo.core.game import IllegalAction, host
from mazzo.games.maraffone import rules as R
from tests.games.maraffone.hands import MIXED, ONE_SUIT_EACH, cards, deal, legal_words, played, position

# In the official variant setup 0 asks for the 4 of denari and setup 1 + s for seat s; in the other setup s is seat s.


def test_the_cards_are_worth_32_thirds():
    assert int(R.THIRDS.sum()) == 32
    some = np.array(cards("Ad 3s 2c Rb Cd Fs 7c 4b"), np.int8)
    assert R.thirds(some).tolist() == R.THIRDS[some].tolist() == [3, 1, 1, 1, 1, 1, 0, 0]
    assert int(R.thirds(np.int8(-1))) == 0


def test_order_of_strength():
    order = np.array(cards("4d 5d 6d 7d Fd Cd Rd Ad 2d 3d"), np.int8)
    assert R.strength(order).tolist() == R.STRENGTH[order].tolist() == list(range(10))


@pytest.mark.parametrize(
    ("variant", "setup", "namer"),
    [("official", 0, 1), ("official", 1, 0), ("official", 4, 3), ("ragazzini", 0, 0), ("ragazzini", 3, 3)],
)
def test_who_names_trump(variant, setup, namer):
    game, state = position(variant, MIXED, setup)  # seat 1 has the 4 of denari
    assert int(state.turn) == int(state.namer) == namer
    assert legal_words(game, state) == {"denari", "spade", "coppe", "bastoni"}
    _, state = position(variant, MIXED, setup, "coppe")
    assert int(state.turn) == namer  # and leads
    assert int(state.trump) == 2


@pytest.mark.parametrize(
    ("hands", "actions", "winner"),
    [
        (MIXED, "bastoni Ad silent 4d 6d Fd", 0),  # an ace beats a fante
        (MIXED, "bastoni 2d silent 4d 6d Fd", 0),
        (MIXED, "spade 4b silent 3b Cb Ab", 1),  # the three is highest
        (MIXED, "spade 4b silent Fb 2b Ab", 2),  # then the two
        (MIXED, "spade 4b silent Fb Cb Ab", 3),  # then the ace
        (MIXED, "spade 4b silent Fb Rb Ab", 3),  # which beats the king
        (ONE_SUIT_EACH, "bastoni 3d silent 3s 3c 4b", 3),  # the smallest trump beats every other card
        (ONE_SUIT_EACH, "denari 4d silent 3s 3c 3b", 0),  # another suit takes nothing
    ],
)
def test_who_takes_the_trick(hands, actions, winner):
    _, state = position("official", hands, 1, actions)
    assert int(state.turn) == int(state.leader) == int(state.winner) == winner
    pot = sum(int(R.THIRDS[card]) for word in actions.split()[1:] if len(word) == 2 for card in cards(word))
    assert state.thirds.tolist()[winner % 2] == pot
    assert state.thirds.tolist()[1 - winner % 2] == 0


def test_one_follows_suit_if_one_can():
    game, state = position("official", MIXED, 1, "spade Ad silent")
    assert legal_words(game, state) == {"4d", "5d"}
    with pytest.raises(IllegalAction, match="4c cannot be played now; legal: 4d, 5d"):
        host(game).play(state, cards("4c")[0])


def test_without_the_suit_anything_goes():
    game, state = position("official", ONE_SUIT_EACH, 1, "spade Ad silent")
    assert legal_words(game, state) == set(ONE_SUIT_EACH[1].split())


@pytest.mark.parametrize(
    ("variant", "lead", "words"),
    [
        ("official", "Ad", {"silent", "busso", "striscio"}),
        ("official", "4b", {"silent", "busso", "striscio"}),
        ("ragazzini", "Ad", {"silent", "busso"}),  # still holds 2 and 3
        ("ragazzini", "4b", {"silent", "striscio"}),  # still holds 5 and 6
    ],
)
def test_the_leader_may_make_a_true_sign(variant, lead, words):
    game, state = position(variant, MIXED, 1 if variant == "official" else 0, f"spade {lead}")
    assert int(state.turn) == 0
    assert legal_words(game, state) == words


@pytest.mark.parametrize(
    ("variant", "words"), [("official", {"silent", "busso", "volo"}), ("ragazzini", {"silent", "volo"})]
)
def test_the_last_card_of_a_suit_flies(variant, words):
    game, state = position(variant, MIXED, 4 if variant == "official" else 3, "spade Ab")
    assert legal_words(game, state) == words


def test_a_computed_sign_does_not_count_the_card_just_led():
    hands = ("Ad 4d 4s 5s 6s 7s 4b 5b 6b 7b", "2d 3d 5d 4c 5c 6c As 2s Fb 3b", *MIXED[2:])
    game, state = position("ragazzini", hands, 0, "spade Ad")
    assert legal_words(game, state) == {"silent", "striscio"}


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
def test_signs_are_public_facts(variant):
    zero = 1 if variant == "official" else 0
    _, state = position(variant, MIXED, zero, "spade 4b striscio")
    assert state.holds.tolist() == [[False, False, False, True]] + [[False] * 4] * 3
    assert bool(state.low[0, 3]) == (variant == "ragazzini")
    assert int(state.said[cards("4b")[0]]) == int(state.sign) == 2
    _, state = position(variant, MIXED, zero, "spade 4b striscio 3b Cb Ab 4c silent Ac")
    assert state.holds[0, 3]
    assert int(state.sign) == 0
    _, state = position(variant, MIXED, 3 + zero, "spade Ab volo")
    assert state.void.tolist() == [[False] * 4] * 3 + [[False, False, False, True]]


def test_a_high_card_that_was_announced_stays_announced_until_it_is_played():
    busso = "spade Ad busso 4d 6d Fd"
    _, state = position("ragazzini", MIXED, 0, busso)
    assert state.holds[0, 0]
    assert not state.low[0, 0]
    _, state = position("ragazzini", MIXED, 0, f"{busso} 3d")
    assert not state.holds[0, 0]
    longer = (MIXED[0].replace("4s", "4d"), MIXED[1].replace("4d", "4s"), *MIXED[2:])
    _, state = position("ragazzini", longer, 0, "spade Ad busso 5d 6d Fd 4d")
    assert state.holds[0, 0]  # a low card keeps the promise open
    _, official = position("official", MIXED, 1, busso)
    assert not official.holds.any()  # there a busso only asks
    assert official.asked[0, 0]


def test_a_promise_of_more_ends_with_the_next_card_of_the_suit():
    actions = "spade Ad striscio 4d 6d Fd"
    _, state = position("official", MIXED, 1, actions)
    assert state.holds[0, 0]
    _, state = position("official", MIXED, 1, f"{actions} 2d")
    assert not state.holds[0, 0]
    _, state = position("official", MIXED, 1, f"{actions} 2d striscio")
    assert state.holds[0, 0]


def test_who_does_not_follow_is_known_to_have_none():
    _, state = position("official", ONE_SUIT_EACH, 1, "spade Ad silent As Ac Ab")
    assert state.void[:, 0].tolist() == [False, True, True, True]
    assert not state.void[:, 1:].any()


@pytest.mark.parametrize(
    ("hands", "setup", "actions", "maraffa"),
    [
        (MIXED, 1, "denari", -1),  # not before it is claimed
        (MIXED, 1, "denari Ad", 0),
        (MIXED, 1, "denari 3d", -1),  # only the ace claims it
        (MIXED, 1, "denari 3d silent 4d 6d Fd Ad", -1),  # only in the first trick
        (MIXED, 1, "spade Ad", -1),  # only of trump
        (MIXED, 3, "coppe Ac", 2),
        (MIXED, 3, "denari 6d silent Fd Ad", -1),  # only the namer
        (MIXED, 4, "bastoni Ab", -1),  # an ace alone
    ],
)
def test_maraffa_is_claimed_with_the_ace(hands, setup, actions, maraffa):
    _, state = position("official", hands, setup, actions)
    assert int(state.maraffa) == maraffa
    assert [thirds >= 9 for thirds in state.thirds.tolist()] == [maraffa in (0, 2), maraffa in (1, 3)]


@pytest.mark.parametrize(
    ("trump", "maraffa", "thirds"), [("denari", 0, [9, 0]), ("coppe", 2, [9, 0]), ("spade", -1, [0, 0])]
)
def test_maraffa_is_shown_by_anyone(trump, maraffa, thirds):
    game, state = position("ragazzini", MIXED, 1, trump)
    assert int(state.maraffa) == maraffa
    assert state.thirds.tolist() == thirds
    assert game.returns(state).tolist() == [thirds[0] / 3, 0] * 2


def one_suit_game(trump):
    """Seat 0 leads its denari from the highest to the lowest, nobody can follow; the others throw away in order."""
    game, state = position("official", ONE_SUIT_EACH, 1, trump)
    table = host(game)
    while not bool(state.done):
        word = game.text.parse_action("silent")
        state = table.play(state, word if bool(state.signing) else max(table.legal_actions(state), key=lambda c: -c))
    return game, state


def test_all_tricks_are_worth_eleven_points_and_the_last_one_of_them():
    game, state = one_suit_game("denari")  # Ad first: the maraffa too
    assert state.thirds.tolist() == [32 + 3 + 9, 0]
    assert game.returns(state).tolist() == [14, 0, 14, 0]
    assert int(state.plays) == 1 + 40 + 9 == game.spec.longest


def test_thirds_are_rounded_down_for_each_side():
    state = make("maraffone").start(deal(MIXED, 1))
    for thirds, points in (([2, 33], [0, 11]), ([3, 32], [1, 10]), ([34, 1], [11, 0]), ([13, 22], [4, 7])):
        assert R.points(state._replace(thirds=jnp.asarray(thirds, jnp.int8))).tolist() == points


@pytest.mark.parametrize("variant", ["official", "ragazzini"])
def test_every_deal_pays_eleven_points_and_a_maraffa(variant):
    _, _, _, _, last, returns = played(variant)
    assert last.done.all()
    paid = returns[:, 0] + returns[:, 1]
    assert (paid == 11 + 3 * (last.maraffa >= 0)).all()
    assert (last.thirds.sum(1) == 35 + 9 * (last.maraffa >= 0)).all()
    assert (returns[:, 0] == returns[:, 2]).all()
    assert (returns[:, 1] == returns[:, 3]).all()


def test_no_sign_goes_with_the_last_lead():
    _, states, _, _, _, _ = played("official")
    assert states.signing[states.trick < 9].any()
    assert not states.signing[states.trick == 9].any()


def test_the_forced_last_trick_is_what_would_have_been_played():
    """The same 45 actions, and in the unforced game the last four cards."""
    forced, free = make("maraffone", "ragazzini"), make("maraffone", "ragazzini", forced_last=False)
    assert (forced.spec.longest, free.spec.longest) == (46, 50)
    rng = np.random.default_rng(2)
    for _ in range(12):
        order = rng.permutation(40).astype(np.int8)
        start = deal(MIXED, int(rng.integers(4)))._replace(deck=jnp.asarray(order))
        one, other = host(forced).start(start), host(free).start(start)
        while not bool(one.done):
            action = int(rng.choice(host(free).legal_actions(other)))
            one, other = host(forced).play(one, action), host(free).play(other, action)
        assert int(other.trick) == 9
        while not bool(other.done):
            (action,) = host(free).legal_actions(other)
            other = host(free).play(other, action)
        for name in ("thirds", "when", "said", "trick", "turn", "winner", "hands", "table", "maraffa"):
            assert (getattr(one, name) == getattr(other, name)).all(), name


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (dict(maraffa="never"), "maraffa must be"),
        (dict(signs="free"), "signs must be"),
        (dict(deck=(3, 3, 5, 6, 7, 8, 9, 10)), "different cards"),
        (dict(deck=tuple(range(10))), "does not deal"),
        (dict(deck=(3, 4, 5, 6)), "does not deal"),
        (dict(deck=tuple(range(20, 40))), "4 of denari"),
    ],
)
def test_impossible_rules_are_refused(options, message):
    with pytest.raises(MazzoError, match=message):
        family("maraffone").spec("official", **options)


def test_a_smaller_deck_deals_smaller_hands():
    spec = family("maraffone").spec("official", deck=(0, 1, 2, 3, 10, 11, 12, 13))
    assert spec.longest == 1 + 8 + 1
    assert spec.rules.tricks == 2
