"""The log on disk. Appended events are durable when ``append`` returns, and many tables share one commit."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NamedTuple

import msgspec
from sqlalchemy import TextClause, bindparam, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from piazzetta.errors import BadInput
from piazzetta.server.store.connections import FAILED, TAKEN, begin, database_url, make_durable, never_idle
from piazzetta.server.store.fences import FENCED_INSERT
from piazzetta.server.store.file_check import check_before_start, keep_private, lock_file
from piazzetta.server.store.file_writer import FileWriter
from piazzetta.server.store.schema import migrate
from piazzetta.tables.log import Entry
from piazzetta.tables.refusals import Refused

MOST_IN_A_COMMIT = 256
PATIENT = 2  # in the index: a clock may run for days
_LAST_WRITES = 10.0  # seconds for what is still to be written when the server stops
_SICK = 10.0  # seconds after a failed write, unless another one succeeds
_TEST_AGAIN = 2.0  # seconds after which the database is tested anew


class Conflict(Exception):
    """Another writer has stored an event with this number or owns the table, or this very command was carried out."""


class Unavailable(Refused):
    """The database does not respond, or refuses to write."""

    def __init__(self, reason: str) -> None:
        super().__init__("busy", "the database is not responding; please try again.")
        self.reason = reason


#: A statement and its parameters.
Statement = tuple[TextClause, dict[str, Any]]
Many = tuple[TextClause, dict[str, Any] | list[dict[str, Any]]]


class Damaged(Exception):
    """A stored event cannot be read."""


class IndexRow(NamedTuple):
    """What lists of tables need to know, stored next to the log and derived from it."""

    created: int
    status: str
    shown: bool  # among the open tables
    watched: bool  # may be watched
    unattended: int  # 1: a bot or a clock may have to act while nobody is there; ``PATIENT``: perhaps after days


@dataclass
class _Append:
    table: str
    entries: Sequence[Entry]
    row: IndexRow | None
    also: Sequence[Statement]
    fence: int | None
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


_INSERT = text(
    "INSERT INTO piazzetta_events (table_id, number, time, kind, body, command) "
    "VALUES (:table_id, :number, :time, :kind, :body, :command)"
)
_INDEX = text(
    "INSERT INTO piazzetta_tables (id, created, status, shown, watched, unattended) "
    "VALUES (:id, :created, :status, :shown, :watched, :unattended) ON CONFLICT (id) DO UPDATE SET "
    "status = excluded.status, shown = excluded.shown, watched = excluded.watched, unattended = excluded.unattended"
)
#: A row is written as it was: what reaches the disk shows that events would.
_NOTHING_NEW = text("UPDATE piazzetta_schema SET version = version")
_LOAD = text(
    "SELECT number, time, kind, body, command FROM piazzetta_events "
    "WHERE table_id = :table AND number > :since ORDER BY number"
)
_HEADS = text(
    "SELECT table_id, max(number) FROM piazzetta_events WHERE table_id IN :tables GROUP BY table_id"
).bindparams(bindparam("tables", expanding=True))
_MOST_ASKED = 500  # tables in one query
#: When the last event of a table happened. The index does not say: it would have to be written with every move.
_LATEST = "(SELECT time FROM piazzetta_events WHERE table_id = piazzetta_tables.id ORDER BY number DESC LIMIT 1)"


class Store:
    """The database of one server process."""

    def __init__(self, url: str) -> None:
        self._url = database_url(url)
        self.postgres = self._url.startswith("postgresql")
        self._engine: AsyncEngine | None = None
        self._file: FileWriter | None = None  # SQLite: for writing
        self._queue: asyncio.Queue[_Append] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._lock: IO[str] | None = None
        self.commits = 0
        self.on_commit: Callable[[float], object] = lambda seconds: None
        # told of tables, and their latest events
        self.on_stored: Callable[[list[tuple[str, int]]], object] = lambda heads: None
        self._failed = float("-inf")  # when an attempt to write has failed
        self._tested = (float("-inf"), False)  # when the database was last tested, and whether it was well
        self._testing = asyncio.Lock()

    # --- opening and closing ---

    async def open(self, beside: bool = False, reading: bool = False) -> None:
        """``beside``: for a command, also while a server has the database; there must be one. ``reading``: the same,
        and leave it as it is."""
        file = Path(str(make_url(self._url).database))
        if (beside or reading) and not self.postgres and not file.is_file():
            raise BadInput(f"there is no database {file}: give the server's own with --db")
        try:
            if reading:
                self._engine = create_async_engine(self._url, hide_parameters=True)
                return
            if not self.postgres:
                if not beside:
                    self._lock = lock_file(file)
                    await self._check_file(file)
                keep_private(file)
            # parameters may be secret: keep them out of error messages
            self._engine = create_async_engine(self._url, hide_parameters=True, pool_pre_ping=self.postgres)
            if self.postgres:
                event.listen(self._engine.sync_engine, "connect", never_idle)
            else:
                self._file = FileWriter(file)
                event.listen(self._engine.sync_engine, "connect", make_durable)
                event.listen(self._engine.sync_engine, "begin", begin)
            async with self._engine.begin() as connection:
                await migrate(connection)
        except ModuleNotFoundError:
            raise BadInput("PostgreSQL needs one more package: pip install 'piazzetta[postgres]'") from None
        except (SQLAlchemyError, OSError) as error:
            reason = getattr(error, "orig", None) or error
            raise BadInput(f"the database cannot be opened: {reason}") from None
        self._writer = asyncio.create_task(self._write())

    async def _check_file(self, file: Path) -> None:
        try:
            await asyncio.to_thread(check_before_start, file)
        except BadInput:
            if self._lock is not None:
                self._lock.close()
            raise

    @property
    def waiting(self) -> int:
        """How many appends wait for the next commit."""
        return self._queue.qsize()

    async def close(self) -> None:
        """Write what is waiting, unless the database does not respond, and close."""
        if self._writer is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._queue.join(), _LAST_WRITES)
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        if self._engine is not None:
            await self._engine.dispose()
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock.close()

    @property
    def engine(self) -> AsyncEngine:
        assert self._engine is not None
        return self._engine

    # --- writing ---

    async def append(
        self,
        table: str,
        entries: Sequence[Entry],
        row: IndexRow | None,
        also: Sequence[Statement] = (),
        fence: int | None = None,
    ) -> None:
        """Write events durably, the row of the index if it has changed, and ``also`` what is derived from them.

        ``fence``: the number of the lease under which they were decided (``cluster/leases.py``), if there is one.
        ``Conflict``: nothing was written. ``Unavailable``: perhaps something was, which the log says when read again.
        """
        wanted = _Append(table, entries, row, also, fence)
        self._queue.put_nowait(wanted)
        await wanted.done

    async def _write(self) -> None:
        """While one commit is being written to disk, further events gather and are committed together."""
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MOST_IN_A_COMMIT and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            begun = time.monotonic()
            try:
                await self._commit(batch)
            except TAKEN:
                for one in batch:  # one of them conflicts; the others must still succeed
                    await self._commit_alone(one)
            except FAILED as error:
                self._failed = time.monotonic()
                self._answer(batch, Unavailable(type(error).__name__))
            except asyncio.CancelledError:
                self._answer(batch, Unavailable("stopping"))
                raise
            else:
                self._failed = float("-inf")
                self.on_commit(time.monotonic() - begun)
                self._answer(batch)
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _commit_alone(self, one: _Append) -> None:
        try:
            await self._commit([one])
        except TAKEN:
            self._answer([one], Conflict())
        except FAILED as error:
            self._answer([one], Unavailable(type(error).__name__))
        else:
            self._answer([one])

    @staticmethod
    def _answer(batch: Sequence[_Append], problem: Exception | None = None) -> None:
        for one in batch:
            if not one.done.done():
                if problem is None:
                    one.done.set_result(None)
                else:
                    one.done.set_exception(problem)

    async def _commit(self, batch: Sequence[_Append]) -> None:
        events = [
            {
                "table_id": one.table,
                "number": entry.number,
                "time": entry.time,
                "kind": entry.kind,
                "body": msgspec.json.encode(entry.body).decode(),
                "command": entry.command,
                "fence": one.fence,
            }
            for one in batch
            for entry in one.entries
        ]
        index = [
            {
                "id": one.table,
                "created": one.row.created,
                "status": one.row.status,
                "shown": int(one.row.shown),
                "watched": int(one.row.watched),
                "unattended": one.row.unattended,
            }
            for one in batch
            if one.row is not None
        ]
        statements: list[Many] = [(FENCED_INSERT if self.postgres else _INSERT, events)]
        if index:
            statements.append((_INDEX, index))
        for one in batch:
            statements += one.also
        await self._execute(statements)
        self.commits += 1
        self.on_stored([(one.table, one.entries[-1].number) for one in batch])

    async def _execute(self, statements: Sequence[Many]) -> list[int]:
        """Execute statements in one transaction; how many rows each has changed."""
        if self._file is not None:
            return await self._file.commit([(statement.text, params) for statement, params in statements])
        async with self.engine.begin() as connection:
            return [(await connection.execute(statement, params)).rowcount for statement, params in statements]

    async def write(self, *statements: Statement) -> list[int]:
        """Change rows beside the log, all or none; how many rows each statement has changed. ``Conflict``: a row is
        there already."""
        try:
            return await self._execute(statements)
        except TAKEN:
            raise Conflict from None
        except FAILED as error:
            raise Unavailable(type(error).__name__) from error

    # --- reading ---

    async def read(self, query: TextClause, **params: Any) -> Sequence[Any]:
        """The rows that a query finds."""
        async with self._reading() as connection:
            return (await connection.execute(query, params)).all()

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield connection
        except FAILED as error:
            raise Unavailable(type(error).__name__) from error

    async def load(self, table: str, since: int = 0) -> list[Entry]:
        """A table's events after number ``since``; empty if there is no such table."""
        async with self._reading() as connection:
            rows = (await connection.execute(_LOAD, {"table": table, "since": since})).all()
        try:
            return [
                Entry(number, time, kind, msgspec.json.decode(body), command)
                for number, time, kind, body, command in rows
            ]
        except (msgspec.DecodeError, TypeError, UnicodeError) as error:
            raise Damaged(f"an event of table {table} cannot be read: {error}") from None

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the latest event of each of these tables."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), _MOST_ASKED):
            some = list(tables[start : start + _MOST_ASKED])
            found |= dict(await self.read(_HEADS, tables=some))
        return found

    async def find_command(self, table: str, command: str) -> int | None:
        """The number of the event that a command caused, if it was carried out."""
        query = text("SELECT number FROM piazzetta_events WHERE table_id = :table AND command = :command")
        async with self._reading() as connection:
            found = (await connection.execute(query, {"table": table, "command": command})).scalar()
        return None if found is None else int(found)

    async def _ids(self, where: str, most: int) -> list[str]:
        query = text(f"SELECT id FROM piazzetta_tables WHERE {where} ORDER BY created DESC LIMIT :most")
        async with self._reading() as connection:
            return [row[0] for row in await connection.execute(query, {"most": most})]

    async def open_tables(self, most: int) -> list[str]:
        return await self._ids("status = 'waiting' AND shown = 1", most)

    async def watchable_tables(self, most: int) -> list[str]:
        return await self._ids("status = 'playing' AND watched = 1", most)

    async def unattended_tables(self, since: int, until: int, most: int, least: int = 1) -> list[str]:
        """Games in which a bot or a clock may have to act, and whose last event happened between two moments."""
        when = f"{_LATEST} BETWEEN {int(since)} AND {int(until)}"
        return await self._ids(f"status = 'playing' AND unattended >= {int(least)} AND {when}", most)

    async def waiting_tables(self, before: int, most: int) -> list[str]:
        """Tables that have not started and were created before a given time."""
        return await self._ids(f"status = 'waiting' AND created < {int(before)}", most)

    async def abandoned_tables(self, before: int, most: int) -> list[str]:
        """Games in which nothing has happened since a given time."""
        when = int(before)
        return await self._ids(f"status = 'playing' AND created < {when} AND {_LATEST} < {when}", most)

    async def count_tables(self) -> int:
        """The number of unfinished tables."""
        query = text("SELECT count(*) FROM piazzetta_tables WHERE status IN ('waiting', 'playing')")
        async with self._reading() as connection:
            return int((await connection.execute(query)).scalar() or 0)

    async def alive(self) -> bool:
        """Whether the database can be written to, tried every few seconds at most: anybody may ask. On a full disk a
        small write may succeed where events do not, so a failed one counts for a while."""
        async with self._testing:
            when, well = self._tested
            if time.monotonic() - when > _TEST_AGAIN:
                well = await self._test()
                self._tested = (time.monotonic(), well)
        return well and time.monotonic() - self._failed > _SICK

    async def _test(self) -> bool:
        try:
            async with asyncio.timeout(5):
                await self._execute([(_NOTHING_NEW, {})])
        except (*FAILED, TimeoutError):
            return False
        return True
