"""The room around a table: one command after the other is decided, stored and announced."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable, Collection, Mapping, Sequence

from piazzetta.errors import OldRules
from piazzetta.server.background import Background
from piazzetta.server.cluster.cluster import Cluster
from piazzetta.server.rooms.announcements import Subscriber
from piazzetta.server.rooms.audience import Audience, Listener, now
from piazzetta.server.rooms.bot_seats import Answer, BotSeats
from piazzetta.server.rooms.plans import Plans
from piazzetta.server.settings import Settings
from piazzetta.server.store.database import Conflict, Unavailable
from piazzetta.server.store.store import PATIENT, IndexRow, Store
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.apply import apply, load
from piazzetta.tables.commands import Command, decide
from piazzetta.tables.log import LogEntry
from piazzetta.tables.plan import Plan, PlannedMove
from piazzetta.tables.planning import new_plan
from piazzetta.tables.refusals import Refused, Repeated
from piazzetta.tables.table import Table

log = logging.getLogger("piazzetta")

_TRIES = 5
_LONGEST_PAUSE = 2.0  # seconds between two of them: nobody else reaches the table meanwhile
_PLAYED = frozenset(("play", "undo"))  # events that change no more of an index row than the status
_MUCH = 400  # events
_WAKE_AGAIN = (2, 4, 8, 16, 32)  # seconds between attempts to read a resting table


def index_row(table: Table) -> IndexRow:
    """Return what the store's lists need to know about a table."""
    unattended = PATIENT if table.options.patient else int(table.unattended)
    return IndexRow(table.created, table.status, table.shown, table.watchable, unattended)


async def loaded(table_id: str, entries: Sequence[LogEntry]) -> Table:
    """Return the table that a log describes. A long log is replayed in a thread, so that other tables can go on."""
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
        background: Background,
        since: int,
        outages: list[list[int]],
        subscribers: Sequence[Subscriber] = (),
    ) -> None:
        """``since``: when this server started; clocks stood still before, and during its ``outages``."""
        self.id = table_id
        self._store = store
        self._since = since
        self._outages = outages
        self._subscribers = subscribers
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.touched = asyncio.get_running_loop().time()
        self._bots = BotSeats(table_id, self, settings, thinkers, background)
        self._background = background
        self.audience = Audience(
            table_id, lambda: self.table, self._wake, cluster, self._bots.thinking, settings.waiting
        )
        self._announced = 0  # the number of the last event that the listeners know
        self._foreign = False  # another server has stored the latest event
        self._plans = Plans(table_id, store)
        self._leases = cluster.leases

    @property
    def listeners(self) -> set[Listener]:
        return self.audience.listeners

    # --- the table ---

    async def load(self) -> Table:
        """Return the table, read from the log if it is not in memory. Hold the lock."""
        self.touched = asyncio.get_running_loop().time()
        if self.table is None:
            table, entries = await self._read()
            table.clocks_from, table.outages = self._since, self._outages
            for subscriber in self._subscribers:
                await subscriber.table_loaded(table)
            self.audience.expect(len(table.seats))
            self.table = table
            self._foreign = self._store.postgres  # another server may be running its bots
            missed = [entry for entry in entries if entry.number > self._announced]
            if self.listeners and missed:  # stored by another server while the table was not in memory
                self._announce(table, missed, foreign=True)
            else:
                self._announced = table.head
                self._attend(table)
        return self.table

    async def _read(self) -> tuple[Table, Sequence[LogEntry]]:
        """Read the table from its log. A damaged log closes this table alone."""
        try:
            entries, planned = await self._store.load_logs([self.id, self._plans.id])
            if not entries or entries[0].kind != "created":  # the log holds the shelf, too
                raise Refused("missing", "this table does not exist: check the link.")
            table = await loaded(self.id, entries)
            table.plans = self._plans.take(planned)
            return table, entries
        except Refused:
            raise
        except OldRules as problem:  # the other tables go on
            raise Refused("old_rules", f"{problem}") from None
        except Exception:
            log.exception("table %s cannot be read from its log", self.id)
            raise Refused("damaged", "this table's log is damaged, so the game cannot continue.") from None

    async def act(
        self, choose: Callable[[Table], Command], key: str | None = None, insist: bool = True
    ) -> Sequence[LogEntry]:
        """Carry out a command: decide and store what ``choose`` returns, and only then announce it.

        If another server was faster, ``choose`` is called again with the updated table. Without ``insist``, nothing
        happens (``busy``) while another server owns the table.
        """
        doing = asyncio.ensure_future(self.act_uncancelled(choose, key, insist))
        return await asyncio.shield(doing)

    async def act_uncancelled(
        self, choose: Callable[[Table], Command], key: str | None, insist: bool = True
    ) -> Sequence[LogEntry]:
        """Like ``act``, for callers that are never cancelled: skips the shielding task."""
        async with self.lock:
            for _ in range(_TRIES):
                begun = time.monotonic()
                table = await self.load()
                command = choose(table)
                try:
                    entries = decide(table, command, now(), key)
                except (Refused, Repeated):
                    raise
                except Exception:
                    raise await self._reload_after_error(type(command).__name__) from None
                if not entries:
                    return entries
                playing = table.status == "playing"
                fence = await self._leases.take(self.id, insist)
                if await self._append(table, entries, fence):
                    self._announce(table, entries)
                    if playing and table.status == "over":
                        self._announce_end(table, entries[-1].time)
                    return entries
                # two servers that take a table from each other must not keep in step
                await asyncio.sleep(min(_LONGEST_PAUSE, 2 * random.random() * (time.monotonic() - begun)))
            raise Refused("busy", "this table is busy; please try again.")

    async def _append(self, table: Table, entries: Sequence[LogEntry], fence: int | None) -> bool:
        """Apply events and store them. False if another server was faster: the table is then read again."""
        try:
            played = _PLAYED.issuperset([entry.kind for entry in entries])
            before = table.status if played else index_row(table)
            for entry in entries:
                apply(table, entry)
            changed = before != (table.status if played else index_row(table))
            row = index_row(table) if changed else None
            also = [statement for subscriber in self._subscribers for statement in subscriber.statements(table)]
        except Exception:
            raise await self._reload_after_error(entries[0].kind) from None
        try:
            await self._store.append(self.id, entries, row, also, fence)
        except Conflict:
            self._drop()
            return False
        except BaseException:
            self._drop()
            raise
        return True

    async def _reload_after_error(self, doing: str) -> Refused:
        """Log the error of our own code that has just happened, read the table again from its log, which does not have
        the half of a change that may be left in memory, and return the refusal of the command."""
        log.exception("table %s is read again from its log: an error in %s", self.id, doing)
        self._drop()
        self.audience.rest()
        with contextlib.suppress(Refused):  # the next command tries again
            await self.load()
        return Refused("internal", "something went wrong here; it has been logged.")

    def _drop(self) -> None:
        """Forget the table in memory; it is read from the log when it is needed again."""
        self.table = None
        self._leases.forget(self.id)
        for subscriber in self._subscribers:
            subscriber.table_dropped(self.id)

    def behind(self, head: int) -> bool:
        """Return whether a connection here does not know the events up to ``head``."""
        return head > self._announced and (self.table is not None or bool(self.listeners))

    async def catch_up(self, head: int) -> None:
        """Read and announce what another server has stored, up to the event ``head``."""
        async with self.lock:
            if not self.behind(head):
                return
            table = self.table
            if table is None:
                self._tell_plans(await self.load(), {})
                return
            entries = await self._store.load(self.id, table.head)
            try:
                for entry in entries:
                    apply(table, entry)
            except Exception:
                await self._reload_after_error("an event of another server")
                return
            if entries:  # before anything else can fail
                self._announce(table, entries, foreign=True)
            before, table.plans = table.plans, await self._plans.load()
            self._tell_plans(table, before)
            self._attend(table)

    def misses_plans(self, head: int) -> bool:
        """Return whether another server has stored plans, up to number ``head``, that are not known here."""
        return self.table is not None and head > self._plans.head

    def _tell_plans(self, table: Table, before: Mapping[int, Plan]) -> None:
        """Tell people of their own plans that have changed on another server, where they have the table open too."""
        for seat in sorted({*before, *table.plans}):
            if before.get(seat) != table.plans.get(seat):
                self.audience.tell_own(table, seat)

    async def plan(self, seat: int, steps: Sequence[Sequence[PlannedMove]]) -> int:
        """Store what a seat plans, tell nobody else, and return the number of the table's latest event."""
        async with self.lock:
            table = await self.load()
            plan = new_plan(table, seat, steps)
            await self._plans.put(plan, now())
            table.plans[seat] = plan
            self.audience.tell_own(table, seat)
            return table.head

    async def find_repeat(self, key: str, at: int) -> int | None:
        """Return the event of a command that was already carried out; None if it was not. A command that was sent after
        seeing every event cannot be a repeat."""
        if self.table is not None and at >= self.table.head:
            return None
        async with self.lock:
            table = await self.load()
            if at >= table.head:
                return None
            if key in table.commands or not table.forgets:
                return table.commands.get(key)
            return await self._store.find_command(self.id, key)

    def _announce(self, table: Table, entries: Sequence[LogEntry], foreign: bool = False) -> None:
        """Tell connections and subscribers of stored events. ``foreign``: another server has stored them, and tells its
        own subscribers."""
        self._announced = entries[-1].number
        self.audience.tell(table, entries)
        self._foreign = foreign
        self._attend(table)
        if foreign:
            self._leases.forget(self.id)
        else:
            self._tell_subscribers(lambda subscriber: subscriber.events_stored(table, entries))

    def _announce_end(self, table: Table, time: int) -> None:
        self._tell_subscribers(lambda subscriber: subscriber.game_ended(table, time))

    def _tell_subscribers(self, tell: Callable[[Subscriber], None]) -> None:
        """Make an announcement; the error of one subscriber concerns neither the table nor the others."""
        for subscriber in self._subscribers:
            try:
                tell(subscriber)
            except Exception:
                log.exception("%s failed at table %s", type(subscriber).__name__, self.id)

    # --- arrivals and departures ---

    async def enter(self, listener: Listener, table: Table, since: int | None) -> None:
        """Add a connection that has said hello. Hold the lock."""
        await self.audience.prepare(listener, table, since)
        self.audience.enter(listener, table, since)
        self.look(listener, listener.visible)

    def look(self, listener: Listener, visible: bool) -> None:
        """Note that a page has come to the foreground of its device, or has gone from there."""
        listener.visible = visible
        if visible:
            self._tell_subscribers(lambda subscriber: subscriber.seats_visited(self.id, listener.yours))

    def leave(self, listener: Listener, lost: bool = False) -> None:
        """Remove a connection. ``lost``: it has broken off, perhaps long ago."""
        self.audience.leave(listener)
        if lost and listener.yours:
            self._tell_subscribers(lambda subscriber: subscriber.seats_lost(self.id, listener.yours))

    def left_elsewhere(self, seats: Collection[int], lost: bool) -> None:
        """Note that people have left another server. ``lost``: that server fell silent, perhaps long ago."""
        self.audience.left_elsewhere(seats)
        if lost and seats:
            self._tell_subscribers(lambda subscriber: subscriber.seats_lost(self.id, sorted(seats)))

    def tell_seats(self) -> None:
        self.audience.tell_seats()

    def _wake(self) -> None:
        """Read the resting table, because somebody has come or gone and the other connections must learn of it."""
        self._background.spawn(self._load_to_tell_seats())

    async def _load_to_tell_seats(self) -> None:
        for pause in _WAKE_AGAIN:
            try:
                async with self.lock:
                    await self.load()
            except Unavailable:
                await asyncio.sleep(pause)
            except Refused:  # deleted or damaged: its connections are told otherwise
                return
            else:
                self.audience.tell_seats()
                return

    # --- bots and clocks ---

    def _attend(self, table: Table) -> None:
        self._bots.attend(table, self._foreign)

    async def attend(self) -> None:
        async with self.lock:
            if self.table is not None:
                self._attend(self.table)

    async def go_on_after_outage(self) -> None:
        """Let the clocks of the table run again, and tell everybody what they show."""
        async with self.lock:
            if self.table is not None or (self.listeners and self._bots.waiting):
                table = await self.load()
                if table.options.timed:
                    self._attend(table)
                    self.audience.tell_clocks(table)

    async def play_for_bot(self, command: Answer) -> None:
        await self.act(lambda table: command, insist=False)

    async def owned_elsewhere(self) -> bool:
        return await self._leases.owned_elsewhere(self.id)

    async def time_out(self) -> None:
        async with self.lock:
            self._bots.play_for_the_slow(await self.load(), self._foreign)

    def end(self) -> None:
        """Stop everything: the table was deleted. Hold the lock."""
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

    def trim(self) -> None:
        """Keep no more than the next move needs: people think."""
        if self.table is not None and self.table.match is not None:
            self.table.match.trim()

    def rest(self) -> None:
        """Drop the position from memory; the log has it."""
        self._drop()
        self.audience.rest()
