"""Several servers on one PostgreSQL: each tells the others what it has stored, and who is connected to it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from piazzetta.server.store import CHANNEL

if TYPE_CHECKING:
    from piazzetta.server.house import House

log = logging.getLogger("piazzetta")

_BEAT = 15.0  # seconds between two signs of life
_LOST = 40.0  # after so many without one the others take it that a server has gone


class Peers:
    """The other servers, as far as this one has heard of them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._name = secrets.token_hex(6)
        self._present: dict[tuple[str, str], tuple[float, set[int]]] = {}  # server, table -> heard when, which seats
        self._task: asyncio.Task[Any] | None = None
        self._listening = asyncio.Event()

    async def open(self) -> None:
        self._task = self._house.spawn(self._listen())
        async with asyncio.timeout(10):
            await self._listening.wait()
        self._house.spawn(self._beat())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def present(self, table: str, seat: int) -> bool:
        """Whether a person is connected to another server."""
        oldest = time.monotonic() - _LOST
        return any(
            seat in seats and heard > oldest for (_, where), (heard, seats) in self._present.items() if where == table
        )

    async def tell_presence(self, table: str, seats: list[int]) -> None:
        payload = msgspec.json.encode({"server": self._name, "table": table, "seats": seats}).decode()
        try:
            async with self._house.store.engine.begin() as connection:
                await connection.execute(
                    text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
                )
        except (SQLAlchemyError, OSError):
            log.warning("other servers could not be told who is here")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            for room in list(self._house.rooms.values()):
                if room.listeners:
                    self._house.tell_presence(room)
            oldest = time.monotonic() - _LOST
            self._present = {key: value for key, value in self._present.items() if value[0] > oldest}

    async def _listen(self) -> None:
        """Hear what the others say; after a broken connection look for what was missed."""
        import asyncpg

        url = self._house.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                connection = await asyncpg.connect(url)
                try:
                    await connection.add_listener(CHANNEL, self._heard)
                    self._listening.set()
                    await self._look_for_missed()
                    while not connection.is_closed():
                        await asyncio.sleep(5)
                        await connection.execute("SELECT 1")
                finally:
                    connection.terminate()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("no news from other servers: %s; trying again", type(error).__name__)
                await asyncio.sleep(1)

    async def _look_for_missed(self) -> None:
        for room in list(self._house.rooms.values()):
            await room.catch_up(2**31)

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        message = msgspec.json.decode(payload)
        if "heads" in message:
            for table, head in message["heads"]:
                if table in self._house.rooms:
                    self._house.spawn(self._house.heard(table, head))
        elif message.get("server") != self._name:
            self._present[message["server"], message["table"]] = (time.monotonic(), set(message["seats"]))
            room = self._house.rooms.get(message["table"])
            if room is not None:
                room.tell_seats()
