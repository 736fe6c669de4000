"""Reports to the admin. A report names the table and the number of its latest event, which the log keeps. It copies
what was said, so that nobody can delete their profile, and with it the evidence, before the admin has looked.

A report is deleted after 30 days in any case. When a profile is deleted, the resolved reports about it are deleted at
once, the others when the admin resolves them, and its own words in reports about others at once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from piazzetta.server.people.deletion import HoldsPersonalData
from piazzetta.server.people.people import Person, now
from piazzetta.server.rooms.seat_keys import new_id
from piazzetta.server.store.database import Row, Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire import moderation as m
from piazzetta.server.wire.export import Export, OwnReport
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import plain_text

DAYS = 30
_KEPT = DAYS * 24 * 3600 * 1000
_MOST = 2000  # open reports
#: Stands for the id of a deleted profile.
GONE = "-"

_PUT = (
    "INSERT INTO piazzetta_reports VALUES (:id, :time, :table, :number, :seat, :name, :person, :by, :by_name, :reason, "
    ":words, :lines, 0)"
)
_COLUMNS = "id, time, table_id, number, seat, name, person_id, by_name, reason, words, lines, settled"
_OPEN = f"SELECT {_COLUMNS} FROM piazzetta_reports WHERE settled = 0 ORDER BY time DESC, id LIMIT 200"
_ALL = f"SELECT {_COLUMNS} FROM piazzetta_reports ORDER BY time DESC, id LIMIT 200"
_SETTLE = "UPDATE piazzetta_reports SET settled = :now WHERE id = :id AND settled = 0"
_DROP_GONE = "DELETE FROM piazzetta_reports WHERE settled > 0 AND person_id = :gone"
_OLD = "DELETE FROM piazzetta_reports WHERE time < :before"
_MINE = "SELECT time, table_id, seat, reason, words FROM piazzetta_reports WHERE by_id = :person ORDER BY time, id"


class Reports(HoldsPersonalData):
    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(
        self,
        wish: m.NewReport,
        table: str,
        number: int,
        about: tuple[str, str],
        by: Person | None,
        by_name: str,
        lines: list[m.Line],
    ) -> str:
        """Store a report and return its id. ``about``: id, empty for a guest, and name of the reported player."""
        if await self._store.value("SELECT count(*) FROM piazzetta_reports WHERE settled = 0") >= _MOST:
            raise Refused("full", "too many reports are open; please try again later.")
        report = new_id()
        values = {
            "id": report,
            "time": now(),
            "table": table,
            "number": number,
            "seat": wish.about,
            "name": about[1],
            "person": about[0],
            "by": by.id if by else "",
            "by_name": by_name,
            "reason": wish.reason,
            "words": plain_text(wish.words),
            "lines": msgspec.json.encode(lines).decode(),
        }
        await self._store.write((_PUT, values))
        return report

    async def listed(self, everything: bool = False) -> list[m.Report]:
        """Return the open reports, the latest first; or all."""
        return [_report(row) for row in await self._store.read(_ALL if everything else _OPEN)]

    def resolution_of(self, report: str) -> list[Statement]:
        """Return the statements that resolve a report."""
        return [(_SETTLE, {"id": report, "now": now()}), (_DROP_GONE, {"gone": GONE})]

    async def is_open(self, report: str) -> bool:
        """Return whether a report waits for the admin."""
        return any(one.id == report for one in await self.listed())

    async def delete_old(self) -> None:
        """Delete the reports whose time is over."""
        await self._store.write((_OLD, {"before": now() - _KEPT}))

    async def add_to_export(self, export: Export, person: Person) -> None:
        export.reports = [OwnReport(*row) for row in await self._store.read(_MINE, person=person.id)]

    async def deletion_of(self, person: Person, seats: Collection[str]) -> Sequence[Statement]:
        values = {"person": person.id}
        return [
            ("DELETE FROM piazzetta_reports WHERE person_id = :person AND settled > 0", values),
            (
                "UPDATE piazzetta_reports SET person_id = :gone WHERE person_id = :person",
                {**values, "gone": GONE},
            ),
            ("UPDATE piazzetta_reports SET by_id = '', by_name = '', words = '' WHERE by_id = :person", values),
        ]


def _report(row: Row) -> m.Report:
    report, time, table, number, seat, name, person, by, reason, words, lines, settled = row
    said = msgspec.json.decode(lines, type=list[m.Line])
    return m.Report(report, time, table, number, seat, name, person, by, reason, words, said, settled or None)
