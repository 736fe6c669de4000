"""Authentication: whose profile a request comes from, by the key of a device or an access token, and what it may do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from piazzetta.server.people.credentials.access_tokens import PREFIX, AccessTokens, check_scope
from piazzetta.server.people.credentials.device_keys import LONGEST_KEY, device_key
from piazzetta.server.people.people import People, Person
from piazzetta.server.rooms.seat_keys import Key, token_hash
from piazzetta.tables.refusals import Refused


def _access_token(connection: HTTPConnection) -> str | None:
    """Return the access token that a request presents; None if there is none."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    return given[:LONGEST_KEY] if scheme.lower() == "bearer" and given.startswith(PREFIX) else None


@dataclass
class Authentication:
    _people: People
    _tokens: AccessTokens

    async def anybody(self, connection: HTTPConnection, even_banned: bool = False) -> Person | None:
        """Return who asks, on a device or with an access token of any scope; None for a guest."""
        token = _access_token(connection)
        if token is not None:
            return await self._tokens.holder(token)
        return await self._people.find(device_key(connection), even_banned)

    async def person_or_guest(
        self, connection: HTTPConnection, scope: str | None = None, even_banned: bool = False
    ) -> Person | None:
        """Return who asks; None for a guest. Refuse an access token without ``scope``; None: only devices may ask."""
        person = await self.anybody(connection, even_banned)
        if person is not None:
            check_scope(person, scope)
        return person

    async def person(self, connection: HTTPConnection, scope: str | None = None, even_banned: bool = False) -> Person:
        """Return who asks, as ``person_or_guest`` does; refuse a guest."""
        person = await self.person_or_guest(connection, scope, even_banned)
        if person is None:
            raise Refused("nobody", "you are not signed in on this device: sign in or create a profile first.")
        return person

    async def seat_keys(self, connection: HTTPConnection, table: str, scope: str) -> list[Key]:
        """Return the keys of the seats at a table that belong to who asks, whichever of their devices took them."""
        person = await self.person_or_guest(connection, scope)
        return [(0, proven) for proven in await self._people.seats(person, table)]

    async def valid_keys(self, connection: HTTPConnection, table: str, keys: Sequence[Key]) -> list[Key]:
        """Return the keys without those taken on a device that was signed out since, or with an access token that was
        revoked, unless the seat's owner presents them."""
        void = await self._people.signed_out_seats(table) if keys else set()
        if void.intersection(token_hash(token) for _, token in keys):
            void -= set(await self._people.seats(await self.anybody(connection), table))
        return [(seat, token) for seat, token in keys if token_hash(token) not in void]
