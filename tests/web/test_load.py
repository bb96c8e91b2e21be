"""The load test measures what people wait for, and counts what went wrong."""

import pytest

from mazzo.web.load import measure


@pytest.mark.slow
@pytest.mark.parametrize(("agent", "errors"), [("rules", 0), ("nobody", 4)])
def test_what_people_wait_for_is_measured_and_what_goes_wrong_is_counted(agent, errors):
    told = measure(people=4, seconds=2, think=0.01, game="briscola", agent=agent, workers=1)
    assert (told["people"], told["errors"]) == (4, errors)
    if errors:
        assert "no briscola agent is called 'nobody'" in told["first_error"]
    else:
        assert told["moves"] > 20
        for name in ("move", "agent"):
            assert 0 < told[f"{name}_ms_median"] <= told[f"{name}_ms_p95"] < 10_000
