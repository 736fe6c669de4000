"""Measure what a commit to SQLite costs: ``python -m benchmarks.serving.commits``.

It prints the processor time of the writing thread, in microseconds, for a few moves in one durable commit: as the store
writes them, and the same statements through SQLAlchemy, in turns.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import create_engine, event

from piazzetta.server.store.connections import begin, make_durable
from piazzetta.server.store.file_writer import FileWriter
from piazzetta.server.store.store import _INSERT, Store

COMMITS = 150
BODY = '{"seat":1,"move":"build A1 north","sealed":false,"dealt":[]}'


def rows(numbers: Iterator[int], moves: int) -> list[dict[str, Any]]:
    """Events of a few tables, as the store passes them."""
    return [
        {"table_id": f"table{number % 50}", "number": number, "time": number, "kind": "play", "body": BODY,
         "command": f"0:bench:{number}"}
        for number in (next(numbers) for _ in range(moves))
    ]  # fmt: skip


async def prepared(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    await store.open()
    await store.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "tables.sqlite")
        asyncio.run(prepared(file))
        engine = create_engine(f"sqlite:///{file}")
        event.listen(engine, "connect", make_durable)
        event.listen(engine, "begin", begin)
        writer = FileWriter(file)

        def through_alchemy(events: list[dict[str, Any]]) -> None:
            with engine.begin() as connection:
                connection.exec_driver_sql(_INSERT.text, events)

        def by_driver(events: list[dict[str, Any]]) -> None:
            writer._commit([(_INSERT.text, events)])  # without its thread, whose time is this one's

        ways: dict[str, Callable[[list[dict[str, Any]]], None]] = {"SQLAlchemy": through_alchemy, "driver": by_driver}
        numbers = count(1)
        for moves in (1, 3, 20):
            spent: dict[str, list[float]] = {way: [] for way in ways}
            for _ in range(COMMITS):
                for way, commit in ways.items():
                    events = rows(numbers, moves)
                    begun = time.thread_time()
                    commit(events)
                    spent[way].append(1e6 * (time.thread_time() - begun))
            print(f"{moves} in a commit:", {way: f"{median(of):.0f} µs" for way, of in spent.items()})
        writer._close()
        engine.dispose()


if __name__ == "__main__":
    main()
