"""Measure what the database costs a server: ``python -m benchmarks.serving.commits [postgresql://…]``.

It prints the processor time of this process, in microseconds: for a move in a durable commit with 1, 5 or 20 others,
for reading the log of a game, and for one small query. Without a URL it measures a SQLite file.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import count
from statistics import median
from typing import Any

from piazzetta.server.store.store import Store
from piazzetta.tables.log import LogEntry

BODY = {"seat": 1, "move": "build A1 north", "sealed": False, "dealt": []}
ROUNDS, REPEATS = 9, 30
EVENTS = 200  # of the log that is read


def move(number: int) -> LogEntry:
    return LogEntry(number, number, "play", BODY, f"0:bench:{number}")


async def spent(work: Callable[[], Awaitable[Any]]) -> float:
    """Return the median processor time of some work, in microseconds."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _ in range(REPEATS):
            await work()
        times.append(1e6 * (time.process_time() - begun) / REPEATS)
    return median(times)


async def measure(url: str) -> None:
    store = Store(url)
    await store.open()
    fence, numbers = 1 if store.postgres else None, count(1)

    async def commit(tables: int) -> None:
        await asyncio.gather(*(store.append(f"t{n}", [move(next(numbers))], None, fence=fence) for n in range(tables)))

    for tables in (1, 5, 20):
        print(f"{tables} in a commit: {await spent(lambda tables=tables: commit(tables)) / tables:.0f} µs a move")  # type: ignore[misc]
    await store.append("log", [move(number) for number in range(1, EVENTS + 1)], None, fence=fence)
    print(f"a log of {EVENTS} events: {await spent(lambda: store.load('log')):.0f} µs")
    print(f"one small query: {await spent(lambda: store.find_command('log', '0:bench:7')):.0f} µs")
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(sys.argv[1] if len(sys.argv) > 1 else f"sqlite:///{folder}/tables.sqlite"))
