"""The people of a server: names, their devices, and which seats are theirs.

A profile is recognised by a key stored on each of its devices, a secret of 160 bits of which the server stores only the
hash. A seat is known by the hash of its token. A person who changes seats keeps the token, so a row says whose seat it
is wherever they sit. Games themselves are in the log of events, and nowhere else.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from piazzetta.server.people.bans import check_not_banned
from piazzetta.server.rooms.seat_keys import Proven, new_id, new_token, token_hash
from piazzetta.server.store.database import Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire import people as m
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import plain_text

LINK_SECONDS = 600
MOST_DEVICES = 30
_DAY = 24 * 3600 * 1000
_LINK, _RECOVERY = "link", "recovery"
#: Crockford's alphabet, to be read aloud and typed: no I, L, O, U.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0"})

_FIND = (
    "SELECT p.id, p.name, p.avatar, p.listed, p.puzzles, p.created, p.program, d.id, d.used, b.time "
    "FROM piazzetta_devices d JOIN piazzetta_people p ON p.id = d.person_id "
    "LEFT JOIN piazzetta_bans b ON b.person_id = p.id WHERE d.hash = :hash"
)
_NEW_PERSON = (
    "INSERT INTO piazzetta_people (id, name, avatar, listed, created, program) "
    "VALUES (:id, :name, :avatar, 1, :now, :program)"
)
_NEW_DEVICE = "INSERT INTO piazzetta_devices VALUES (:hash, :id, :person, :label, :now, :now)"
_NEW_CODE = "INSERT INTO piazzetta_codes VALUES (:hash, :person, :kind, :expires)"
_NEW_SEAT = (
    "INSERT INTO piazzetta_seats VALUES (:table, :hash, :person, 0, 0, :credential) "
    "ON CONFLICT (table_id, hash) DO NOTHING"
)
_REMATCH = (
    "INSERT INTO piazzetta_seats SELECT :new, hash, person_id, 0, 0, credential FROM piazzetta_seats "
    "WHERE table_id = :old ON CONFLICT (table_id, hash) DO NOTHING"
)
#: Seats of a table that were taken with a device or an access token which is no longer valid.
_SIGNED_OUT = (
    "SELECT s.hash FROM piazzetta_seats s WHERE s.table_id = :table AND s.credential <> '' "
    "AND NOT EXISTS (SELECT 1 FROM piazzetta_devices d WHERE d.id = s.credential) "
    "AND NOT EXISTS (SELECT 1 FROM piazzetta_tokens t WHERE t.id = s.credential)"
)


@dataclass(frozen=True)
class Person:
    """A profile, as recognised by the credential with which it asks."""

    id: str
    name: str
    avatar: str
    listed: bool
    puzzles: bool
    created: int
    program: bool  # a bot account
    credential: str  # the id of the device, or of the access token, with which they ask
    scopes: frozenset[str] | None = None  # of the access token; None: they ask on a device of theirs


def now() -> int:
    return int(time.time() * 1000)


def _no_code() -> Refused:
    return Refused("no_code", "this code is wrong, expired or already used: get a new one.")


def new_seat(person: str, table: str, hashed: str, credential: str) -> Statement:
    """Return the statement that gives a seat to a person, unless it belongs to somebody."""
    return _NEW_SEAT, {"table": table, "person": person, "credential": credential, "hash": hashed}


def plain_name(name: str) -> str:
    plain = plain_text(name)
    if not plain:
        raise Refused("bad", "name: must have visible characters.")
    return plain


def readable(code: str) -> str:
    """Return a code in the form that is hashed, however somebody typed it."""
    return "".join(code.upper().split()).replace("-", "").translate(_MISREAD)


@dataclass
class People:
    _store: Store
    _on_sign_out: Callable[[str], object] = lambda device: None

    # --- who it is ---

    async def find(self, key: str | None, even_banned: bool = False) -> Person | None:
        """Return the person whose device has this key; refuse a banned one unless ``even_banned``."""
        if not key:
            return None
        rows = await self._store.read(_FIND, hash=token_hash(key))
        if not rows:
            return None
        person, name, avatar, listed, puzzles, created, program, device, used, since = rows[0]
        if not even_banned:
            check_not_banned(since)
        if now() - used > _DAY:  # seldom, so that looking costs no writing
            query = "UPDATE piazzetta_devices SET used = :now WHERE id = :id"
            await self._store.write((query, {"now": now(), "id": device}))
        return Person(person, name, avatar, bool(listed), bool(puzzles), created, bool(program), device)

    async def me(self, person: Person) -> m.Me:
        """Return what a person is told about their own profile."""
        query = "SELECT count(*) FROM piazzetta_codes WHERE person_id = :id AND kind = :kind"
        recovery = bool(await self._store.value(query, id=person.id, kind=_RECOVERY))
        return m.Me(
            id=person.id,
            name=person.name,
            avatar=person.avatar,
            listed=person.listed,
            puzzles=person.puzzles,
            created=person.created,
            recovery=recovery,
            program=person.program,
        )

    async def create(self, wish: m.NewPerson) -> str:
        """Create a profile with this device, and return the device's key."""
        person, key = new_id(), new_token()
        named = {"id": person, "name": plain_name(wish.name), "avatar": wish.avatar, "program": int(wish.program)}
        await self._store.write((_NEW_PERSON, {**named, "now": now()}), self._device(person, key, wish.device))
        return key

    async def change(self, person: Person, wish: m.Change) -> None:
        if person.program and wish.program is False:  # or a program's rating would become a person's
            raise Refused("stays_program", "program: a bot account cannot be changed back.")
        values = {
            "id": person.id,
            "name": person.name if wish.name is None else plain_name(wish.name),
            "avatar": person.avatar if wish.avatar is None else wish.avatar,
            "listed": int(person.listed if wish.listed is None else wish.listed),
            "puzzles": int(person.puzzles if wish.puzzles is None else wish.puzzles),
            "program": int(person.program or bool(wish.program)),
        }
        query = (
            "UPDATE piazzetta_people SET name = :name, avatar = :avatar, listed = :listed, puzzles = :puzzles, "
            "program = :program WHERE id = :id"
        )
        await self._store.write((query, values))

    async def away_until(self, person: Person) -> int | None:
        """Return until when a person is on holiday; None if they are not."""
        query = "SELECT max(until) FROM piazzetta_holidays WHERE person_id = :id AND until > :now"
        until: int | None = await self._store.value(query, id=person.id, now=now())
        return until

    # --- their devices ---

    def _device(self, person: str, key: str, label: str) -> Statement:
        label = plain_text(label)
        return _NEW_DEVICE, {"hash": token_hash(key), "id": new_id(), "person": person, "label": label, "now": now()}

    async def devices(self, person: Person) -> list[m.Device]:
        query = "SELECT id, label, created, used FROM piazzetta_devices WHERE person_id = :id ORDER BY created, id"
        rows = await self._store.read(query, id=person.id)
        return [m.Device(one, label, created, used, one == person.credential) for one, label, created, used in rows]

    async def add_device(self, person_id: str, label: str) -> str:
        """Add a device to a profile, and return its key."""
        await self._check_devices(person_id)
        key = new_token()
        await self._store.write(self._device(person_id, key, label))
        return key

    async def _check_devices(self, person_id: str) -> None:
        """Refuse one more device than a person may have."""
        query = "SELECT count(*) FROM piazzetta_devices WHERE person_id = :id"
        if await self._store.value(query, id=person_id) >= MOST_DEVICES:
            raise Refused("full", f"a profile may have at most {MOST_DEVICES} devices: sign one out first.")

    async def sign_out(self, person: Person, device: str) -> None:
        """Sign a device of a person out, and end its connections."""
        query = "DELETE FROM piazzetta_devices WHERE person_id = :person AND id = :device"
        if await self._store.write((query, {"person": person.id, "device": device})) == [0]:
            raise Refused("missing", "you do not have this device.")
        self._on_sign_out(device)

    # --- signing in on another device ---

    async def new_link(self, person: Person) -> m.OneTimeLink:
        """Return a link that signs another device in, once and within some minutes."""
        code, expires = new_token(), now() + 1000 * LINK_SECONDS
        old = "DELETE FROM piazzetta_codes WHERE kind = :kind AND expires < :now"
        new = {"hash": token_hash(readable(code)), "person": person.id, "kind": _LINK, "expires": expires}
        await self._store.write((old, {"kind": _LINK, "now": now()}), (_NEW_CODE, new))
        return m.OneTimeLink(f"/my-games#in={code}", code, expires)

    async def new_recovery(self, person: Person) -> m.RecoveryCode:
        """Return a new recovery code of 125 bits, which replaces the one before."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(25))
        old = "DELETE FROM piazzetta_codes WHERE person_id = :id AND kind = :kind"
        new = {"hash": token_hash(code), "person": person.id, "kind": _RECOVERY, "expires": 0}
        await self._store.write((old, {"id": person.id, "kind": _RECOVERY}), (_NEW_CODE, new))
        return m.RecoveryCode("-".join(code[at : at + 5] for at in range(0, 25, 5)))

    async def code_owner(self, code: str) -> m.CodeOwner:
        """Return the profile that a code signs in; the code stays valid."""
        query = "SELECT name, avatar FROM piazzetta_people WHERE id = :id"
        rows = await self._store.read(query, id=await self._person_of(code))
        if not rows:
            raise _no_code()
        return m.CodeOwner(*rows[0])

    async def enter(self, entry: m.SignIn) -> str:
        """Add a device with a code, which is used up; return the device's key."""
        person = await self._person_of(entry.code)
        await self._check_devices(person)  # before the code is used up
        # the request that deletes the code has used it: of two at once, one comes too late
        used = "DELETE FROM piazzetta_codes WHERE hash = :hash"
        if await self._store.write((used, {"hash": token_hash(readable(entry.code))})) == [0]:
            raise _no_code()
        return await self.add_device(person, entry.device)

    async def _person_of(self, code: str) -> str:
        """Return the id of the profile that a code signs in; refuse a code that is wrong, used or too old."""
        query = "SELECT person_id, kind, expires FROM piazzetta_codes WHERE hash = :hash AND kind IN (:link, :recovery)"
        rows = await self._store.read(query, hash=token_hash(readable(code)), link=_LINK, recovery=_RECOVERY)
        if not rows or (rows[0][1] == _LINK and rows[0][2] < now()):
            raise _no_code()
        return str(rows[0][0])

    # --- their seats ---

    async def add_seats(self, person: str, table: str, hashes: Iterable[str], credential: str) -> None:
        """Give the seats with these hashes to a person, unless they belong to somebody. ``credential``: with which of
        their devices or access tokens they took them."""
        rows = [new_seat(person, table, one, credential) for one in hashes]
        if rows:
            await self._store.write(*rows)

    async def add_rematch_seats(self, old: str, new: str) -> None:
        """Give everybody their seats at the next table, where their tokens stay valid."""
        await self._store.write((_REMATCH, {"old": old, "new": new}))

    async def seats(self, person: Person | None, table: str) -> list[Proven]:
        """Return the keys of this person's seats at a table."""
        if person is None:
            return []
        query = "SELECT hash FROM piazzetta_seats WHERE table_id = :table AND person_id = :person ORDER BY hash"
        return [Proven(row[0]) for row in await self._store.read(query, table=table, person=person.id)]

    async def signed_out_seats(self, table: str) -> set[str]:
        """Return the hashes of the seats whose tokens are no longer valid by themselves, because the device that took
        them was signed out. Their owner's other devices still open them."""
        return {hashed for (hashed,) in await self._store.read(_SIGNED_OUT, table=table)}

    async def read_up_to(self, person: Person, table: str, at: int) -> None:
        """Note that a person has had the table open until this event: what was said until then counts as read."""
        query = (
            "UPDATE piazzetta_seats SET read_to = :at WHERE person_id = :person AND table_id = :table AND read_to < :at"
        )
        await self._store.write((query, {"person": person.id, "table": table, "at": at}))

    async def owner(self, table: str, hashed: str) -> str | None:
        """Return the id of the profile that has a seat; None for a guest's."""
        query = "SELECT person_id FROM piazzetta_seats WHERE table_id = :table AND hash = :hash"
        person: str | None = await self._store.value(query, table=table, hash=hashed)
        return person
