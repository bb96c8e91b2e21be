"""What goes over the wire, typed: the page's and the OpenAPI description's one source."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from mazzo.agents import Kind
from mazzo.agents.measured import Unit

Name = Annotated[str, StringConstraints(min_length=1, max_length=255)]
Code = Annotated[str, StringConstraints(min_length=1, max_length=16)]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,32}$")]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Strength(Message):
    """What a ladder found, with its 95 % interval."""

    unit: Unit
    value: float
    low: float
    high: float


class Agent(Message):
    name: str
    kind: Kind
    doc: str
    strength: Strength | None  # None: nobody has measured


class Variant(Message):
    name: str
    summary: str
    players: int
    teams: list[int]
    kind: str  # solitaire, cooperative or competitive
    longest: int
    returns: tuple[float, float]


class Facts(Message):
    """A game, for those who choose one."""

    name: str
    title: str
    variants: list[Variant]
    page: bool  # it brings a component of its own


class Pieces(Message):
    """A variant, for those who play it: what its numbers mean."""

    cards: list[str]  # the code of each card's number
    actions: list[str]  # the code of each action's number
    matches: list[int]  # to how many points several deals may go
    agents: list[Agent]  # strongest first; after them those who search, for they think long


class Opening(Message):
    """Please deal."""

    game: Name
    variant: Name | None = None
    seat: Annotated[int, Field(ge=0, le=9)] = 0
    agents: Annotated[list[Name], Field(max_length=9)] = []  # of the other seats, in order, `person` for who will be
    # invited; one is enough for all
    review: Token | None = None  # a finished game, whose deal is taken
    plays: Annotated[int, Field(ge=0, le=1000)] = 0  # how many of its moves are taken too
    match: Annotated[int, Field(ge=1, le=1000)] | None = None  # to so many points; without it a single deal


class Move(Message):
    number: Annotated[int, Field(ge=0, le=100_000)]  # how many entries the log has, as far as the player knows
    action: Code


class At(Message):
    number: Annotated[int, Field(ge=0, le=100_000)]


class Frame(Message):
    """What one seat sees after one move: its View, and what follows from it."""

    number: int  # entries of the log so far
    plays: int
    turn: int
    done: bool
    action: str | None  # which led here; `undo` where a move was taken back
    player: int | None  # who made it
    told: str  # what it brought about, in English
    shown: str  # the view as text, in English
    legal: list[str]  # what this seat may do now
    view: dict[str, Any]  # the seat's View, field by field
    returns: list[float] | None  # when the game is over


class Match(Message):
    """Several deals to a number of points, as they stood with one of them."""

    target: int
    deal: int  # which one this is, from 1
    score: list[float]  # of each seat's side, from the deals that are over
    over: bool  # a side has won with this deal
    reviews: list[str]  # the links of the deals that are over


class Table(Message):
    """A game from one seat."""

    id: str
    game: str
    variant: str
    seat: int
    players: list[str]
    commitment: str
    shared: bool  # its deal was played before
    frames: list[Frame]  # those asked for, the last one always
    review: str | None  # the link, once the game is over
    match: Match | None  # of which it is a deal
    free: list[int]  # seats to which somebody is invited who has not come: until then nobody moves


class Invitation(Message):
    """What takes a free seat, once."""

    seat: int
    token: str


class Opened(Table):
    """A new game, for the one who opened it."""

    invitations: list[Invitation]


class Invited(Message):
    invitation: Token


class Value(Message):
    """What a move is worth."""

    action: str
    value: float  # expected result of the seat
    error: float  # standard error of it
    wins: float  # part of the games that are won, draws counted half


class Hint(Message):
    number: int
    agent: str
    worlds: int
    action: str  # what the agent would play
    moves: list[Value]  # best first


class Point(Message):
    """The game after one move, from one seat's knowledge."""

    plays: int
    value: float
    wins: float


class Decision(Message):
    """One move, compared with the others."""

    plays: int  # moves before it
    player: int
    action: str
    cost: float  # how much less it is expected to bring than the best one
    certain: bool  # more than chance in the estimate explains
    moves: list[Value]  # best first


class Analysis(Message):
    agent: str
    worlds: int
    seat: int  # from whose knowledge the points are
    points: list[Point]
    decisions: list[Decision]


class Review(Message):
    """A finished game: everything."""

    game: str
    variant: str
    players: list[str]
    seat: int
    returns: list[float]
    shared: bool
    undone: int
    record: dict[str, Any]
    frames: list[Frame]  # from the seat of the first person
    seats: list[list[dict[str, Any]]]  # the views of all seats, by move


class Place(Message):
    """Where cards lie unseen: a seat's hand, the stock, a slot of the own hand. By the numbers of the cards."""

    name: str  # `seat 1`, `stock`, `card 1`
    even: list[float]  # how likely each card lies there, by the cards alone
    weighed: list[float]  # by how the others played, too
    truth: list[int]  # the cards that lie there


class Belief(Message):
    """What the seat on turn could believe about the hidden cards, in a finished game."""

    plays: int
    seat: int
    like: list[str]  # the agent like which each seat is taken to play
    worlds: int
    ranks: int  # cards of a suit, whose numbers follow each other
    places: list[Place]  # none where nothing is hidden


class Declared(Message):
    """How well people say they play: 1 a beginner, 5 a master."""

    skill: Annotated[int, Field(ge=1, le=5)]


class Standing(Message):
    """One agent, or all people together."""

    name: str
    games: int
    wins: float  # part of the games, draws counted half
    points: float  # average result
    rating: float | None  # openskill's, newcomers have 25; from the games against people
    uncertainty: float | None


class Skill(Message):
    """The average result of those who say they play so well."""

    skill: int
    games: int
    points: float
    low: float | None  # 95 % interval
    high: float | None


class Standings(Message):
    games: int
    players: list[Standing]  # best first
    skills: list[Skill]


class Trouble(Message):
    """What is wrong, for people."""

    detail: str
