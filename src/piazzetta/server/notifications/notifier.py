"""Rings for people who are waited for and are not there.

A table only notes that something happened; all else is done later and beside the games. A moment after its last note,
the bell looks who is asked at the table and not looking at it, and writes down a call for each of their ways. Until
somebody comes back to their seat, no further call of this table is written down for them. What is due is gathered: all
calls that go to the same address become one message. During quiet hours a call is due when they end.

Where people have long to think, they are warned before their time runs out, twice for each question: the warnings are
written down together with the call, for later.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from sqlalchemy.exc import SQLAlchemyError

from piazzetta.server.background import Background
from piazzetta.server.notifications.quiet_hours import quiet_until, warn_at
from piazzetta.server.notifications.senders.outward import NotSent
from piazzetta.server.notifications.senders.sender import Gone, Message, Sender
from piazzetta.server.notifications.subscriptions import LAST, QUARTER, TURN, Book, Call, Way
from piazzetta.server.notifications.turns import Turn
from piazzetta.server.settings import Settings
from piazzetta.tables.refusals import Refused

log = logging.getLogger("piazzetta")

_AT_ONCE = 200  # tables looked at in one round
_ROUND = 2.0  # seconds between looks at what is due, at most
_AGAIN = (60, 300, 1800)  # seconds after each failed attempt; then the call is given up
_OLD = 30 * 24 * 3600 * 1000  # milliseconds after which a call is forgotten
_TIDY = 3600.0  # seconds
_EARLY = 60_000  # milliseconds by which a warning may come too soon

#: The people asked at a table, with the moves for buttons in some languages.
Look = Callable[[str, tuple[str, ...]], Awaitable[Sequence[Turn]]]


def _now() -> int:
    return time.time_ns() // 1_000_000  # quiet hours are hours of the wall clock


def _when(turn: Turn, way: Way, now: int) -> list[tuple[str, int]]:
    """What to call somebody for in one way, and when."""
    quiet = way.target.quiet
    calls = [] if turn.here else [(TURN, quiet_until(quiet, max(now, turn.away_until or now)))]
    whole_table = way.owner.startswith("table ")
    if turn.warnings is not None and turn.deadline is not None and not whole_table:
        quarter, last = turn.warnings
        if now < last:
            calls.append((QUARTER, warn_at(quiet, max(now, quarter), turn.deadline, now)))
        if now < turn.deadline:
            calls.append((LAST, warn_at(quiet, max(now, last), turn.deadline, now)))
    return calls


def _told(calls: Sequence[tuple[str, Turn]]) -> list[Turn]:
    """The turns to tell of, each once: a warning says more than that it is somebody's turn."""
    found: dict[tuple[str, int], Turn] = {}
    for mark, turn in calls:
        if mark != TURN and turn.deadline is not None:
            found[turn.table, turn.seat] = replace(turn, left=max(0, turn.deadline - _now()))
        else:
            found.setdefault((turn.table, turn.seat), turn)
    return list(found.values())


class Bell:
    def __init__(self, settings: Settings, book: Book, background: Background, look: Look) -> None:
        self._after = settings.call_after
        self._book = book
        self._background = background
        self._look = look
        self._noted: dict[str, float] = {}  # tables, and when to look at them
        self._came: set[tuple[str, int]] = set()  # tables and seats that somebody came back to
        self.sender: Sender | None = None  # none yet: nobody is called
        self.calls: Counter[str] = Counter()  # sent, failed and gone

    # --- what tables tell: this is all that a move costs ---

    def note(self, table_id: str) -> None:
        """Something happened at a table; perhaps somebody else is asked now."""
        self._noted[table_id] = time.monotonic() + self._after

    def came(self, table_id: str, seats: Sequence[int]) -> None:
        """The people of these seats look at the table."""
        self._came.update((table_id, seat) for seat in seats)

    # --- in the background ---

    async def run(self) -> None:
        tidied = 0.0
        while True:
            await asyncio.sleep(min(_ROUND, self._after / 4 + 0.05))
            try:
                if await self._book.unused():
                    self._noted.clear()
                    self._came.clear()
                    continue
                await self._forget_who_came()
                await self._write_down()
                await self._ring()
                if time.monotonic() - tidied > _TIDY:
                    tidied = time.monotonic()
                    await self._book.tidy(_now() - _OLD)
            except (SQLAlchemyError, OSError, Refused) as problem:  # the database is away: later
                log.warning("notifications are delayed: %s", type(problem).__name__)

    async def _forget_who_came(self) -> None:
        if self._came:
            came, self._came = self._came, set()
            await self._book.came(came)

    async def _write_down(self) -> None:
        now = time.monotonic()
        due = [table for table, when in self._noted.items() if when <= now][:_AT_ONCE]
        wanted: list[Turn] = []
        for table in due:
            del self._noted[table]
            wanted += [turn for turn in await self._turns(table) if not turn.here or turn.warnings]
        if wanted:
            ways = await self._book.ways_to({(turn.table, turn.hash) for turn in wanted})
            wall = _now()
            await self._book.expect(
                (way, turn.table, turn.seat, turn.asked, mark, when)
                for turn in wanted
                for way in ways[turn.table, turn.hash]
                for mark, when in _when(turn, way, wall)
            )

    async def _turns(self, table: str, languages: tuple[str, ...] = ()) -> Sequence[Turn]:
        with contextlib.suppress(Refused):  # it is gone, or damaged: reported when it was read
            return await self._look(table, languages)
        return []

    async def _ring(self) -> None:
        if self.sender is None:
            return
        messages: dict[tuple[str, str], list[Call]] = defaultdict(list)
        for call in await self._book.claim(_now()):
            messages[call.way.kind, call.way.address].append(call)
        for calls in messages.values():
            self._background.spawn(self._send(calls))

    async def _send(self, calls: Sequence[Call]) -> None:
        """One message for all tables that want the same person at the same moment."""
        sender, way = self.sender, calls[0].way
        assert sender is not None
        turns: dict[Call, Turn] = {}
        for table in {call.table for call in calls}:
            asked = {turn.seat: turn for turn in await self._turns(table, (way.target.lang,))}
            turns |= {call: asked[call.seat] for call in calls if call.table == table and call.seat in asked}
        wanted = [call for call in calls if await self._still_wanted(call, turns.get(call))]
        if not wanted:
            return
        waiting = await self._book.waiting(way.id)
        message = Message(_told([(call.mark, turns[call]) for call in wanted]), max(waiting, len(wanted)))
        try:
            tap = await sender.send(way, message)
        except Gone:
            self.calls["gone"] += 1
            await self._book.forget_address(way.kind, way.address)
        except NotSent as problem:
            self.calls["failed"] += 1
            log.warning("a notification by %s was not delivered: %s", way.kind, problem)
            await self._later(wanted)
        else:
            self.calls["sent"] += 1
            for call in wanted:
                await self._book.made(call, _now(), tap)

    async def _still_wanted(self, call: Call, turn: Turn | None) -> bool:
        if call.mark == TURN:
            if turn is None or turn.here:  # it was done in the meantime, or they are there
                await self._book.drop(call)
                return False
            return True
        if turn is None or turn.asked != call.asked or turn.warnings is None:
            await self._book.drop(call)
            return False
        due = dict(_when(turn, call.way, _now() - _EARLY - 1)).get(call.mark, 0)
        if due > _now() + _EARLY:  # they were on holiday, or the server was away
            await self._book.postpone(call, due)
            return False
        if turn.here:  # they see the clock; once is enough
            await self._book.made(call, _now())
            return False
        return True

    async def _later(self, calls: Sequence[Call]) -> None:
        for call in calls:
            if call.tries < len(_AGAIN):
                await self._book.again(call, _now() + 1000 * _AGAIN[call.tries])
            else:
                await self._book.made(call, _now())  # as good as it gets; until they come back
