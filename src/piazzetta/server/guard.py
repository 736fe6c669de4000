"""Who may come in, and how often: tokens, origins, rates, and the headers every answer carries."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from collections import OrderedDict
from pathlib import Path

from starlette.datastructures import Headers

from piazzetta.server.settings import Settings

_KEPT_ADDRESSES = 10_000

#: No script but the page's own files; nothing from anywhere else. Style attributes are how the page draws. The static
#: site says the same in its own head, where nothing can be said about frames.
CONTENT_SECURITY = "; ".join(
    [*json.loads(Path(__file__).with_name("content_security.json").read_text("utf-8")), "frame-ancestors 'none'"]
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def new_token() -> str:
    """A seat's secret: 160 bits."""
    return secrets.token_hex(20)


def new_id() -> str:
    """A table's name: 60 bits, so that a table that is not listed cannot be guessed."""
    letters = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
    return "".join(secrets.choice(letters) for _ in range(12))


def token_hash(token: str) -> str:
    """What is stored of a token. It is random and long, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def fits(token: str, stored: str | None) -> bool:
    """Whether a token is the one whose hash is stored; takes as long for a wrong one as for the right one."""
    return hmac.compare_digest(token_hash(token), stored or "0" * 64) and stored is not None


def origin_allowed(settings: Settings, headers: Headers) -> bool:
    """A browser says which page calls; only own pages may. A program that is no browser says nothing."""
    origin = headers.get("origin")
    return origin is None or origin in settings.allowed_origins


class Bucket:
    """So many at once, and so many a second in the long run."""

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


class AddressBuckets:
    """A bucket for each address; the addresses heard of least recently are forgotten."""

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


# --- cookies: one for each table, with the tokens of all seats this browser holds ---


def cookie_name(table: str) -> str:
    return f"piazzetta_{table}"


def read_cookie(value: str) -> list[tuple[int, str]]:
    """Seats and tokens of a cookie; what is none is left out."""
    found = []
    for part in value[:1000].split("-"):
        seat, dot, token = part.partition(".")
        if dot and seat in ("0", "1", "2", "3", "4", "5") and 0 < len(token) <= 64:
            found.append((int(seat), token))
    return found


def write_cookie(seats: list[tuple[int, str]]) -> str:
    return "-".join(f"{seat}.{token}" for seat, token in sorted(dict(seats).items()))
