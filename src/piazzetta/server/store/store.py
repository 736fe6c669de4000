"""The log on disk. Appended events are durable when ``append`` returns, and many tables share one commit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, NamedTuple

import msgspec

from piazzetta.errors import BadInput
from piazzetta.extras import install_command
from piazzetta.server.store.database import Conflict, Database, Many, Row, Statement, Unavailable, database_url, file_of
from piazzetta.server.store.file_check import check_before_start, keep_private, lock_file
from piazzetta.server.store.schema import migrate
from piazzetta.server.store.sqlite_file import SqliteFile
from piazzetta.tables.log import LogEntry

log = logging.getLogger("piazzetta")

MOST_IN_A_COMMIT = 256
_BETWEEN_COMMITS = 0.02  # seconds at least, where several tables share them: a commit costs more than what is in it
_NEVER = float("-inf")
PATIENT = 2  # in the index: a clock may run for days
_LAST_WRITES = 10.0  # seconds for what is still to be written when the server stops
_SICK = 10.0  # seconds after a failed write, unless another one succeeds
_SLOW = 1.0  # seconds after which a commit keeps people waiting as if the database were away
_TEST_AGAIN = 2.0  # seconds after which the database is tested anew


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
    entries: Sequence[LogEntry]
    row: IndexRow | None
    also: Sequence[Statement]
    fence: int | None
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


_INSERT = (
    "INSERT INTO piazzetta_events (table_id, number, time, kind, body, command) "
    "VALUES (:table_id, :number, :time, :kind, :body, :command)"
)
#: For PostgreSQL. Without its number an event cannot be stored, so an older fencing number is a conflict, as a number
#: that is taken. An event without a fencing number (of a new table, a shelf, an older server) is not checked.
_FENCED_INSERT = (
    "INSERT INTO piazzetta_events (table_id, number, time, kind, body, command, fence) "
    "VALUES (CAST(:table_id AS VARCHAR), CASE WHEN EXISTS "
    "(SELECT 1 FROM piazzetta_leases WHERE table_id = CAST(:table_id AS VARCHAR) AND fence > CAST(:fence AS INTEGER)) "
    "THEN NULL ELSE CAST(:number AS INTEGER) END, :time, :kind, :body, :command, CAST(:fence AS INTEGER))"
)
_INDEX = (
    "INSERT INTO piazzetta_tables (id, created, status, shown, watched, unattended) "
    "VALUES (:id, :created, :status, :shown, :watched, :unattended) ON CONFLICT (id) DO UPDATE SET "
    "status = excluded.status, shown = excluded.shown, watched = excluded.watched, unattended = excluded.unattended"
)
#: A row is written as it was: what reaches the disk shows that events would.
_NOTHING_NEW = "UPDATE piazzetta_schema SET version = version"
_LOAD = (
    "SELECT table_id, number, time, kind, body, command FROM piazzetta_events "
    "WHERE table_id IN :tables AND number > :since ORDER BY table_id, number"
)
_HEADS = "SELECT table_id, max(number) FROM piazzetta_events WHERE table_id IN :tables GROUP BY table_id"
_MOST_ASKED = 500  # tables in one query
#: When the last event of a table happened. The index does not say: it would have to be written with every move.
_LATEST = "(SELECT time FROM piazzetta_events WHERE table_id = piazzetta_tables.id ORDER BY number DESC LIMIT 1)"

_UNATTENDED = (
    f"SELECT id, latest FROM (SELECT id, {_LATEST} AS latest FROM piazzetta_tables "
    "WHERE status = 'playing' AND unattended >= :least) AS found "
    "WHERE latest BETWEEN :since AND :until ORDER BY latest DESC LIMIT :most"
)


class Store:
    """The database of one server process."""

    def __init__(self, url: str) -> None:
        self._url = database_url(url)
        self._file = file_of(self._url)
        self.postgres = self._file is None
        self._database: Database | None = None
        self._queue: asyncio.Queue[_Append] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._lock: IO[str] | None = None
        self.commits = 0
        self.on_commit: Callable[[float], object] = lambda seconds: None
        # called with tables and their latest events
        self.on_stored: Callable[[list[tuple[str, int]]], object] = lambda heads: None
        # called with the seconds of an attempt to read or write that failed or took too long
        self.on_trouble: Callable[[float], object] = lambda seconds: None
        self._failed = _NEVER  # when an attempt to write has failed
        self._tested = (float("-inf"), False)  # when the database was last tested, and whether it was well
        self._testing = asyncio.Lock()

    # --- opening and closing ---

    async def open(self, beside: bool = False, reading: bool = False) -> None:
        """Open the database and migrate it. ``beside``: for a command, also while a server has it open; the database
        must exist. ``reading``: the same, without migrating it."""
        if (beside or reading) and self._file is not None and not self._file.is_file():
            raise BadInput(f"there is no database {self._file}: give the server's own with --db")
        try:
            if self._file is not None and not reading:
                if not beside:
                    self._lock = lock_file(self._file)
                    await asyncio.to_thread(check_before_start, self._file)
                keep_private(self._file)
            self._database = await self._connect()
            if not reading:
                await migrate(self._database)
                self._writer = asyncio.create_task(self._write())
        except BaseException as error:
            await self.close()
            if isinstance(error, Unavailable | OSError | ValueError):
                raise BadInput(f"the database cannot be opened: {error.__cause__ or error}") from None
            raise

    async def _connect(self) -> Database:
        if self._file is not None:
            return SqliteFile(self._file)
        try:
            from piazzetta.server.store.postgres import Postgres
        except ModuleNotFoundError:
            raise BadInput(f"PostgreSQL needs one more package: {install_command('postgres')}") from None
        return await Postgres.connect(self._url)

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
        if self._database is not None:
            await self._database.close()
        if self._lock is not None:
            self._lock.close()

    @property
    def database(self) -> Database:
        assert self._database is not None
        return self._database

    # --- writing ---

    async def append(
        self,
        table: str,
        entries: Sequence[LogEntry],
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
        """Commit what waits, again and again. Events that come during one commit are written together in the next."""
        begun, tables = _NEVER, {""}
        while True:
            batch = [await self._queue.get()]
            try:
                wait = begun + _BETWEEN_COMMITS - time.monotonic()
                if wait > 0 and batch[0].table not in tables:  # who is alone here does not wait for others
                    await asyncio.sleep(wait)
                while len(batch) < MOST_IN_A_COMMIT and not self._queue.empty():
                    batch.append(self._queue.get_nowait())
                begun, tables = time.monotonic(), {one.table for one in batch}
                await self._commit(batch)
            except Conflict:
                for one in batch:  # one of them conflicts; the others must still succeed
                    await self._commit_alone(one)
            except Unavailable as error:
                if self._failed == _NEVER:  # one line, however often it is tried
                    log.error("events could not be stored: %s", error.reason)
                self._failed = time.monotonic()
                self.on_trouble(self._failed - begun)
                self._answer(batch, error)
            except asyncio.CancelledError:
                self._answer(batch, Unavailable("stopping"))
                raise
            else:
                if self._failed != _NEVER:
                    log.warning("events are stored again")
                self._failed = _NEVER
                taken = time.monotonic() - begun
                self.on_commit(taken)
                if taken > _SLOW:
                    self.on_trouble(taken)
                self._answer(batch)
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _commit_alone(self, one: _Append) -> None:
        try:
            await self._commit([one])
        except (Conflict, Unavailable) as error:
            self._answer([one], error)
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
        statements: list[Many] = [(_FENCED_INSERT if self.postgres else _INSERT, events)]
        if index:
            statements.append((_INDEX, index))
        for one in batch:
            statements += one.also
        await self.database.write(statements)
        self.commits += 1
        self.on_stored([(one.table, one.entries[-1].number) for one in batch])

    async def write(self, *statements: Many) -> list[int]:
        """Change rows beside the log, all or none; how many rows each statement has changed. ``Conflict``: a row is
        there already."""
        return await self.database.write(statements)

    # --- reading ---

    async def read(self, query: str, **params: object) -> list[Row]:
        """Return the rows that a query finds."""
        return await self.database.read(query, params)

    async def value(self, query: str, **params: object) -> Any:
        """Return the first column of the first row that a query finds; None if it finds none."""
        rows = await self.database.read(query, params)
        return rows[0][0] if rows else None

    async def load(self, table: str, since: int = 0) -> list[LogEntry]:
        """Return a table's events after number ``since``; empty if there is no such table."""
        (entries,) = await self.load_logs([table], since)
        return entries

    async def load_logs(self, tables: Sequence[str], since: int = 0) -> list[list[LogEntry]]:
        """Return the events of several logs after number ``since``, read together."""
        begun = time.monotonic()
        try:
            rows = await self.read(_LOAD, tables=list(tables), since=since)
        except Unavailable:
            self.on_trouble(time.monotonic() - begun)
            raise
        found: dict[str, list[LogEntry]] = {table: [] for table in tables}
        try:
            for table, number, when, kind, body, command in rows:
                found[table].append(LogEntry(number, when, kind, msgspec.json.decode(body), command))
        except (msgspec.DecodeError, TypeError, UnicodeError) as error:
            raise Damaged(f"an event of table {table} cannot be read: {error}") from None
        return list(found.values())

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the latest event of each of these tables."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), _MOST_ASKED):
            some = list(tables[start : start + _MOST_ASKED])
            found |= dict(await self.read(_HEADS, tables=some))
        return found

    async def find_command(self, table: str, command: str) -> int | None:
        """Return the number of the event that a command caused, if it was carried out."""
        query = "SELECT number FROM piazzetta_events WHERE table_id = :table AND command = :command"
        found: int | None = await self.value(query, table=table, command=command)
        return found

    async def _ids(self, where: str, most: int) -> list[str]:
        query = f"SELECT id FROM piazzetta_tables WHERE {where} ORDER BY created DESC LIMIT :most"
        return [table for (table,) in await self.read(query, most=most)]

    async def open_tables(self, most: int) -> list[str]:
        return await self._ids("status = 'waiting' AND shown = 1", most)

    async def watchable_tables(self, most: int) -> list[str]:
        return await self._ids("status = 'playing' AND watched = 1", most)

    async def unattended_tables(self, since: int, until: int, most: int, least: int = 1) -> list[tuple[str, int]]:
        """Return games in which a bot or a clock may have to act, and whose last event happened between two moments,
        with the time of that event; the latest come first."""
        found = await self.read(_UNATTENDED, since=since, until=until, most=most, least=least)
        return [(table, latest) for table, latest in found]

    async def tables_moved_last(self, within: int) -> list[str]:
        """Return the games whose last event is at most ``within`` milliseconds older than the latest of all games."""
        rows = await self.read(f"SELECT id, {_LATEST} FROM piazzetta_tables WHERE status = 'playing'")
        latest = max((time or 0 for _, time in rows), default=0)
        return [table for table, time in rows if (time or 0) >= latest - within]

    async def waiting_tables(self, before: int, most: int) -> list[str]:
        """Return tables that have not started and were created before a given time."""
        return await self._ids(f"status = 'waiting' AND created < {int(before)}", most)

    async def abandoned_tables(self, before: int, most: int) -> list[str]:
        """Return games in which nothing has happened since a given time."""
        when = int(before)
        return await self._ids(f"status = 'playing' AND created < {when} AND {_LATEST} < {when}", most)

    async def count_tables(self) -> int:
        """Return the number of unfinished tables."""
        query = "SELECT count(*) FROM piazzetta_tables WHERE status IN ('waiting', 'playing')"
        return int(await self.value(query))

    async def alive(self) -> bool:
        """Whether the database can be written to, tried every few seconds at most, because everyone may ask. On a full
        disk a small write may succeed where events do not, so a failed one counts for a while."""
        async with self._testing:
            when, well = self._tested
            if time.monotonic() - when > _TEST_AGAIN:
                well = await self._test()
                self._tested = (time.monotonic(), well)
        return well and time.monotonic() - self._failed > _SICK

    async def _test(self) -> bool:
        try:
            async with asyncio.timeout(5):
                await self.write((_NOTHING_NEW, {}))
        except (Unavailable, TimeoutError):
            return False
        return True
