"""Incoming and outgoing data as types: bodies and messages are validated against them, schemas generated from them.

``docs/protocol.md`` explains each of them. Unknown fields are refused, so that typos are noticed at once.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from piazzetta.games.seats import MOST_SEATS

VERSION = 1

Name = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Token = Annotated[str, Meta(max_length=64)]
Identifier = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Contribution = Annotated[str, Meta(max_length=128)]
MoveText = Annotated[str, Meta(max_length=64)]


class _In(Struct, forbid_unknown_fields=True):
    """Something a client sends."""


# --- HTTP bodies ---


class SeatWish(_In):
    """Who should sit on a seat of a new table."""

    kind: Literal["me", "open", "hotseat", "bot"]
    name: Name | None = None
    level: Annotated[str, Meta(max_length=20)] | None = None


class Options(_In):
    """What a table allows."""

    spectators: bool = True
    undo: bool = True
    hints: bool = True
    chat: bool = True
    listed: bool = True  # shown among the open tables; otherwise joined only by its link
    clock: Annotated[int, Meta(ge=5, le=14 * 86400)] | None = None  # seconds per move
    bank: Annotated[int, Meta(ge=30, le=90 * 86400)] | None = None  # or: seconds for the whole game,
    increment: Annotated[int, Meta(ge=0, le=7 * 86400)] = 0  # and so many more for each turn that was finished


class NewTable(_In):
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=MOST_SEATS)]
    edition: Annotated[str, Meta(max_length=40)] | None = None
    rules: Annotated[dict[str, str | int], Meta(max_length=20)] = {}
    players: Annotated[int, Meta(ge=2, le=MOST_SEATS)] | None = None  # optional: defaults to the number of seats
    starter: SeatNumber = 0
    components: list[Any] | dict[str, Any] | None = None  # the map or deck
    board: dict[str, Any] | None = None  # the same of Portobello Market,
    deck: list[Any] | dict[str, Any] | None = None  # and of Il Commercio Viaggiatore
    #: the points of a fair start in turn order, with the rule handicap fair
    head_start: Annotated[list[Annotated[int, Meta(ge=0, le=99)]], Meta(min_length=2, max_length=MOST_SEATS)] | None = (
        None
    )
    options: Options = msgspec.field(default_factory=Options)
    draw_starter: bool = False  # the fair draw decides who starts
    draw_seats: bool = False  # and who sits where
    tour: bool = False  # begin with the game's prepared position, for a guided first turn
    lesson: Annotated[str, Meta(max_length=40)] | None = None  # begin with the position of this lesson
    record: dict[str, Any] | None = None  # begin with a position of this game
    at: Annotated[int, Meta(ge=0, le=32_000)] | None = None  # which: as the frames of its replay count


class Join(_In):
    name: Name
    seat: SeatNumber | None = None


class Who(_In):
    """The requesting seat, if its cookie does not identify it."""

    seat: SeatNumber | None = None
    token: Token | None = None


# --- WebSocket, from the client ---


class SeatKey(_In):
    seat: SeatNumber
    token: Token
    contribution: Contribution | None = None


class Hello(_In, tag="hello"):
    """The first message of a connection."""

    v: int
    seats: Annotated[list[SeatKey], Meta(max_length=MOST_SEATS)] = []
    since: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    client: Identifier = "-"
    previews: bool = True
    notes: bool = True  # what a choice costs and gains, in English too
    visible: bool = True  # the page is in sight
    changes: bool = False  # after the first update, only what has changed
    contribution: Contribution | None = None  # for seats that a cookie opens: without ``seats``
    watch: bool = False  # look on, whoever it is: no seat, neither by a token nor by a cookie


class _Command(_In):
    id: Identifier
    at: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    seat: SeatNumber | None = None


class Play(_Command, tag="play", kw_only=True):
    move: MoveText


class Undo(_Command, tag="undo"):
    pass


class Say(_Command, tag="chat", kw_only=True):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Why(_Command, tag="why", kw_only=True):
    move: MoveText


class Hint(_Command, tag="hint"):
    pass


class BotFor(_Command, tag="bot_for", kw_only=True):
    """Let a bot play for ``absent``, who is away."""

    absent: SeatNumber


class ChangeSeat(_Command, tag="change_seat", kw_only=True):
    """Before the game: sit on a free seat, or in a bot's place."""

    to: SeatNumber


class FillSeats(_Command, tag="fill_seats"):
    """Let bots take the free seats and play for people who have not come, so that the game begins."""

    level: Annotated[str, Meta(max_length=20)] = "medium"
    names: Annotated[list[Name], Meta(max_length=MOST_SEATS)] = []


class TakeBackSeat(_Command, tag="take_back_seat"):
    pass


class Resign(_Command, tag="resign"):
    """Give up for good."""


class OfferEnd(_Command, tag="offer_end"):
    """Offer to end the game as it stands, or accept such an offer."""


class DeclineEnd(_Command, tag="decline_end"):
    """Play on: all offers to end are gone."""


class Deputy(_Command, tag="deputy"):
    """Which bot plays for me when my time runs out, or ``now``, until I am back; null: the usual one."""

    level: Annotated[str, Meta(max_length=20)] | None = None
    now: bool = False


class PlannedMove(_In):
    """A move to make, if my view then has this value in a field."""

    move: MoveText
    when: Annotated[str, Meta(max_length=40)] | None = None
    value: Annotated[str, Meta(max_length=64)] | int | bool | None = msgspec.field(name="is", default=None)


class Plan(_Command, tag="plan"):
    """Choose moves in advance: for each of my next decisions, the first of these that can be made."""

    steps: Annotated[list[Annotated[list[PlannedMove], Meta(min_length=1, max_length=12)]], Meta(max_length=12)] = []


class Look(_Command, tag="look"):
    """The page has come into sight, or gone out of it: who does not see it is called when it is their turn."""

    visible: bool = True


class Ping(_Command, tag="ping"):
    pass


_BeforeTheGame = ChangeSeat | FillSeats
_OfThePace = Deputy | Plan
_OfPeople = Say | BotFor | TakeBackSeat | Resign | OfferEnd | DeclineEnd
Command = Play | Undo | Why | Hint | _BeforeTheGame | _OfThePace | _OfPeople | Look | Ping
Incoming = Hello | Command


# --- what the server says ---


class SeatCard(Struct):
    """A seat as everyone sees it."""

    seat: int
    kind: Literal["person", "hotseat", "bot", "open"]
    name: str | None = None
    level: str | None = None
    temperament: str | None = None  # of a bot
    connected: bool = False
    thinking: bool = False
    away_since: int | None = None  # milliseconds since 1970
    bot_from: int | None = None  # when others may let a bot play, likewise
    bot_plays: bool = False
    resigned: bool = False
    offers_end: bool = False
    contributed: bool = False  # to the fair draw
    deputy: str | None = None  # the level of the bot that stands in, by the person's own choice
    holiday: int | None = None  # until when the clock stands or stood still, milliseconds since 1970
    program: bool = False  # a bot account: a program of somebody's own plays


class Ended(Struct):
    """A game that ended before the rules end it: its people have ``resigned`` or ``agreed``, or it was too ``long``."""

    by: str
    scores: list[int]
    winners: list[int]


class LessonCard(Struct):
    """The lesson of a table, and how the learner is doing."""

    id: str
    number: int
    of: int
    next: str | None
    outcome: Literal["open", "done", "missed"]


class TableCard(Struct, kw_only=True):
    """A table as everyone sees it."""

    id: str
    game: str
    edition: str
    rules: dict[str, str | int]
    players: int
    starter: int
    status: Literal["waiting", "playing", "over", "closed"]
    seats: list[SeatCard]
    options: Options
    commitment: str
    created: int
    at: int
    chart: Any = None  # the map or deck, if the whole table is requested
    rematch: str | None = None
    spectators: int = 0
    starter_drawn: bool = False  # by the fair draw, at the start of the game
    seats_drawn: bool = False  # likewise
    ended: Ended | None = None
    lesson: LessonCard | None = None


class Problem(Struct):
    """The form of every refusal over HTTP."""

    code: str
    sentence: str
    clause: str | None = None


class Difference(Struct):
    """How a map or deck differs: the message ``difference.KEY`` of the game's words, and its parameters."""

    key: str
    params: dict[str, str | int]


class Created(Struct):
    """A new table: links of the creator's seats contain their secret tokens, links of open seats are invitations."""

    table: str
    links: dict[str, str]
    tokens: dict[str, str]
    commitment: str
    warnings: list[str] = []  # how the map or deck sent differs from the printed game and from ours, in English
    differences: list[Difference] = []  # the same as keys of messages


class Invitations(Struct):
    """Where friends in the same network find this server; empty if it does not say."""

    addresses: list[str]


class Joined(Struct):
    table: str
    seat: int
    token: str
    link: str
    commitment: str  # before the player contributes to the draws


class Listed(Struct):
    """``announcement``: what the host has to say to everybody, or an empty text."""

    open: list[TableCard]
    watchable: list[TableCard]
    announcement: str


class Frame(Struct):
    """One step of a replay from a viewer's point of view."""

    at: int
    seat: int | None
    events: list[Any]
    view: Any
    move: str | None = None


class Replay(Struct):
    game: str
    players: int
    starter: int
    edition: str
    rules: dict[str, str | int]
    chart: Any
    viewer: int
    frames: list[Frame]
    result: dict[str, list[int]] | None = None
    differences: list[Difference] = []  # of its map or deck from the printed game and from ours


class UploadedReplay(Replay):
    """Of a record that somebody sends: also its differences in English."""

    warnings: list[str] = []


class Analysis(Struct):
    """An analysis of a game: how many decisions have been judged so far, and the result, null until all are."""

    done: int
    of: int
    analysis: dict[str, Any] | None = None


class Health(Struct):
    """``database``: events can be written; ``engine``: it is loaded."""

    alive: bool
    database: bool
    engine: bool


class Readiness(Struct):
    ready: bool


_ENCODER = msgspec.json.Encoder()
INCOMING: msgspec.json.Decoder[Incoming] = msgspec.json.Decoder(Incoming)


def encode(value: Any) -> bytes:
    """Encode as JSON. Owners convert tuples such as events with ``jsonable`` first, so nothing is guessed here."""
    return _ENCODER.encode(value)
