"""A server's connection to the simulated database: the driver's side, and the database's."""

from __future__ import annotations

import asyncio
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from contextvars import copy_context
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import asyncpg

from piazzetta.server.rooms.plans import table_of
from tests.simulation.faults import KINDS_OF_STATEMENTS
from tests.simulation.loop import OWNER, WORLD

if TYPE_CHECKING:
    from tests.simulation.database import Database

_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
_IDLE_IN_TRANSACTION = 3.0  # seconds, as the server asks for
_SOON = 0.5  # seconds within which an answer comes if nothing is wrong
_TCP = 900.0  # seconds after which a system takes a silent connection for broken


class Statement:
    """A statement as SQLite understands it."""

    def __init__(self, sql: str) -> None:
        self.sql = sql.replace(_NOW, "now_ms()")
        self.verb = sql.split(None, 1)[0].upper()
        self.notifies = "pg_notify(" in sql
        self.writes = self.verb != "SELECT"
        self.returns = not self.writes or "RETURNING" in sql
        self._text = zlib.crc32(sql.encode())

    def kind(self, params: Sequence[Any]) -> int:
        """Return the kind by which a fault may wait for this statement. A log of plans is read and written by the same
        texts as a table's, but for other reasons: it is told apart."""
        plans = any(isinstance(value, str) and table_of(value) != value for value in params)
        return (self._text + plans) % KINDS_OF_STATEMENTS

    @staticmethod
    def values(params: Sequence[Any]) -> dict[str, Any]:
        return {str(number): value for number, value in enumerate(params, start=1)}


class Session(asyncpg.Connection):  # type: ignore[misc]
    """A connection: what is asked of the driver's own class, and nothing else of it."""

    def __init__(self, database: Database, command_timeout: float | None) -> None:
        self._database = database
        self._loop = database.loop
        self._command_timeout = command_timeout
        self.context = copy_context()
        self.owner = self.context.get(OWNER, WORLD)
        self.listeners: dict[str, list[Any]] = {}
        self.closed = False  # for the database
        self._closed_here = False
        self._answer: asyncio.Future[Any] | None = None  # awaited
        self._in_transaction = self._failed = False
        self._notices: list[tuple[str, str]] = []
        self._used = 0.0
        self._asked = 0.0
        self._heard_until = 0.0  # when the latest notice arrives
        self.breaks_after: int | None = None  # statements
        # what the pool looks at
        self._protocol = SimpleNamespace(queries_count=0, _is_cancelling=lambda: False)
        self._pool_holder: Any = None
        self._proxy: Any = None

    def __del__(self) -> None:
        """Nobody is warned."""

    # --- the driver's side ---

    def is_closed(self) -> bool:
        return self._closed_here

    @property
    def waits(self) -> bool:
        """Whether an answer does not come: the connection is silent, or the answer is late."""
        return self._answer is not None and not self._answer.done() and self._loop.now - self._asked > _SOON

    async def _operate(self, work: Callable[[], Any], light: bool = False, kind: int = 0) -> Any:
        """Let the database do something. ``light``: when nothing can go wrong, it takes no time."""
        if self._closed_here:
            raise asyncpg.InterfaceError("connection is closed")
        if self._answer is not None:
            raise asyncpg.InterfaceError("cannot perform operation: another operation is in progress")
        database = self._database
        if light and database.weather.fine and self.breaks_after is None:
            return work()
        answer = self._answer = self._loop.create_future()
        self._asked = self._loop.now
        fate = "hangs" if database.weather.silent else database.weather.strike(self.owner, kind)
        if self.breaks_after is not None:
            self.breaks_after -= 1
            fate = "lost" if self.breaks_after < 0 else fate
        if fate == "lost":
            self._loop.call_later(database.delay(), self.die, context=database.context.copy())
        elif fate == "hangs":
            self._loop.call_later(_TCP, self.die, context=database.context.copy())
        else:
            self._loop.call_later(database.delay(), self._serve, work, answer, fate, context=database.context.copy())
        limit = None
        if self._command_timeout is not None:
            limit = self._loop.call_later(self._command_timeout, self._give_up, answer)
        try:
            return await answer
        finally:
            if limit is not None:
                limit.cancel()
            if not answer.cancelled():  # otherwise the connection is in the middle of an answer, until that has come
                self._answer = None

    def _give_up(self, answer: asyncio.Future[Any]) -> None:
        """End the session after the time for a statement: asyncpg asks the database to stop, and waits for that."""
        if not answer.done():
            answer.set_exception(TimeoutError())
            self.die()

    async def close(self, *, timeout: float | None = None) -> None:
        if not self._closed_here:
            await asyncio.sleep(self._database.delay())
        self.terminate()

    def terminate(self) -> None:
        self.die()
        holder, self._pool_holder = self._pool_holder and self._pool_holder(), None
        if holder is not None and holder._con is self:
            holder._release_on_close()

    async def fetch(self, query: str, *params: Any, **_: Any) -> list[Any]:
        rows, _status = await self._run(query, params)
        return rows

    async def execute(self, query: str, *params: Any, **_: Any) -> str:
        _rows, status = await self._run(query, params)
        return status

    async def executemany(self, query: str, rows: Any, **_: Any) -> None:
        statement = self._database.statement(query)
        if statement.notifies:
            await self._operate(lambda: [self._read(statement, row) for row in rows], kind=statement.kind(()))
        else:
            work = lambda: self._write(lambda: [self._execute(statement, row) for row in rows])  # noqa: E731
            await self._operate(work, kind=statement.kind(rows[0]))

    async def _run(self, query: str, params: Sequence[Any]) -> tuple[list[Any], str]:
        statement = self._database.statement(query)
        if statement.writes:
            work = lambda: self._write(lambda: self._execute(statement, params))  # noqa: E731
        else:
            work = lambda: self._read(statement, params)  # noqa: E731
        found: tuple[list[Any], str] = await self._operate(work, kind=statement.kind(params))
        return found

    def transaction(self, **_: Any) -> Transaction:
        return Transaction(self)

    async def add_listener(self, channel: str, listener: Any) -> None:
        def listen() -> None:
            self.listeners.setdefault(channel, []).append(listener)

        await self._operate(listen)

    def tell(self, listener: Any, channel: str, payload: str) -> None:
        """A notice is on its way, after those before it."""
        if self._database.weather.silent:
            return
        self._heard_until = max(self._heard_until, self._loop.now + self._database.delay())

        def arrive() -> None:
            if not self._closed_here:
                listener(self, 1, channel, payload)

        self._loop.call_at(self._heard_until, arrive, context=self.context.copy())

    async def _reset(self) -> None:
        """What the pool does with a connection that comes back."""
        if self._in_transaction:
            await self._operate(self.rollback)

    def _set_proxy(self, proxy: Any) -> None:
        self._proxy = proxy

    def _on_release(self, stacklevel: int = 1) -> None:
        """Nothing is left behind."""

    # --- the database's side ---

    def _serve(self, work: Callable[[], Any], answer: asyncio.Future[Any], fate: str | None) -> None:
        """A request has arrived."""
        if self.closed:
            return

        def reply() -> None:
            if fate == "answer lost":
                self.die()
            elif fate == "late":
                late = self._database.rng.uniform(1, 12)
                self._loop.call_later(late, self._reply, answer, outcome, context=self._database.context.copy())
            else:
                self._reply(answer, outcome)

        try:
            outcome = work()
        except _Waits:  # for the right to write

            def go() -> None:
                nonlocal outcome
                try:
                    outcome = work()
                except Exception as problem:
                    outcome = problem
                reply()

            outcome = None
            self._database.queue.append((self, go))
            return
        except Exception as problem:
            outcome = problem
        reply()

    def _reply(self, answer: asyncio.Future[Any], outcome: Any) -> None:
        self._used = self._loop.now
        if answer.cancelled() and self._answer is answer:
            self._answer = None
        if answer.done() or self.closed:
            return
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)

    def begin(self) -> None:
        self._in_transaction, self._failed = True, False

    def _check(self) -> None:
        if self._failed:
            raise asyncpg.InFailedSQLTransactionError("current transaction is aborted")

    def _read(self, statement: Statement, params: Sequence[Any]) -> tuple[list[Any], str]:
        self._check()
        if statement.notifies:
            channel, payload = params
            self._notices.append((channel, payload))
            if not self._in_transaction:
                self.commit()
            return [], "SELECT 1"
        database = self._database
        connection = database.writer if database.holder is self else database.reader
        rows = connection.execute(statement.sql, statement.values(params)).fetchall()
        return rows, f"SELECT {len(rows)}"

    def _write(self, work: Callable[[], Any]) -> Any:
        self._check()
        database = self._database
        if database.holder not in (None, self):
            raise _Waits
        if database.holder is None:
            database.holder = self
            database.writer.execute("BEGIN IMMEDIATE")
            self._expire(self._loop.now)
        try:
            found = work()
        except sqlite3.IntegrityError as problem:
            self._failed = self._in_transaction
            database.writer.execute("ROLLBACK")
            database.release(self)
            unique = "UNIQUE" in str(problem)
            raise (asyncpg.UniqueViolationError if unique else asyncpg.NotNullViolationError)(str(problem)) from None
        if not self._in_transaction:
            self.commit()
        return found

    def _execute(self, statement: Statement, params: Sequence[Any]) -> tuple[list[Any], str]:
        cursor = self._database.writer.execute(statement.sql, statement.values(params))
        rows = cursor.fetchall() if statement.returns else []
        count = len(rows) if statement.returns else max(cursor.rowcount, 0)
        return rows, f"{'INSERT 0' if statement.verb == 'INSERT' else statement.verb} {count}"

    def commit(self) -> None:
        if self._failed:
            self.rollback()
            return
        database = self._database
        self._in_transaction = False
        if database.holder is self:
            database.writer.execute("COMMIT")
            database.on_commit()
            database.release(self)
        notices, self._notices = self._notices, []
        database.notify(notices)

    def rollback(self) -> None:
        database = self._database
        self._in_transaction = self._failed = False
        self._notices = []
        if database.holder is self:
            database.writer.execute("ROLLBACK")
            database.release(self)

    def _expire(self, begun: float) -> None:
        """End the session if it holds up others without doing anything."""

        def check() -> None:
            if self._database.holder is not self or self.closed:
                return
            if self._answer is None and self._loop.now - self._used >= _IDLE_IN_TRANSACTION:
                self.die()
            else:
                self._expire(begun)

        self._loop.call_later(_IDLE_IN_TRANSACTION, check, context=self._database.context.copy())

    def die(self) -> None:
        """The connection is broken, for both sides."""
        if not self.closed:
            self.closed = True
            self.rollback()
            self._database.sessions.remove(self)
        self._closed_here = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(
                asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")
            )


class _Waits(Exception):
    """Somebody else writes now."""


class Transaction:
    def __init__(self, session: Session) -> None:
        self._session = session

    async def __aenter__(self) -> None:
        await self._session._operate(self._session.begin, light=True)

    async def __aexit__(self, kind: Any, problem: Any, trace: Any) -> None:
        if kind is None:
            await self._session._operate(self._session.commit)
        elif not self._session.is_closed():
            await self._session._operate(self._session.rollback, light=True)
