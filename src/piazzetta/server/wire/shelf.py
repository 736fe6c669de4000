"""Requests and answers about shared maps and decks (``docs/protocol.md``)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from piazzetta.server.wire.common import Body
from piazzetta.server.wire.tables import GameName, Token
from piazzetta.tables.messages import Json, JsonObject


class Offer(Body):
    """Share a map or deck with everybody on this server."""

    game: GameName
    title: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\S")]
    chart: JsonObject | list[Json]  # as in its file
    players: Annotated[int, Meta(ge=2, le=6)] | None = None  # how many it is meant for


class Removal(Body):
    token: Token


class ShelvedCard(Struct):
    """A shared map or deck, without its file."""

    key: str
    game: str
    title: str
    players: int | None
    time: int  # milliseconds since 1970


class ShelvedPiece(ShelvedCard):
    """A shared map or deck with its file."""

    chart: Json


class Shelf(Struct):
    shelf: list[ShelvedCard]


class Put(Struct):
    """The map or deck is shared. With the token it can be taken down."""

    key: str
    token: str
