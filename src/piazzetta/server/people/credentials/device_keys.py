"""The key of a device: in a cookie that scripts cannot read, or as ``Authorization: Bearer me.KEY``."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

_COOKIE = "piazzetta_me"
_PATH = "/api/v1"
_SECONDS = 400 * 24 * 3600  # the most that browsers allow; each visit to My games extends it
LONGEST_KEY = 64


def device_key(connection: HTTPConnection) -> str | None:
    """Return the key that a request presents; None if there is none."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and given.startswith("me."):
        return given[3 : 3 + LONGEST_KEY]
    return connection.cookies.get(_COOKIE, "")[:LONGEST_KEY] or None


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
