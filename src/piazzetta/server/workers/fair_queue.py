"""Taking turns where there are few places: everybody who waits gets the same share, however much they ask for."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

from piazzetta.tables.refusals import Refused


class _Line:
    """Those who wait, by asker: one of each in turn."""

    def __init__(self) -> None:
        self._askers: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._askers.values()))

    def join(self, asker: str) -> asyncio.Future[None]:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._askers.setdefault(asker, deque()).append(place)
        return place

    def count(self, asker: str) -> int:
        return len(self._askers.get(asker, ()))

    def leave(self, asker: str, place: asyncio.Future[None]) -> None:
        """Remove a caller that no longer waits from the queue."""
        waiting = self._askers.get(asker)
        if waiting is not None and place in waiting:
            waiting.remove(place)
            if not waiting:
                del self._askers[asker]

    def next(self) -> asyncio.Future[None]:
        """Return the first place of the asker who has waited longest, whose others wait until all had a turn."""
        asker, waiting = self._askers.popitem(last=False)
        place = waiting.popleft()
        if waiting:
            self._askers[asker] = waiting
        return place


class FairQueue:
    """A number of places. Games come first, but whatever else is asked for gets every fourth turn."""

    SHARE = 4

    def __init__(self, places: int) -> None:
        self._free = places
        self._games = _Line()
        self._others = _Line()
        self._taken = 0  # turns in a row that games took while others waited

    def __len__(self) -> int:
        """How many are waiting."""
        return len(self._games) + len(self._others)

    def waiting(self, asker: str) -> int:
        """Return how many of an asker's wishes besides games are waiting."""
        return self._others.count(asker)

    @contextlib.asynccontextmanager
    async def turn(self, asker: str, game: bool = False) -> AsyncIterator[None]:
        """Hold a place as soon as it is the asker's turn. Who is cancelled while waiting takes none."""
        line = self._games if game else self._others
        place = line.join(asker)
        self._call()
        try:
            await place
        except asyncio.CancelledError:
            line.leave(asker, place)
            if place.done() and not place.cancelled():  # called at this very moment
                self._give_back()
            raise
        try:
            yield
        finally:
            self._give_back()

    def _give_back(self) -> None:
        self._free += 1
        self._call()

    def _call(self) -> None:
        while self._free and len(self):
            for_others = len(self._others) and (not len(self._games) or self._taken + 1 >= self.SHARE)
            self._taken = 0 if for_others or not len(self._others) else self._taken + 1
            place = (self._others if for_others else self._games).next()
            if not place.done():
                self._free -= 1
                place.set_result(None)


T = TypeVar("T")

_MOST = 4  # pieces of one asker that wait


class LongWork:
    def __init__(self) -> None:
        self._turns = FairQueue(1)

    async def run(self, asker: str, work: Callable[[], T]) -> T:
        """Return what ``work`` returns, run beside the event loop when it is the asker's turn."""
        if self._turns.waiting(asker) >= _MOST:
            raise Refused("busy", "too many of your requests are in progress; please wait until they are done.")
        async with self._turns.turn(asker):
            return await asyncio.to_thread(work)
