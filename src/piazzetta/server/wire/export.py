"""Everything that is stored about a person, as ``GET /me/export`` gives it."""

from __future__ import annotations

from msgspec import Struct

from piazzetta.server.wire.credentials import Passkey, TokenCard
from piazzetta.server.wire.moderation import BlockedPerson
from piazzetta.server.wire.moments import KeptMoment
from piazzetta.server.wire.people import Device, Me
from piazzetta.tables.messages import JsonObject


class OwnMessage(Struct):
    time: int
    text: str


class OwnResult(Struct):
    """How a game ended for the person."""

    game: str
    edition: str
    players: int
    ended: int
    score: int
    won: bool
    rank: int
    sources: dict[str, int]  # points by where they come from; empty: not known


class OwnGame(Struct):
    table: str
    hidden: bool
    read_to: int  # the last message that was read
    name: str | None
    said: list[OwnMessage]
    result: OwnResult | None


class OwnChannel(Struct):
    kind: str
    address: str
    target: JsonObject  # as it is stored


class OwnHoliday(Struct):
    begun: int
    until: int


class OwnFriend(Struct):
    person: str
    state: str  # friends or asked
    since: int


class OwnMoment(KeptMoment):
    """A moment to learn from."""

    card: JsonObject


class OwnReport(Struct):
    time: int
    table: str
    seat: int
    reason: str
    words: str


class Export(Struct, kw_only=True):
    """Everything that is stored about a person."""

    me: Me
    devices: list[Device]
    games: list[OwnGame]
    calls: list[OwnChannel] = []
    passkeys: list[Passkey] = []
    tokens: list[TokenCard] = []
    holidays: list[OwnHoliday]
    blocked: list[BlockedPerson] = []  # people they have muted or blocked
    friends: list[OwnFriend] = []
    moments: list[OwnMoment] = []
    reports: list[OwnReport] = []  # what they have reported to the admin
