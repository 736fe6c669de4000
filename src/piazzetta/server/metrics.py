"""Metrics for server operators, in Prometheus format. No names, no secrets."""

from __future__ import annotations

import logging
import sys
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
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
        self.command_seconds: defaultdict[str, Durations] = defaultdict(Durations)
        self.commit_seconds = Durations()
        store.on_commit = self.commit_seconds.note

    def add(self, source: Source) -> None:
        """Include the metrics of another part of the server."""
        self._sources.append(source)

    def text(self) -> str:
        """Return all metrics in the exposition format, version 0.0.4."""
        collectors = CollectorRegistry(auto_describe=False)
        collectors.register(_Reading(self, self._store, self._sources))
        return generate_latest(collectors).decode()


class Durations:
    """How often something took how long. A move notes two: the library's own histogram has a lock for each number."""

    __slots__ = ("_counts", "_total")

    def __init__(self) -> None:
        self._counts = [0] * (len(_SECONDS) + 1)
        self._total = 0.0

    def note(self, seconds: float) -> None:
        self._counts[bisect_left(_SECONDS, seconds)] += 1
        self._total += seconds

    def add_to(self, family: HistogramMetricFamily, labels: Sequence[str]) -> None:
        bounds = [*(str(float(bound)) for bound in _SECONDS), "+Inf"]
        family.add_metric(labels, list(zip(bounds, accumulate(self._counts), strict=True)), self._total)


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
        by_kind = "From a command's arrival to its answer, by kind."
        yield _histogram(
            "command_seconds", by_kind, ["kind"], {(kind,): it for kind, it in self._metrics.command_seconds.items()}
        )
        yield _histogram("commit_seconds", "How long a transaction took.", [], {(): self._metrics.commit_seconds})


def _histogram(name: str, meaning: str, names: list[str], of: Mapping[tuple[str, ...], Durations]) -> Metric:
    family = HistogramMetricFamily(f"piazzetta_{name}", meaning, labels=names)
    for values, durations in sorted(of.items(), key=lambda one: one[0]):
        durations.add_to(family, values)
    return family


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
