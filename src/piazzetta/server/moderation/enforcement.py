"""Every server process carries out what the admin does, wherever it was done: in a browser of another process, or with
``piazzetta admin`` beside the server. Whether somebody is banned is checked in ``people/bans.py``."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass

from piazzetta.server.moderation.admin import deletion_of_table
from piazzetta.server.moderation.audit_log import AuditLog
from piazzetta.server.moderation.reports import Reports
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.store.database import Unavailable
from piazzetta.server.store.store import Store
from piazzetta.server.wire import moderation as m
from piazzetta.server.wire.common import encode
from piazzetta.server.wire.messages import AnnouncementMessage

log = logging.getLogger("piazzetta")

#: Close codes: a banned person; a table that does not exist (any more).
BANNED, NO_TABLE = 4430, 4404
_EVERY = 2.0  # seconds between two looks at the audit log
_CLEAN_EVERY = 3600.0  # seconds


def announcement_message(words: str) -> bytes:
    """Return the message that shows an announcement; an empty text takes it back."""
    return encode(AnnouncementMessage(words))


@dataclass
class Enforcement:
    _store: Store
    _tables: TableRegistry
    _audit_log: AuditLog
    _reports: Reports
    announcement: str = ""  # as last read

    async def run(self) -> None:
        """Follow the audit log, and delete old reports, as long as the server runs."""
        cleaned = float("-inf")
        while True:
            try:
                if cleaned < 0:
                    self.announcement = await self._audit_log.announcement()
                for entry in await self._audit_log.unread():
                    await self._carry_out(entry)
                if time.monotonic() - cleaned > _CLEAN_EVERY:
                    cleaned = time.monotonic()
                    await self._reports.delete_old()
            except Unavailable as problem:
                log.warning("admin actions are delayed: %s", problem.reason)
            await asyncio.sleep(_EVERY)

    async def _carry_out(self, entry: m.AuditEntry) -> None:
        if entry.action == "delete-table":
            await self._delete(entry.about)
        elif entry.action == "ban":
            for listener in self._tables.listeners():
                if listener.person_id == entry.about:
                    listener.turn_away(BANNED, "you are banned from this server")
        elif entry.action == "announce":
            self.announcement = entry.words
            message = announcement_message(entry.words)
            for listener in self._tables.listeners():
                listener.send(message)

    async def _delete(self, table: str) -> None:
        """Drop a deleted table from memory, and delete again what was stored meanwhile."""
        room = self._tables.rooms.pop(table, None)
        if room is None:
            return
        async with room.lock:
            room.end()
            for listener in list(room.listeners):
                listener.turn_away(NO_TABLE, "the admin has deleted this table")
            await self._store.write(*deletion_of_table(table))
