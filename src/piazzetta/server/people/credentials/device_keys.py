"""The key of a device: in a cookie that scripts cannot read, or as ``Authorization: Bearer me.KEY``."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

_COOKIE = "piazzetta_me"
_PATH = "/api/v1"
LONGEST_COOKIE = 400 * 24 * 3600  # seconds: the most that browsers allow; each visit to My games extends it
LONGEST_KEY = 64


def device_key(connection: HTTPConnection) -> str | None:
    """Return the key that a request presents; None if there is none."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and given.startswith("me."):
        return given[3 : 3 + LONGEST_KEY]
    return connection.cookies.get(_COOKIE, "")[:LONGEST_KEY] or None


def set_secret_cookie(
    request: Request, response: Response, name: str, value: str, path: str, seconds: int = LONGEST_COOKIE
) -> None:
    """Set a cookie that scripts cannot read, and that a browser sends only to this path of this server."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, seconds, path=path, secure=secure, httponly=True, samesite="strict")


def set_key(request: Request, response: Response, key: str) -> None:
    set_secret_cookie(request, response, _COOKIE, key, _PATH)


def drop_key(response: Response) -> None:
    response.delete_cookie(_COOKIE, path=_PATH, httponly=True, samesite="strict")
