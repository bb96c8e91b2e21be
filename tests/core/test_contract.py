"""What every registered game must keep, in every variant."""

import jax
import numpy as np
import pytest

from mazzo import make
from mazzo.core import record as records
from mazzo.core.checks import check_game
from mazzo.core.game import host
from tests.golden import golden_file, playthrough
from tests.helpers import every_variant


@every_variant
def test_keeps_the_contract(game, variant):
    assert [str(fault) for fault in check_game(make(game, variant), games=12)] == []


@pytest.mark.every_variant
@every_variant
def test_golden_game(game, variant):
    path = golden_file(game, variant)
    assert path.exists(), f"{path.name} is missing: run `make golden`"
    assert playthrough(game, variant) == path.read_text(encoding="utf-8")


@every_variant
def test_record_round_trip(game, variant):
    made = make(game, variant)
    table = host(made)
    rng = np.random.default_rng(5)
    deal = made.deal(jax.random.key(5))
    begun = records.begin(made, (deal.deck.tolist(), deal.setup.tolist()), ["someone"] * made.spec.players)
    state, actions = table.start(begun.deal), []
    while not bool(state.done):
        actions.append(int(rng.choice(table.legal_actions(state))))
        state = table.play(state, actions[-1])
    returns = tuple(float(r) for r in table.returns(state))
    record = records.Record(**{**vars(begun), "actions": tuple(actions), "returns": returns})
    text = records.dumps(record)
    assert records.loads(text) == record
    assert records.dumps(records.loads(text)) == text
    for again in records.replay(record):
        last = again
    assert all((np.asarray(a) == np.asarray(b)).all() for a, b in zip(last, state, strict=True))


@every_variant
def test_same_seed_same_deal_and_another_seed_another(game, variant):
    made = make(game, variant)
    one, same, other = (made.deal(jax.random.key(seed)) for seed in (1, 1, 2))
    assert np.asarray(one.deck).tobytes() == np.asarray(same.deck).tobytes()
    assert np.asarray(one.deck).tobytes() != np.asarray(other.deck).tobytes()
