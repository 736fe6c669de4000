"""A bad day for the server: a damaged row, a database that refuses to write, a process that hangs, a clock set anew."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

import piazzetta
from piazzetta.server.app import Server
from piazzetta.server.background import Background
from piazzetta.server.rooms import audience, bot_seats
from piazzetta.server.rooms.bot_seats import Answer, BotSeats
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.settings import Settings
from piazzetta.server.store.database import Unavailable
from piazzetta.server.store.sqlite_file import SqliteFile
from piazzetta.server.store.store import IndexRow, Store
from piazzetta.server.workers import thinkers
from piazzetta.server.workers.thinkers import Assignment, Expected, Overloaded, Thinkers
from piazzetta.tables.bot_turns import Question
from piazzetta.tables.commands import Say
from piazzetta.tables.log import LogEntry
from piazzetta.tables.refusals import Repeated
from piazzetta.tables.seating import Wish
from tests.server.safety.test_fuzz import inside
from tests.server.tools import Player, ServerProcess, closed_with

pytestmark = pytest.mark.compiled_only

ROW = IndexRow(0, "waiting", True, True, False)


def test_a_damaged_row_closes_its_table_alone(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    server = ServerProcess(f"sqlite:///{file}", "--pace", "0").start()
    damaged, nonsense, whole = [
        server.create("portobello", ["me", "open"], options={"listed": True})["table"] for _ in range(3)
    ]
    server.kill()
    with sqlite3.connect(file) as database:
        database.execute("UPDATE piazzetta_events SET body = '{\"game\":' WHERE table_id = ?", (damaged,))
        database.execute("UPDATE piazzetta_events SET body = '{}' WHERE table_id = ?", (nonsense,))
        database.execute("UPDATE piazzetta_tables SET unattended = 1")
    server.start()
    try:
        for table in (damaged, nonsense):
            answer = server.get(f"/api/v1/tables/{table}")
            assert (answer.status_code, answer.json()["code"]) == (500, "damaged")
        assert [table["id"] for table in server.get("/api/v1/tables").json()["open"]] == [whole]
        assert server.post(f"/api/v1/tables/{whole}/join", {"name": "Ada", "seat": 1}).status_code == 200
    finally:
        server.stop()


def test_addresses_that_no_file_can_have_are_not_found(server: ServerProcess) -> None:
    for path in ("/%00", "/" + "a" * 3000):
        assert server.get(path).status_code == 404, path


def test_health_tells_when_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        commit = store._commit

        async def full(batch: Any) -> None:
            raise Unavailable("OperationalError")

        monkeypatch.setattr(store, "_commit", full)
        with pytest.raises(Unavailable) as refusal:
            await store.append("a", [LogEntry(1, 5, "created", {})], ROW)
        assert refusal.value.code == "busy"
        assert not await store.alive()
        monkeypatch.setattr(store, "_commit", commit)
        await store.append("a", [LogEntry(1, 5, "created", {})], ROW)
        assert await store.alive()
        await store.close()

    asyncio.run(story())


def test_a_full_disk_is_one_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        registry = TableRegistry(Settings(), store, Background(), Thinkers(1))
        wish = Wish.from_json({"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}]})
        table, _, _ = await registry.create(wish)
        with monkeypatch.context() as patched:

            async def full(batch: Any) -> None:
                raise Unavailable("OperationalError")

            patched.setattr(store, "_commit", full)
            for _ in range(5):
                with pytest.raises(Unavailable):
                    await registry.act(table, lambda _: Say(0, "ciao"))
        for _ in range(2):
            await registry.act(table, lambda _: Say(0, "ciao"))
        await store.close()

    asyncio.run(story())
    told = [record.getMessage() for record in caplog.records]
    assert told == ["events could not be stored: OperationalError", "events are stored again"]


def test_connections_wait_for_a_database_that_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """They are told to come again (1013): a page would give up at 4403, and the log would fill with tracebacks."""

    async def story() -> list[int]:
        async with inside(tmp_path) as (server, base):
            assert server._engine._loading is not None
            await server._engine._loading

            async def down(*query: Any, **params: Any) -> Any:
                raise Unavailable("ConnectionRefusedError")

            monkeypatch.setattr(server._store, "read", down)
            codes = []
            for headers in ({}, {"Authorization": "Bearer me.abc"}):
                player = Player(base, "nowhere")
                player.socket = await connect(player.url, additional_headers=headers)
                await player.send(type="hello", v=1, client="x", seats=[{"seat": 0, "token": "t"}])
                codes.append(await closed_with(player))
            return codes

    assert asyncio.run(story()) == [1013, 1013]
    assert not [record for record in caplog.records if record.exc_info]


def test_health_writes_to_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piazzetta.server.store.store._TEST_AGAIN", 0.0)

    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()

        async def set_read_only(value: str) -> None:
            assert isinstance(store.database, SqliteFile)
            await store.database._writer.do(lambda connection: connection.execute(f"PRAGMA query_only = {value}"))

        assert await store.alive()
        await set_read_only("ON")
        assert not await store.alive(), "although nobody has tried to store an event"
        await set_read_only("OFF")
        assert await store.alive()
        await store.close()

    asyncio.run(story())


def test_health_answers_503_when_a_part_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piazzetta.server.store.store._TEST_AGAIN", 0.0)

    async def story() -> None:
        server = Server(Settings(db=f"sqlite:///{tmp_path / 't.sqlite'}"), tmp_path)
        await server.open()
        transport = httpx.ASGITransport(app=server.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:

            async def health() -> tuple[int, dict[str, bool]]:
                answer = await client.get("/healthz")
                return answer.status_code, answer.json()

            engine = server._engine
            assert engine._loading is not None
            await engine._loading
            well = {"alive": True, "database": True, "engine": True}
            assert await health() == (200, well)
            services = engine._services
            assert services is not None

            async def broken() -> None:
                raise OSError("broken")

            failing = services.background.supervise("break", broken)
            await asyncio.sleep(0.05)
            assert await health() == (503, well), "a task in the background"
            failing.cancel()
            services.background.failing.clear()
            assert await health() == (200, well)

            with monkeypatch.context() as patched:
                patched.setattr(server._store, "_test", lambda: asyncio.sleep(0, False))
                assert await health() == (503, {**well, "database": False})
                assert (await client.get("/readyz")).status_code == 503
            assert await health() == (200, well)

            async def not_loaded() -> Any:
                raise ImportError("no such engine")

            whole, engine._loading = engine._loading, asyncio.create_task(not_loaded())
            await asyncio.wait([engine._loading])
            assert await health() == (503, {**well, "engine": False})
            engine._loading = whole
        await server.close()

    asyncio.run(story())


def test_what_was_decided_is_stored_when_the_server_stops(tmp_path: Path) -> None:
    async def story() -> list[int]:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        waiting = [
            asyncio.create_task(store.append("a", [LogEntry(number, 5, "created", {})], ROW))
            for number in range(1, 600)
        ]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*waiting)
        again = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await again.open()
        stored = [entry.number for entry in await again.load("a")]
        await again.close()
        return stored

    assert asyncio.run(story()) == list(range(1, 600))


def test_a_commit_in_doubt_happens_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection broke after the commit: the sender hears nothing of "done", sends again, and it happened once."""

    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        registry = TableRegistry(Settings(), store, Background(), Thinkers(1))
        wish = Wish.from_json({"game": "portobello", "seats": [{"kind": "me"}, {"kind": "open"}]})
        table, _, _ = await registry.create(wish)
        room = registry.room(table)
        commit = store._commit

        async def commit_and_break(batch: Any) -> None:
            await commit(batch)
            raise Unavailable("ConnectionResetError")

        monkeypatch.setattr(store, "_commit", commit_and_break)
        with pytest.raises(Unavailable):
            await room.act(lambda _: Say(0, "ciao"), "0:c:1")
        monkeypatch.setattr(store, "_commit", commit)
        assert await room.find_repeat("0:c:1", 0) == 2
        with pytest.raises(Repeated):
            await room.act(lambda _: Say(0, "ciao"), "0:c:1")
        assert [entry.kind for entry in await store.load(table)] == ["created", "chat"]
        await store.close()

    asyncio.run(story())


class Runner:
    """A table whose database refuses the first few moves."""

    def __init__(self, refusals: int) -> None:
        self.refusals = refusals
        self.played: list[Answer] = []
        self.attended = asyncio.Event()

    async def play_for_bot(self, command: Answer) -> None:
        if self.refusals:
            self.refusals -= 1
            raise Unavailable("OSError")
        self.played.append(command)

    async def owned_elsewhere(self) -> bool:
        return False

    async def time_out(self) -> None: ...

    async def attend(self) -> None:
        self.attended.set()

    def tell_seats(self) -> None: ...


class QuickThinkers(thinkers.Thinkers):
    async def choose(self, asked: Assignment, table: str = "") -> int:
        return asked.legal[0]


def test_a_bot_plays_once_the_database_writes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "_RETRY", 0.001)
    match = piazzetta.game("portobello").start(seed=1)

    async def story() -> None:
        runner = Runner(refusals=3)
        bots = BotSeats("t", runner, Settings(db=""), QuickThinkers(1), Background())
        asked = thinkers.assignment(match, match.mover, "easy")
        question = Question(match.mover, 7, "easy", "bot")
        expected = Expected(bots._thinkers, 0.2)
        await bots._answer(question, asked, match.setting.text, 0, 0, False, expected)
        assert [(play.seat, play.asked) for play in runner.played] == [(match.mover, 7)]
        assert runner.attended.is_set()

    asyncio.run(story())


def test_a_question_in_the_queue_is_not_lost_with_its_pool() -> None:
    """Threads in place of processes: the queue is the same."""

    async def story() -> None:
        pool: Any = ThreadPoolExecutor(1)
        done = threading.Event()
        pool.submit(done.wait)
        with pytest.raises(Overloaded):  # nobody hangs: it has not begun
            await thinkers._call(pool, 0.005, time.sleep, 0)
        queued = asyncio.create_task(thinkers._call(pool, 60, time.sleep, 0))
        await asyncio.sleep(0)
        pool.shutdown(wait=False, cancel_futures=True)
        with pytest.raises(BrokenProcessPool):
            await queued
        done.set()
        pool = ThreadPoolExecutor(1)
        done.clear()
        with pytest.raises(TimeoutError):  # this one hangs
            await thinkers._call(pool, 0.005, done.wait)
        waiting = asyncio.create_task(thinkers._call(pool, 60, time.sleep, 0))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):  # no longer relevant
            await waiting
        done.set()
        pool.shutdown()

    asyncio.run(story())


def test_clocks_do_not_jump_when_the_system_clock_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    before = audience.now()
    assert abs(before - time.time_ns() // 1_000_000) < 3_600_000
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert 0 <= audience.now() - before < 600_000
