"""Rooms whose code, database or neighbours fail: the table stays playable, and everybody sees what is stored."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from piazzetta.server import background as module
from piazzetta.server.background import Background
from piazzetta.server.cluster.cluster import Cluster
from piazzetta.server.rooms import room as rooms
from piazzetta.server.rooms.announcements import Subscriber
from piazzetta.server.rooms.audience import now
from piazzetta.server.rooms.bot_seats import BotSeats
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.room import index_row
from piazzetta.server.routes.live import Closing, Connection
from piazzetta.server.settings import Settings
from piazzetta.server.store.database import Conflict, Unavailable
from piazzetta.server.store.store import Store
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.apply import apply, load
from piazzetta.tables.commands import Command, Play, decide, open_table
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import Wish, head_of
from piazzetta.tables.table import Table
from piazzetta.tables.waiting import Contribute

pytestmark = pytest.mark.compiled_only

WISH = Wish.from_json({"game": "portobello", "seats": [{"kind": "me"}, {"kind": "hotseat"}]})


class Page:
    """A connection without its network."""

    def __init__(self, *keys: int) -> None:
        self.keys = keys
        self.previews = self.notes = self.changes = False
        self.visible = True
        self.person_id = self.credential = ""
        self.last_update = None
        self.messages: list[dict[str, Any]] = []
        self.closed = 0

    @property
    def yours(self) -> tuple[int, ...]:
        return self.keys

    def send(self, message: bytes) -> None:
        self.messages.append(msgspec.json.decode(message))

    def turn_away(self, code: int, reason: str) -> None:
        self.closed = code

    def seen(self) -> int:
        """The latest event of the game that the page was told of."""
        return max(one["at"] for one in self.messages if one["type"] == "update")


@contextlib.asynccontextmanager
async def club(folder: Path) -> AsyncIterator[tuple[Store, TableRegistry, Background]]:
    store, background = Store(f"sqlite:///{folder / 't.sqlite'}"), Background()
    await store.open()
    try:
        yield store, TableRegistry(Settings(), store, background, Thinkers(1)), background
    finally:
        await background.close()
        await store.close()


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 120))


def first_move(table: Table) -> Play:
    assert table.match is not None
    seat = table.awaited[0]
    return Play(seat, next(iter(table.match.choices(seat))), table.head)


async def started(tables: TableRegistry) -> str:
    table, _, _ = await tables.create(WISH)
    await tables.act(table, lambda _: Contribute({0: "a", 1: "b"}))
    return table


async def connected(tables: TableRegistry, table: str) -> Page:
    page, room = Page(0, 1), tables.room(table)
    async with room.lock:
        await room.enter(page, await room.load(), None)  # type: ignore[arg-type]
    return page


def test_a_broken_decision_leaves_the_table_playable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(table: Table, command: Command, time: int, key: str | None = None) -> Any:
        if isinstance(command, Play):
            table.seats.clear()  # half of a change is left in memory
            raise ZeroDivisionError("a mistake of ours")
        return decide(table, command, time, key)

    async def story() -> None:
        async with club(tmp_path) as (_, tables, _):
            table = await started(tables)
            page = await connected(tables, table)
            monkeypatch.setattr(rooms, "decide", broken)
            with pytest.raises(Refused) as refused:
                await tables.act(table, first_move)
            assert refused.value.code == "internal"
            monkeypatch.setattr(rooms, "decide", decide)
            before = page.seen()
            await tables.act(table, first_move)
            assert page.seen() == before + 1
            assert len(await tables.look_at(table, lambda found: found.seats)) == 2

    run(story)
    assert "a mistake of ours" in caplog.text
    assert "is read again from its log" in caplog.text


def test_a_broken_event_leaves_the_table_playable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def broken(table: Table, entry: Any) -> None:
        apply(table, entry)
        raise KeyError("a mistake of ours")

    async def story() -> None:
        async with club(tmp_path) as (store, tables, _):
            table = await started(tables)
            monkeypatch.setattr(rooms, "apply", broken)
            with pytest.raises(Refused):
                await tables.act(table, first_move)
            monkeypatch.setattr(rooms, "apply", apply)
            stored = len(await store.load(table))
            await tables.act(table, first_move)
            assert len(await store.load(table)) == stored + 1

    run(story)


def test_the_error_of_a_subscriber_does_not_concern_the_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Subscriber):
        def events_stored(self, table: Table, entries: Any) -> None:
            if entries[0].kind == "play":
                raise ZeroDivisionError

    async def story() -> None:
        async with club(tmp_path) as (_, tables, _):
            tables.subscribe(Broken())
            table = await started(tables)
            page = await connected(tables, table)
            (entry,) = await tables.act(table, first_move)
            assert page.seen() == entry.number

    run(story)
    assert "Broken failed at table" in caplog.text


async def elsewhere(store: Store, table: str) -> int:
    """Another server makes a move; returns its event."""
    known = load(table, await store.load(table))
    (entry,) = decide(known, first_move(known), known.created + 1)
    await store.append(table, [entry], None)
    return entry.number


def test_a_move_of_another_server_is_shown_although_plans_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unavailable() -> Any:
        raise Unavailable("gone")

    async def story() -> None:
        async with club(tmp_path) as (store, tables, _):
            table = await started(tables)
            page = await connected(tables, table)
            head = await elsewhere(store, table)
            monkeypatch.setattr(tables.room(table)._plans, "load", unavailable)
            with pytest.raises(Unavailable):
                await tables.stored_elsewhere(table, head)
            assert page.seen() == head

    run(story)


def test_a_table_is_soon_free_again_after_an_attempt_that_took_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storing was held up for an hour and ended in a conflict: the next attempt does not come hours later."""
    hours = itertools.count(step=3600)
    monkeypatch.setattr(rooms, "time", SimpleNamespace(monotonic=lambda: next(hours)))
    monkeypatch.setattr(rooms, "random", SimpleNamespace(random=lambda: 1.0))

    async def story() -> None:
        async with club(tmp_path) as (store, tables, _):
            table = await started(tables)
            append, refused = store.append, [Conflict()]

            async def conflicting(*wanted: Any) -> None:
                if refused:
                    raise refused.pop()
                await append(*wanted)

            monkeypatch.setattr(store, "append", conflicting)
            (entry,) = await tables.act(table, first_move)
            assert not refused
            assert (await store.load(table))[-1] == entry

    run(story)


def test_a_notice_that_is_lost_is_made_up_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with club(tmp_path) as (store, tables, _):
            table, other = await started(tables), await started(tables)
            page, unmoved = await connected(tables, table), await connected(tables, other)
            head, before = await elsewhere(store, table), len(unmoved.messages)
            await tables.reconcile()
            assert page.seen() == head
            assert len(unmoved.messages) == before

    run(story)


def test_games_go_on_although_the_first_query_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(Thinkers, "start", lambda self: None)
    wish = Wish.from_json({"game": "portobello", "seats": [{"kind": "bot", "level": "random"}] * 2})

    async def story() -> None:
        async with club(tmp_path) as (store, tables, background):
            entries = open_table("bots", head_of(wish, bytes(32), {}), now() - 1000)
            await store.append("bots", entries, index_row(load("bots", entries)))
            find, failures = store.unattended_tables, [Unavailable("broken"), Unavailable("broken")]

            async def breaking(*wanted: Any) -> list[tuple[str, int]]:
                if failures:
                    raise failures.pop()
                return await find(*wanted)

            monkeypatch.setattr(store, "unattended_tables", breaking)
            background.supervise("resume games", tables._resume_games)
            while "bots" not in tables.rooms:
                await asyncio.sleep(0.01)
            assert background.restarts == {"resume games": 2}

    run(story)
    assert "Traceback" not in caplog.text
    assert caplog.text.count("the task to resume games failed") == 2


def test_games_with_the_latest_events_go_on_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them go on, but those where a bot may be due before those that were abandoned."""
    monkeypatch.setattr(Thinkers, "start", lambda self: None)
    wish = Wish.from_json({"game": "portobello", "seats": [{"kind": "bot", "level": "random"}] * 2})
    ages = {f"t{number}": 37 * number % 40 for number in range(40)}  # half hours

    async def story() -> None:
        async with club(tmp_path) as (store, tables, _):
            for table, age in ages.items():
                entries = open_table(table, head_of(wish, bytes(32), {}), now() - 1000 - 1_800_000 * age)
                await store.append(table, entries, index_row(load(table, entries)))
            await tables._resume_games()
            assert list(tables.rooms) == sorted(ages, key=lambda table: ages[table])

    run(story)


def test_a_task_that_fails_is_failing_until_it_runs_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(module, "_WELL_AFTER", 0.05)
    runs: list[int] = []

    async def work() -> None:
        runs.append(1)
        if len(runs) == 1:
            raise OSError("connection reset")
        await asyncio.sleep(60)

    async def story() -> None:
        background = Background()
        background.supervise("work", work)
        while not background.failing:
            await asyncio.sleep(0.001)
        while background.failing:
            await asyncio.sleep(0.01)
        assert len(runs) == 2
        await background.close()

    run(story)


def test_a_server_listens_again_when_the_database_breaks_right_after_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    listened: list[Any] = []
    failures = [Unavailable("broken")]

    async def listen(channel: str, heard: Any, ready: Any) -> None:
        listened.append(heard)
        await ready()
        await asyncio.Event().wait()

    async def stored_elsewhere(table: str | None, head: int) -> None:
        if failures:
            raise failures.pop()

    async def story() -> None:
        store = SimpleNamespace(postgres=True, database=SimpleNamespace(listen=listen))
        neighbour = SimpleNamespace(stored_elsewhere=stored_elsewhere)
        cluster = Cluster(store, Background(), neighbour)  # type: ignore[arg-type]
        listening = asyncio.create_task(cluster._listen())
        while len(listened) < 2:
            await asyncio.sleep(0.01)
            assert not listening.done(), "deaf for good"
        listening.cancel()

    run(story)


def test_who_is_signed_out_loses_their_connections(tmp_path: Path) -> None:
    async def story() -> None:
        async with club(tmp_path) as (_, tables, _):
            table = await started(tables)
            phone, laptop, guest = [await connected(tables, table) for _ in range(3)]
            phone.credential, laptop.credential = "phone", "laptop"
            tables.disconnect("phone")
            assert (phone.closed, laptop.closed, guest.closed) == (4401, 0, 0)

    run(story)


def test_a_room_that_was_closed_takes_nobody_in() -> None:
    """Its table could not be read for a moment: who waited at its door connects again, to a room that is told news."""
    room = SimpleNamespace(id="table")
    connection = object.__new__(Connection)
    connection.services = SimpleNamespace(tables=SimpleNamespace(rooms={"table": room}))  # type: ignore[assignment]
    connection._check_room(room)  # type: ignore[arg-type]
    connection.services.tables.rooms.clear()
    with pytest.raises(Closing):
        connection._check_room(room)  # type: ignore[arg-type]


def test_a_deleted_table_makes_no_planned_move() -> None:
    async def story() -> None:
        background = Background()
        bots = BotSeats("t", SimpleNamespace(), Settings(pace=0.0), Thinkers(1), background)
        table: Any = SimpleNamespace(asked={0: SimpleNamespace(number=7)})
        table.setting = SimpleNamespace(game=SimpleNamespace(has_secrets=True, bots=SimpleNamespace(budgets={})))
        bots._carry_out_plan(table, 0, False)
        ((_, move),) = bots._planned.values()
        bots.stop()
        await asyncio.wait([move])
        assert move.cancelled()
        assert not bots._planned

    asyncio.run(story())
