"""What is said about finding each other over HTTP (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from piazzetta.server.network.messages import Name, TableCard, Token

Pace = Literal["live", "days"]


class _In(Struct, forbid_unknown_fields=True):
    """Something a client sends."""


class NewTicket(_In):
    """A game with anybody. ``bots``: they may complete it after a while."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=2, le=6)]
    name: Name
    pace: Pace = "live"
    bots: bool = False


class Cancel(_In):
    token: Token


class Ticket(Struct):
    """The token is that of the seat to come: whoever has it, sits there."""

    token: str


class Waiting(Struct):
    """How many wait for one kind of game."""

    game: str
    players: int
    pace: str
    waiting: int


class Place(Struct):
    """How it stands with a ticket. ``bots_from``: when bots complete the game, in milliseconds since 1970, if everybody
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


class Watched(Struct):
    """A game to watch: its table, the points so far, and how interesting it is by the rule in ``docs/club.md``."""

    table: TableCard
    scores: list[int]
    interest: float


class Watch(Struct):
    """The best game now comes first."""

    tables: list[Watched]
