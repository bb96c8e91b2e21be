"""Documentation says what the code does."""

import pytest

from mazzo import names
from mazzo.agents import catalogue, measured
from mazzo.evaluation import pages as strength
from scripts import docs
from tests.helpers import ROOT


@pytest.mark.parametrize("game", names())
def test_reference_pages_are_current(game):
    path = docs.FOLDER / f"{game}.md"
    assert path.exists(), "run `make docs`"
    assert path.read_text(encoding="utf-8") == docs.page(game), "run `make docs`"


@pytest.mark.parametrize("game", names())
def test_strength_pages_are_current(game):
    path = docs.STRENGTH / f"{game}.md"
    assert path.exists(), "run `mazzo ladder GAME --publish`"
    assert path.read_text(encoding="utf-8") == strength.page(docs.STRENGTH, game), "run `make docs`"


def test_the_figures_of_agents_are_those_of_the_ladders():
    written = {path: path.read_text(encoding="utf-8") for path in catalogue.SHIPPED.glob(f"*/*/{measured.FILE}")}
    assert len(written) == len(docs.RECORDS), "run `make docs`"
    for path in docs.RECORDS:
        game, variant = path.parts[-3:-1]
        shown = written[catalogue.SHIPPED / game / variant / measured.FILE]
        assert shown == measured.dumped(strength.load_record(path)), "run `make docs`"


@pytest.mark.parametrize("game", names())
def test_every_game_has_its_rules_written_down(game):
    assert len((ROOT / "src" / "mazzo" / "games" / game / "README.md").read_text()) > 500
