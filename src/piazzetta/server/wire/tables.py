"""Requests and answers about tables. Bodies are validated against these types; documents and the page's types are
generated from them, with a field's comment as its description.

Unknown fields of bodies are refused, so that typos are noticed at once. What a table says of itself is typed in
``piazzetta.tables.messages``.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

import msgspec
from msgspec import Meta, Struct

from piazzetta.games.registry import names
from piazzetta.games.seats import MOST_SEATS
from piazzetta.server.wire.common import Body
from piazzetta.tables.messages import DifferenceData, Json, JsonObject, Replay, TableCard
from piazzetta.tables.seating import INVISIBLE

#: The pattern is for documents: names are checked after invisible characters were taken out of them.
VISIBLE = {"pattern": rf"[^\s{INVISIBLE.pattern[1:]}"}
_GAMES = {"enum": list(names())}

Name = Annotated[str, Meta(min_length=1, max_length=40)]
VisibleName = Annotated[str, Meta(min_length=1, max_length=40, extra_json_schema=VISIBLE)]
GameName = Annotated[str, Meta(max_length=40, extra_json_schema=_GAMES)]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Token = Annotated[str, Meta(max_length=64)]
NewToken = Annotated[str, Meta(min_length=32, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Identifier = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Contribution = Annotated[str, Meta(max_length=128)]
MoveText = Annotated[str, Meta(max_length=64)]


# --- HTTP bodies ---


class SeatWish(Body):
    """Who should sit on a seat of a new table."""

    kind: Literal["me", "open", "hotseat", "bot"]
    name: Name | None = None
    level: Annotated[str, Meta(max_length=20)] | None = None


class WishedOptions(Body):
    """What a table allows."""

    spectators: bool = True
    undo: bool = True
    hints: bool | None = None  # by default only where no seat is open
    chat: bool = True
    listed: bool = True  # shown among the open tables; otherwise joined only by its link
    clock: Annotated[int, Meta(ge=5, le=14 * 86400)] | None = None  # seconds per turn
    bank: Annotated[int, Meta(ge=30, le=90 * 86400)] | None = None  # seconds for the whole game, instead of `clock`
    increment: Annotated[int, Meta(ge=0, le=7 * 86400)] = 0  # seconds added to the bank after each finished turn


class NewTable(Body):
    game: GameName
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=MOST_SEATS)]
    edition: Annotated[str, Meta(max_length=40)] | None = None
    rules: Annotated[dict[str, str | int], Meta(max_length=20)] = {}
    players: Annotated[int, Meta(ge=2, le=MOST_SEATS)] | None = None  # optional: defaults to the number of seats
    starter: SeatNumber = 0
    components: list[Json] | JsonObject | None = None  # the map or deck
    board: JsonObject | None = None  # the same of Portobello Market,
    deck: list[Json] | JsonObject | None = None  # and of Il Commercio Viaggiatore
    #: the points of a fair start in turn order, with the rule handicap fair
    head_start: Annotated[list[Annotated[int, Meta(ge=0, le=99)]], Meta(min_length=2, max_length=MOST_SEATS)] | None = (
        None
    )
    options: WishedOptions = msgspec.field(default_factory=WishedOptions)
    draw_starter: bool = False  # the fair draw decides who starts
    draw_seats: bool = False  # and who sits where
    tour: bool = False  # begin with the game's prepared position, for a guided first turn
    lesson: Annotated[str, Meta(max_length=40)] | None = None  # begin with the position of this lesson
    record: JsonObject | None = None  # begin with a position of this game
    at: Annotated[int, Meta(ge=0, le=32_000)] | None = None  # which: as the frames of its replay count


class Join(Body):
    """Who joins, and where. `token`: the seat's secret, random and of your own choice; asking again with it, because
    an answer was lost, returns the same seat."""

    name: VisibleName
    seat: SeatNumber | None = None
    token: NewToken | None = None


class Who(Body):
    """The requesting seat, if its cookie does not identify it."""

    seat: SeatNumber | None = None
    token: Token | None = None


# --- what the server says ---


class Created(Struct):
    """A new table: links of the creator's seats contain their secret tokens, links of open seats are invitations."""

    table: str
    links: dict[str, str]
    tokens: dict[str, str]
    commitment: str
    warnings: list[str] = []  # how the map or deck sent differs from the printed game and from ours, in English
    differences: list[DifferenceData] = []  # the same as keys of messages


class Invitations(Struct):
    """The addresses at which friends in the same network reach this server; empty without `serve --lan`."""

    addresses: list[str]


class Joined(Struct):
    table: str
    seat: int
    token: str
    link: str
    commitment: str  # before the player contributes to the draws


class Listed(Struct):
    """``announcement``: what the admin announces to everybody; empty: nothing."""

    open: list[TableCard]
    watchable: list[TableCard]
    announcement: str


class UploadedReplay(Replay):
    """The replay of an uploaded record, also with its differences in English."""

    warnings: list[str]


class NextTable(Struct):
    """The table of a rematch."""

    table: str


class FairProof(TypedDict):
    """The proof of a game's draws: what they were derived from."""

    commitment: str
    seed: str
    contributions: list[str | None]  # by seat
    prepared: NotRequired[int]  # number of draws laid out for a lesson
    starter_drawn: NotRequired[bool]
    seating: NotRequired[list[int]]


class GameRecord(TypedDict):
    """A game's record; [the format](engine.md) has further fields."""

    game: str
    fair: NotRequired[FairProof]
