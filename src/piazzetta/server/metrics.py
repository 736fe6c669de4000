"""Metrics for server operators, in Prometheus format. No names, no secrets."""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from piazzetta.server.store.store import Store
from piazzetta.tables.log import Entry

if TYPE_CHECKING:
    from piazzetta.server.rooms.registry import TableRegistry


_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Metrics:
    """Event counts since the start."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.events: Counter[str] = Counter()
        self.requests: Counter[int] = Counter()
        self.refusals: Counter[str] = Counter()
        self.begun = time.monotonic()
        self.errors = _Errors()
        self._measured = CollectorRegistry(auto_describe=False)
        by_kind = self._histogram("command_seconds", "From a command's arrival to its answer, by kind.")
        self.command_seconds = cache(by_kind.labels)  # to be found without a lock at each command
        store.on_commit = self._histogram("commit_seconds", "How long a transaction took.", ()).observe

    def _histogram(self, name: str, meaning: str, labels: Sequence[str] = ("kind",)) -> Histogram:
        return Histogram(f"piazzetta_{name}", meaning, labels, registry=self._measured, buckets=_SECONDS)

    def stored(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.events[entry.kind] += 1

    def text(self, registry: TableRegistry | None) -> str:
        """The exposition format, version 0.0.4."""
        collectors = CollectorRegistry(auto_describe=False)
        collectors.register(_Reading(self, self._store, registry))
        return (generate_latest(collectors) + generate_latest(self._measured)).decode()


class _Errors(logging.Handler):
    """Counts what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


class _Reading(Collector):
    """All metrics at one moment."""

    def __init__(self, metrics: Metrics, store: Store, registry: TableRegistry | None) -> None:
        self._metrics = metrics
        self._store = store
        self._thinkers = None if registry is None else registry.thinkers
        self._rooms = list(registry.rooms.values()) if registry is not None else []

    def collect(self) -> Iterator[Metric]:
        listeners = sum(len(room.listeners) for room in self._rooms)
        loaded = sum(room.table is not None for room in self._rooms)
        yield _gauge("up_seconds", "Seconds since the start.", time.monotonic() - self._metrics.begun)
        yield _gauge("rooms", "Tables with a connected player or a bot at work.", len(self._rooms))
        yield _gauge("tables_loaded", "Tables whose position is in memory.", loaded)
        yield _gauge("connections", "Open WebSockets.", listeners)
        yield CounterMetricFamily("piazzetta_commits", "Transactions written.", value=self._store.commits)
        yield _gauge("commits_waiting", "Commands that wait for the next transaction.", self._store.waiting)
        if self._thinkers is not None:
            yield _gauge("questions_waiting", "Questions to bots that wait for a free worker.", self._thinkers.waiting)
            replaced = self._thinkers.replaced
            yield CounterMetricFamily("piazzetta_workers_replaced", "Workers that died or hung.", value=replaced)
        errors = self._metrics.errors.count
        yield CounterMetricFamily("piazzetta_errors", "Lines in the log that tell of an error.", value=errors)
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
