"""Metrics for server operators, in Prometheus format. No names, no secrets."""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from piazzetta.server.store.store import Store

#: Returns the current metrics of a part of the server.
Source = Callable[[], Iterable[Metric]]

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Metrics:
    """Counts and durations since the start, and what other parts of the server add."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sources: list[Source] = []
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

    def add(self, source: Source) -> None:
        """Include the metrics of another part of the server."""
        self._sources.append(source)

    def text(self) -> str:
        """Return all metrics in the exposition format, version 0.0.4."""
        collectors = CollectorRegistry(auto_describe=False)
        collectors.register(_Reading(self, self._store, self._sources))
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

    def __init__(self, metrics: Metrics, store: Store, sources: Sequence[Source]) -> None:
        self._metrics = metrics
        self._store = store
        self._sources = sources

    def collect(self) -> Iterator[Metric]:
        yield gauge("up_seconds", "Seconds since the start.", time.monotonic() - self._metrics.begun)
        yield counter("commits", "Transactions written.", self._store.commits)
        yield gauge("commits_waiting", "Commands that wait for the next transaction.", self._store.waiting)
        yield counter("errors", "Lines in the log that tell of an error.", self._metrics.errors.count)
        if (memory := _peak_memory()) is not None:
            yield gauge("memory_peak_bytes", "The most memory used so far.", memory)
        yield counters("requests", "HTTP requests, by status.", "status", self._metrics.requests)
        yield counters("refusals", "Messages refused, by code.", "code", self._metrics.refusals)
        for source in self._sources:
            yield from source()


def _peak_memory() -> int | None:
    try:
        import resource
    except ImportError:  # pragma: no cover  (Windows)
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def gauge(name: str, meaning: str, value: float) -> Metric:
    """Return a value that may rise and fall."""
    return GaugeMetricFamily(f"piazzetta_{name}", meaning, value=value)


def counter(name: str, meaning: str, value: float) -> Metric:
    """Return a count that only rises."""
    return CounterMetricFamily(f"piazzetta_{name}", meaning, value=value)


def counters(name: str, meaning: str, label: str, counts: Mapping[str, int] | Mapping[int, int]) -> Metric:
    """Return a count for each value of a label."""
    family = CounterMetricFamily(f"piazzetta_{name}", meaning, labels=[label])
    for value, count in sorted(counts.items()):
        family.add_metric([str(value)], count)
    return family
