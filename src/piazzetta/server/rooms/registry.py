"""All tables of a server process: finding, creating, joining, leaving, and dropping idle ones from memory."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from typing import TypeVar

from piazzetta.errors import BadInput
from piazzetta.match.provable_draws import commitment_of, new_seed
from piazzetta.server.background import Background
from piazzetta.server.cluster.cluster import Cluster
from piazzetta.server.rooms.announcements import Subscriber
from piazzetta.server.rooms.audience import Listener, now
from piazzetta.server.rooms.outages import Outages
from piazzetta.server.rooms.plans import plans_of, table_of
from piazzetta.server.rooms.room import Room, index_row, loaded
from piazzetta.server.rooms.seat_keys import Key, held_by, held_seats, new_id, new_token, own_seat, token_hash
from piazzetta.server.settings import Settings
from piazzetta.server.store.database import Statement, Unavailable
from piazzetta.server.store.store import PATIENT, Store
from piazzetta.server.workers.fair_queue import LongWork
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.commands import Command, Rematch, Resign, open_table
from piazzetta.tables.log import Created, LogEntry
from piazzetta.tables.messages import TableCard
from piazzetta.tables.refusals import Refused, Repeated
from piazzetta.tables.seating import Wish, head_of, rematch_head
from piazzetta.tables.table import Table
from piazzetta.tables.waiting import Expire, Join, Leave

log = logging.getLogger("piazzetta")
T = TypeVar("T")

#: Close code: what the connection has presented is no longer valid.
SIGNED_OUT = 4401
_THINKING = 1.0  # seconds without a move after which a room keeps less
_LISTED = 50  # tables that are closed at once
_SILENT = 30.0  # seconds without an event after which another server looks after a game that nobody watches


class TableRegistry:
    """The tables that this process handles, and their rooms."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        background: Background,
        thinkers: Thinkers,
        long_work: LongWork | None = None,
    ) -> None:
        self._settings = settings
        self._store = store
        self._background = background
        self._thinkers = thinkers
        self._long_work = long_work or LongWork()
        self._cluster = Cluster(store, background, self, settings.name)
        self._subscribers: list[Subscriber] = []
        self._begun = now()
        self._outages = Outages(store, background, self._go_on_after_outage)
        self.rooms: dict[str, Room] = {}

    def subscribe(self, subscriber: Subscriber) -> None:
        """Announce to a part of the server what happens at tables from now on."""
        self._subscribers.append(subscriber)

    # --- the lifetime of the server ---

    async def open(self) -> None:
        self._outages.open()
        await self._cluster.open()
        self._background.supervise("drop idle tables", self._drop_idle)
        self._background.supervise("close abandoned tables", self._expire)
        self._background.supervise("resume games", self._resume_games)

    async def close(self) -> None:
        """Let other servers take over the tables. Stop the background tasks before."""
        await self._cluster.leases.close()

    async def _resume_games(self) -> None:
        """Let bots and clocks continue where they were before the start. What has rested for long goes on resting."""
        await asyncio.to_thread(self._thinkers.start)
        await self._resume(now() - int(1000 * self._settings.resting), now())
        await self._resume(now() - int(1000 * self._settings.abandoned), now(), PATIENT)
        if self._store.postgres:
            await self._take_over()

    async def _resume(self, since: int, until: int, least: int = 1) -> None:
        """Load the games whose last event happened between two moments and in which nobody may be needed to go on.

        Games that people opened are loaded already. Then come those with the latest events: there a bot or a clock may
        be due. Half of this thread's processor time is for those who are there; while the database reads, they go on
        anyway.
        """
        found = await self._store.unattended_tables(since, until, self._settings.most_tables, least)
        for table_id, _ in found:
            if table_id in self.rooms:
                continue
            begun = time.thread_time()
            try:
                async with self._loaded(table_id):
                    pass
            except Unavailable:  # all of them are tried again
                raise
            except Refused as problem:  # the others go on
                log.error("table %s is not resumed: %s", table_id, problem)
            await asyncio.sleep(time.thread_time() - begun)

    async def _go_on_after_outage(self) -> None:
        for room in list(self.rooms.values()):
            with contextlib.suppress(Refused):  # away again, or a damaged table: reported when it was read
                await room.go_on_after_outage()

    async def _drop_idle(self) -> None:
        """Drop positions that have not been used for a while, and empty rooms."""
        loop = asyncio.get_running_loop()
        pause = min(5.0, self._settings.idle)
        while True:
            await asyncio.sleep(pause)
            dropped = 0
            for room in list(self.rooms.values()):
                since = loop.time() - room.touched
                if _THINKING < since <= _THINKING + 2 * pause:
                    room.trim()
                if since > self._settings.idle and not room.busy:
                    dropped += room.table is not None
                    room.rest()
                    if room.empty:
                        del self.rooms[room.id]
            if dropped:
                _give_back_memory()

    async def _expire(self) -> None:
        """Close tables that nobody joins and games that nobody plays, unless one of their people is there now."""
        unjoined, abandoned = self._settings.unjoined, self._settings.abandoned
        while True:
            await asyncio.sleep(min(600.0, unjoined / 4, abandoned / 4))
            try:
                waiting = await self._store.waiting_tables(now() - int(1000 * unjoined), _LISTED)
                playing = await self._store.abandoned_tables(now() - int(1000 * abandoned), _LISTED)
                for table_id in [*waiting, *playing]:
                    with contextlib.suppress(Refused):  # such as a damaged one: reported when it was read
                        await self._close(table_id, table_id in playing)
            except Unavailable as error:  # later
                log.error("tables could not be closed: %s", error.reason)

    async def _close(self, table_id: str, abandoned: bool) -> None:
        audience = self.room(table_id).audience

        def expire(table: Table) -> Expire:
            return Expire(any(map(audience.connected, range(len(table.seats)))), abandoned)

        await self.act(table_id, expire)

    # --- other servers on the same database ---

    def knows(self, table_id: str) -> bool:
        return table_of(table_id) in self.rooms

    async def stored_elsewhere(self, table_id: str | None, head: int) -> None:
        """Catch up after another server has stored an event or a plan; None: possibly at any table."""
        for room in list(self.rooms.values()) if table_id is None else [self.rooms.get(table_of(table_id))]:
            if room is not None:
                await room.catch_up(head if table_id == room.id else 2**31)

    async def reconcile(self) -> None:
        """Catch up with whatever other servers have stored, read from the database itself."""
        heads = await self._store.heads([log for table_id in self.rooms for log in (table_id, plans_of(table_id))])
        for log_id, head in heads.items():
            room = self.rooms.get(table_of(log_id))
            if room is not None and (room.behind(head) if log_id == room.id else room.misses_plans(head)):
                await room.catch_up(head if log_id == room.id else 2**31)

    def disconnect(self, credential: str) -> None:
        """End all connections that were made with a device or access token, on other servers too."""
        self.disconnect_here(credential)
        self._cluster.tell_signed_out(credential)

    def disconnect_here(self, credential: str) -> None:
        """End the connections to this server that were made with a device or access token."""
        for listener in self.listeners():
            if listener.credential == credential:
                listener.turn_away(SIGNED_OUT, "signed out")

    def moved_elsewhere(self, table_id: str, gone: Collection[int], lost: bool = False) -> None:
        """Somebody has connected to or disconnected from another server. ``lost``: that server fell silent."""
        if table_id in self.rooms:
            self.rooms[table_id].left_elsewhere(gone, lost)

    async def _take_over(self) -> None:
        """Look after games that have fallen silent, each once: their bots and clocks may have been a dead server's."""
        looked = now() - int(1000 * self._settings.resting)
        while True:
            await asyncio.sleep(_SILENT / 2)
            until = now() - int(1000 * _SILENT)
            with contextlib.suppress(Unavailable):
                await self._resume(looked, until)
                looked = until

    def tell_presence(self) -> None:
        for room in list(self.rooms.values()):
            if room.listeners:
                room.audience.tell_presence()

    # --- finding tables ---

    def listeners(self) -> list[Listener]:
        """Return all connections to tables of this process."""
        return [listener for room in self.rooms.values() for listener in room.listeners]

    def room(self, table_id: str) -> Room:
        """Return the room of a table; whether the table exists becomes clear when it is loaded."""
        room = self.rooms.get(table_id)
        if room is None:
            room = self.rooms[table_id] = Room(
                table_id,
                settings=self._settings,
                store=self._store,
                thinkers=self._thinkers,
                cluster=self._cluster,
                background=self._background,
                since=self._begun,
                outages=self._outages.pauses,
                subscribers=self._subscribers,
            )
        room.touched = asyncio.get_running_loop().time()
        return room

    @contextlib.asynccontextmanager
    async def _loaded(self, table_id: str) -> AsyncIterator[tuple[Room, Table]]:
        """Yield a table, locked meanwhile; ``Refused`` if there is none."""
        room = self.room(table_id)
        async with room.lock:
            try:
                table = await room.load()
            except Refused:
                if not room.listeners:
                    self.rooms.pop(table_id, None)
                raise
            yield room, table

    async def act(
        self, table_id: str, choose: Callable[[Table], Command], key: str | None = None
    ) -> Sequence[LogEntry]:
        """Carry out a command at a table."""
        room = self.room(table_id)
        try:
            return await room.act(choose, key)
        except Refused as refusal:
            if refusal.code == "missing" and room.table is None:
                self.rooms.pop(table_id, None)
            raise

    async def card(self, table_id: str, components: bool = True) -> TableCard:
        """Return a table as everyone sees it, with its map or deck."""
        async with self._loaded(table_id) as (room, table):
            return room.audience.card(table, components)

    async def look_at(self, table_id: str, look: Callable[[Table], T]) -> T:
        """Return what ``look`` finds at a table, which nobody changes meanwhile."""
        async with self._loaded(table_id) as (_, table):
            return look(table)

    async def moved_last(self, within: int) -> list[str]:
        """Return the games whose last event is at most ``within`` milliseconds older than the latest of all games."""
        return await self._store.tables_moved_last(within)

    async def stored(self, table_id: str) -> Sequence[LogEntry]:
        """Return the log of a table, as it is stored."""
        return await self._store.load(table_id)

    # --- coming and going ---

    async def create(self, wish: Wish, asker: str = "", program: bool = False) -> tuple[str, Created, dict[int, str]]:
        """Create a table; return its id, its first event, and the tokens of its creator's seats."""
        if await self._store.count_tables() >= self._settings.most_tables:
            raise Refused("full", "this server is full; please try again later.")
        tokens = {seat: new_token() for seat in wish.own_seats}
        hashes = {seat: token_hash(token) for seat, token in tokens.items()}
        further = self._settings.bots
        try:
            if wish.record is not None:
                head = await self._long_work.run(asker, lambda: head_of(wish, new_seed(), hashes, further))
            else:
                head = head_of(wish, new_seed(), hashes, further)
        except BadInput as problem:
            raise Refused("bad", str(problem)) from None
        for seat in tokens if program else ():
            head["seats"][seat]["program"] = True
        return await self.begin(head), head, tokens

    async def begin(self, head: Created, also: Callable[[str], Sequence[Statement]] = lambda table: ()) -> str:
        """Store a new table's first events, and ``also`` what has to be stored with them, or nothing: ``Conflict``."""
        table_id = new_id()
        entries = open_table(table_id, head, now())
        table = await loaded(table_id, entries)
        await self._store.append(table_id, entries, index_row(table), also(table_id))
        for subscriber in self._subscribers:
            subscriber.events_stored(table, entries)
        if table.status == "playing":  # only bots
            async with self._loaded(table_id):
                pass
        return table_id

    async def join(
        self, table_id: str, name: str, seat: int | None, program: bool = False, token: str | None = None
    ) -> tuple[int, str, str]:
        """Take a seat; returns which one, its token, and the commitment to the draws. With a token that somebody has
        chosen, asking again returns the same seat: the first answer may have been lost."""
        token = token or new_token()
        keys, hashed = [(seat or 0, token)], token_hash(token)

        def choose(table: Table) -> Join:
            if held_seats(table, keys):
                raise Repeated(table.head)
            return Join(name, hashed, seat, program)

        taken: int | None = None
        with contextlib.suppress(Repeated):
            taken = (await self.act(table_id, choose))[0].body["seat"]
        async with self._loaded(table_id) as (_, table):
            return own_seat(table, keys, None) if taken is None else taken, token, commitment_of(table.seed)

    async def held(self, table_id: str, keys: Sequence[Key]) -> list[str]:
        """Return the hashes of the seats that these keys open."""
        async with self._loaded(table_id) as (_, table):
            return [held_by(table, seat) for seat in held_seats(table, keys)]

    async def rewrite(self, table_id: str, statements: Sequence[Statement]) -> None:
        """Change stored events of a table, and read it anew; only for the names of people who were deleted."""
        room = self.room(table_id)
        async with room.lock:
            if statements:
                await self._store.write(*statements)
            if room.table is not None:
                room.rest()
                await room.load()
                room.tell_seats()

    async def resign(self, table_id: str, keys: Sequence[Key], seat: int | None) -> None:
        await self.act(table_id, lambda table: Resign(own_seat(table, keys, seat)))

    async def leave(self, table_id: str, keys: Sequence[Key], seat: int | None) -> None:
        await self.act(table_id, lambda table: Leave(own_seat(table, keys, seat)))

    async def rematch(self, table_id: str, keys: Sequence[Key], seat: int | None) -> str:
        """Create a table with the same people; asked again, return the same one. Bots play for those who have left."""
        async with self._loaded(table_id) as (room, table):
            own_seat(table, keys, seat)
            if table.rematch is not None:
                return table.rematch
            staying = [*held_seats(table, keys), *filter(room.audience.connected, range(len(table.seats)))]
            gone = [seat for seat, one in enumerate(table.seats) if one.by_person and seat not in staying]
            head = rematch_head(table, new_seed(), gone)
        new = await self.begin(head)
        await self.act(table_id, lambda table: Rematch(new))
        async with self._loaded(table_id) as (_, table):
            new = table.rematch or new
        for subscriber in self._subscribers:
            await subscriber.rematch_created(table_id, new)
        return new


def _give_back_memory() -> None:
    """Return freed memory to the system: the C library keeps it, and dropping many positions frees a lot."""
    with contextlib.suppress(OSError, AttributeError):  # not glibc
        ctypes.CDLL(None).malloc_trim(0)
