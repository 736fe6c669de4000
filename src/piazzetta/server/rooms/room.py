"""The room around a table: the order in which things are decided, stored and announced."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence

from piazzetta.server.background import Background
from piazzetta.server.cluster.cluster import Cluster
from piazzetta.server.metrics import Metrics
from piazzetta.server.notifications.notifier import Bell
from piazzetta.server.people.rows import desk_row, lies_on_desks
from piazzetta.server.rooms.audience import Audience, Listener, now
from piazzetta.server.rooms.bot_seats import Answer, BotSeats
from piazzetta.server.rooms.plans import Plans
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import PATIENT, Conflict, IndexRow, Store, Unavailable
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.apply import apply, load
from piazzetta.tables.commands import Command, decide
from piazzetta.tables.log import Entry
from piazzetta.tables.pace.plan import PlannedMove
from piazzetta.tables.pace.planning import new_plan
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table

log = logging.getLogger("piazzetta")

_TRIES = 5
_MUCH = 400  # events


def index_row(table: Table) -> IndexRow:
    """What the store's lists need to know about a table."""
    unattended = PATIENT if table.options.patient else int(table.unattended)
    return IndexRow(table.created, table.status, table.shown, table.watchable, unattended)


async def loaded(table_id: str, entries: Sequence[Entry]) -> Table:
    """The table that a log describes. A long log is read beside the event loop, so that other tables can go on."""
    if len(entries) + len(entries[0].body.get("prepared", {}).get("moves", [])) > _MUCH:
        return await asyncio.to_thread(load, table_id, entries)
    return load(table_id, entries)


class Room:
    """A table with people or bots. The table may be dropped from memory at any time and is then read from the log."""

    def __init__(
        self,
        table_id: str,
        *,
        settings: Settings,
        store: Store,
        thinkers: Thinkers,
        cluster: Cluster,
        metrics: Metrics,
        background: Background,
        bell: Bell,
        since: int,
        on_over: Callable[[Table, int], object] = lambda table, ended: None,
    ) -> None:
        """``since``: when this server started; clocks stood still before. ``on_over`` is told of a finished game."""
        self.id = table_id
        self._store = store
        self._metrics = metrics
        self._bell = bell
        self._since = since
        self._on_over = on_over
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.touched = asyncio.get_running_loop().time()
        self._bots = BotSeats(table_id, self, settings, thinkers, background)
        self.audience = Audience(table_id, lambda: self.table, cluster, self._bots.thinking, settings.waiting)
        self.on_desks = False  # whether somebody has the table on their desk
        self._told = 0  # the last event the listeners know
        self._foreign = False  # another server has stored the latest event
        self._plans = Plans(table_id, store)
        self._leases = cluster.leases

    @property
    def listeners(self) -> set[Listener]:
        return self.audience.listeners

    # --- the table ---

    async def load(self) -> Table:
        """The table, read from the log if it is not in memory. Hold the lock."""
        self.touched = asyncio.get_running_loop().time()
        if self.table is None:
            table, entries = await self._read()
            table.clocks_from = self._since
            table.plans = await self._plans.load()
            self.on_desks = await lies_on_desks(self._store, self.id)
            self.audience.expect(len(table.seats))
            self.table = table
            self._foreign = self._store.postgres  # another server may be running its bots
            missed = [entry for entry in entries if entry.number > self._told]
            if self.listeners and missed:  # stored by another server while the table was not in memory
                self._tell(table, missed, foreign=True)
            else:
                self._told = table.head
                self._attend(table)
        return self.table

    async def _read(self) -> tuple[Table, Sequence[Entry]]:
        """The table from its log. What is damaged there closes this table alone."""
        try:
            entries = await self._store.load(self.id)
            if not entries or entries[0].kind != "created":  # the log holds the shelf, too
                raise Refused("missing", "this table does not exist: check the link.")
            return await loaded(self.id, entries), entries
        except Refused:
            raise
        except Exception:
            log.exception("table %s cannot be read from its log", self.id)
            raise Refused("damaged", "this table's log is damaged, so the game cannot continue.") from None

    async def act(
        self, choose: Callable[[Table], Command], key: str | None = None, insist: bool = True
    ) -> Sequence[Entry]:
        """Carry out a command: decide and store what ``choose`` wants, and only then announce it.

        If another server was faster, ``choose`` is called again with the updated table. Unless one insists, nothing
        happens (``busy``) while another server owns the table.
        """
        doing = asyncio.ensure_future(self.act_uncancelled(choose, key, insist))
        return await asyncio.shield(doing)

    async def act_uncancelled(
        self, choose: Callable[[Table], Command], key: str | None, insist: bool = True
    ) -> Sequence[Entry]:
        """The same for who will not be cancelled meanwhile, which saves a task."""
        async with self.lock:
            for _ in range(_TRIES):
                begun = time.monotonic()
                table = await self.load()
                entries = decide(table, choose(table), now(), key)
                if not entries:
                    return entries
                playing = table.status == "playing"
                fence = await self._leases.take(self.id, insist)
                if await self._append(table, entries, fence):
                    self._metrics.stored(entries)
                    self._tell(table, entries)
                    if playing and table.status == "over":
                        self._on_over(table.copy(), entries[-1].time)
                    return entries
                # two servers that take a table from each other must not keep in step
                await asyncio.sleep(2 * random.random() * (time.monotonic() - begun))
            raise Refused("busy", "this table is busy; please try again.")

    async def _append(self, table: Table, entries: Sequence[Entry], fence: int | None) -> bool:
        """Apply events and store them; false if another server was faster. The table is then read again."""
        before = index_row(table)
        for entry in entries:
            apply(table, entry)
        row = index_row(table)
        try:
            also = [desk_row(table)] if self.on_desks and table.status != "over" else []
            await self._store.append(self.id, entries, row if row != before else None, also, fence)
        except Conflict:
            self.table = None
            self._leases.forget(self.id)
            return False
        except Unavailable as problem:
            self.table = None
            log.error("events could not be stored: %s", problem.reason)
            raise
        except BaseException:
            self.table = None
            raise
        return True

    async def catch_up(self, head: int) -> None:
        """Another server has stored events up to ``head``."""
        async with self.lock:
            if head <= self._told or (self.table is None and not self.listeners):
                return
            if self.table is None:
                await self.load()
                return
            entries = await self._store.load(self.id, self.table.head)
            for entry in entries:
                apply(self.table, entry)
            self.table.plans = await self._plans.load()
            if entries:
                self._tell(self.table, entries, foreign=True)

    async def plan(self, seat: int, steps: Sequence[Sequence[PlannedMove]]) -> int:
        """Store what a seat plans, and tell nobody else. Returns the number of the table's latest event."""
        async with self.lock:
            table = await self.load()
            plan = new_plan(table, seat, steps)
            await self._plans.put(plan, now())
            table.plans[seat] = plan
            self.audience.tell_own(table, seat)
            return table.head

    async def find_repeat(self, key: str, at: int) -> int | None:
        """The event of a command that was already carried out. One sent after seeing every event cannot be a repeat."""
        if self.table is not None and at >= self.table.head:
            return None
        async with self.lock:
            table = await self.load()
            if at >= table.head:
                return None
            if key in table.commands or not table.forgets:
                return table.commands.get(key)
            return await self._store.find_command(self.id, key)

    def _tell(self, table: Table, entries: Sequence[Entry], foreign: bool = False) -> None:
        self._told = entries[-1].number
        self.audience.tell(table, entries)
        self._foreign = foreign
        self._attend(table)
        if foreign:
            self._leases.forget(self.id)
        else:  # the server that stored the event looks whom to call
            self._bell.note(self.id)

    # --- arrivals and departures ---

    async def enter(self, listener: Listener, table: Table, since: int | None) -> None:
        """A connection has said hello. Hold the lock."""
        await self.audience.prepare(listener, table, since)
        self.audience.enter(listener, table, since)
        self.look(listener, listener.visible)

    def look(self, listener: Listener, visible: bool) -> None:
        """A page has come to the foreground of its device, or gone from there."""
        listener.visible = visible
        if visible:
            self._bell.came(self.id, listener.yours)

    def leave(self, listener: Listener) -> None:
        self.audience.leave(listener)

    def tell_seats(self) -> None:
        self.audience.tell_seats()

    # --- bots and clocks ---

    def _attend(self, table: Table) -> None:
        self._bots.attend(table, self._foreign)

    async def attend(self) -> None:
        async with self.lock:
            if self.table is not None:
                self._attend(self.table)

    async def play_for_bot(self, command: Answer) -> None:
        await self.act(lambda table: command, insist=False)

    async def time_out(self) -> None:
        async with self.lock:
            self._bots.play_for_the_slow(await self.load(), self._foreign)

    def end(self) -> None:
        """The table was deleted: nothing happens here any more. Hold the lock."""
        self._bots.stop()
        self.rest()

    # --- idling ---

    @property
    def busy(self) -> bool:
        return bool(self._bots.thinking) or self.lock.locked()

    @property
    def empty(self) -> bool:
        """Whether the room can be closed."""
        return not self.listeners and not self._bots.waiting and not self.busy

    def rest(self) -> None:
        """Drop the position from memory; the log has it."""
        self.table = None
        self._leases.forget(self.id)
        self.audience.rest()
