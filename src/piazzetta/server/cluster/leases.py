"""A table has one owner at a time: the server that its lease names. Each change of hands raises the lease's fencing
number. Events carry the number under which they were decided, and the database takes none with an older one
(``store/store.py``): a server that was paused, and does not know that its table has another owner, cannot write.

A lease lasts as long as its owner says every second that it is alive: one row for a server, however many tables it has,
and nothing for a move. A command of a person who is connected here takes the table at once; bots and clocks wait until
its owner is gone. A server on SQLite is alone and needs none of this: it has locked the file.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from piazzetta.server.store.database import Unavailable
from piazzetta.server.store.store import Store

log = logging.getLogger("piazzetta")

_BEAT = 1.0  # seconds between two signs of life
LASTS = 4.0  # seconds after the last one until others may take over what nobody asks for
_SILENT = 2.0  # seconds without an answer to one after which the database counts as away
_FORGOTTEN = 86400.0  # seconds after which the name of a server that is gone is deleted

_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"  # the database's clock decides who is alive
#: Take a table over from its owner; returns its new fencing number.
_TAKE = (
    "INSERT INTO piazzetta_leases AS held (table_id, owner, fence) VALUES (:table, :owner, 1) "
    "ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, fence = held.fence + 1"
)
#: The condition under which no other owner is alive.
_FREE = (
    " WHERE held.owner = excluded.owner OR NOT EXISTS "
    f"(SELECT 1 FROM piazzetta_owners WHERE name = held.owner AND until > {_NOW})"
)
_ALIVE = (
    f"INSERT INTO piazzetta_owners (name, until) VALUES (:owner, {_NOW} + :lasts) "
    "ON CONFLICT (name) DO UPDATE SET until = excluded.until"
)
_OTHER_OWNER = (
    "SELECT count(*) FROM piazzetta_leases JOIN piazzetta_owners ON name = owner "
    f"WHERE table_id = :table AND owner <> :owner AND until > {_NOW}"
)
_GONE = "DELETE FROM piazzetta_owners WHERE name = :owner"
_FORGET_OWNERS = f"DELETE FROM piazzetta_owners WHERE until < {_NOW} - :after"


class Leases:
    """The tables that this server owns, as far as it knows: the database knows better."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._held: dict[str, int] = {}  # table -> fencing number

    async def take(self, table: str, insist: bool) -> int | None:
        """Return the fencing number with which to write to a table; None if none is needed.

        ``Unavailable`` if another server owns the table and is alive, unless one insists.
        """
        if not self._store.postgres:
            return None
        found = self._held.get(table)
        if found is None:
            found = await self._ask(table, insist)
            self._held[table] = found
        return found

    async def _ask(self, table: str, insist: bool) -> int:
        query = f"{_TAKE}{'' if insist else _FREE} RETURNING fence"
        found = await self._store.value(query, table=table, owner=self._name)
        if found is None:
            raise Unavailable("another server owns the table")
        return int(found)

    async def owned_elsewhere(self, table: str) -> bool:
        """Return whether another server that is alive owns a table."""
        return self._store.postgres and await self._store.value(_OTHER_OWNER, table=table, owner=self._name) > 0

    def forget(self, table: str) -> None:
        """Ask again before the next event: somebody else may own the table, or it is not in memory any more."""
        self._held.pop(table, None)

    async def begin(self) -> None:
        """Say for the first time that this server is alive, before it takes a table."""
        if self._store.postgres:
            await self._say()

    async def beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            await self._say()

    async def _say(self) -> None:
        begun = time.monotonic()
        # a database that has fallen silent fails only after a while: clocks must stand still before
        silent = asyncio.get_running_loop().call_later(_SILENT, lambda: self._store.on_trouble(_SILENT))
        try:
            await self._store.write(
                (_ALIVE, {"owner": self._name, "lasts": int(1000 * LASTS)}),
                (_FORGET_OWNERS, {"after": int(1000 * _FORGOTTEN)}),
            )
        except Unavailable as problem:  # the next time
            log.warning("the heartbeat could not be written: %s", problem.reason)
            self._store.on_trouble(time.monotonic() - begun)
        finally:
            silent.cancel()

    async def close(self) -> None:
        """Let go of all tables at once."""
        if self._store.postgres:
            with contextlib.suppress(Unavailable):  # then they are free in a moment
                await self._store.write((_GONE, {"owner": self._name}))
