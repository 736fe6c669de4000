"""The headers of every answer, and which pages may ask: our own, and programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

from starlette.requests import HTTPConnection

from piazzetta.server.addresses import written
from piazzetta.server.settings import Settings

_POLICY = Path(__file__).parents[2] / "content_security.json"

#: Only scripts from the page's own files; nothing from anywhere else. The page needs style attributes for drawing. The
#: static site sets the same policy in its own head, where it cannot restrict framing.
_CONTENT: list[str] = json.loads(_POLICY.read_text("utf-8"))
CONTENT_SECURITY = "; ".join([*_CONTENT, "frame-ancestors 'none'"])
_ISOLATED = "Cross-Origin-Opener-Policy"
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    _ISOLATED: "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_PLAIN = [(name, value) for name, value in _HEADERS if name != _ISOLATED.lower().encode()]
_SECURE = [*_HEADERS, (b"strict-transport-security", b"max-age=31536000")]
#: What any page may show in a frame: games as spectators see them, studies and puzzles. Nothing can be done there that
#: the server would know of (``docs/programs.md``).
_FRAMED = re.compile(r"/embed/((t|replay|puzzles)/.*|study)")  # web/src/embed/embedded.ts
_IN_FRAMES = {
    b"content-security-policy": "; ".join([*_CONTENT, "frame-ancestors *"]).encode(),
    b"cross-origin-resource-policy": b"cross-origin",
}
_LOOPBACK = ("http://127.", "http://[::1]")


def origin_allowed(settings: Settings, connection: HTTPConnection) -> bool:
    """Return whether a request comes from our own page, or from a program, which sends no origin.

    Our own page is one that was loaded from where the request arrives. That is an address, never a name, so that no
    foreign site can pass for it by letting its own name point here.
    """
    origin = connection.headers.get("origin")
    return origin is None or origin in settings.allowed_origins or origin == _called(connection)


def headers_for(connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer. Browsers complain about, and ignore, an isolated window on a plain address."""
    if _FRAMED.fullmatch(connection.url.path):
        found = _SECURE if connection.url.scheme == "https" else _PLAIN
        return [(name, _IN_FRAMES.get(name, value)) for name, value in found if name != b"x-frame-options"]
    if connection.url.scheme == "https":  # as the web server in front says: then it stays so
        return _SECURE
    host = f"http://{connection.headers.get('host', '')}"
    return _PLAIN if host == _called(connection) and not host.startswith(_LOOPBACK) else _HEADERS


def _called(connection: HTTPConnection) -> str | None:
    """Return the address of this machine on which a request arrived; it may have it only since the server's start."""
    server = connection.scope.get("server")
    return written(*server) if server and server[1] else None
