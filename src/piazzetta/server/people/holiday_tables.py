"""Telling a table that one of its people is on holiday."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from piazzetta.server.rooms.seat_keys import Proven, own_seat
from piazzetta.tables.away import EndHoliday, GoOnHoliday
from piazzetta.tables.commands import Command
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table

#: Carries out a command at a table.
Act = Callable[[str, Callable[[Table], Command]], Awaitable[Any]]


async def holiday_at(act: Act, table_id: str, hashes: Collection[str], until: int | None, back: bool = False) -> None:
    """Let the clocks of whoever has these seats stand still; ``back``: let them run again."""
    if until is None and not back:
        return
    for own in hashes:

        def choose(table: Table, own: str = own) -> Command:
            seat = own_seat(table, [(0, Proven(own))], None)
            return EndHoliday(seat) if until is None else GoOnHoliday(seat, until)

        with contextlib.suppress(Refused):  # the game has ended in the meantime
            await act(table_id, choose)
