"""How often an address or a person may ask, and how many connections an address may have."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network

from starlette.requests import HTTPConnection

from piazzetta.server.settings import Rate, Settings
from piazzetta.tables.refusals import Refused

_KEPT = 10_000  # addresses or people


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


class RateLimits:
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
