"""The notifier: it finds out who has to move and is not there, and sends them a notification.

A table only announces that something happened; all else is done later and beside the games. A moment after the last
announcement, the notifier looks who is asked at the table and not looking at it, and schedules a notification for each
of their channels. Until that person comes back to their seat or moves, no further one is scheduled for this table.
Those due at the same time for the same address become one message. During quiet hours a notification is due when they
end.

Where people have days to think, they are warned before their time runs out, twice for each question: the warnings are
scheduled together with the notification.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from piazzetta.server.background import Background
from piazzetta.server.notifications.quiet_hours import quiet_until, warn_at
from piazzetta.server.notifications.senders.outward import NotSent
from piazzetta.server.notifications.senders.sender import Gone, Message, Sender
from piazzetta.server.notifications.subscriptions import LAST, QUARTER, TURN, Channel, Notification, Subscriptions
from piazzetta.server.notifications.whose_turn import Turn, turns_of
from piazzetta.server.notifications.wording import Invited
from piazzetta.server.rooms.announcements import Subscriber
from piazzetta.server.rooms.audience import now
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Key, held_by, own_seat
from piazzetta.server.settings import Settings
from piazzetta.server.store.database import Unavailable
from piazzetta.tables.commands import Play
from piazzetta.tables.log import LogEntry
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table

log = logging.getLogger("piazzetta")

_AT_ONCE = 200  # tables looked at in one round
_ROUND = 2.0  # seconds between looks at what is due, at most
_RETRY_AFTER = (60, 300, 1800)  # seconds after each failed attempt; then no more
_NOTE_AGAIN = (1, 2, 4, 8, 16, 32)  # seconds between attempts to store that one was sent, less than it is claimed for
_LOOKED_AFTER = 600_000  # milliseconds before the latest move of all: every table that moved then is looked at again
_OLD = 30 * 24 * 3600 * 1000  # milliseconds after which a notification is deleted
_CLEAN_EVERY = 3600.0  # seconds
_EARLY = 60_000  # milliseconds by which a warning may come too soon


def _now() -> int:
    return time.time_ns() // 1_000_000  # quiet hours are hours of the wall clock


def _when(turn: Turn, channel: Channel, now: int) -> list[tuple[str, int]]:
    """Return what one channel has to be notified of, and when."""
    quiet = channel.target.quiet
    notifications = [] if turn.here else [(TURN, quiet_until(quiet, max(now, turn.away_until or now)))]
    whole_table = channel.owner.startswith("table ")
    if turn.warnings is not None and turn.deadline is not None and not whole_table:
        quarter, last = turn.warnings
        if now < last:
            notifications.append((QUARTER, warn_at(quiet, max(now, quarter), turn.deadline, now)))
        if now < turn.deadline:
            notifications.append((LAST, warn_at(quiet, max(now, last), turn.deadline, now)))
    return notifications


def _turns_to_tell(notifications: Sequence[tuple[str, Turn]]) -> list[Turn]:
    """Return each turn once, with the time left if one of its notifications is a warning."""
    found: dict[tuple[str, int], Turn] = {}
    for mark, turn in notifications:
        if mark != TURN and turn.deadline is not None:
            found[turn.table, turn.seat] = replace(turn, left=max(0, turn.deadline - _now()))
        else:
            found.setdefault((turn.table, turn.seat), turn)
    return list(found.values())


class Notifier(Subscriber):
    def __init__(
        self, settings: Settings, subscriptions: Subscriptions, background: Background, tables: TableRegistry
    ) -> None:
        self._after = settings.call_after
        self._subscriptions = subscriptions
        self._background = background
        self._tables = tables
        self._changed: dict[str, float] = {}  # table -> when to look at it
        self._visited: set[tuple[str, int]] = set()  # tables and seats that somebody came back to
        self.ready: Sender | None = None  # None: nothing is sent yet
        self.counts: Counter[str] = Counter()  # sent, failed and gone

    @property
    def sender(self) -> Sender:
        """The sender; refuses until it is ready."""
        if self.ready is None:
            raise Refused("busy", "notifications are not ready yet; please try again.")
        return self.ready

    # --- what tables announce: this is all that a move costs ---

    def events_stored(self, table: Table, entries: Sequence[LogEntry]) -> None:
        self.table_changed(table.id)

    def table_changed(self, table_id: str) -> None:
        """Look soon who is asked at a table."""
        self._changed[table_id] = time.monotonic() + self._after

    def seats_visited(self, table_id: str, seats: Sequence[int]) -> None:
        self._visited.update((table_id, seat) for seat in seats)

    def seats_lost(self, table_id: str, seats: Sequence[int]) -> None:
        """Look again: until their connection was known to be broken, these people seemed to be there."""
        self.table_changed(table_id)

    # --- questions about tables ---

    async def turns(self, table_id: str, languages: tuple[str, ...] = ()) -> list[Turn]:
        """Return who is asked at a table, with buttons labelled in some languages."""
        audience = self._tables.room(table_id).audience
        return await self._tables.look_at(table_id, lambda table: turns_of(table, audience.watched, now(), languages))

    async def owners(self, table_id: str, keys: Sequence[Key], seat: int | None) -> list[str]:
        """Return the owners of the channels for a seat (``Subscriptions.owners_of``)."""
        hashed = await self._tables.look_at(table_id, lambda table: held_by(table, own_seat(table, keys, seat)))
        return (await self._subscriptions.owners_of([(table_id, hashed)]))[table_id, hashed]

    async def play(self, table_id: str, seat: int, asked: int, move: str) -> bool:
        """Make a move by a button of a notification; return whether the same person is asked again."""
        await self._tables.act(table_id, lambda table: Play(seat, move, asked))
        return any(turn.seat == seat for turn in await self.turns(table_id))

    # --- invitations ---

    def invited(self, person: str, invited: Invited) -> None:
        """Tell a person of a friend's invitation, by the channels they have chosen for all their games."""
        if self.ready is not None:
            self._background.spawn(self._tell_of_invitation(person, invited))

    async def _tell_of_invitation(self, person: str, invited: Invited) -> None:
        """Send it now or not at all: after quiet hours the table would hardly wait. It stays among what waits."""
        for channel in await self._subscriptions.channels_of([f"person {person}"]):
            if not channel.confirmed or quiet_until(channel.target.quiet, _now()) > _now():
                continue
            try:
                await self.sender.send_invitation(channel, invited)
                self.counts["sent"] += 1
            except (Gone, NotSent) as problem:
                await self._note_failure(channel, "an invitation", problem)

    # --- in the background ---

    async def run(self, sender: Sender) -> None:
        """Schedule and send notifications as long as the server runs."""
        self.ready = sender
        cleaned, resumed = 0.0, False
        while True:
            await asyncio.sleep(min(_ROUND, self._after / 4 + 0.05))
            try:
                if not resumed:
                    await self._resume()
                    resumed = True
                if await self._subscriptions.unused():
                    self._changed.clear()
                    self._visited.clear()
                    continue
                await self._clear_visited()
                await self._schedule()
                await self._send_due()
                if time.monotonic() - cleaned > _CLEAN_EVERY:
                    cleaned = time.monotonic()
                    await self._subscriptions.delete_old(_now() - _OLD)
            except (OSError, Refused) as problem:  # the database is away: later
                log.warning("notifications are delayed: %s", type(problem).__name__)

    async def _resume(self) -> None:
        """Look at the tables that moved last before this server started: their server may have stopped before
        it was time for a notification. None is sent twice, because those that were sent are stored."""
        if await self._subscriptions.any_channel():
            for table in await self._tables.moved_last(_LOOKED_AFTER):
                self.table_changed(table)

    async def _clear_visited(self) -> None:
        visited = set(self._visited)
        if visited:
            await self._subscriptions.seats_visited(visited)
            self._visited -= visited

    async def _schedule(self) -> None:
        now = time.monotonic()
        due = [(table, when) for table, when in self._changed.items() if when <= now][:_AT_ONCE]
        wanted: list[Turn] = []
        for table, _ in due:
            wanted += [turn for turn in await self._turns(table) if not turn.here or turn.warnings]
        if wanted:
            channels = await self._subscriptions.channels_to({(turn.table, turn.hash) for turn in wanted})
            wall = _now()
            await self._subscriptions.schedule(
                (channel, turn, mark, when)
                for turn in wanted
                for channel in channels[turn.table, turn.hash]
                for mark, when in _when(turn, channel, wall)
            )
        for table, when in due:  # not before: if the database fails, they are looked at again
            if self._changed.get(table) == when:
                del self._changed[table]

    async def _turns(self, table: str, languages: tuple[str, ...] = ()) -> Sequence[Turn]:
        try:
            return await self.turns(table, languages)
        except Unavailable:
            raise
        except Refused:  # it is gone, or damaged: reported when it was read
            return []

    async def _send_due(self) -> None:
        messages: dict[tuple[str, str], list[Notification]] = defaultdict(list)
        for notification in await self._subscriptions.claim(_now()):
            messages[notification.channel.kind, notification.channel.address].append(notification)
        for notifications in messages.values():
            self._background.spawn(self._send(notifications))

    async def _send(self, notifications: Sequence[Notification]) -> None:
        """Send one message for all tables that wait for the same person at the same moment."""
        sender, channel = self.sender, notifications[0].channel
        turns: dict[Notification, Turn] = {}
        for table in {notification.table for notification in notifications}:
            asked = {turn.seat: turn for turn in await self._turns(table, (channel.target.lang,))}
            turns |= {
                notification: asked[notification.seat]
                for notification in notifications
                if notification.table == table and notification.seat in asked
            }
        wanted = [
            notification
            for notification in notifications
            if await self._still_wanted(notification, turns.get(notification))
        ]
        if not wanted:
            return
        waiting = await self._subscriptions.waiting(channel.id)
        message = Message(
            _turns_to_tell([(notification.mark, turns[notification]) for notification in wanted]),
            max(waiting, len(wanted)),
        )
        try:
            tap = await sender.send(channel, message)
        except (Gone, NotSent) as problem:
            await self._note_failure(channel, "a notification", problem)
            if isinstance(problem, NotSent):
                await self._later(wanted)
        else:
            self.counts["sent"] += 1
            for notification in wanted:
                await self._note_sent(notification, tap)

    async def _note_failure(self, channel: Channel, what: str, problem: Gone | NotSent) -> None:
        """Count and log what was not delivered, and remove a channel that no longer works."""
        if isinstance(problem, Gone):
            self.counts["gone"] += 1
            await self._subscriptions.remove_address(channel.kind, channel.address)
        else:
            self.counts["failed"] += 1
            log.warning("%s by %s was not delivered: %s", what, channel.kind, problem)

    async def _note_sent(self, notification: Notification, tap: str | None) -> None:
        """Note that a notification was sent, again and again while the database fails: else it would be sent twice."""
        for pause in _NOTE_AGAIN:
            try:
                await self._subscriptions.mark_sent(notification, _now(), tap)
                return
            except Unavailable:
                await asyncio.sleep(pause)
        await self._subscriptions.mark_sent(notification, _now(), tap)

    async def _still_wanted(self, notification: Notification, turn: Turn | None) -> bool:
        if notification.mark == TURN:
            if turn is None or turn.here:  # it was done in the meantime, or they are there
                await self._subscriptions.drop(notification)
                return False
            return True
        if turn is None or turn.asked != notification.asked or turn.warnings is None:
            await self._subscriptions.drop(notification)
            return False
        due = dict(_when(turn, notification.channel, _now() - _EARLY - 1)).get(notification.mark, 0)
        if due > _now() + _EARLY:  # they were on holiday, or the server was away
            await self._subscriptions.postpone(notification, due)
            return False
        if turn.here:  # they see the clock; once is enough
            await self._subscriptions.mark_sent(notification, _now())
            return False
        return True

    async def _later(self, notifications: Sequence[Notification]) -> None:
        for notification in notifications:
            if notification.tries < len(_RETRY_AFTER):
                await self._subscriptions.retry(notification, _now() + 1000 * _RETRY_AFTER[notification.tries])
            else:
                await self._subscriptions.mark_sent(notification, _now())  # as good as it gets; until they come back
