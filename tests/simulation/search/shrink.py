"""Make a night that fails smaller, as long as it still fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.simulation.night import Night, run
from tests.simulation.people import TablePlan


def fails(night: Night) -> bool:
    return bool(run(night).problems)


def shrunk(night: Night, failing: Callable[[Night], bool] = fails, most: int = 200) -> Night:
    """Return a smaller night that fails: fewer faults, tables, people and servers, and a shorter one. At most ``most``
    nights are tried."""
    tried = 0
    while True:
        for smaller in _smaller(night):
            tried += 1
            if tried > most:
                return night
            if failing(smaller):
                night = smaller
                break
        else:
            return night


def _smaller(night: Night) -> Iterator[Night]:
    faults = night.faults
    size = len(faults)
    while size > 1:  # halves, quarters, single ones
        size = (size + 1) // 2
        for start in range(0, len(faults), size):
            yield replace(night, faults=faults[:start] + faults[start + size :])
    if len(faults) == 1:
        yield replace(night, faults=())
    for place in range(len(night.tables)) if len(night.tables) > 1 else ():
        yield replace(night, tables=night.tables[:place] + night.tables[place + 1 :])
    for place, table in enumerate(night.tables):
        for plainer in _plainer(table):
            yield replace(night, tables=(*night.tables[:place], plainer, *night.tables[place + 1 :]))
    if night.seekers:
        yield replace(night, seekers=night.seekers - 1)
    if night.long:
        yield replace(night, long=False)
    if night.servers > 1:
        yield replace(night, servers=night.servers - 1)
    last = max((fault.at + 1 for fault in faults), default=1.0)
    if last < night.seconds:
        yield replace(night, seconds=last)
    for place, fault in enumerate(faults):
        for less in (replace(fault, count=1), replace(fault, after=0), replace(fault, lasts=0.1)):
            if less != fault:
                yield replace(night, faults=(*faults[:place], less, *faults[place + 1 :]))


def _plainer(table: TablePlan) -> Iterator[TablePlan]:
    for change in (
        {"spectators": 0},
        {"second_tabs": 0},
        {"clock": None},
        {"draw_seats": False},
        {"hotseat": False},
        {"profiles": False},
        {"resigns": None},
        {"absentee": False},
        {"bots": 0} if table.people > 1 else {},
        {"people": table.people - 1} if table.people > 2 else {},
    ):
        plainer = replace(table, **change)
        if plainer != table:
            yield plainer
