"""Who asks: the key of a person's device, in a cookie that scripts cannot read or as ``Authorization: Bearer me.KEY``,
or a token that they gave to a program, ``Bearer tok.…``."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from piazzetta.server.people.credentials.access_tokens import PREFIX, check_scope, holder
from piazzetta.server.people.people import People, Person
from piazzetta.server.rooms.seat_keys import Key

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


def _program_token(connection: HTTPConnection) -> str | None:
    """The personal token that a request presents, if any."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    return given[:_LONGEST] if scheme.lower() == "bearer" and given.startswith(PREFIX) else None


async def somebody(people: People, connection: HTTPConnection, banned: bool = False) -> Person | None:
    """Who asks, on a device or by a program with whatever token; None if we do not know them."""
    token = _program_token(connection)
    return await people.find(device_key(connection), banned) if token is None else await holder(people, token)


async def who_asks(
    people: People, connection: HTTPConnection, scope: str | None = None, banned: bool = False
) -> Person | None:
    """Who asks for something that needs a scope, if it is a program that asks; None: only devices may."""
    person = await somebody(people, connection, banned)
    if person is not None:
        check_scope(person, scope)
    return person


async def person_keys(people: People, connection: HTTPConnection, table: str, scope: str) -> list[Key]:
    """The seats of a table that belong to whoever asks, whichever of their devices took them."""
    person = await who_asks(people, connection, scope)
    return [(0, proven) for proven in await people.seats(person, table)]


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
