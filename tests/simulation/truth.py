"""What is true: the log in the database, followed with every commit and read without a server."""

from __future__ import annotations

from typing import Any

import msgspec

from piazzetta.games.base import SPECTATOR
from piazzetta.tables.apply import apply, load
from piazzetta.tables.log import LogEntry
from piazzetta.tables.plan import plan_from
from piazzetta.tables.table import Table
from piazzetta.tables.viewers.viewer_updates import ViewerUpdates
from tests.simulation.database import Database

_EVENTS = "SELECT number, time, kind, body, command FROM piazzetta_events WHERE table_id = ? AND number > ?"


def plain(value: Any) -> Any:
    """Return a value as it is after its way through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


class TrueTable:
    """A table, and what each viewer may see after each commit."""

    def __init__(self, table_id: str, entries: list[LogEntry]) -> None:
        self.table: Table = load(table_id, entries)
        self.entries = entries
        self._views: dict[tuple[int, int], bytes] = {}
        self._parts: Any = None
        #: moves for people whose time had run out: when, since when they were asked, and how long they had
        self.timed_out: list[tuple[int, int, int]] = []
        self._keep()

    def follow(self, entries: list[LogEntry]) -> None:
        for entry in entries:
            if entry.body.get("by") == "clock":
                asked = self.table.asked[entry.body["seat"]]
                self.timed_out.append((entry.time, asked.time, asked.allowed or 0))
            apply(self.table, entry)
        self.entries += entries
        self._keep()

    def _keep(self) -> None:
        updates = ViewerUpdates(self.table, self._parts)
        self._parts = updates.parts
        for viewer in (SPECTATOR, *range(len(self.table.seats))):
            self._views[self.table.head, viewer] = msgspec.json.encode(updates._view(viewer))

    def view(self, at: int, viewer: int) -> Any:
        """What a viewer may see after an event; None if no commit ended with it."""
        found = self._views.get((at, viewer))
        return None if found is None else (msgspec.json.decode(found),)


class Truth:
    """All tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.tables: dict[str, TrueTable] = {}
        self._row = 0
        database.on_commit = self.follow

    def follow(self) -> None:
        """Read what the latest commit has added."""
        rows = self._database.writer.execute(
            "SELECT rowid, table_id, number, time, kind, body, command FROM piazzetta_events WHERE rowid > ? "
            "ORDER BY rowid",
            (self._row,),
        ).fetchall()
        found: dict[str, list[LogEntry]] = {}
        for row, table_id, number, time, kind, body, command in rows:
            self._row = row
            if table_id.isalnum():  # neither plans nor the shelf
                found.setdefault(table_id, []).append(LogEntry(number, time, kind, msgspec.json.decode(body), command))
        for table_id, entries in found.items():
            if table_id in self.tables:
                self.tables[table_id].follow(entries)
            else:
                self.tables[table_id] = TrueTable(table_id, entries)

    def plans(self, table_id: str) -> dict[int, Any]:
        rows = self._database.reader.execute(f"{_EVENTS} ORDER BY number", (f"{table_id}-plans", 0)).fetchall()
        plans = [plan_from(msgspec.json.decode(body)) for _, _, _, body, _ in rows]
        return {plan.seat: plan for plan in plans}

    def fresh(self, table_id: str) -> Table:
        """Return a table as whoever loads it now finds it."""
        entries = [
            LogEntry(number, time, kind, msgspec.json.decode(body), command)
            for number, time, kind, body, command in self._rows(table_id)
        ]
        table = load(table_id, entries)
        table.plans = self.plans(table_id)
        return table

    def _rows(self, table_id: str) -> list[Any]:
        return self._database.reader.execute(f"{_EVENTS} ORDER BY number", (table_id, 0)).fetchall()
