"""The service's addresses. Thin: the house, and its advice, do the work."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Cookie, Header, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from mazzo import agents
from mazzo.core import registry
from mazzo.core.game import Game
from mazzo.web import pages
from mazzo.web.advice import Advice
from mazzo.web.events import events
from mazzo.web.house import House, NotFound, Refused
from mazzo.web.matches import targets
from mazzo.web.messages import (
    Agent,
    Analysis,
    At,
    Belief,
    Declared,
    Facts,
    Hint,
    Invited,
    Move,
    Opened,
    Opening,
    Pieces,
    Review,
    Standings,
    Strength,
    Table,
    Trouble,
    Variant,
)
from mazzo.web.standings import standings

TOKEN = r"^[A-Za-z0-9_-]{8,32}$"
GameId = Annotated[str, Path(pattern=TOKEN)]
Secret = Annotated[str, Cookie(alias="seat", max_length=64)]
Since = Annotated[int | None, Query(ge=-1, le=100_000, description="Frames after this number; without it, the last.")]
Named = Annotated[str, Path(min_length=1, max_length=64)]
COUNTED = 500  # games, the latest, in the standings
EVENTS = "text/event-stream"
MONTH = 30 * 24 * 3600  # seconds

ERRORS: dict[int | str, dict[str, object]] = {
    code: {"model": Trouble, "description": text}
    for code, text in {
        400: "Something in the request does not make sense.",
        403: "Sent from another site.",
        404: "No such game, or not yours.",
        413: "The request is too large.",
        415: "Not JSON.",
        422: "The request, or the move, is not allowed.",
        429: "Too many requests.",
        503: "The store does not answer; nothing was changed.",
    }.items()
}
api = APIRouter(prefix="/api", responses=ERRORS)
STREAMED: dict[int | str, dict[str, object]] = {
    200: {"content": {EVENTS: {}}},
    204: {"description": "The game is over, and all of it was told: browsers do not call again."},
}


def house(request: Request) -> House:
    return request.app.state.house


def advice(request: Request) -> Advice:
    return request.app.state.advice


@api.get("/games")
def list_games() -> list[Facts]:
    """All games with their variants."""
    return [_facts(name) for name in registry.names()]


@api.get("/games/{game}/{variant}/pieces")
def pieces(game: Named, variant: Named) -> Pieces:
    """What the numbers of a variant's cards and actions mean, and who plays it."""
    if "," in variant:
        raise NotFound
    return _pieces(registry.family(game).spec(variant).game, variant)


@api.post("/games", status_code=201)
def open_game(wanted: Opening, request: Request, response: Response) -> Opened:
    """Deal. The seat's secret comes as a cookie that scripts cannot read."""
    if not request.app.state.new_games.allows(request.client.host if request.client else "?"):
        raise Refused("too many new games; come back in a minute")
    table, secret = house(request).open(wanted)
    _give_seat(request, response, table.id, secret)
    return table


def _give_seat(request: Request, response: Response, game: str, secret: str) -> None:
    response.set_cookie(
        "seat",
        secret,
        max_age=MONTH,
        path=f"/api/tables/{game}",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


@api.post("/tables/{game}/seat", status_code=201)
def take_seat(game: GameId, invited: Invited, request: Request, response: Response, seat: Secret = "") -> Table:
    """Come to a table to which one was invited. The seat's secret comes as a cookie, as for the one who opened it."""
    table, secret = house(request).take(game, invited.invitation, seat)
    _give_seat(request, response, game, secret)
    return table


@api.get("/tables/{game}")
def look(game: GameId, request: Request, seat: Secret = "", since: Since = None) -> Table:
    """The game, from the seat that the cookie holds."""
    return house(request).look(game, seat, since)


@api.post("/tables/{game}/moves")
def move(game: GameId, made: Move, request: Request, seat: Secret = "") -> Table:
    """Play. A move that is late or repeated changes nothing; the answer is how the game stands."""
    return house(request).play(game, seat, made.number, made.action)


@api.post("/tables/{game}/undo")
def undo(game: GameId, at: At, request: Request, seat: Secret = "") -> Table:
    """Take back the last move, in a game that is played alone."""
    return house(request).undo(game, seat, at.number)


@api.post("/tables/{game}/next", status_code=201)
def next_deal(game: GameId, at: At, request: Request, response: Response, seat: Secret = "") -> Table:
    """The next deal of a match. The seat's secret is the same, for an address of its own."""
    table = house(request).next(game, seat, at.number)
    _give_seat(request, response, table.id, seat)
    return table


@api.post("/tables/{game}/hint")
def hint(game: GameId, at: At, request: Request, seat: Secret = "") -> Hint:
    """What the strongest agent would play, and what each move is worth."""
    return advice(request).hint(game, seat, at.number)


@api.get("/tables/{game}/events", response_class=StreamingResponse, responses=STREAMED)
async def stream(
    game: GameId,
    request: Request,
    seat: Secret = "",
    since: Since = None,
    last_event_id: Annotated[str | None, Header(max_length=12)] = None,
) -> Response:
    """The frames as they come, as server-sent events."""
    start = int(last_event_id) if last_event_id and last_event_id.isdecimal() else -1 if since is None else since
    found = await run_in_threadpool(house(request).find, game, seat)  # complain before the stream begins
    if found.over and start >= found.number:
        return Response(status_code=204)
    if not house(request).notices.room():
        raise Refused("too many pages listen; look again now and then instead")
    return StreamingResponse(events(house(request), game, seat, start), media_type=EVENTS)


@api.get("/reviews/{link}")
def review(link: GameId, request: Request) -> Review:
    """A finished game, with everything in it."""
    return advice(request).review(link)


@api.get("/reviews/{link}/analysis")
def analysis(link: GameId, request: Request) -> Analysis:
    """What every move was worth."""
    return advice(request).analysis(link)


@api.get("/reviews/{link}/beliefs/{plays}")
def belief(link: GameId, plays: Annotated[int, Path(ge=0, le=1000)], request: Request) -> Belief:
    """What the seat on turn could believe about the hidden cards, beside the truth."""
    return advice(request).belief(link, plays)


@api.post("/tables/{game}/skill", status_code=204)
def declare(game: GameId, said: Declared, request: Request, seat: Secret = "") -> None:
    """How well one plays, in one's own words, for research; nobody has to say it."""
    house(request).declare(game, seat, said.skill)


@api.get("/games/{game}/{variant}/standings")
def list_standings(game: Named, variant: Named, request: Request) -> Standings:
    """Agents and people, from the last games that were played here."""
    if "," in variant:
        raise NotFound
    spec = registry.family(game).spec(variant)
    return standings(spec, house(request).store.finished(spec.game, spec.variant, last=COUNTED))


@api.get("/health")
def health() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@api.get("/ready")
def ready(request: Request) -> dict[str, object]:
    """The store answers, too; `warm` when the first game's agents are compiled."""
    house(request).store.check()
    return {"status": "ready", "warm": request.app.state.warm.is_set()}


@cache
def _facts(name: str) -> Facts:
    family = registry.family(name)
    specs = [family.spec(variant) for variant in family.variants]
    variants = [
        Variant(
            name=spec.variant,
            summary=spec.summary,
            players=spec.players,
            teams=list(spec.teams),
            kind=spec.kind,
            longest=spec.longest,
            returns=spec.returns,
        )
        for spec in specs
    ]
    return Facts(name=name, title=specs[0].title, variants=variants, page=pages.component(name) is not None)


@cache
def _pieces(game: str, variant: str) -> Pieces:
    made = registry.make(game, variant)
    text, spec = made.text, made.spec
    return Pieces(
        cards=[text.card(card) for card in range(max(spec.deck) + 1)],
        actions=[text.action(action) for action in range(spec.actions)],
        matches=targets(made),
        agents=_agents(made),
    )


def _agents(game: Game[Any, Any]) -> list[Agent]:
    measured = {
        name: Strength(unit=one.unit, value=one.value, low=one.low, high=one.high)
        for name, one in agents.strengths(game).items()
    }
    return [
        Agent(
            name=name,
            kind=agents.kind(game, name),
            doc=" ".join(agents.find(game, name).doc.split()),
            strength=measured.get(name),
        )
        for name in agents.by_strength(game)
    ]
