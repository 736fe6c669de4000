"""Writing to a SQLite file: whole transactions, in a thread of their own.

By the driver itself: through SQLAlchemy the small transaction of a few moves would take three times the processor time,
and hand the interpreter's lock to and fro more often.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from piazzetta.server.store.connections import make_durable

Statements = Sequence[tuple[str, Any]]
#: What a transaction has come to: how many rows each of its statements has changed, or why there was none.
Outcome = list[int] | BaseException


class FileWriter:
    """The one connection that writes to a file; opened with the first transaction.

    Its thread takes them from a queue: through an executor each would cost the event loop twice the time.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._waiting: SimpleQueue[tuple[Statements, asyncio.Future[list[int]]] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._opened: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None  # which file was opened

    async def commit(self, statements: Statements) -> list[int]:
        """Execute statements, each with its parameters or a list of them, all or none; how many rows each has changed.
        On the disk when this returns."""
        if self._thread is None:
            self._thread = Thread(target=self._write, name="store", daemon=True)
            self._thread.start()
        done: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        self._waiting.put((statements, done))
        return await done

    def _write(self) -> None:
        """What the thread does."""
        while (work := self._waiting.get()) is not None:
            statements, done = work
            try:
                outcome: Outcome = self._commit(statements)
            except BaseException as problem:
                outcome = problem
            with contextlib.suppress(RuntimeError):  # nobody waits any more: the event loop is closed
                done.get_loop().call_soon_threadsafe(_tell, done, outcome)
        self._close()

    def _commit(self, statements: Statements) -> list[int]:
        if self._opened is None:
            opened = sqlite3.connect(self._file)
            make_durable(opened, None)
            self._opened = opened
            self._identity = _identity(self._file)
        if _identity(self._file) != self._identity:  # what is written now would be gone after the next start
            raise OSError(f"{self._file} was moved or deleted while the server runs: restart it")
        cursor = self._opened.cursor()
        cursor.execute("BEGIN")
        try:
            counts = []
            for statement, params in statements:
                execute = cursor.executemany if isinstance(params, list) else cursor.execute
                counts.append(execute(statement, params).rowcount)
            cursor.execute("COMMIT")
        except BaseException:
            if self._opened.in_transaction:  # some failures have ended it already
                cursor.execute("ROLLBACK")
            raise
        return counts

    def close(self) -> None:
        """After what is still being written."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
            self._thread = None

    def _close(self) -> None:
        if self._opened is not None:
            self._opened.close()


def _identity(file: Path) -> tuple[int, int] | None:
    """Return which file has this name; None if there is none."""
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _tell(done: asyncio.Future[list[int]], outcome: Outcome) -> None:
    if done.done():  # cancelled
        return
    if isinstance(outcome, BaseException):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
