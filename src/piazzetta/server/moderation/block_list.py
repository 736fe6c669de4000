"""The people that a person has muted or blocked. Nobody else learns of it.

Muting concerns the reader alone: their page leaves out what the other says. Blocking also keeps the other from their
tables, from being matched with them, and from asking or inviting them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import Person
from piazzetta.server.store.database import Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire import moderation as m
from piazzetta.server.wire.export import Export
from piazzetta.tables.refusals import Refused

_MOST = 500  # entries of one person
_OF = (
    "SELECT p.id, p.name, p.avatar, m.muted, m.blocked FROM piazzetta_manners m "
    "JOIN piazzetta_people p ON p.id = m.other_id WHERE m.person_id = :person ORDER BY p.name, p.id"
)
_AT = (
    "SELECT s.hash, s.person_id, COALESCE(m.muted, 0), COALESCE(m.blocked, 0) FROM piazzetta_seats s "
    "LEFT JOIN piazzetta_manners m ON m.other_id = s.person_id AND m.person_id = :person WHERE s.table_id = :table"
)
_PUT = (
    "INSERT INTO piazzetta_manners VALUES (:person, :other, :muted, :blocked) "
    "ON CONFLICT (person_id, other_id) DO UPDATE SET muted = excluded.muted, blocked = excluded.blocked"
)
_DROP = "DELETE FROM piazzetta_manners WHERE person_id = :person AND other_id = :other"
_UNFRIEND = (
    "DELETE FROM piazzetta_friends WHERE (person_id = :person AND friend_id = :other) "
    "OR (person_id = :other AND friend_id = :person)"
)
_BLOCKERS = "SELECT person_id FROM piazzetta_manners WHERE other_id = :person AND blocked = 1"
_PAIRS = (
    "SELECT person_id, other_id FROM piazzetta_manners "
    "WHERE blocked = 1 AND person_id IN :people AND other_id IN :people"
)
_DELETE = "DELETE FROM piazzetta_manners WHERE person_id = :person OR other_id = :person"
_FIRST = "SELECT body FROM piazzetta_events WHERE table_id = :table AND number = 1 AND kind = 'created'"


class BlockList(HoldsPersonalData):
    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: Person) -> list[m.BlockedPerson]:
        rows = await self._store.read(_OF, person=person.id)
        return [
            m.BlockedPerson(one, name, avatar, bool(muted), bool(blocked)) for one, name, avatar, muted, blocked in rows
        ]

    async def add_to_export(self, export: Export, person: Person) -> None:
        export.blocked = await self.of(person)

    async def deletion_of(self, person: Person, seats: Collection[str]) -> Sequence[Statement]:
        return [(_DELETE, {"person": person.id})]

    async def at(self, person: Person | None, table: str) -> dict[str, tuple[str, bool, bool]]:
        """Return, by the hash of each profile's seat, its id and whether ``person`` has muted or blocked it."""
        rows = await self._store.read(_AT, table=table, person=person.id if person else "")
        return {hashed: (other, bool(muted), bool(blocked)) for hashed, other, muted, blocked in rows}

    async def change(self, person: Person, other: str, muted: bool | None, blocked: bool | None) -> None:
        """Mute or block another profile; what is None stays as it is. Blocking also ends a friendship."""
        if other == person.id:
            raise Refused("bad", "person: this is your own profile.")
        found = await self._store.read("SELECT 1 FROM piazzetta_people WHERE id = :id", id=other)
        if not found:
            raise Refused("missing", "person: no profile has this id.")
        known = {one.id: one for one in await self.of(person)}
        before = known.get(other)
        if before is None and len(known) >= _MOST:
            raise Refused("full", f"you can block or mute at most {_MOST} players: remove one from the list first.")
        muted = (before is not None and before.muted) if muted is None else muted
        blocked = (before is not None and before.blocked) if blocked is None else blocked
        pair = {"person": person.id, "other": other}
        if not muted and not blocked:
            await self._store.write((_DROP, pair))
            return
        put = (_PUT, {**pair, "muted": int(muted), "blocked": int(blocked)})
        await self._store.write(put, *([(_UNFRIEND, pair)] if blocked else []))

    async def blockers(self, person: Person | None) -> set[str]:
        """Return the ids of those who have blocked a person; guests cannot be blocked."""
        if person is None:
            return set()
        return {row[0] for row in await self._store.read(_BLOCKERS, person=person.id)}

    async def apart(self, people: Collection[str]) -> set[tuple[str, str]]:
        """Return the pairs of these people in which one has blocked the other, each pair in both orders."""
        known = sorted({one for one in people if one})
        if len(known) < 2:
            return set()
        pairs = {(one, other) for one, other in await self._store.read(_PAIRS, people=known)}
        return pairs | {(other, one) for one, other in pairs}

    async def host_of(self, table: str) -> str | None:
        """Return the id of the profile that created a table; None if a guest did."""
        for (body,) in await self._store.read(_FIRST, table=table):
            seats = [seat.get("hash") for seat in msgspec.json.decode(body)["seats"]]
            owners = {hashed: other for hashed, (other, _, _) in (await self.at(None, table)).items()}
            return next((owners[one] for one in seats if one in owners), None)
        return None

    async def check_not_blocked(self, person: Person | None, table: str) -> None:
        """Refuse a person that the table's host has blocked, as if the seat were taken: they do not learn of it."""
        blockers = await self.blockers(person)
        if blockers and await self.host_of(table) in blockers:
            raise Refused("taken", "this seat is taken, or the game has started.")
