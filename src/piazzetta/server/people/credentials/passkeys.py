"""Passkeys (WebAuthn): a person comes in on a new device with the key that their phone, computer or stick keeps.

A passkey belongs to the host name of the page, so it needs a page with a name in a secure context: https or localhost.
The server keeps public keys. What an authenticator signs is a challenge that is good once, for some minutes; challenges
wait among the codes of people (``piazzetta_codes``), so that any process of the server can check the answer.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from ipaddress import ip_address
from types import ModuleType
from urllib.parse import urlsplit

from piazzetta.errors import BadInput
from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import People, Person, now
from piazzetta.server.rooms.seat_keys import new_id, token_hash
from piazzetta.server.store.store import Store
from piazzetta.server.wire import credentials as m
from piazzetta.server.wire.export import Export
from piazzetta.tables.messages import JsonObject
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import plain_text

MOST_PASSKEYS = 20
_MILLISECONDS = 300_000
_NEW, _IN = "passkey-new", "passkey-in"  # what a challenge is for

_OF = (
    "SELECT id, credential, site, label, created, used FROM piazzetta_passkeys WHERE person_id = :person "
    "ORDER BY created, id"
)
_FIND = "SELECT person_id, public_key, uses, site FROM piazzetta_passkeys WHERE hash = :hash"
_PUT = (
    "INSERT INTO piazzetta_passkeys (hash, id, person_id, credential, public_key, uses, site, label, created, used) "
    "VALUES (:hash, :id, :person, :credential, :public_key, :uses, :site, :label, :now, :now) "
    "ON CONFLICT (hash) DO NOTHING"
)
_USED = "UPDATE piazzetta_passkeys SET uses = :uses, used = :now WHERE hash = :hash"
_GONE = "DELETE FROM piazzetta_passkeys WHERE person_id = :person AND id = :id"
_CHALLENGE = "INSERT INTO piazzetta_codes (hash, person_id, kind, expires) VALUES (:hash, :person, :kind, :expires)"
_OLD = "DELETE FROM piazzetta_codes WHERE kind IN (:new, :into) AND expires < :now"
_TAKE = "DELETE FROM piazzetta_codes WHERE hash = :hash AND kind = :kind AND person_id = :person AND expires >= :now"


class Site:
    """The page that asks: its origin, and the host name to which its passkeys belong."""

    def __init__(self, origin: str | None) -> None:
        parts = urlsplit(origin or "")
        host = parts.hostname or ""
        if parts.scheme != "https" and host != "localhost":
            raise Refused("no_passkeys", "passkeys need a page loaded over https or from localhost.")
        if not host or _is_address(host):
            raise Refused("no_passkeys", "passkeys need a domain name, and this page has only an IP address.")
        self.origin = origin or ""
        self.host = host


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


async def _loaded() -> ModuleType:
    """Return the library, loaded beside the event loop: nobody else should wait for it."""
    if find_spec("webauthn") is None:
        raise Refused("passkeys_off", "this server has no passkeys: its admin installs piazzetta[club] for that.")
    return await asyncio.to_thread(import_module, "piazzetta.server.people.credentials.ceremonies")


def _refusal() -> Refused:
    return Refused("no_passkey", "this passkey is not registered here, or the request took too long; please try again.")


@dataclass
class Passkeys(HoldsPersonalData):
    _store: Store
    _people: People

    async def of(self, person: Person) -> list[m.Passkey]:
        rows = await self._store.read(_OF, person=person.id)
        return [m.Passkey(one, label, site, created, used) for one, _, site, label, created, used in rows]

    async def add_to_export(self, export: Export, person: Person) -> None:
        export.passkeys = await self.of(person)

    async def remove(self, person: Person, passkey: str) -> None:
        if await self._store.write((_GONE, {"person": person.id, "id": passkey})) == [0]:
            raise Refused("missing", "you do not have this passkey.")

    async def ask_for_new(self, site: Site, person: Person) -> m.PasskeyOptions:
        """Return what the browser needs to make a passkey."""
        rows = await self._store.read(_OF, person=person.id)
        if len(rows) >= MOST_PASSKEYS:
            raise Refused("full", f"a profile may have at most {MOST_PASSKEYS} passkeys: remove one first.")
        known = [row[1] for row in rows if row[2] == site.host]
        challenge, options = (await _loaded()).wish_for_new(site.host, person.id, person.name, known)
        await self._note(challenge, _NEW, person.id)
        return m.PasskeyOptions(options)

    async def add(self, site: Site, person: Person, wish: m.PasskeyAnswer) -> m.Passkey:
        challenge = await self._take(wish.credential, _NEW, person.id)
        try:
            found = (await _loaded()).registered(wish.credential, challenge, site.host, site.origin)
        except BadInput:
            raise _refusal() from None
        credential, public_key, uses = found
        made = m.Passkey(new_id(), plain_text(wish.device), site.host, now(), now())
        row: dict[str, object] = {"hash": token_hash(credential), "id": made.id, "person": person.id}
        row |= {"credential": credential, "public_key": public_key, "uses": uses}
        row |= {"site": site.host, "label": made.label, "now": made.created}
        if await self._store.write((_PUT, row)) == [0]:
            raise _refusal()
        return made

    async def ask_who(self, site: Site) -> m.PasskeyOptions:
        """Return what the browser needs to ask for any passkey of this page."""
        challenge, options = (await _loaded()).wish_for_any(site.host)
        await self._note(challenge, _IN, "")
        return m.PasskeyOptions(options)

    async def enter(self, site: Site, wish: m.PasskeyAnswer) -> str:
        """Sign a new device in with a passkey, and return the device's key."""
        challenge = await self._take(wish.credential, _IN, "")
        hashed = token_hash(str(wish.credential.get("id", "")))
        rows = await self._store.read(_FIND, hash=hashed)
        if not rows or rows[0][3] != site.host:
            raise _refusal()
        person, public_key, uses, _ = rows[0]
        check = (await _loaded()).recognized
        try:
            uses = check(wish.credential, challenge, site.host, site.origin, public_key, uses)
        except BadInput:
            raise _refusal() from None
        await self._store.write((_USED, {"uses": uses, "now": now(), "hash": hashed}))
        return await self._people.add_device(person, wish.device)

    # --- challenges ---

    async def _note(self, challenge: bytes, kind: str, person: str) -> None:
        row = {"hash": token_hash(challenge.hex()), "person": person, "kind": kind, "expires": now() + _MILLISECONDS}
        await self._store.write((_OLD, {"new": _NEW, "into": _IN, "now": now()}), (_CHALLENGE, row))

    async def _take(self, credential: JsonObject, kind: str, person: str) -> bytes:
        """Return the challenge that an answer is for, and use it up by deleting it."""
        try:
            challenge: bytes = (await _loaded()).challenge_of(credential)
        except BadInput:
            raise _refusal() from None
        row = {"hash": token_hash(challenge.hex()), "kind": kind, "person": person, "now": now()}
        if await self._store.write((_TAKE, row)) == [0]:
            raise _refusal()
        return challenge
