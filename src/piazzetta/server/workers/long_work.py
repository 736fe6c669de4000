"""Work that takes long and holds no table: in a thread, one piece at a time, everybody in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from piazzetta.server.workers.turns import Turns
from piazzetta.tables.refusals import Refused

T = TypeVar("T")

_MOST = 4  # pieces of one asker that wait


class LongWork:
    def __init__(self) -> None:
        self._turns = Turns(1)

    async def run(self, asker: str, work: Callable[[], T]) -> T:
        """Return what ``work`` returns, run beside the event loop when it is the asker's turn."""
        if self._turns.waiting(asker) >= _MOST:
            raise Refused("busy", "too many of your requests are in progress; please wait until they are done.")
        async with self._turns.turn(asker):
            return await asyncio.to_thread(work)
