"""Metrics of tables, connections and bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from prometheus_client.core import Metric

from piazzetta.server.background import Background
from piazzetta.server.metrics import counter, counters, gauge
from piazzetta.server.rooms.announcements import Subscriber
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.log import LogEntry
from piazzetta.tables.table import Table


@dataclass
class TableMetrics(Subscriber):
    _tables: TableRegistry
    _thinkers: Thinkers
    _background: Background
    _events: Counter[str] = field(default_factory=Counter)

    def events_stored(self, table: Table, entries: Sequence[LogEntry]) -> None:
        for entry in entries:
            self._events[entry.kind] += 1

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of this moment."""
        rooms = list(self._tables.rooms.values())
        loaded = sum(room.table is not None for room in rooms)
        yield gauge("rooms", "Tables with a connected player or a bot at work.", len(rooms))
        yield gauge("tables_loaded", "Tables whose position is in memory.", loaded)
        yield gauge("connections", "Open WebSockets.", len(self._tables.listeners()))
        yield gauge("questions_waiting", "Questions to bots that wait for a free worker.", self._thinkers.waiting)
        yield counter("workers_replaced", "Workers that died or hung.", self._thinkers.replaced)
        yield counters("background_restarts", "Background tasks that failed.", "task", self._background.restarts)
        yield counters("events", "Events stored, by kind.", "kind", self._events)
