"""Outages: when this server could store no moves, so that nobody's clock may run.

An outage begins with the attempt that failed, and ends when the database can be written to. A server that stood still
itself, because its machine was suspended or much too busy, has had one, too. Like the time before a server's start,
outages are in no log: what a clock shows is noted with each move.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from piazzetta.server.background import Background
from piazzetta.server.rooms.audience import now
from piazzetta.server.store.store import Store

_AGAIN = 1.0  # seconds between two looks
_LATE = 2.0  # seconds by which a look is late if the server stood still
_AHEAD = 10_000  # milliseconds for which clocks stand still while the database is tested; longer than a test takes


class Outages:
    """``pauses``: from when until when, in milliseconds since 1970; the last one may still be going on."""

    def __init__(self, store: Store, background: Background, over: Callable[[], Awaitable[None]]) -> None:
        self._store = store
        self._background = background
        self._over = over
        self._watching = False
        self.pauses: list[list[int]] = []
        store.on_trouble = self.begin

    def open(self) -> None:
        self._background.supervise("notice when this server stands still", self._notice_standstill)

    def begin(self, seconds: float) -> None:
        """Note for how many seconds the server has tried to read or write, whether or not it succeeded in the end."""
        end = now()
        begin = end - int(1000 * seconds)
        joined = [[begin, end]]
        while self.pauses and (begin <= self.pauses[-1][1] or (self._watching and len(joined) == 1)):
            joined.append(self.pauses.pop())
        self.pauses.append([min(one for one, _ in joined), max(one for _, one in joined)])
        if not self._watching:
            self._watching = True
            self._background.spawn(self._watch())

    async def _watch(self) -> None:
        """Wait until the database can be written to, then let the clocks run."""
        try:
            while True:
                self.pauses[-1][1] = now() + _AHEAD
                if await self._store.alive():
                    break
                await asyncio.sleep(_AGAIN)
        finally:
            self.pauses[-1][1] = now()
            self._watching = False
        await self._over()

    async def _notice_standstill(self) -> None:
        while True:
            begun = time.monotonic()
            await asyncio.sleep(_AGAIN)
            late = time.monotonic() - begun - _AGAIN
            if late > _LATE:
                self.begin(late)
