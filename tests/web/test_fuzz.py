"""The service against its own description: whatever is sent, it does not break, and answers as it says."""

from collections import Counter
from typing import NamedTuple

import hypothesis
import pytest
import schemathesis
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from schemathesis.checks import not_a_server_error
from schemathesis.config import CacheConfig, ProjectConfig, ProjectsConfig
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.playing import deal, finish, turn

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
ANY_SPEED = list(hypothesis.HealthCheck)  # the first answers wait for compilers
PATIENCE = 120.0  # seconds for an answer
THINKING = ("/hint", "/analysis")  # their agents have to be compiled


@pytest.fixture(scope="module")
def described(app, tmp_path_factory):
    """What the service says of itself. What the generators remember is kept out of the working folder."""
    set_hypothesis_home_dir(tmp_path_factory.mktemp("hypothesis"))
    one_event = ProjectsConfig(default=ProjectConfig(max_stream_events=1))
    config = schemathesis.Config(cache=CacheConfig(enabled=False), projects=one_event)
    yield schemathesis.openapi.from_asgi("/openapi.json", app, config=config)
    set_hypothesis_home_dir(None)


class Known(NamedTuple):
    """What somebody who sits at a table may send."""

    id: str
    seat: str
    review: str
    game: str
    variant: str
    number: int
    actions: tuple[str, ...]


def known(client, wanted, over=False):
    table = deal(client, **wanted, agents=["random"])
    if over:
        finish(client, table)
    found, frame = turn(client, table)
    pieces = client.get(f"/api/games/{table['game']}/{table['variant']}/pieces").json()
    return Known(
        id=table["id"],
        seat=next(cookie.value for cookie in client.cookies.jar if table["id"] in cookie.path),
        review=found["review"] or "A" * 24,
        game=table["game"],
        variant=table["variant"],
        number=frame["number"],
        actions=(*frame["legal"], *pieces["actions"][-3:]),
    )


@st.composite
def requests(draw, operation, tables):
    """Anything that fits the description, anything that does not, and such as a player at one of the tables sends."""
    mode = draw(st.sampled_from(list(GenerationMode)))
    at_table = bool(tables) and draw(st.booleans())
    fixed = from_table(draw, operation, draw(st.sampled_from(tables))) if at_table else {}
    return draw(operation.as_strategy(generation_mode=mode, **fixed))


def from_table(draw, operation, table):
    path = operation.path
    number = max(0, table.number + draw(st.integers(-1, 1)))
    if path == "/api/games" and operation.method == "post":
        wanted = {"game": table.game, "variant": table.variant, "agents": ["random"]}
        return {"body": draw(st.sampled_from([wanted, {**wanted, "review": table.review, "plays": number}]))}
    if path.startswith("/api/games/"):
        return {"path_parameters": {"game": table.game, "variant": table.variant}}
    if path.startswith("/api/reviews"):
        return {"path_parameters": {"link": table.review}}
    if not path.startswith("/api/tables"):
        return {}
    seated = {"path_parameters": {"game": table.id}, "cookies": {"seat": table.seat}}
    if path.endswith("/events"):  # from the first on: who waits for the next would wait
        return {**seated, "query": {"since": -1}, "headers": {"last-event-id": "none"}}
    if path.endswith("/moves"):
        return {**seated, "body": {"number": number, "action": draw(st.sampled_from(table.actions))}}
    if path.endswith(("/undo", "/hint", "/next")):
        return {**seated, "body": {"number": number}}
    return seated


def answers_fit(described, tables, examples, thinking):
    """So many requests to every operation that is described; how often each was answered with which status.

    `tables` opens tables anew for each: moves sent to one operation would leave the next with numbers that are past.
    """
    operations = [found.ok() for found in described.get_all_operations()]
    seated = [one.label for one in operations if thinking or not one.path.endswith(THINKING)]
    return {one.label: fuzzed(requests(one, tables() if one.label in seated else ()), examples) for one in operations}


def fuzzed(requests, examples):
    seen = Counter()

    @hypothesis.settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=ANY_SPEED
    )
    @hypothesis.given(case=requests)
    def fits(case):
        seen[case.call_and_validate(checks=CHECKS, timeout=PATIENCE).status_code] += 1

    fits()
    return seen


def unanswered(told):
    """Operations that refused every request."""
    return [label for label, seen in told.items() if not {200, 201, 204} & set(seen)]


def test_whatever_is_sent_the_answer_is_as_described(client, described):
    over = known(client, {"game": "briscola"}, over=True)
    told = answers_fit(described, lambda: [known(client, {"game": "briscola"}), over], examples=16, thinking=False)
    table = "/api/tables/{game}"
    reached = {
        "POST /api/games",
        f"GET {table}",
        f"POST {table}/moves",
        f"GET {table}/events",
        "GET /api/reviews/{link}",
    }
    assert reached.isdisjoint(unanswered(told))
    assert reached <= set(told)


@pytest.mark.slow
def test_whatever_is_sent_the_answer_is_as_described_at_length(client, described):
    games = ["briscola", "tripeaks", "russian", "maraffone", "hanabi"]
    over = [known(client, {"game": game}, over=True) for game in games]
    over.append(known(client, {"game": "maraffone", "match": 41}, over=True))

    def tables():
        return [known(client, {"game": game}) for game in games] + over

    told = answers_fit(described, tables, examples=500, thinking=True)
    assert unanswered(told) == []
    assert sum(seen.total() for seen in told.values()) > 3000
