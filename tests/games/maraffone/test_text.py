import pytest
from rich.text import Text

from mazzo import make
from mazzo.core.errors import MazzoError
from mazzo.core.game import host
from tests.games.maraffone.hands import MIXED, played, position, view_of
from tests.helpers import row


def test_actions_are_cards_suits_and_signs():
    text = make("maraffone").text
    assert [text.action(a) for a in (0, 39, 40, 43, 44, 45, 46, 47)] == [
        "Ad",
        "Rb",
        "denari",
        "bastoni",
        "silent",
        "busso",
        "striscio",
        "volo",
    ]
    assert text.parse_action(" Volo ") == 47
    assert text.parse_action("3D") == 2


@pytest.mark.parametrize("word", ["", "hearts", "8d", "3x"])
def test_other_words_are_refused_with_what_would_be_right(word):
    with pytest.raises(MazzoError, match=r"is no action; write a card, as 3d .* silent, busso, striscio, volo"):
        make("maraffone").text.parse_action(word)


def test_show_names_what_a_player_needs():
    game, view = view_of("official", MIXED, 0, "coppe 4d striscio 6d Rd Ad 4b busso", seat=3)
    lines = Text.from_markup(game.text.show(view)).plain.splitlines()
    assert lines[0] == "trick 2 of 10   trump coppe, named by partner   points 0 – 1⅓"
    assert lines[1] == "table: seat 0 4b (busso)"
    assert lines[2] == "hand:  Rc Cc Fc 7c Cd Fd Rs Cs Ab"
    game, view = view_of("official", MIXED, 0)
    assert "trump to be named by you" in game.text.show(view)


@pytest.mark.parametrize(
    ("actions", "action", "told"),
    [
        ("denari", "Ad", "you had the maraffa, 3 points"),
        ("denari Ad silent 4d 6d", "Fd", "seat 0 takes the trick, 1⅓ points"),
        ("denari", "3d", ""),
    ],
)
def test_tell_says_what_an_action_brought(actions, action, told):
    game, before = position("official", MIXED, 1, actions)
    after = host(game).play(before, game.text.parse_action(action))
    seat = before.turn
    views = (host(game).observe(state, seat) for state in (before, after))
    assert game.text.tell(next(views), game.text.parse_action(action), next(views)) == told


def test_tell_knows_both_tricks_when_the_last_one_plays_itself():
    game, states, _, actions, last, _ = played("ragazzini")
    for g in range(4):
        before, after = (host(game).observe(state, 0) for state in (row(states, g, 45), row(last, g)))
        told = game.text.tell(before, int(actions[g, 45]), after).split("; ")
        assert len(told) == 2
        ninth, tenth = (one.split(" take")[0].replace("seat ", "") for one in told)
        lead = next(c for c in range(40) if last.when[g, c] == 9 and last.said[g, c] >= 0)
        seats = ["you", "1", "partner", "3"]
        assert ninth == seats[last.holder[g, lead]]
        assert tenth == seats[last.winner[g]]
        assert "the last trick" in told[1]
