"""Access control: origins, rate limits, cookies, and the headers of every answer."""

from __future__ import annotations

import json
import time
from collections import Counter, OrderedDict
from pathlib import Path

from starlette.requests import HTTPConnection

from piazzetta.server.addresses import written
from piazzetta.server.settings import Settings

_KEPT_ADDRESSES = 10_000
_POLICY = Path(__file__).parents[1] / "content_security.json"

#: Only scripts from the page's own files; nothing from anywhere else. The page needs style attributes for drawing. The
#: static site sets the same policy in its own head, where it cannot restrict framing.
CONTENT_SECURITY = "; ".join([*json.loads(_POLICY.read_text("utf-8")), "frame-ancestors 'none'"])
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
_LOOPBACK = ("http://127.", "http://[::1]")


def origin_allowed(settings: Settings, connection: HTTPConnection) -> bool:
    """A browser says which page makes the request; only our own pages may. Other programs send no origin.

    Our own page is one that was loaded from where the request arrives. That is an address, never a name, so that no
    foreign site can pass for it by letting its own name point here.
    """
    origin = connection.headers.get("origin")
    return origin is None or origin in settings.allowed_origins or origin == _called(connection)


def headers_for(connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
    """The headers of every answer. Browsers ignore, and complain about, an isolated window on a plain address."""
    host = f"http://{connection.headers.get('host', '')}"
    return _PLAIN if host == _called(connection) and not host.startswith(_LOOPBACK) else _HEADERS


def _called(connection: HTTPConnection) -> str | None:
    """The address of this machine on which a request arrived; it may have it only since the server's start."""
    server = connection.scope.get("server")
    return written(*server) if server and server[1] else None


class Bucket:
    """A token bucket: a burst limit, and a long-term rate per second."""

    __slots__ = ("_left", "_most", "_rate", "_then")

    def __init__(self, rate: tuple[float, float]) -> None:
        self._most, self._rate = rate
        self._left = self._most
        self._then = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def due(self) -> float:
        """Seconds until the next one may be taken, after one was refused."""
        return max(0.0, (1 - self._left) / self._rate)


class AddressBuckets:
    """A bucket for each address; the least recently seen addresses are forgotten."""

    def __init__(self, rate: tuple[float, float], enabled: bool) -> None:
        self._rate = rate
        self._enabled = enabled
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        if not self._enabled:
            return True
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate)
            if len(self._buckets) > _KEPT_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()


class Guard:
    """Rate limits and connection caps by address."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._connections: Counter[str] = Counter()
        self.requests = AddressBuckets(settings.requests, settings.address_limits)
        self.files = AddressBuckets(settings.files, settings.address_limits)
        self.changes = AddressBuckets(settings.changes, settings.address_limits)
        self.joins = AddressBuckets(settings.joins, settings.address_limits)

    def admit(self, address: str) -> bool:
        """Whether an address may open one more connection; if so, it is counted."""
        settings = self._settings
        many = settings.address_limits and self._connections[address] >= settings.most_per_address
        if many or self._connections.total() >= settings.most_connections:
            return False
        self._connections[address] += 1
        return True

    def dismiss(self, address: str) -> None:
        self._connections[address] -= 1
        if not self._connections[address]:
            del self._connections[address]


# --- cookies: one for each table, with the tokens of all seats this browser holds ---


def cookie_name(table: str) -> str:
    return f"piazzetta_{table}"


def read_cookie(value: str) -> list[tuple[int, str]]:
    """The seats and tokens in a cookie; ignores invalid entries."""
    found = []
    for part in value[:1000].split("-"):
        seat, dot, token = part.partition(".")
        if dot and seat in ("0", "1", "2", "3", "4", "5") and 0 < len(token) <= 64:
            found.append((int(seat), token))
    return found


def write_cookie(seats: list[tuple[int, str]]) -> str:
    return "-".join(f"{seat}.{token}" for seat, token in sorted(dict(seats).items()))
