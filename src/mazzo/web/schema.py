"""The tables of the store. A change here needs a migration in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, DateTime, ForeignKey, Index, Integer, MetaData, String, Table

METADATA = MetaData()

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("review", String(32), nullable=False, unique=True),  # the link to the finished game
    Column("game", String(64), nullable=False),
    Column("variant", String(255), nullable=False),
    Column("rules", Integer, nullable=False),  # their version
    Column("deck", JSON, nullable=False),
    Column("setup", JSON, nullable=False),
    Column("players", JSON, nullable=False),  # by seat: an agent's name, or `person`
    Column("nonce", String(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("chance", BigInteger, nullable=False),  # from which the agents' own choices are drawn
    Column("origin", String(32)),  # the review of the game from which the deal was taken
    Column("begun", DateTime(timezone=True), nullable=False, index=True),
    Column("ended", DateTime(timezone=True)),
    Column("returns", JSON),  # once it is over
    Column("match", String(32)),  # the deals of a match have this in common
    Column("place", Integer),  # of a deal in its match, from 0
    Column("target", Integer),  # points that win the match
    Index("deals", "match", "place", unique=True),  # whoever deals second finds what was dealt
)

SEATS = Table(
    "seats",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("secret", String(64), nullable=False),  # SHA-256 of what the person's cookie holds
    Column("skill", Integer),  # 1 to 5, as the person says, who need not
    Column("invitation", String(64)),  # SHA-256 of what takes the seat, as long as nobody has
)

# A move is appended under its number, which the primary key admits once: two tabs, two workers or a repeated request
# cannot play it twice, and whoever comes second looks at the game again.
MOVES = Table(
    "moves",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("action", Integer, nullable=False),  # or UNDO
    Column("at", DateTime(timezone=True), nullable=False),
    Column("instead", String(255)),  # the agent that made it, where the one whose turn it was thought too long
)

ANALYSES = Table(
    "analyses",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("found", JSON, nullable=False),
)

UNDO = -1  # takes back the last move that stands
