"""Requests and answers about quick matches, friends and games to watch (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from piazzetta.server.wire.common import Body
from piazzetta.server.wire.people import OngoingGame
from piazzetta.server.wire.tables import GameName, NewToken, TableId, Token, VisibleName
from piazzetta.tables.messages import TableCard

Pace = Literal["live", "days"]
PaceFilter = Annotated[Literal["live", "days", "free"], Meta(description="must be one of live, days, free")]
Players = Annotated[int, Meta(ge=2, le=6, description="must be a number from 2 to 6")]
FreeSeats = Annotated[int, Meta(ge=1, le=5, description="must be a number from 1 to 5")]


class NewTicket(Body):
    """Join the queue for a quick match. ``bots``: bots may take the missing seats after a while. ``token``: the
    ticket's secret, random and of your own choice; asking again with it, because an answer was lost, returns the same
    ticket."""

    game: GameName
    players: Players
    name: VisibleName
    pace: Pace = "live"
    bots: bool = False
    token: NewToken | None = None


class Cancel(Body):
    token: Token


class Ticket(Struct):
    """A ticket of the queue. Its token becomes the token of the seat."""

    token: str


class Waiting(Struct):
    """How many people wait for one kind of game."""

    game: str
    players: int
    pace: Pace
    waiting: int


class Place(Struct):
    """The status of a ticket. ``bots_from``: when bots take the missing seats, in milliseconds since 1970, if everybody
    agrees."""

    state: Literal["waiting", "seated"]
    waiting: int
    since: int
    bots_from: int | None = None
    table: str | None = None
    seat: int | None = None


class Match(Struct):
    waiting: list[Waiting]
    ticket: Place | None = None


# --- friends ---

PersonId = Annotated[str, Meta(min_length=1, max_length=16)]


class Befriend(Body):
    """Send a friend request, or accept one."""

    person: PersonId


class Presence(Body):
    """Whether friends see that I am online, and at which public table."""

    shown: bool


class Invite(Body):
    """Invite a friend to a table with a free seat, at which I sit."""

    person: PersonId
    table: TableId


class DeclineInvitation(Body):
    """Remove all invitations to a table."""

    table: TableId


class Somebody(Struct):
    """``rating``: the best rating minus its uncertainty, over all games and numbers of players; null: unrated."""

    id: str
    name: str
    avatar: str
    rating: int | None


class Found(Struct):
    people: list[Somebody]


class Friend(Struct):
    """``here`` and ``table``: only if the friend shows them."""

    id: str
    name: str
    avatar: str
    here: bool
    table: str | None


class Asking(Struct):
    """The other person of a friend request."""

    id: str
    name: str
    avatar: str


class Invitation(Struct):
    """A friend's invitation to a table."""

    name: str
    avatar: str
    table: str
    time: int


class Friends(Struct):
    shown: bool
    friends: list[Friend]
    asking: list[Asking]  # they wait for my answer
    asked: list[Asking]  # I wait for theirs
    invitations: list[Invitation]


class Pending(Struct):
    """What waits for a person: games in which it is their turn or in which they have unread messages, and
    invitations."""

    games: list[OngoingGame]
    invitations: list[Invitation]
    others: int  # games of theirs that wait for other players


class Watched(Struct):
    """A game to watch: its table, the points so far, and how interesting it is by the rule in ``docs/lobby.md``."""

    table: TableCard
    scores: list[int]
    interest: float


class Watch(Struct):
    """The most interesting game comes first."""

    tables: list[Watched]
