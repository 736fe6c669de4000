"""Access control: origins, rate limits, cookies, and the headers of every answer."""

from __future__ import annotations

import json
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from pathlib import Path

from starlette.requests import HTTPConnection

from piazzetta.server.addresses import written
from piazzetta.server.settings import Rate, Settings
from piazzetta.tables.refusals import Refused

_KEPT = 10_000  # addresses or people
_POLICY = Path(__file__).parents[1] / "content_security.json"

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
#: What any page may show in a frame: a game as spectators see it, in which nothing can be done (``docs/programs.md``).
_FRAMED = ("/embed/t/", "/embed/replay/")
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
    if connection.url.path.startswith(_FRAMED):
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


def address_of(connection: HTTPConnection) -> str:
    """Return the address that limits count for a request: of IPv6 the first 64 bits, which one household shares."""
    return counted_address(connection.client.host) if connection.client else ""


@lru_cache(maxsize=4096)
def counted_address(host: str) -> str:
    """Return the network of an IPv6 address (/64); any other address as it is."""
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address) >> 64 << 64, 64)))


class TooMuch(Refused):
    """Too often; ``seconds`` until it can be tried again."""

    def __init__(self, sentence: str, seconds: float) -> None:
        super().__init__("rate", sentence)
        self.seconds = seconds


class Bucket:
    """A token bucket: a burst limit, and a long-term rate per second."""

    __slots__ = ("_left", "_most", "_rate", "_then")

    def __init__(self, rate: Rate) -> None:
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


class Buckets:
    """A bucket for each address or person; the least recently seen are forgotten."""

    def __init__(self, rate: Rate, enabled: bool = True) -> None:
        self._rate = rate
        self._enabled = enabled
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def _of(self, who: str) -> Bucket:
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self._rate)
            if len(self._buckets) > _KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket

    def take(self, who: str) -> bool:
        return not self._enabled or self._of(who).take()

    def due(self, who: str) -> float:
        """Return seconds until the next one may be taken, after one was refused."""
        return self._of(who).due if self._enabled else 0.0

    def check(self, who: str, sentence: str) -> None:
        """Raise ``TooMuch`` if an address or a person has to wait."""
        if not self.take(who):
            raise TooMuch(sentence, self.due(who))


class PersonBuckets:
    """What each person may do, and all people of an address together, however often they connect."""

    def __init__(self, rate: Rate, settings: Settings) -> None:
        most, lasting = rate
        self._people = Buckets(rate)
        self._addresses = Buckets((settings.household * most, settings.household * lasting), settings.address_limits)

    def take(self, person: str, address: str) -> bool:
        return self._people.take(person) and self._addresses.take(address)

    def due(self, person: str, address: str) -> float:
        return max(self._people.due(person), self._addresses.due(address))

    def check(self, person: str | None, address: str, sentence: str) -> None:
        """``TooMuch`` if a person, or their address, has to wait. Guests (None) are told apart by their address alone,
        which may be a whole house: they share what is meant for one."""
        if person is not None and not self._people.take(person):
            raise TooMuch(sentence, self._people.due(person))
        if not self._addresses.take(address):
            raise TooMuch(sentence, self._addresses.due(address))


class Guard:
    """Rate limits by person and address, and connection caps by address."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._connections: Counter[str] = Counter()
        self.requests = Buckets(settings.requests, settings.address_limits)
        self.files = Buckets(settings.files, settings.address_limits)
        self.changes = Buckets(settings.changes, settings.address_limits)
        self.joins = Buckets(settings.joins, settings.address_limits)
        self.messages = PersonBuckets(settings.messages, settings)
        self.bad_messages = PersonBuckets(settings.bad_messages, settings)
        self.chats = PersonBuckets(settings.chats, settings)
        self.hints = PersonBuckets(settings.hints, settings)

    def admit(self, address: str) -> bool:
        """Return whether an address may open one more connection; if so, it is counted."""
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
    """Return the seats and tokens in a cookie, or in an ``Authorization`` header; ignores invalid entries."""
    found = []
    for part in value[:1000].split("-"):
        seat, dot, token = part.partition(".")
        if dot and seat in ("0", "1", "2", "3", "4", "5") and 0 < len(token) <= 64:
            found.append((int(seat), token))
    return found


def write_cookie(seats: list[tuple[int, str]]) -> str:
    return "-".join(f"{seat}.{token}" for seat, token in sorted(dict(seats).items()))
