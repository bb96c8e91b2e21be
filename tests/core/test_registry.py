import pytest

import mazzo
from mazzo.core.errors import MazzoError


def test_same_variant_is_the_same_object():
    assert mazzo.make("briscola") is mazzo.make("briscola", "2p")
    assert mazzo.make("briscola", "3p") is not mazzo.make("briscola")


def test_options_change_single_rules_and_show_in_the_name():
    small = mazzo.make("briscola", deck=tuple(range(12)))
    assert small.spec.deck == tuple(range(12))
    assert mazzo.make("briscola", small.spec.variant) is small


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mazzo.make("scopa"), "no game is called 'scopa'"),
        (lambda: mazzo.make("briscola", "7p"), "no variant is called '7p'; choose one of: 2p, 3p, 4p"),
        (lambda: mazzo.make("briscola", lives=3), "no option of the rules is called 'lives'"),
        (lambda: mazzo.make("briscola", "2p,deck=("), "cannot read the options"),
        (lambda: mazzo.make("briscola", deck=(0, 1, 2)), "does not deal evenly"),
        (lambda: mazzo.make("briscola").encoder("pixels"), "no encoder is called 'pixels'"),
        (lambda: mazzo.make("briscola").head("x"), "no head is called 'x'"),
        (lambda: mazzo.make("briscola").reward("x"), "no reward is called 'x'"),
        (lambda: mazzo.make("briscola").bot("x"), "no agent is called 'x'"),
    ],
)
def test_unknown_names_are_refused_with_the_known_ones(call, message):
    with pytest.raises(MazzoError, match=message.replace("(", r"\(")):
        call()
