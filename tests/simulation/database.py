"""A PostgreSQL database as its driver asyncpg shows it, kept in SQLite.

Everything above the driver is real, and so is its pool: the store, leases and notices. A statement takes one journey to
the database and back, on which it can get lost, before or after it has taken effect (``Weather``).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import asyncpg

from piazzetta.server.store.schema import MIGRATIONS
from tests.simulation.chance import EVENING
from tests.simulation.faults import Weather
from tests.simulation.loop import WORLD, SimulatedLoop
from tests.simulation.session import Session, Statement

_CONNECTING = 60.0  # asyncpg's own limit for connecting, in seconds
_create_pool = asyncpg.create_pool


class Database:
    """``path``: an empty file, or the copy of one with all tables."""

    def __init__(self, loop: SimulatedLoop, rng: Random, path: Path) -> None:
        self.loop = loop
        self.rng = rng
        self.weather = Weather()
        self.sessions: list[Session] = []
        self.on_commit: Callable[[], None] = lambda: None
        self.context = loop.context_of(WORLD)
        self._statements: dict[str, Statement] = {}
        self.writer, self.reader = _opened(path), _opened(path)
        for connection in (self.writer, self.reader):
            connection.create_function("now_ms", 0, lambda: int(1000 * (EVENING + loop.now)))
        self.holder: Session | None = None  # of the right to write
        self.queue: deque[tuple[Session, Callable[[], None]]] = deque()

    def close(self) -> None:
        self.writer.close()
        self.reader.close()

    def statement(self, sql: str) -> Statement:
        if sql not in self._statements:
            self._statements[sql] = Statement(sql)
        return self._statements[sql]

    def delay(self) -> float:
        slow = self.weather.slow
        return self.rng.uniform(0.0002, 0.002) + (self.rng.uniform(0, slow) if slow else 0.0)

    async def connect(self, *_: Any, **options: Any) -> Session:
        """What ``asyncpg.connect`` does."""
        await asyncio.sleep(self.delay())
        if self.weather.silent:
            await asyncio.sleep(options.get("timeout") or _CONNECTING)
            raise TimeoutError
        if self.weather.down:
            raise ConnectionRefusedError(111, "connection refused")
        session = Session(self, options.get("command_timeout"))
        session.breaks_after = self.weather.young or None
        self.sessions.append(session)
        return session

    def create_pool(self, url: str, **options: Any) -> Any:
        """What ``asyncpg.create_pool`` does: the pool is asyncpg's own."""
        return _create_pool(url, connect=self.connect, connection_class=Session, **options)

    def restart(self) -> None:
        """Break all connections, as the database's own end does."""
        for session in list(self.sessions):
            session.die()

    def forget(self, owner: str) -> None:
        """A server has died: its connections end, after what is still on the way."""
        for session in list(self.sessions):
            if session.owner == owner:
                self.loop.call_later(0.02, session.die, context=self.context.copy())

    def release(self, session: Session) -> None:
        """Let the next one write."""
        if self.holder is session:
            self.holder = None
        while self.queue and self.holder is None:
            waiting, go = self.queue.popleft()
            if not waiting.closed:
                go()

    def notify(self, messages: Sequence[tuple[str, str]]) -> None:
        for session in list(self.sessions):
            for channel, payload in messages:
                for listener in session.listeners.get(channel, ()):
                    session.tell(listener, channel, payload)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=OFF"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def write_empty(path: Path) -> None:
    """Write a database as the server's migrations leave it."""
    connection = _opened(path)
    connection.execute("CREATE TABLE piazzetta_schema (version INTEGER PRIMARY KEY)")
    for number, statements in enumerate(MIGRATIONS, start=1):
        for statement in statements:
            connection.execute(statement)
        connection.execute("INSERT INTO piazzetta_schema VALUES (?)", (number,))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
