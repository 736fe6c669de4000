"""What is said about the shelf over HTTP (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from piazzetta.server.wire.common import Body
from piazzetta.server.wire.tables import GameName, Token


class Offer(Body):
    """A map or deck for everybody on this server."""

    game: GameName
    title: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\S")]
    chart: dict[str, Any] | list[Any]  # as in its file
    players: Annotated[int, Meta(ge=2, le=6)] | None = None  # how many it is meant for


class Removal(Body):
    token: Token


class ShelvedCard(Struct):
    """What stands on the shelf, without its file."""

    key: str
    game: str
    title: str
    players: int | None
    time: int  # milliseconds since 1970


class ShelvedPiece(ShelvedCard):
    """And with it."""

    chart: Any


class Shelf(Struct):
    shelf: list[ShelvedCard]


class Put(Struct):
    """It is there now; whoever has the token can take it down."""

    key: str
    token: str
