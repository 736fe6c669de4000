"""A database of a PostgreSQL server, which several of our servers can share."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import asyncpg

from piazzetta.server.store.database import Conflict, Many, Row, Unavailable, Values, expanded

T = TypeVar("T")
_CONNECTIONS = 10  # at most
_WAIT = 30.0  # seconds for a free connection
_CONNECTING = 10.0  # seconds for a new one
_ANSWER = 15.0  # seconds for a statement: a broken connection may give no sign
_PATIENT = 24 * 3600.0  # the same for a migration
_STILL_THERE = 5.0  # seconds between two looks whether a connection that only listens is alive
#: A server that is paused in the middle of a transaction loses it; others would wait for it.
_SETTINGS = {"idle_in_transaction_session_timeout": "3000"}  # milliseconds
_PARAMETER = re.compile(r"(?<![:\w]):([a-z_]\w*)")


@lru_cache(maxsize=1000)
def _numbered(statement: str) -> tuple[str, list[str]]:
    """Return a statement with ``$1`` for its first parameter and so on, and their names in this order."""
    names = list(dict.fromkeys(_PARAMETER.findall(statement)))
    return _PARAMETER.sub(lambda found: f"${names.index(found[1]) + 1}", statement), names


@dataclass
class Postgres:
    _url: str
    _pool: asyncpg.Pool

    @staticmethod
    async def connect(url: str) -> Postgres:
        async def leave_as_it_is(_: object) -> None:
            """Nothing but transactions change a connection, so that a reset would be a question for nothing."""

        with _errors():
            pool = await asyncpg.create_pool(
                url,
                min_size=0,  # more would be restored while the database is away, with a stack in the log each time
                max_size=_CONNECTIONS,
                server_settings=_SETTINGS,
                reset=leave_as_it_is,
                timeout=_CONNECTING,
                command_timeout=_ANSWER,
            )
        return Postgres(url, pool)

    async def read(self, query: str, params: Values) -> list[Row]:
        return await _to_its_end(self._read(query, params))

    async def write(self, statements: Sequence[Many], patient: bool = False) -> list[int]:
        return await _to_its_end(self._write(statements, _PATIENT if patient else None))

    async def _read(self, query: str, params: Values) -> list[Row]:
        query, params = expanded(query, params)
        statement, names = _numbered(query)
        async with self._connection() as connection:
            return [tuple(row) for row in await connection.fetch(statement, *(params[name] for name in names))]

    async def _write(self, statements: Sequence[Many], timeout: float | None) -> list[int]:
        async with self._connection() as connection:
            if len(statements) == 1:  # is a transaction by itself, which saves two questions
                return [await _execute(connection, *statements[0], timeout)]
            async with connection.transaction():
                return [await _execute(connection, *one, timeout) for one in statements]

    async def listen(
        self, channel: str, heard: Callable[[str], object], ready: Callable[[], Awaitable[object]]
    ) -> None:
        with _errors():
            connection = await asyncpg.connect(self._url, timeout=_CONNECTING, command_timeout=_ANSWER)
            try:
                await connection.add_listener(channel, lambda _connection, _process, _channel, text: heard(text))
                await ready()
                while not connection.is_closed():
                    await asyncio.sleep(_STILL_THERE)
                    await connection.execute("SELECT 1")
            finally:
                connection.terminate()

    async def close(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._pool.close(), _STILL_THERE)

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[asyncpg.Connection]:
        with _errors():
            async with self._pool.acquire(timeout=_WAIT) as connection:
                yield connection


async def _to_its_end(work: Coroutine[object, None, T]) -> T:
    """Return the result of some work with a connection, which goes on if its caller is cancelled: a connection that is
    left in the middle of an answer cannot be used again ("another operation is in progress")."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to take it
    return await asyncio.shield(task)


async def _execute(
    connection: asyncpg.Connection, statement: str, params: Values | Sequence[Values], timeout: float | None
) -> int:
    """Execute a statement and return how many rows it has changed; with several sets of parameters, -1.

    ``timeout``: the seconds it may take, if not the usual ones.
    """
    statement, names = _numbered(statement)
    if not isinstance(params, Mapping):
        await connection.executemany(statement, [[one[name] for name in names] for one in params], timeout=timeout)
        return -1
    status = await connection.execute(statement, *(params[name] for name in names), timeout=timeout)
    changed = status.rpartition(" ")[2]  # such as UPDATE 1
    return int(changed) if changed.isdigit() else -1


@contextlib.contextmanager
def _errors() -> Iterator[None]:
    """Raise what the driver reports as ``Conflict`` or ``Unavailable``."""
    try:
        yield
    except (asyncpg.IntegrityConstraintViolationError, asyncpg.DuplicateTableError, asyncpg.DuplicateObjectError):
        # the last two: another server has created the same table at the same moment, even with IF NOT EXISTS
        raise Conflict from None
    except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError) as error:
        raise Unavailable(type(error).__name__) from error
