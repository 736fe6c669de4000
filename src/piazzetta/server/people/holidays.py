"""When people are on holiday, and how long they may be.

The rule: at most 30 days within any 365. Each of the person's tables notes the holiday in its log, which alone decides
about its clocks; the rows here count the days, and tell tables that the person joins later.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

from piazzetta.server.people.people import Person, now
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Proven, own_seat
from piazzetta.server.store.store import Store
from piazzetta.server.wire.people import Holiday
from piazzetta.tables.away import EndHoliday, GoOnHoliday
from piazzetta.tables.commands import Command
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table

DAY = 24 * 3600 * 1000
MOST, YEAR = 30 * DAY, 365 * DAY
_TAKEN = "SELECT begun, until FROM piazzetta_holidays WHERE person_id = :person AND until > :since"
_BEGIN = "INSERT INTO piazzetta_holidays VALUES (:person, :begun, :until)"
_CUT = "UPDATE piazzetta_holidays SET until = :now WHERE person_id = :person AND until > :now"
_SEATS = (
    "SELECT s.table_id, s.hash FROM piazzetta_seats s JOIN piazzetta_tables t ON t.id = s.table_id "
    "WHERE s.person_id = :person AND t.status IN ('waiting', 'playing') ORDER BY s.table_id"
)


def taken(holidays: Sequence[tuple[int, int]], since: int, until: int) -> int:
    """Return how many milliseconds of holidays lie between two moments."""
    return sum(max(0, min(end, until) - max(begin, since)) for begin, end in holidays)


@dataclass
class Holidays:
    _store: Store
    _tables: TableRegistry

    async def _taken_by(self, person: Person) -> list[tuple[int, int]]:
        rows = await self._store.read(_TAKEN, person=person.id, since=now() - YEAR)
        return [(begin, until) for begin, until in rows]

    async def of(self, person: Person) -> Holiday:
        """Return whether a person is on holiday, and how much is left of a year's holidays."""
        holidays, time = await self._taken_by(person), now()
        away = max((until for _, until in holidays if until > time), default=None)
        end = away or time
        return Holiday(away, max(0, MOST - taken(holidays, end - YEAR, end)), MOST)

    async def set(self, person: Person, until: int | None) -> None:
        """Begin a holiday, change when it ends, or end it (None). The person's slow games follow."""
        time = now()
        if until is not None:
            before = [(begin, min(end, time)) for begin, end in await self._taken_by(person)]
            if until <= time:
                raise Refused("bad", "until: must be in the future.")
            if taken([*before, (time, until)], until - YEAR, until) > MOST:
                raise Refused("holiday", f"until: you can take at most {MOST // DAY} days of holiday a year.")
        cut = (_CUT, {"person": person.id, "now": time})
        begun = [(_BEGIN, {"person": person.id, "begun": time, "until": until})] if until is not None else []
        await self._store.write(cut, *begun)
        for table, own in await self._store.read(_SEATS, person=person.id):
            await holiday_at(self._tables.act, table, [own], until, back=True)


#: Carries out a command at a table.
Act = Callable[[str, Callable[[Table], Command]], Awaitable[object]]


async def holiday_at(act: Act, table_id: str, hashes: Collection[str], until: int | None, back: bool = False) -> None:
    """Stop the clocks of these seats; ``back``: start them again."""
    if until is None and not back:
        return
    for own in hashes:

        def choose(table: Table, own: str = own) -> Command:
            seat = own_seat(table, [(0, Proven(own))], None)
            return EndHoliday(seat) if until is None else GoOnHoliday(seat, until)

        with contextlib.suppress(Refused):  # the game has ended in the meantime
            await act(table_id, choose)
