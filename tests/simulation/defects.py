"""Defects that are mended, to be put back: the simulation has to find each of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from typing import Any
from unittest.mock import patch

from piazzetta.server.background import Background
from piazzetta.server.cluster.cluster import _CHANNEL, Cluster
from piazzetta.server.rooms.room import Room
from piazzetta.server.store import postgres
from piazzetta.server.store.database import Unavailable
from piazzetta.tables.apply import apply

_LISTEN, _RECONCILE, _RESUME = "listen to other servers", "look for missed news", "resume games"


def _unsupervised(*names: str, never: tuple[str, ...] = ()) -> contextlib.AbstractContextManager[object]:
    """Let some tasks end with their first error, and some never start."""
    supervise = Background.supervise

    def start(self: Background, name: str, work: Callable[[], Coroutine[Any, Any, Any]]) -> asyncio.Task[Any] | None:
        if name in never:
            return None
        return self.spawn(work()) if name in names else supervise(self, name, work)

    return patch.object(Background, "supervise", start)


class _Deaf(Unavailable):
    """Reading what was missed has failed."""


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """A server does not listen any more once the database breaks right after LISTEN."""

    async def listen(self: Cluster) -> None:
        async def listens() -> None:
            self._listening.set()
            try:
                await self._neighbour.stored_elsewhere(None, 2**31)
            except Unavailable as problem:
                raise _Deaf(problem.reason) from problem

        while True:
            try:
                await self._store.database.listen(_CHANNEL, self._heard, listens)
            except _Deaf:
                raise
            except Unavailable:
                await asyncio.sleep(1)

    with patch.object(Cluster, "_listen", listen), _unsupervised(_LISTEN, never=(_RECONCILE,)):
        yield


@contextlib.contextmanager
def _untold() -> Iterator[None]:
    """A move of another server is never shown if reading plans fails after it."""

    async def catch_up(self: Room, head: int) -> None:
        async with self.lock:
            if not self.behind(head):
                return
            if self.table is None:
                await self.load()
                return
            entries = await self._store.load(self.id, self.table.head)
            for entry in entries:
                apply(self.table, entry)
            self.table.plans = await self._plans.load()
            if entries:
                self._announce(self.table, entries, foreign=True)

    with patch.object(Room, "catch_up", catch_up):
        yield


def _not_resumed() -> contextlib.AbstractContextManager[object]:
    """One broken query after the start of a server, and games without people stand still."""
    return _unsupervised(_RESUME)


@contextlib.contextmanager
def _cut_off() -> Iterator[None]:
    """A task that is cancelled in the middle of a query leaves its connection in the middle of an answer."""

    async def cut_off(work: Coroutine[Any, Any, Any]) -> Any:
        return await work

    with patch.object(postgres, "_to_its_end", cut_off):
        yield


DEFECTS: dict[str, Callable[[], contextlib.AbstractContextManager[object]]] = {
    "deaf": _deaf,
    "untold": _untold,
    "not resumed": _not_resumed,
    "cut off": _cut_off,
}


@contextlib.contextmanager
def with_defect(name: str | None) -> Iterator[None]:
    """Put a defect back in its place; None: none."""
    with contextlib.nullcontext() if name is None else DEFECTS[name]():
        yield
