"""Writing to a SQLite file: whole transactions, in a thread of their own.

By the driver itself: through SQLAlchemy the small transaction of a few moves would take three times the processor time,
and hand the interpreter's lock to and fro more often.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from piazzetta.server.store.connections import make_durable


class FileWriter:
    """The one connection that writes to a file; opened with the first transaction."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, "store")
        self._opened: sqlite3.Connection | None = None

    async def commit(self, statements: Sequence[tuple[str, Any]]) -> list[int]:
        """Execute statements, each with its parameters or a list of them, all or none; how many rows each has changed.
        On the disk when this returns."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, statements)

    def _commit(self, statements: Sequence[tuple[str, Any]]) -> list[int]:
        if self._opened is None:
            opened = sqlite3.connect(self._file)
            make_durable(opened, None)
            self._opened = opened
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
        self._thread.submit(self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._opened is not None:
            self._opened.close()
