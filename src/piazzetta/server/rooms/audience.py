"""The connections to a table, and the messages each of them gets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any, Protocol

import msgspec

from piazzetta.games.facts import Parts
from piazzetta.match.match import Match
from piazzetta.server.cluster.cluster import Cluster
from piazzetta.server.rooms.rated import why_unrated
from piazzetta.server.wire.messages import VERSION, WelcomeMessage
from piazzetta.tables.log import LogEntry
from piazzetta.tables.messages import Json, Notice, TableCard, UpdateMessage
from piazzetta.tables.missed import missing_seats
from piazzetta.tables.table import Step, Table
from piazzetta.tables.viewers.changes import Changes
from piazzetta.tables.viewers.notices import (
    OF_THE_GAME,
    OF_THE_SEATS,
    Presence,
    clock_message,
    messages_of,
    seating_of,
    seats_message,
    table_card,
)
from piazzetta.tables.viewers.viewer_updates import ViewerUpdates, onlooker

_encode = msgspec.json.Encoder().encode


_MUCH = 40  # events

#: When the system's monotonic clock was at zero, as seen when this server started.
_ZERO = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Return milliseconds since 1970. If somebody sets the system's clock, the players' clocks do not jump."""
    return (_ZERO + time.monotonic_ns()) // 1_000_000


def _same_reader(last: UpdateMessage, update: UpdateMessage) -> bool:
    """Return whether changes do not say who reads them. They do when the reader changes seats or first sees the game:
    the whole view of a seat is then new."""
    if "sight" not in last or "sight" not in update:
        return False
    before, after = last["sight"], update["sight"]
    return before["viewer"] == after["viewer"] and before["view"] is not None


class Listener(Protocol):
    """A connection, as a table sees it."""

    keys: tuple[int, ...]  # where the person of each of its tokens sits
    previews: bool
    notes: bool
    changes: bool  # after the first update it wants changes only
    visible: bool  # somebody looks at it: it is not in the background of their device
    person_id: str  # of the profile that has connected; empty for a guest
    credential: str  # the id of the device or access token with which they have; empty for a guest
    last_update: UpdateMessage | None  # what it was last sent, if it can be sent the changes to the next one

    @property
    def yours(self) -> tuple[int, ...]:
        """The seats it acts for."""

    def send(self, message: bytes) -> None:
        """Queue a message for the connection."""

    def turn_away(self, code: int, reason: str) -> None:
        """Close the connection."""


class _EncodedUpdates(ViewerUpdates):
    """Updates whose choices and happenings are encoded as soon as they are made: they are sent more than once, and
    would take four times the memory until the next move."""

    def _told(self, steps: Sequence[Step], eyes: int) -> Any:
        return msgspec.Raw(_encode(super()._told(steps, eyes)))

    def options(self, match: Match, seat: int, previews: bool, notes: bool) -> Json:
        return msgspec.Raw(_encode(super().options(match, seat, previews, notes)))


class Audience:
    """This server's connections to one table, and what is known of its people on other servers.

    ``table`` returns the table if it is in memory; ``wake`` has it read from its log, and then announces presence;
    ``thinking`` holds the seats whose bots are thinking right now;
    ``waiting`` is how many seconds people have to be away before others may let a bot play for them.
    """

    def __init__(
        self,
        table_id: str,
        table: Callable[[], Table | None],
        wake: Callable[[], None],
        cluster: Cluster,
        thinking: Collection[int],
        waiting: float,
    ) -> None:
        self._id = table_id
        self._table = table
        self._wake = wake
        self._cluster = cluster
        self._thinking = thinking
        self._waiting = int(1000 * waiting)
        self.listeners: set[Listener] = set()
        self._away: dict[int, int] = {}  # seat -> since when
        self._updates: tuple[Table, int, ViewerUpdates] | None = None  # while an update is being sent
        self._parts: tuple[Table, Parts] | None = None  # of the latest views
        self._telling = False
        self._missing: list[int] = []  # the seats that were last sent as missing

    # --- presence ---

    @property
    def spectators(self) -> int:
        return sum(1 for listener in self.listeners if not listener.yours)

    def connections_of(self, seat: int) -> int:
        return sum(1 for listener in self.listeners if seat in listener.yours)

    def connected(self, seat: int) -> bool:
        return self.connections_of(seat) > 0 or self._cluster.present(self._id, seat)

    def watched(self, seat: int) -> bool:
        """Return whether the person of a seat looks at the table; on another server, whether they are connected."""
        here = any(seat in listener.yours and listener.visible for listener in self.listeners)
        return here or self._cluster.present(self._id, seat)

    def away_since(self, seat: int) -> int | None:
        return None if self.connected(seat) else self._away.get(seat)

    def all_away(self) -> dict[int, int]:
        """Return who is away, and since when."""
        away = {seat: self.away_since(seat) for seat in self._away}
        return {seat: since for seat, since in away.items() if since is not None}

    def expect(self, seats: int) -> None:
        """Count everyone who is not connected as away from now on: the table was read from its log."""
        for seat in range(seats):
            self._away.setdefault(seat, now())

    def _present(self, table: Table) -> list[Presence]:
        return [self._presence(seat) for seat in range(len(table.seats))]

    def _presence(self, seat: int) -> Presence:
        away = self.away_since(seat)
        return Presence(
            self.connected(seat), seat in self._thinking, away, None if away is None else away + self._waiting
        )

    def card(self, table: Table, components: bool) -> TableCard:
        return {**table_card(table, self._present(table), self.spectators, components), "unrated": why_unrated(table)}

    async def prepare(self, listener: Listener, table: Table, since: int | None) -> None:
        """Make what a newcomer has missed. If that is much, in a thread, so that other tables can go on."""
        if table.head - (since or 0) > _MUCH:
            await asyncio.to_thread(self._update_for, listener, table, since or 0)

    def enter(self, listener: Listener, table: Table, since: int | None) -> None:
        """Add a connection that has said hello: send it the table and everything it does not know yet."""
        spectators = self.spectators
        self.listeners.add(listener)
        card: TableCard = {**self.card(table, components=True), "spectators": spectators}
        listener.send(_encode(WelcomeMessage(VERSION, card, listener.yours, listener.keys, table.head)))
        known = since or 0
        for talk in table.talk:
            if talk["at"] > known:
                listener.send(_encode(talk))
        update = self._update_for(listener, table, known)
        listener.last_update = update if listener.changes else None
        listener.send(_encode(update))
        self._updates = None
        clock = clock_message(table, now())
        if clock is not None:
            listener.send(_encode(clock))
        self._came_or_went()

    def leave(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.discard(listener)
            for seat in listener.yours:
                if not self.connections_of(seat):
                    self._away[seat] = now()
            self._came_or_went()

    def left_elsewhere(self, seats: Collection[int]) -> None:
        """Begin the absence of people who have left another server."""
        for seat in seats:
            if not self.connected(seat):
                self._away[seat] = now()
        self.tell_seats()

    def _came_or_went(self) -> None:
        self.tell_seats()
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell other servers who is connected here."""
        self._cluster.tell_presence(self._id, sorted({seat for one in self.listeners for seat in one.yours}))

    # --- telling ---

    def tell(self, table: Table, entries: Sequence[LogEntry]) -> None:
        """Tell everyone about events that have happened and are stored."""
        for entry in entries:
            seating = seating_of(entry)
            if seating is not None:
                self._reseat(seating)
                self._send({"type": "seated", "at": entry.number, "seating": seating})
        kinds = {entry.kind for entry in entries}
        if not kinds.isdisjoint(OF_THE_GAME):
            self._tell_game(table, entries[0].number - 1)
        for message in messages_of(entries):
            self._send(message)
        for entry in entries:  # a bot that takes over drops the plan
            seat = entry.body.get("absent", entry.body.get("seat"))
            if entry.kind in ("bot_for", "stand_in") and seat in table.plans:
                self.tell_own(table, seat)
        if not kinds.isdisjoint(OF_THE_SEATS) or table.status == "over" or missing_seats(table) != self._missing:
            self.tell_seats()

    def _reseat(self, seating: Sequence[int]) -> None:
        """Let connections act for the new seats of people who have changed seats."""
        for listener in self.listeners:
            listener.keys = tuple(seating[seat] for seat in listener.keys)
        self._away = {seating[seat]: since for seat, since in self._away.items()}
        self.tell_presence()

    def _updates_of(self, table: Table) -> ViewerUpdates:
        """Return what can be seen after the latest event, shared by all who are told now."""
        known = self._updates
        if known is None or known[0] is not table or known[1] != table.head:
            if self._parts is None or self._parts[0] is not table:
                self._parts = (table, Parts())
            known = self._updates = (table, table.head, _EncodedUpdates(table, self._parts[1]))
        return known[2]

    def _update_for(self, listener: Listener, table: Table, since: int) -> UpdateMessage:
        return self._updates_of(table).update(listener.yours, since, listener.previews, listener.notes)

    def _tell_game(self, table: Table, since: int) -> None:
        """Send everyone an update, or what it changes. Readers who see the same and know the same share its bytes."""
        updates: dict[tuple[tuple[int, ...], bool, bool], UpdateMessage] = {}
        made: dict[Hashable, bytes] = {}
        changes = Changes()
        secrets = table.setting.game.has_secrets
        for listener in list(self.listeners):
            wish = (listener.yours, listener.previews, listener.notes)
            if wish not in updates:
                updates[wish] = self._update_for(listener, table, since)
            update, last = updates[wish], listener.last_update
            key: Hashable = (id(update), id(last))
            if last is not None and not secrets and _same_reader(last, update):
                key = onlooker(last), onlooker(update)
            if key not in made:
                made[key] = _encode(update if last is None else changes.message(last, update))
            listener.send(made[key])
            if listener.changes:
                listener.last_update = update
        self._updates = None
        self.tell_clocks(table)

    def tell_clocks(self, table: Table) -> None:
        """Tell everyone how much time is left."""
        clock = clock_message(table, now())
        if clock is not None:
            self._send(clock)

    def tell_own(self, table: Table, seat: int) -> None:
        """Send the person of a seat what has changed for them alone."""
        self._updates = None
        for listener in list(self.listeners):
            if seat in listener.yours:
                update = self._update_for(listener, table, table.head)
                listener.send(
                    _encode(update if listener.last_update is None else Changes().message(listener.last_update, update))
                )
                if listener.changes:
                    listener.last_update = update
        self._updates = None

    def _send(self, message: Notice) -> None:
        if self.listeners:
            packed = _encode(message)
            for listener in list(self.listeners):
                listener.send(packed)

    def tell_seats(self) -> None:
        """Announce presence. It changes in bursts, so changes are sent together once the current step is done."""
        if not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell_seats)

    def _tell_seats(self) -> None:
        self._telling = False
        table = self._table()
        if table is None and self.listeners:
            self._wake()
        elif table is not None:
            self._missing = missing_seats(table)
            message = seats_message(table, self._present(table), self.spectators)
            self._send({**message, "unrated": why_unrated(table)})

    def rest(self) -> None:
        """Drop the position from memory. The next update is sent as a whole."""
        self._updates = self._parts = None
        for listener in self.listeners:
            listener.last_update = None
