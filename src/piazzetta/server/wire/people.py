"""Requests and answers about profiles, My games, holidays, statistics and ratings (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta, Struct

from piazzetta.server.wire.common import Body
from piazzetta.server.wire.tables import Name, SeatNumber, TableId, Token, VisibleName
from piazzetta.tables.messages import EventData, SeatKind, Status

Avatar = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9-]*$")]
Label = Annotated[str, Meta(max_length=60)]


class NewPerson(Body):
    name: VisibleName
    avatar: Avatar = ""
    device: Label = ""  # the name that its owner gives this device
    program: bool = False  # a bot account: a program plays for it


class Change(Body):
    """What is left out stays as it is."""

    name: Name | None = None
    avatar: Avatar | None = None
    listed: bool | None = None
    puzzles: bool | None = None
    program: bool | None = None  # true: a bot account from now on


class SeatClaim(Body):
    table: TableId
    seat: SeatNumber
    token: Token


class Claims(Body):
    """Seats that were taken on this device as a guest, and belong to the profile from now on."""

    seats: Annotated[list[SeatClaim], Meta(max_length=50)]


class GuestSeat(SeatClaim):
    """A seat of a guest. ``read``: the last event of the table that they have seen; its later messages are unread."""

    read: Annotated[int, Meta(ge=0, le=2**53)] = 2**53


class GuestSeats(Body):
    """Seats that were taken on this device as a guest."""

    seats: Annotated[list[GuestSeat], Meta(max_length=20)]


class SignIn(Body):
    """Sign in with the code of a one-time link, or with the recovery code."""

    code: Annotated[str, Meta(max_length=64)]
    device: Label = ""


class CodeQuestion(Body):
    """Ask whose profile a code signs in. The code stays valid."""

    code: Annotated[str, Meta(max_length=64)]


class DeleteProfile(Body):
    """Delete my profile. ``name``: my name, so that nobody does it by mistake."""

    name: Annotated[str, Meta(max_length=40)]


class HideGame(Body):
    """Whether My games hides a game."""

    hidden: bool


class Me(Struct):
    id: str
    name: str
    avatar: str
    listed: bool  # on the leaderboard
    puzzles: bool  # whether puzzles may be made of their games
    created: int  # milliseconds since 1970
    recovery: bool  # whether there is a recovery code
    program: bool  # a bot account


class WhoAmI(Struct):
    me: Me | None


class SignedIn(Struct):
    """The profile of this device. The key is also set as a cookie; programs send it as ``Bearer me.KEY``."""

    me: Me
    key: str


class CodeOwner(Struct):
    """The profile that a code signs in, so that the page can ask first."""

    name: str
    avatar: str


class Claimed(Struct):
    claimed: int
    refused: list[str]  # tables whose seats have other tokens, or belong to another profile


class OneTimeLink(Struct):
    """Signs another device in, once."""

    link: str
    code: str
    expires: int


class RecoveryCode(Struct):
    """Shown once: the server stores only its hash."""

    code: str


class Device(Struct):
    id: str
    label: str
    created: int
    used: int  # when it was last used, to the day
    this: bool


class Devices(Struct):
    devices: list[Device]


# --- My games ---


class OngoingSeat(Struct):
    kind: SeatKind
    name: str | None
    level: str | None
    score: int | None
    bot_plays: bool
    resigned: bool
    program: bool
    deadline: int | None = None  # when its time runs out, if it is asked
    bank: int | None = None  # milliseconds for the rest of the game, where it waits
    holiday: int | None = None  # the end of its player's latest holiday, until which its clock stands still


class LastMove(TypedDict):
    """The latest move, as spectators saw it."""

    seat: int | None
    events: list[EventData]


class OngoingGame(Struct, kw_only=True):
    """A game in progress, as everybody at the table may know it."""

    table: str
    game: str
    edition: str
    status: Status
    created: int
    at: int
    yours: list[int]
    my_turn: bool
    since: int | None  # since when the game waits for the next decision
    deadline: int | None
    round: int | None
    awaited: list[int]
    seats: list[OngoingSeat]
    last: LastMove | None
    unread: int  # messages of others, up to 20
    hidden: bool
    lesson: bool = False  # or a tour: no other player waits


class FinishedSeat(Struct):
    kind: SeatKind
    name: str | None
    level: str | None
    score: int
    won: bool


class FinishedGame(Struct, kw_only=True):
    table: str
    game: str
    edition: str
    ended: int
    by: str | None  # resigned, agreed, long; null if the rules ended it
    counted: bool  # for ratings
    yours: list[int]
    won: bool
    seats: list[FinishedSeat]
    hidden: bool


class Finished(Struct):
    finished: list[FinishedGame]
    more: bool


class MyGames(Struct):
    """Games that wait for the person first; the latest finished ones, and whether there are more."""

    games: list[OngoingGame]
    finished: list[FinishedGame]
    more: bool


# --- statistics and ratings ---


class Tally(Struct):
    """Games of one kind: ``sources`` are the mean points of a game from each source, where the rules ended it."""

    game: str
    edition: str
    players: int
    games: int
    wins: int  # alone or shared
    points: float  # the mean
    sources: dict[str, float]


class Opponent(Struct):
    """An opponent: a profile, a guest by name, or a level of bots."""

    kind: Literal["person", "guest", "bot"]
    name: str
    games: int
    ahead: int  # games in which I was placed before them
    behind: int


class Played(Struct):
    """One of the latest games; the oldest comes first."""

    table: str
    game: str
    ended: int
    players: int
    score: int
    rank: int
    won: bool


class Statistics(Struct):
    games: int
    wins: int  # alone or shared
    streak: int  # games won in a row up to now
    best_streak: int
    tallies: list[Tally]
    opponents: list[Opponent]
    latest: list[Played]


class Member(Struct):
    """A line of the leaderboard: a profile, or a level of bots."""

    place: int
    kind: Literal["person", "bot"]
    name: str
    avatar: str
    rating: int
    uncertainty: int  # two standard deviations
    games: int
    wins: float
    me: bool
    program: bool  # a bot account


class LeaderboardTable(Struct):
    players: int
    games: int
    members: list[Member]


class Ratings(Struct):
    game: str
    tables: list[LeaderboardTable]


class NewHoliday(Body):
    """Until when I am away, in milliseconds since 1970; null: I am back."""

    until: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None


class Holiday(Struct):
    """``left``: how many milliseconds of holidays may still be taken, of ``most`` in a year."""

    until: int | None  # null: not on holiday
    left: int
    most: int
