"""The plans of a table's seats: moves chosen in advance, in a log of their own beside the table's.

A plan is secret, and so is its existence: a gap in the numbers of a table's events would reveal it. Each
event here is one seat's plan, in place of the one before.
"""

from __future__ import annotations

from collections.abc import Sequence

from piazzetta.server.store.database import Conflict
from piazzetta.server.store.store import Store
from piazzetta.tables.log import LogEntry
from piazzetta.tables.plan import Plan, plan_from, steps_data
from piazzetta.tables.refusals import Refused

_SUFFIX = "-plans"  # the id of a table has no dash
_ATTEMPTS = 5


def table_of(log_id: str) -> str:
    """Return the table whose log, or log of plans, this is."""
    return log_id.removesuffix(_SUFFIX)


def plans_of(table_id: str) -> str:
    """Return the id of the log of a table's plans."""
    return table_id + _SUFFIX


class Plans:
    def __init__(self, table_id: str, store: Store) -> None:
        self.id = plans_of(table_id)
        self._store = store
        self.head = 0  # the number of the latest one that is known here

    async def load(self) -> dict[int, Plan]:
        """Return the latest plan of each seat."""
        return self.take(await self._store.load(self.id))

    def take(self, entries: Sequence[LogEntry]) -> dict[int, Plan]:
        """Return the latest plan of each seat, from all of the log."""
        self.head = len(entries)
        return {plan.seat: plan for plan in (plan_from(entry.body) for entry in entries)}

    async def put(self, plan: Plan, time: int) -> None:
        body = {"seat": plan.seat, "at": plan.at, "steps": steps_data(plan.steps)}
        for _ in range(_ATTEMPTS):
            entry = LogEntry(self.head + 1, time, "planned", body)
            try:
                await self._store.append(self.id, [entry], None)
            except Conflict:  # another server was faster
                await self.load()
                continue
            self.head += 1
            return
        raise Refused("busy", "this table is busy; please try again.")
