"""Figures for those who run a server, as Prometheus reads them. No names, no secrets."""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from piazzetta.server.store.store import Store
from piazzetta.tables.log import Entry

if TYPE_CHECKING:
    from piazzetta.server.registry import TableRegistry


class Metrics:
    """Counts of what happened since the start."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.events: Counter[str] = Counter()
        self.requests: Counter[int] = Counter()
        self.refusals: Counter[str] = Counter()
        self.begun = time.time()

    def stored(self, entries: Sequence[Entry]) -> None:
        self.events.update(entry.kind for entry in entries)

    def text(self, registry: TableRegistry | None) -> str:
        """The exposition format, version 0.0.4."""
        unit = 1 if sys.platform == "darwin" else 1024
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
        rooms = list(registry.rooms.values()) if registry is not None else []
        listeners = sum(len(room.listeners) for room in rooms)
        loaded = sum(1 for room in rooms if room.table is not None)
        lines: list[str] = []

        def put(name: str, kind: str, meaning: str, values: Sequence[tuple[str, float]]) -> None:
            lines.append(f"# HELP piazzetta_{name} {meaning}")
            lines.append(f"# TYPE piazzetta_{name} {kind}")
            lines.extend(f"piazzetta_{name}{label} {value:g}" for label, value in values)

        put("up_seconds", "gauge", "Seconds since the start.", [("", time.time() - self.begun)])
        put("rooms", "gauge", "Tables that somebody or a bot is at.", [("", len(rooms))])
        put("tables_loaded", "gauge", "Tables whose position is in memory.", [("", loaded)])
        put("connections", "gauge", "Open WebSockets.", [("", listeners)])
        put("commits_total", "counter", "Transactions written.", [("", self._store.commits)])
        put("memory_peak_bytes", "gauge", "The most memory used so far.", [("", memory)])
        events = [(f'{{kind="{kind}"}}', count) for kind, count in sorted(self.events.items())]
        put("events_total", "counter", "Events stored, by kind.", events)
        requests = [(f'{{status="{status}"}}', count) for status, count in sorted(self.requests.items())]
        put("requests_total", "counter", "HTTP requests, by status.", requests)
        refusals = [(f'{{code="{code}"}}', count) for code, count in sorted(self.refusals.items())]
        put("refusals_total", "counter", "Messages refused, by code.", refusals)
        return "\n".join(lines) + "\n"
