"""Requests and answers about blocking, muting, reports and the admin's page (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from piazzetta.server.wire.common import Body
from piazzetta.server.wire.tables import SeatNumber, Token
from piazzetta.tables.messages import Status

PersonId = Annotated[str, Meta(min_length=1, max_length=16)]
ReportId = Annotated[str, Meta(max_length=16)]
Reason = Literal["insults", "spam", "cheating", "stalling", "name", "other"]


class TowardsSeat(Body):
    """Mute or block the person of a seat; what is left out stays as it is."""

    about: SeatNumber
    muted: bool | None = None
    blocked: bool | None = None


class TowardsPerson(Body):
    """Mute or block a person of my block list; what is left out stays as it is."""

    person: PersonId
    muted: bool | None = None
    blocked: bool | None = None


class NewReport(Body):
    """A report about the person on the seat ``about``."""

    about: SeatNumber
    reason: Reason
    words: Annotated[str, Meta(max_length=500)] = ""
    #: the numbers of the chat events that are copied for the admin
    lines: Annotated[list[Annotated[int, Meta(ge=1, le=2**31 - 1)]], Meta(max_length=50)] = []
    seat: SeatNumber | None = None  # my own seat, with its token, if its cookie does not identify it
    token: Token | None = None


class SeatBlocks(Struct):
    """``known``: a person with a profile sits there, not a guest."""

    seat: int
    known: bool
    muted: bool
    blocked: bool


class TableBlocks(Struct):
    seats: list[SeatBlocks]


class BlockedPerson(Struct):
    id: str
    name: str
    avatar: str
    muted: bool
    blocked: bool


class BlockList(Struct):
    people: list[BlockedPerson]


class Reported(Struct):
    report: str


# --- the admin's page ---


class AdminEntry(Body):
    code: Annotated[str, Meta(max_length=64)]
    device: Annotated[str, Meta(max_length=60)] = ""


class Ban(Body):
    reason: Annotated[str, Meta(max_length=500)] = ""


class Announcement(Body):
    """An empty text takes it back."""

    text: Annotated[str, Meta(max_length=500)]


class Line(Struct):
    """Something that was said, copied from the log."""

    number: int
    time: int
    seat: int
    name: str
    text: str


class Report(Struct):
    """``number``: the table's latest event at that moment. ``person``: who it is about, empty for a guest."""

    id: str
    time: int
    table: str
    number: int
    seat: int
    name: str
    person: str
    by: str  # the name of the person who reports
    reason: str
    words: str
    lines: list[Line]
    settled: int | None


class Reports(Struct):
    reports: list[Report]


class AdminTable(Struct):
    id: str
    game: str
    status: Status
    created: int
    latest: int  # when something last happened
    events: int
    listed: bool
    names: list[str]


class AdminTables(Struct):
    tables: list[AdminTable]


class AdminPerson(Struct):
    id: str
    name: str
    created: int
    used: int | None  # when one of their devices was last here, to the day
    games: int
    reports: int
    banned: bool


class AdminPeople(Struct):
    people: list[AdminPerson]


class AuditEntry(Struct):
    """An action of the admin. ``host``: on which device, or ``command`` for ``piazzetta admin``."""

    id: int
    time: int
    host: str
    action: str
    about: str
    words: str


class AdminOverview(Struct):
    tables: int
    people: int
    reports: int  # that are not resolved
    announcement: str
    activity: list[AuditEntry]
