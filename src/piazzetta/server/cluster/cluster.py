"""Several servers on one PostgreSQL database: each tells the others what it has stored and who is connected to it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Collection
from typing import Any, Protocol

import msgspec
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from piazzetta.server.background import Background
from piazzetta.server.store.store import CHANNEL, Store

log = logging.getLogger("piazzetta")

_BEAT = 15.0  # seconds between heartbeats
_LOST = 40.0  # seconds without one until the others consider a server gone


class Neighbour(Protocol):
    """Receives news from the other servers."""

    async def stored_elsewhere(self, table_id: str | None, head: int) -> None:
        """Another server has stored events up to a number; None: possibly at any table."""

    def moved_elsewhere(self, table_id: str, gone: Collection[int]) -> None:
        """Somebody has connected to or disconnected from another server. ``gone``: the seats whose people left it."""

    def tell_presence(self) -> None:
        """Announce again who is connected here."""


class Cluster:
    """The other servers, as far as this one knows. A server on SQLite is alone."""

    def __init__(self, store: Store, background: Background, neighbour: Neighbour) -> None:
        self._store = store
        self._background = background
        self._neighbour = neighbour
        self._name = secrets.token_hex(6)
        self._present: dict[tuple[str, str], tuple[float, set[int]]] = {}  # server, table -> heard when, which seats
        self._listening = asyncio.Event()

    async def open(self) -> None:
        if not self._store.postgres:
            return
        self._background.spawn(self._listen())
        try:
            async with asyncio.timeout(10):
                await self._listening.wait()
        except TimeoutError:  # still trying; meanwhile the database itself keeps two servers from both storing a move
            log.warning("no news from other servers yet")
        self._background.spawn(self._beat())

    def present(self, table: str, seat: int) -> bool:
        """Whether a person is connected to another server."""
        oldest = time.monotonic() - _LOST
        return any(
            seat in seats and heard > oldest for (_, where), (heard, seats) in self._present.items() if where == table
        )

    def tell_presence(self, table: str, seats: list[int]) -> None:
        """Tell the others who is connected here."""
        if self._store.postgres:
            self._background.spawn(self._notify({"server": self._name, "table": table, "seats": seats}))

    async def _notify(self, message: dict[str, Any]) -> None:
        payload = msgspec.json.encode(message).decode()
        try:
            async with self._store.engine.begin() as connection:
                await connection.execute(
                    text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
                )
        except (SQLAlchemyError, OSError):
            log.warning("other servers could not be told who is here")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            self._neighbour.tell_presence()
            self._forget_the_silent()

    def _forget_the_silent(self) -> None:
        """A server that is not heard any more is gone, and with it everybody who was connected there."""
        oldest = time.monotonic() - _LOST
        for key, (heard, seats) in list(self._present.items()):
            if heard <= oldest:
                del self._present[key]
                self._neighbour.moved_elsewhere(key[1], seats)

    async def _listen(self) -> None:
        """Listen to the others; after a broken connection, check for what was missed."""
        import asyncpg

        url = self._store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(url)
                try:
                    await connection.add_listener(CHANNEL, self._heard)
                    self._listening.set()
                    await self._neighbour.stored_elsewhere(None, 2**31)
                    while not connection.is_closed():
                        await asyncio.sleep(5)
                        await connection.execute("SELECT 1")
                finally:
                    connection.terminate()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("no news from other servers: %s; trying again", type(error).__name__)
                await asyncio.sleep(1)

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        message = msgspec.json.decode(payload)
        if "heads" in message:
            for table, head in message["heads"]:
                self._background.spawn(self._neighbour.stored_elsewhere(table, head))
        elif message.get("server") != self._name:
            key, seats = (message["server"], message["table"]), set(message["seats"])
            _, before = self._present.get(key, (0.0, set()))
            self._present[key] = (time.monotonic(), seats)
            self._neighbour.moved_elsewhere(message["table"], before - seats)
