"""The key of a person's device: in a cookie that scripts cannot read, or as ``Authorization: Bearer me.KEY``."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from piazzetta.server.people.people import People
from piazzetta.server.registry import TableRegistry
from piazzetta.server.tokens import Key, token_hash

_COOKIE = "piazzetta_me"
_PATH = "/api/v1"
_SECONDS = 400 * 24 * 3600  # the most that browsers allow; each visit to one's desk begins it anew
_LONGEST = 64


def device_key(connection: HTTPConnection) -> str | None:
    """The key that a request presents, if any."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and given.startswith("me."):
        return given[3 : 3 + _LONGEST]
    return connection.cookies.get(_COOKIE, "")[:_LONGEST] or None


async def person_keys(people: People, connection: HTTPConnection, table: str) -> list[Key]:
    """The seats of a table that belong to whoever asks, whichever of their devices took them."""
    person = await people.find(device_key(connection))
    return [(0, proven) for proven in await people.seats(person, table)]


async def note_seats(registry: TableRegistry, request: Request, table: str, tokens: Iterable[str]) -> None:
    """Somebody has taken seats: if we know them, all their devices have them."""
    person = await registry.people.find(device_key(request))
    await registry.note(person, table, [token_hash(token) for token in tokens])


def set_key(request: Request, response: Response, key: str) -> None:
    response.set_cookie(
        _COOKIE,
        key,
        max_age=_SECONDS,
        path=_PATH,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def drop_key(response: Response) -> None:
    response.delete_cookie(_COOKIE, path=_PATH, httponly=True, samesite="strict")
