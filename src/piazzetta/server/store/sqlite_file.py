"""A database in a SQLite file. One thread writes whole transactions, some others read.

Threads take their work from a queue: through an executor each piece of work would cost the event loop twice the time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from piazzetta.server.store.database import Conflict, Many, Row, Unavailable, Values, expanded

T = TypeVar("T")
_READERS = 4  # threads, at most
_READERS_KIB = 256  # of the file kept by each, instead of 2 MB: the next commit makes it worthless
#: Allow readers alongside the writer, and flush every commit to disk before it returns.
_DURABLE = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON")


class SqliteFile:
    def __init__(self, file: Path) -> None:
        self._file = file
        self._identity: tuple[int, int] | None = None  # which file the writer has opened
        self._writer = _Threads(self._open_writer, 1)
        self._readers = _Threads(self._open_reader, _READERS)

    async def read(self, query: str, params: Values) -> list[Row]:
        query, params = expanded(query, params)
        return await self._readers.do(lambda connection: connection.execute(query, params).fetchall())

    async def write(self, statements: Sequence[Many], patient: bool = False) -> list[int]:
        return await self._writer.do(lambda connection: self._commit(connection, statements))

    async def listen(
        self, channel: str, heard: Callable[[str], object], ready: Callable[[], Awaitable[object]]
    ) -> None:
        await ready()  # a server on SQLite is alone

    async def close(self) -> None:
        """Close the file, after what is still being written."""
        self._writer.close()
        self._readers.close()

    def _open_reader(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, isolation_level=None)
        connection.execute(f"PRAGMA cache_size=-{_READERS_KIB}")
        return connection

    def _open_writer(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, isolation_level=None)
        for pragma in _DURABLE:
            connection.execute(f"PRAGMA {pragma}")
        self._identity = _identity(self._file)
        return connection

    def _commit(self, connection: sqlite3.Connection, statements: Sequence[Many]) -> list[int]:
        if _identity(self._file) != self._identity:  # what is written now would be gone after the next start
            raise OSError(f"{self._file} was moved or deleted while the server runs: restart it")
        cursor = connection.cursor()
        cursor.execute("BEGIN")
        try:
            counts = []
            for statement, params in statements:
                execute = cursor.executemany if isinstance(params, list) else cursor.execute
                counts.append(execute(statement, params).rowcount)
            cursor.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # some failures have ended it already
                cursor.execute("ROLLBACK")
            raise
        return counts


def _identity(file: Path) -> tuple[int, int] | None:
    """Return which file has this name; None if there is none."""
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


class _Threads:
    """Up to ``most`` threads, started when they are needed, each with a connection of its own."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], most: int) -> None:
        self._connect = connect
        self._most = most
        self._threads: list[Thread] = []
        self._waiting: SimpleQueue[tuple[Callable[[sqlite3.Connection], Any], asyncio.Future[Any]] | None]
        self._waiting = SimpleQueue()
        self._asked = 0  # pieces of work that are not done yet

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Return what some work with a connection returns."""
        self._asked += 1
        if len(self._threads) < min(self._asked, self._most):
            self._threads.append(Thread(target=self._run, name="store", daemon=True))
            self._threads[-1].start()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put((work, done))
        try:
            return await done
        except sqlite3.IntegrityError:
            raise Conflict from None
        except (sqlite3.Error, OSError) as error:
            raise Unavailable(type(error).__name__) from error
        finally:
            self._asked -= 1

    def _run(self) -> None:
        """Work until there is nothing more to come."""
        connection: sqlite3.Connection | None = None
        while (asked := self._waiting.get()) is not None:
            work, done = asked
            outcome: Any = None
            problem: BaseException | None = None
            try:
                connection = connection or self._connect()
                outcome = work(connection)
            except BaseException as raised:
                problem = raised
            with contextlib.suppress(RuntimeError):  # nobody waits any more: the event loop is closed
                done.get_loop().call_soon_threadsafe(_answer, done, outcome, problem)
        if connection is not None:
            connection.close()

    def close(self) -> None:
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()
        self._threads.clear()


def _answer(done: asyncio.Future[Any], outcome: Any, problem: BaseException | None) -> None:
    if done.done():  # cancelled
        return
    if problem is not None:
        done.set_exception(problem)
    else:
        done.set_result(outcome)
