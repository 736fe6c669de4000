"""What the admin of a server does: ban, announce, delete tables, resolve reports; and which browsers are theirs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from piazzetta.server.moderation.audit_log import AuditLog
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.people.bans import Bans, ban_of, unban_of
from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import Person, now, readable
from piazzetta.server.rooms.plans import plans_of
from piazzetta.server.rooms.seat_keys import new_id, new_token, token_hash
from piazzetta.server.store.database import Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire import moderation as m
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import plain_text

LINK_SECONDS = 600
#: Who has acted with a command in a terminal.
COMMAND = "command"
_KIND = "host"  # of a code

_ROWS_OF_A_TABLE = ("events", "leases", "seats", "desk", "results", "calls", "seatings", "notes")


def deletion_of_table(table: str) -> list[Statement]:
    """Return the statements that delete a table. Reports about it stay until their own time is over."""
    rows = [f"DELETE FROM piazzetta_{one} WHERE table_id = :table" for one in _ROWS_OF_A_TABLE]
    channels = "DELETE FROM piazzetta_ways WHERE owner = :owner"
    return [
        *((one, {"table": table}) for one in rows),
        ("DELETE FROM piazzetta_events WHERE table_id = :plans", {"plans": plans_of(table)}),
        ("DELETE FROM piazzetta_tables WHERE id = :table", {"table": table}),
        (channels, {"owner": f"table {table}"}),
    ]


@dataclass
class Admin(HoldsPersonalData):
    """Every method that changes something takes the id of the admin's device, or ``COMMAND``, for the audit log."""

    _store: Store
    _audit_log: AuditLog
    _reports: Reports

    # --- the admin's devices ---

    async def new_code(self) -> str:
        """Return a new code that makes one browser the admin's, within ten minutes."""
        code = new_token()
        old = "DELETE FROM piazzetta_codes WHERE kind = :kind AND expires < :now"
        new = "INSERT INTO piazzetta_codes VALUES (:hash, '', :kind, :expires)"
        values = {"hash": token_hash(readable(code)), "kind": _KIND, "expires": now() + 1000 * LINK_SECONDS}
        await self._store.write((old, {"kind": _KIND, "now": now()}), (new, values))
        await self._audit_log.act(COMMAND, "link")
        return code

    async def enter(self, entry: m.AdminEntry) -> str:
        """Make a browser the admin's with a code, and return its key."""
        hashed = token_hash(readable(entry.code))
        used = "DELETE FROM piazzetta_codes WHERE hash = :hash AND kind = :kind AND expires >= :now"
        if await self._store.write((used, {"hash": hashed, "kind": _KIND, "now": now()})) == [0]:
            raise Refused("no_code", "this code is wrong, expired or already used: get a new one.")
        key, device = new_token(), new_id()
        new = "INSERT INTO piazzetta_hosts VALUES (:hash, :id, :label, :now)"
        label = plain_text(entry.device)
        values = {"hash": token_hash(key), "id": device, "label": label, "now": now()}
        await self._audit_log.act(device, "enter", "", label, (new, values))
        return key

    async def device(self, key: str | None) -> str | None:
        """Return the id of the admin's device that has this key; None if none has."""
        if not key:
            return None
        device: str | None = await self._store.value(
            "SELECT id FROM piazzetta_hosts WHERE hash = :hash", hash=token_hash(key)
        )
        return device

    async def leave(self, admin: str) -> None:
        """Sign a browser of the admin out."""
        gone = "DELETE FROM piazzetta_hosts WHERE id = :id"
        await self._audit_log.act(admin, "leave", "", "", (gone, {"id": admin}))

    # --- actions ---

    async def ban(self, admin: str, person: str, reason: str) -> None:
        """Ban a person from the server."""
        if not await self._store.read("SELECT 1 FROM piazzetta_people WHERE id = :id", id=person):
            raise Refused("missing", "person: no profile has this id.")
        reason = plain_text(reason)
        await self._audit_log.act(admin, "ban", person, reason, ban_of(person, reason, now()))

    async def unban(self, admin: str, person: str) -> None:
        """End a ban."""
        if not await Bans(self._store).is_banned(person):
            raise Refused("missing", "person: nobody with this id is banned.")
        await self._audit_log.act(admin, "unban", person, "", unban_of(person))

    async def delete_table(self, admin: str, table: str) -> None:
        """Delete a table with its log, for good."""
        rows = await self._store.read("SELECT 1 FROM piazzetta_tables WHERE id = :id", id=table)
        if not rows:
            raise Refused("missing", "table: no table has this id.")
        await self._audit_log.act(admin, "delete-table", table, "", *deletion_of_table(table))

    async def announce(self, admin: str, words: str) -> None:
        """Show everybody an announcement; an empty text takes it back."""
        await self._audit_log.act(admin, "announce", "", plain_text(words))

    async def resolve(self, admin: str, report: str) -> None:
        """Resolve a report."""
        if not await self._reports.is_open(report):
            raise Refused("missing", "report: no open report has this id.")
        await self._audit_log.act(admin, "settle", report, "", *self._reports.resolution_of(report))

    async def deletion_of(self, person: Person, seats: Collection[str]) -> Sequence[Statement]:
        return [unban_of(person.id)]
