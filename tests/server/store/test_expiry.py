"""Tables that nobody joins and games that nobody plays expire."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from piazzetta.server.background import Background
from piazzetta.server.rooms.audience import now
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.room import Room, index_row
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.apply import load
from piazzetta.tables.commands import open_table
from piazzetta.tables.seating import Wish, head_of
from tests.server.tools import Player, ServerProcess, at_table

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Here a day has two seconds."""
    db = f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}"
    process = ServerProcess(db, "--unjoined", "2", "--no-address-limits").start()
    yield process
    assert process.stop() == 0
    assert not [line for line in process.output if "Traceback" in line or "ERROR" in line], process.output


def status(server: ServerProcess, table: str) -> str:
    return str(server.get(f"/api/v1/tables/{table}").json()["status"])


def test_a_table_is_closed_unless_somebody_sits_there(server: ServerProcess) -> None:
    playing = server.create("portobello", ["bot random", "bot random"])["table"]

    async def story() -> str:
        deadline = time.monotonic() + 600
        while True:
            kept = server.create("portobello", ["me", "open"])
            async with at_table(Player(server.base, kept["table"], {0: kept["tokens"]["0"]})):
                if status(server, kept["table"]) == "closed":  # a busy machine let the day pass before anybody sat down
                    assert time.monotonic() < deadline
                    continue
                left = str(server.create("portobello", ["me", "open"])["table"])
                while status(server, left) != "closed":
                    assert time.monotonic() < deadline
                    await asyncio.sleep(0.2)
                assert status(server, kept["table"]) == "waiting"
                return left

    left = asyncio.run(story())
    assert status(server, playing) != "closed"
    assert left not in [table["id"] for table in server.get("/api/v1/tables").json()["open"]]
    late = server.post(f"/api/v1/tables/{left}/join", {"name": "Leo"})
    assert (late.status_code, late.json()["sentence"]) == (409, "this table is closed.")
    assert server.table(left).status == "closed", "and stays so when its log is read again"


def test_a_game_is_closed_when_nothing_happens_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "_attend", lambda room, table: None)  # its bots never move
    wish = Wish.from_json({"game": "portobello", "seats": [{"kind": "bot", "level": "random"}] * 2})

    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        registry = TableRegistry(Settings(abandoned=1000, unjoined=0.04), store, Background(), Thinkers(1))
        for name, age in (("left", 2_000_000), ("fresh", 500_000)):
            entries = open_table(name, head_of(wish, bytes(32), {}), now() - age)
            await store.append(name, entries, index_row(load(name, entries)))
        expiring = asyncio.create_task(registry._expire())
        async with asyncio.timeout(600):
            while (await registry.card("left"))["status"] != "closed":
                await asyncio.sleep(0.02)
        expiring.cancel()
        assert (await registry.card("fresh"))["status"] == "playing"
        assert await store.count_tables() == 1
        await store.close()

    asyncio.run(story())
