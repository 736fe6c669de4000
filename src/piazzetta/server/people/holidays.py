"""When people are on holiday, and how long they may be.

The rule: at most 30 days within any 365. Each of the person's tables notes the holiday in its log, which alone decides
about its clocks; the rows here count the days, and tell tables that the person joins later.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import text

from piazzetta.server.people.holiday_tables import holiday_at
from piazzetta.server.people.people import Person, now
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.wire.holidays import Holiday
from piazzetta.tables.refusals import Refused

DAY = 24 * 3600 * 1000
MOST, YEAR = 30 * DAY, 365 * DAY
_TAKEN = text("SELECT begun, until FROM piazzetta_holidays WHERE person_id = :person AND until > :since")
_BEGIN = text("INSERT INTO piazzetta_holidays VALUES (:person, :begun, :until)")
_CUT = text("UPDATE piazzetta_holidays SET until = :now WHERE person_id = :person AND until > :now")
_SEATS = text(
    "SELECT s.table_id, s.hash FROM piazzetta_seats s JOIN piazzetta_tables t ON t.id = s.table_id "
    "WHERE s.person_id = :person AND t.status IN ('waiting', 'playing') ORDER BY s.table_id"
)


def taken(holidays: Sequence[tuple[int, int]], since: int, until: int) -> int:
    """How many milliseconds of holidays lie between two moments."""
    return sum(max(0, min(end, until) - max(begin, since)) for begin, end in holidays)


async def _holidays(registry: TableRegistry, person: Person) -> list[tuple[int, int]]:
    rows = await registry.people.store.read(_TAKEN, person=person.id, since=now() - YEAR)
    return [(begin, until) for begin, until in rows]


async def holiday_of(registry: TableRegistry, person: Person) -> Holiday:
    """Whether a person is away, and what they have left of a year's holidays besides."""
    holidays, time = await _holidays(registry, person), now()
    away = max((until for _, until in holidays if until > time), default=None)
    end = away or time
    return Holiday(away, max(0, MOST - taken(holidays, end - YEAR, end)), MOST)


async def go(registry: TableRegistry, person: Person, until: int | None) -> None:
    """Go on holiday until a moment, change when it ends, or be back (None); their slow games take note."""
    time = now()
    if until is not None:
        before = [(begin, min(end, time)) for begin, end in await _holidays(registry, person)]
        if until <= time:
            raise Refused("bad", "until: must be in the future.")
        if taken([*before, (time, until)], until - YEAR, until) > MOST:
            raise Refused("holiday", f"until: you can take at most {MOST // DAY} days of holiday a year.")
    cut = (_CUT, {"person": person.id, "now": time})
    begun = [(_BEGIN, {"person": person.id, "begun": time, "until": until})] if until is not None else []
    await registry.people.store.write(cut, *begun)
    for table, own in await registry.people.store.read(_SEATS, person=person.id):
        await holiday_at(registry.act, table, [own], until, back=True)
