"""Metrics for server operators, in Prometheus format. No names, no secrets."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from piazzetta.server.store.store import Store
from piazzetta.tables.log import Entry

if TYPE_CHECKING:
    from piazzetta.server.registry import TableRegistry


class Metrics:
    """Event counts since the start."""

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
        collectors = CollectorRegistry(auto_describe=False)
        collectors.register(_Reading(self, self._store.commits, registry))
        return generate_latest(collectors).decode()


class _Reading(Collector):
    """All metrics at one moment."""

    def __init__(self, metrics: Metrics, commits: int, registry: TableRegistry | None) -> None:
        self._metrics = metrics
        self._commits = commits
        self._rooms = list(registry.rooms.values()) if registry is not None else []

    def collect(self) -> Iterator[Metric]:
        listeners = sum(len(room.listeners) for room in self._rooms)
        loaded = sum(room.table is not None for room in self._rooms)
        yield _gauge("up_seconds", "Seconds since the start.", time.time() - self._metrics.begun)
        yield _gauge("rooms", "Tables that somebody or a bot is at.", len(self._rooms))
        yield _gauge("tables_loaded", "Tables whose position is in memory.", loaded)
        yield _gauge("connections", "Open WebSockets.", listeners)
        yield CounterMetricFamily("piazzetta_commits", "Transactions written.", value=self._commits)
        if (memory := _peak_memory()) is not None:
            yield _gauge("memory_peak_bytes", "The most memory used so far.", memory)
        yield _counter("events", "Events stored, by kind.", "kind", self._metrics.events)
        yield _counter("requests", "HTTP requests, by status.", "status", self._metrics.requests)
        yield _counter("refusals", "Messages refused, by code.", "code", self._metrics.refusals)


def _peak_memory() -> int | None:
    try:
        import resource
    except ImportError:  # pragma: no cover  (Windows)
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"piazzetta_{name}", meaning, value=value)


def _counter(name: str, meaning: str, label: str, counts: Mapping[str, int] | Mapping[int, int]) -> Metric:
    """A counter for each value of a label."""
    family = CounterMetricFamily(f"piazzetta_{name}", meaning, labels=[label])
    for value, count in sorted(counts.items()):
        family.add_metric([str(value)], count)
    return family
