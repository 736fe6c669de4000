"""The checks that endpoints declare: who asks, whether they may, and how often."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NewType

from starlette.requests import Request

from piazzetta.server.moderation.admin import Admin
from piazzetta.server.people.credentials.authentication import Authentication
from piazzetta.server.people.credentials.device_keys import device_key
from piazzetta.server.people.people import People, Person
from piazzetta.server.rooms.seat_keys import Key
from piazzetta.server.routes.http.cookies import cookie_name, read_cookie
from piazzetta.server.routes.http.rate_limits import Buckets, PersonBuckets
from piazzetta.server.settings import Settings
from piazzetta.server.wire.tables import Who
from piazzetta.tables.refusals import Refused

#: Scopes of endpoints besides those of tokens (``access_tokens``): a device of the profile, or any token.
DEVICE: Final = "device"
ANY_TOKEN: Final = "any token"

#: Which of the admin's devices asks.
AdminDevice = NewType("AdminDevice", str)
ADMIN_COOKIE = "piazzetta_host"
_LONGEST = 64


@dataclass
class RequestChecks:
    _settings: Settings
    _people: People
    _authentication: Authentication
    _admin: Admin
    _by_address: dict[str, Buckets] = field(default_factory=dict)
    _by_person: dict[str, PersonBuckets] = field(default_factory=dict)

    async def person(self, request: Request, scope: str | None, required: bool, banned: bool = False) -> Person | None:
        """Return who asks; None for a guest, who is refused where a person is ``required``. Refuse an access token
        without ``scope``."""
        if scope == ANY_TOKEN:
            return await self._authentication.anybody(request, banned)
        scope = None if scope == DEVICE else scope
        if required:
            return await self._authentication.person(request, scope, banned)
        return await self._authentication.person_or_guest(request, scope, banned)

    async def stranger(self, request: Request) -> None:
        """Refuse a device that belongs to a person."""
        if await self._people.find(device_key(request)) is not None:
            raise Refused("somebody", "someone is already signed in on this device: sign out first.")

    async def admin(self, request: Request) -> AdminDevice:
        """Return which of the admin's devices asks; for everybody else nothing here."""
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and given.startswith("host."):
            key: str | None = given[5 : 5 + _LONGEST]
        else:
            key = request.cookies.get(ADMIN_COOKIE, "")[:_LONGEST] or None
        device = await self._admin.device(key)
        if device is None:
            raise Refused("missing", "nothing here.")
        return AdminDevice(device)

    async def seat_keys(self, request: Request, who: Who, scope: str | None) -> list[Key]:
        """Return the seats that a request can act for: from the body, the ``Authorization`` header, or else the cookies
        of the table and of the person."""
        table = request.path_params["table"]
        if who.token is not None and who.seat is not None:
            return await self._authentication.valid_keys(request, table, [(who.seat, who.token)])
        assert scope is not None
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        presented = given if scheme.lower() == "bearer" else request.cookies.get(cookie_name(table), "")
        keys = await self._authentication.valid_keys(request, table, read_cookie(presented))
        return [*keys, *await self._authentication.seat_keys(request, table, scope)]

    def limit(self, rate: str, sentence: str, person: str | None, address: str) -> None:
        """Refuse a request that comes too often, by this rate of the settings. ``person``: None where only addresses
        are counted; empty for a guest."""
        allowed = getattr(self._settings, rate)
        if person is None:
            if rate not in self._by_address:
                self._by_address[rate] = Buckets(allowed, self._settings.address_limits)
            self._by_address[rate].check(address, sentence)
        else:
            if rate not in self._by_person:
                self._by_person[rate] = PersonBuckets(allowed, self._settings)
            self._by_person[rate].check(person or None, address, sentence)
