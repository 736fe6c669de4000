"""Several servers on one PostgreSQL database: each tells the others what it has stored and who is connected to it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Collection
from typing import Protocol

import msgspec

from piazzetta.server.background import Background
from piazzetta.server.cluster.leases import Leases
from piazzetta.server.store.database import Unavailable
from piazzetta.server.store.store import Store

log = logging.getLogger("piazzetta")

_CHANNEL = "piazzetta"
_ALIVE = 4.0  # seconds between two signs of life
_GONE = 15.0  # seconds without one until the others consider a server gone
_BEAT = 15.0  # seconds until servers announce again who is at a table
_LOST = 40.0  # seconds for which that holds: a server of an older version gives no other sign of life
_RECONCILE = 15.0  # seconds between two looks at the database for news that did not arrive
_GATHER = 0.005  # seconds for which news gather: they go out together
_HEADS = 100  # tables in one message, which may have 8000 bytes

_NOTIFY = "SELECT pg_notify(:channel, :payload)"


class Neighbour(Protocol):
    """Receives news from the other servers."""

    def knows(self, table_id: str) -> bool:
        """Return whether a table is open here, so that news of it matter."""

    async def stored_elsewhere(self, table_id: str | None, head: int) -> None:
        """Catch up after another server has stored events up to a number; None: possibly at any table."""

    def moved_elsewhere(self, table_id: str, gone: Collection[int], lost: bool = False) -> None:
        """Somebody has connected to or disconnected from another server. ``gone``: the seats whose people left it;
        ``lost``: because it fell silent."""

    def tell_presence(self) -> None:
        """Announce again who is connected here."""

    async def reconcile(self) -> None:
        """Catch up with whatever other servers have stored, read from the database itself."""

    def disconnect_here(self, credential: str) -> None:
        """End the connections to this server that were made with a device or access token."""


class Cluster:
    """The other servers, as far as this one knows. A server on SQLite is alone."""

    def __init__(self, store: Store, background: Background, neighbour: Neighbour, name: str = "") -> None:
        """``name``: of this server. One that takes the place of another has its name, and owns its tables."""
        self._store = store
        self._background = background
        self._neighbour = neighbour
        self._name = name or secrets.token_hex(6)
        self.leases = Leases(store, self._name)
        self._present: dict[str, dict[str, tuple[float, set[int]]]] = {}  # table -> server -> heard when, which seats
        self._alive: dict[str, float] = {}  # servers that give signs of life, and when the last one came
        self._listening = asyncio.Event()
        self._stored: dict[str, int] = {}  # news to tell: tables and their latest events,
        self._here: dict[str, list[int]] = {}  # tables and who is connected here
        self._signed_out: list[str] = []  # credentials that are no longer valid
        self._sign_due = False  # others are to hear that this server is alive
        self._news = asyncio.Event()

    async def open(self) -> None:
        if not self._store.postgres:
            return
        await self.leases.begin()
        self._background.supervise("tell that this server is alive", self.leases.beat)
        self._store.on_stored = self._tell_stored
        self._background.supervise("tell other servers the news", self._tell)
        self._background.supervise("listen to other servers", self._listen)
        try:
            async with asyncio.timeout(10):
                await self._listening.wait()
        except TimeoutError:  # still trying; meanwhile the database itself keeps two servers from both storing a move
            log.warning("not connected to the other servers yet")
        self._background.supervise("give signs of life", self._live)
        self._background.supervise("tell other servers who is here", self._beat)
        self._background.supervise("look for missed news", self._reconcile)

    def present(self, table: str, seat: int) -> bool:
        """Return whether a person is connected to another server."""
        return any(
            seat in seats and self._holds(server, heard)
            for server, (heard, seats) in self._present.get(table, {}).items()
        )

    def _holds(self, server: str, heard: float) -> bool:
        """Return whether a server's last announcement still counts."""
        now = time.monotonic()
        return heard > now - _LOST and self._alive.get(server, now) > now - _GONE

    def _heard_alive(self, server: str) -> None:
        """Note a sign of life. People of a server that seemed to be gone are there again."""
        now = time.monotonic()
        seemed_gone = self._alive.get(server, now) <= now - _GONE
        self._alive[server] = now
        if seemed_gone:
            for table in [table for table, servers in self._present.items() if server in servers]:
                self._neighbour.moved_elsewhere(table, set())

    def tell_presence(self, table: str, seats: list[int]) -> None:
        """Tell the others who is connected here."""
        if self._store.postgres:
            self._here[table] = seats
            self._news.set()

    def tell_signed_out(self, credential: str) -> None:
        """Tell the others that a device was signed out, or an access token revoked."""
        if self._store.postgres:
            self._signed_out.append(credential)
            self._news.set()

    def _tell_stored(self, heads: list[tuple[str, int]]) -> None:
        """Tell the others what was stored: after the commit and apart from it, because in PostgreSQL transactions with
        a NOTIFY commit one after the other."""
        self._stored.update(heads)
        self._news.set()

    async def _tell(self) -> None:
        while True:
            await self._news.wait()
            await asyncio.sleep(_GATHER)
            self._news.clear()
            heads, here = list(self._stored.items()), self._here
            self._stored, self._here = {}, {}
            signed_out, self._signed_out = self._signed_out, []
            messages: list[dict[str, object]] = [
                {"server": self._name, "heads": heads[start : start + _HEADS]} for start in range(0, len(heads), _HEADS)
            ]
            if self._sign_due:  # to a server of an older version: news of no table
                self._sign_due = False
                messages.append({"server": self._name, "heads": [], "alive": True})
            messages += [{"server": self._name, "table": table, "seats": seats} for table, seats in here.items()]
            messages += [{"server": self._name, "signed_out": credential} for credential in signed_out]
            payloads = [msgspec.json.encode(message).decode() for message in messages]
            try:
                await self._store.write((_NOTIFY, [{"channel": _CHANNEL, "payload": one} for one in payloads]))
            except Unavailable:
                log.warning("other servers could not be told what happens here")

    async def _live(self) -> None:
        while True:
            self._sign_due = True
            self._news.set()
            self._forget_the_silent()
            await asyncio.sleep(_ALIVE)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            self._neighbour.tell_presence()

    def _forget_the_silent(self) -> None:
        """Forget the servers that have been silent for too long, and everybody who was connected there."""
        servers = [(table, server, presence) for table, of in self._present.items() for server, presence in of.items()]
        gone = [(table, server, seats) for table, server, (heard, seats) in servers if not self._holds(server, heard)]
        for table, server, seats in gone:
            del self._present[table][server]
            if not self._present[table]:
                del self._present[table]
            self._neighbour.moved_elsewhere(table, seats, lost=True)
        forgotten = time.monotonic() - 2 * _LOST
        self._alive = {server: heard for server, heard in self._alive.items() if heard > forgotten}
        if gone:  # its last words may be missing
            self._background.spawn(self._neighbour.stored_elsewhere(None, 2**31))

    async def _listen(self) -> None:
        """Listen to the others; after a broken connection, check for what was missed."""
        while True:
            try:
                await self._store.database.listen(_CHANNEL, self._heard, self._listens)
            except Unavailable as error:
                log.warning("no news from other servers: %s; trying again", error.reason)
            await asyncio.sleep(1)

    async def _listens(self) -> None:
        self._listening.set()
        await self._neighbour.stored_elsewhere(None, 2**31)

    async def _reconcile(self) -> None:
        """Compare with the database now and then: a notice may be lost, and reading after one may fail."""
        while True:
            await asyncio.sleep(_RECONCILE)
            await self._neighbour.reconcile()

    def _heard(self, payload: str) -> None:
        message = msgspec.json.decode(payload)
        if message.get("server") == self._name:
            return
        if "alive" in message:
            self._heard_alive(message["server"])
        if "heads" in message:
            for table, head in message["heads"]:
                if self._neighbour.knows(table):
                    self._background.spawn(self._neighbour.stored_elsewhere(table, head))
        elif "signed_out" in message:
            self._neighbour.disconnect_here(message["signed_out"])
        else:
            servers, seats = self._present.setdefault(message["table"], {}), set(message["seats"])
            heard, before = servers.get(message["server"], (0.0, set()))
            held = self._holds(message["server"], heard)
            servers[message["server"]] = (time.monotonic(), seats)
            if seats != before or not held:
                self._neighbour.moved_elsewhere(message["table"], before - seats)
