"""The results of finished games: a row for each beside the log, from which it can be made again."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec

from piazzetta.server.background import Background
from piazzetta.server.people.summary import result_of
from piazzetta.server.rooms.announcements import Subscriber
from piazzetta.server.store.database import Statement
from piazzetta.server.store.store import Damaged, Store
from piazzetta.tables.apply import load
from piazzetta.tables.log import LogEntry
from piazzetta.tables.table import Table

log = logging.getLogger("piazzetta")

_PUT = (
    "INSERT INTO piazzetta_results VALUES (:table, :ended, :game, :players, :counted, :body) "
    "ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, counted = excluded.counted, ended = excluded.ended"
)
_MISSING = (
    "SELECT t.id FROM piazzetta_tables t LEFT JOIN piazzetta_results r ON r.table_id = t.id "
    "WHERE t.status = 'over' AND r.table_id IS NULL ORDER BY t.created"
)
_DROP_ROW = "DELETE FROM piazzetta_desk WHERE table_id = :table"


class Results(Subscriber):
    def __init__(self, store: Store, background: Background) -> None:
        self._store = store
        self._background = background

    def game_ended(self, table: Table, time: int) -> None:
        self._background.spawn(self.put(table.copy(), time))

    async def put(self, table: Table, ended: int) -> None:
        """Store how a game has ended. ``table`` must not change meanwhile."""
        result = await asyncio.to_thread(result_of, table, ended)
        await self._store.write(_row(table.id, result), (_DROP_ROW, {"table": table.id}))

    async def rebuild(self, everything: bool = False) -> int:
        """Make the rows that are missing, as after an update from a version without them or a crash right after the
        end of a game, and return how many these are. ``everything``: make all rows again from the log."""
        if everything:
            await self._store.write(("DELETE FROM piazzetta_results", {}))
        made = 0
        for (table_id,) in await self._store.read(_MISSING):
            try:
                entries = await self._store.load(table_id)
                table = await asyncio.to_thread(load, table_id, entries)
                await self.put(table, _ended_at(entries))
                made += 1
            except Exception as problem:  # its log is damaged: it has no result, and the others go on
                if not isinstance(problem, Damaged | AssertionError | LookupError | ValueError | TypeError):
                    raise
                log.error("the result of table %s cannot be read from its log", table_id)
            await asyncio.sleep(0)
        return made


def _ended_at(entries: list[LogEntry]) -> int:
    """When the last event of the game happened; people may have talked on."""
    return next(entry.time for entry in reversed(entries) if entry.kind in ("ended", "play", "resigned"))


def _row(table_id: str, result: dict[str, Any]) -> Statement:
    columns = {key: result[key] for key in ("ended", "game", "players")}
    body = msgspec.json.encode(result).decode()
    return _PUT, {"table": table_id, **columns, "counted": int(result["counted"]), "body": body}
