"""Nobody's clock runs while the server cannot store a move: the database is away, or the server itself stood still."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from piazzetta.server.background import Background
from piazzetta.server.rooms import audience, bot_seats, outages
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.room import Room
from piazzetta.server.settings import Settings
from piazzetta.server.store.database import Unavailable
from piazzetta.server.store.store import Store
from piazzetta.server.workers.thinkers import Assignment, Thinkers
from piazzetta.tables.clocks import merged
from piazzetta.tables.commands import BotPlay, Command, Play
from piazzetta.tables.seating import Wish
from piazzetta.tables.table import Table
from piazzetta.tables.waiting import Contribute, Join

pytestmark = pytest.mark.compiled_only


class QuickThinkers(Thinkers):
    def start(self) -> None: ...

    async def choose(self, asked: Assignment, table: str = "") -> int:
        return asked.legal[0]


class Evening:
    """A table of two people with a clock, a database that can go away, and a clock that can be moved on."""

    def __init__(self, store: Store, registry: TableRegistry, patch: pytest.MonkeyPatch) -> None:
        self.store = store
        self.registry = registry
        self._patch = patch
        self._commit, self._read, self._test = store._commit, store.read, store._test

    async def sit_down(self, **options: Any) -> Room:
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = Wish.from_json({"game": "portobello", "seats": seats, "options": options})
        table, _, _ = await self.registry.create(wish)
        await self.registry.act(table, lambda _: Join("B", "hash", 1))
        await self.registry.act(table, lambda _: Contribute({0: "luck", 1: "luck"}))
        return self.registry.room(table)

    def pass_time(self, seconds: float) -> None:
        self._patch.setattr(audience, "_ZERO", audience._ZERO + int(seconds * 1e9))

    def away(self) -> None:
        async def fail(*asked: Any, **params: Any) -> Any:
            raise Unavailable("ConnectionRefusedError")

        self._patch.setattr(self.store, "_commit", fail)
        self._patch.setattr(self.store, "read", fail)
        self._patch.setattr(self.store, "_test", lambda: asyncio.sleep(0, False))

    def back(self) -> None:
        self._patch.setattr(self.store, "_commit", self._commit)
        self._patch.setattr(self.store, "read", self._read)
        self._patch.setattr(self.store, "_test", self._test)


@asynccontextmanager
async def evening(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    patch.setattr(outages, "_AGAIN", 0.01)
    patch.setattr(bot_seats, "_RETRY", 0.01)
    patch.setattr("piazzetta.server.store.store._TEST_AGAIN", 0.0)
    patch.setattr("piazzetta.server.store.store._SICK", 0.05)
    store, background = Store(f"sqlite:///{folder / 't.sqlite'}"), Background()
    await store.open()
    try:
        yield Evening(store, TableRegistry(Settings(pace=0), store, background, QuickThinkers(1)), patch)
    finally:
        await background.close()
        await store.close()


def first_move(table: Table) -> str:
    assert table.match is not None
    return next(iter(table.match.legal_moves))


def move(table: Table) -> Command:
    """The first move of whoever is asked."""
    return Play(table.awaited[0], first_move(table), table.head)


async def table_of(room: Room) -> Table:
    async with room.lock:
        return await room.load()


def test_a_database_that_is_away_costs_nobody_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with evening(tmp_path, monkeypatch) as night:
            room = await night.sit_down(bank=600)
            night.pass_time(100)
            night.away()
            with pytest.raises(Unavailable):
                await room.act(move)
            night.pass_time(1000)
            await asyncio.sleep(0.1)  # it is still tried again and again
            night.pass_time(5)
            night.back()
            (stored,) = await room.act(move)
            assert 450_000 < stored.body["left"] <= 500_000, "100 seconds were used before the database went away"

    asyncio.run(asyncio.wait_for(story(), 60))


def test_no_bot_moves_for_who_could_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither while the database is away, nor with the answer that a bot had ready."""

    async def story() -> None:
        async with evening(tmp_path, monkeypatch) as night:
            room = await night.sit_down(clock=300)
            table = await table_of(room)
            (seat,), asked = table.awaited, table.head
            night.pass_time(200)
            night.away()
            with pytest.raises(Unavailable):
                await room.act(move)
            night.pass_time(150)
            late = asyncio.create_task(bot_seats._insist(room.time_out))  # the timer rings
            await asyncio.sleep(0.1)
            night.pass_time(3000)
            night.back()
            await late
            await asyncio.sleep(0.2)
            table = await table_of(room)
            assert (table.head, room._bots.thinking, room._bots.waiting) == (asked, {}, True)
            left = table.time_left(seat, audience.now())
            assert left is not None
            assert 60_000 < left <= 100_000
            answer = BotPlay(seat, first_move(table), asked, "clock")
            assert await room.act(lambda _: answer) == []
            night.pass_time(150)
            await room.time_out()
            while (await table_of(room)).head == asked:
                await asyncio.sleep(0.01)
            assert (await table_of(room)).steps[-1].by_clock

    asyncio.run(asyncio.wait_for(story(), 60))


def test_everybody_is_told_what_the_clocks_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with evening(tmp_path, monkeypatch) as night:
            told: list[Table] = []
            room = await night.sit_down(clock=30)
            monkeypatch.setattr(room.audience, "tell_clocks", told.append)
            (seat,) = (await table_of(room)).awaited
            night.store.on_trouble(4.0)  # a commit that took four seconds
            while not told:
                await asyncio.sleep(0.01)
            asked, end = told[0].asked[seat], told[0].deadline(seat)
            assert end is not None
            assert 30_000 < end - asked.time <= 36_000

    asyncio.run(asyncio.wait_for(story(), 60))


def test_a_server_that_stood_still_charges_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with evening(tmp_path, monkeypatch) as night:
            monkeypatch.setattr(outages, "_LATE", 0.05)
            found = night.registry._outages
            found.open()
            await asyncio.sleep(0.05)
            assert found.pauses == []
            asyncio.get_running_loop().call_soon(time.sleep, 0.3)
            while not found.pauses or found._watching:
                await asyncio.sleep(0.01)
            begin, end = found.pauses[0]
            assert 200 < end - begin < 20_000

    asyncio.run(asyncio.wait_for(story(), 60))


def test_holidays_and_outages_are_one_list() -> None:
    assert merged([], [[5, 9]]) == [[5, 9]]
    assert merged([[1, 4], [20, 30]], []) == [[1, 4], [20, 30]]
    assert merged([[1, 4], [20, 30]], [[3, 6], [8, 9], [22, 25], [30, 31]]) == [[1, 6], [8, 9], [20, 31]]
