"""The audit log: whatever the admin does, from a browser or with ``piazzetta admin``, is a row of ``piazzetta_deeds``,
written together with what it changes. It says who did what when; every server process reads it (``enforcement.py``)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import Person, now
from piazzetta.server.store.database import Conflict, Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire import moderation as m
from piazzetta.tables.refusals import Refused

_ATTEMPTS = 5
_COLUMNS = "id, time, host, deed, about, words"
_INSERT = (
    "INSERT INTO piazzetta_deeds SELECT COALESCE(MAX(id), 0) + 1, :time, :admin, :action, :about, :words "
    "FROM piazzetta_deeds"
)
_SINCE = f"SELECT {_COLUMNS} FROM piazzetta_deeds WHERE id > :seen ORDER BY id"
_LATEST = f"SELECT {_COLUMNS} FROM piazzetta_deeds ORDER BY id DESC LIMIT :most"
_ANNOUNCEMENT = "SELECT words FROM piazzetta_deeds WHERE deed = 'announce' ORDER BY id DESC LIMIT 1"
_FORGET = "UPDATE piazzetta_deeds SET about = '', words = '' WHERE about = :person"


class AuditLog(HoldsPersonalData):
    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: int | None = None  # the latest action that this process has read; None: none yet

    async def act(self, admin: str, action: str, about: str = "", words: str = "", *statements: Statement) -> None:
        """Execute what an admin does, and log it in the same transaction."""
        values = {"time": now(), "admin": admin, "action": action, "about": about, "words": words}
        for _ in range(_ATTEMPTS):
            try:
                await self._store.write((_INSERT, values), *statements)
                return
            except Conflict:  # another action was logged in the same moment
                continue
        raise Refused("busy", "another admin action is being saved; please try again.")

    async def latest(self, most: int = 50) -> list[m.AuditEntry]:
        """Return the latest actions, the newest first."""
        return [m.AuditEntry(*row) for row in await self._store.read(_LATEST, most=most)]

    async def unread(self) -> list[m.AuditEntry]:
        """Return the actions since the last call. The first call returns none: a server that starts has to undo
        nothing."""
        if self._seen is None:
            latest = await self.latest(1)
            self._seen = latest[0].id if latest else 0
            return []
        found = [m.AuditEntry(*row) for row in await self._store.read(_SINCE, seen=self._seen)]
        if found:
            self._seen = found[-1].id
        return found

    async def announcement(self) -> str:
        """Return the current announcement; empty: none."""
        return await self._store.value(_ANNOUNCEMENT) or ""

    async def deletion_of(self, person: Person, seats: Collection[str]) -> Sequence[Statement]:
        return [(_FORGET, {"person": person.id})]
