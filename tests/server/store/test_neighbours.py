"""What servers on one database know of each other's people, without the database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from piazzetta.server.background import Background
from piazzetta.server.cluster import cluster as clusters
from piazzetta.server.cluster.cluster import Cluster
from piazzetta.server.rooms import audience
from piazzetta.server.rooms.audience import Audience
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.room import index_row
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import Store
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.tables.apply import load
from piazzetta.tables.commands import open_table
from piazzetta.tables.seating import Wish, head_of

pytestmark = pytest.mark.compiled_only


def heard(cluster: Cluster, *seats: int) -> None:
    message = {"server": "other", "table": "t", "seats": seats}
    cluster._heard(msgspec.json.encode(message).decode())


def test_who_leaves_another_server_is_away_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may let a bot play for somebody who was there, elsewhere, a moment ago; and everybody is told."""
    clock = [1_000]
    told: list[tuple[set[int], bool]] = []
    monkeypatch.setattr(audience, "now", lambda: clock[0])

    async def story() -> None:
        async def look_again(table: str | None, head: int) -> None:
            assert (table, head) == (None, 2**31), "the last words of a server that is gone may be missing"

        neighbour = SimpleNamespace(tell_presence=lambda: None, stored_elsewhere=look_again)
        cluster = Cluster(SimpleNamespace(postgres=False), Background(), neighbour)  # type: ignore[arg-type]
        here = Audience("t", lambda: None, lambda: None, cluster, {}, 60)

        def moved(table: str, gone: set[int], lost: bool = False) -> None:
            told.append((set(gone), lost))
            here.left_elsewhere(gone)

        neighbour.moved_elsewhere = moved
        here.expect(2)
        heard(cluster, 0, 1)
        assert (here.connected(0), here.away_since(0)) == (True, None)
        clock[0] = 500_000
        heard(cluster, 1)
        assert here.away_since(0) == 500_000, "not since the table was loaded"
        clock[0] = 900_000
        monkeypatch.setattr(clusters, "_LOST", -1.0)  # the other server has not been heard for long
        cluster._forget_the_silent()
        assert here.away_since(1) == 900_000

    asyncio.run(story())
    assert told == [(set(), False), ({0}, False), ({1}, True)]


def test_a_game_that_has_fallen_silent_is_looked_after_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> list[list[str]]:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        registry = TableRegistry(Settings(db="-"), store, Background(), Thinkers(1))
        wish = Wish.from_json({"game": "portobello", "seats": [{"kind": "bot", "level": "random"}] * 2})
        loaded: list[list[str]] = []

        def note(room: Any, table: Any) -> None:
            loaded[-1].append(room.id)

        monkeypatch.setattr("piazzetta.server.rooms.room.Room._attend", note)
        for name, at in (("old", 1_000), ("silent", 50_000), ("lively", 90_000)):
            entries = open_table(name, head_of(wish, bytes(32), {}), at)
            await store.append(name, entries, index_row(load(name, entries)))
        for since, until in ((2_000, 60_000), (60_000, 60_001), (60_001, 95_000)):
            loaded.append([])
            await registry._resume(since, until)
        await store.close()
        return loaded

    assert asyncio.run(story()) == [["silent"], [], ["lively"]]


def test_a_server_that_gives_no_sign_of_life_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of an older version, which gives none, is believed for longer. Whoever was there may have been away for long:
    they are to be looked for again."""
    clock = [1_000.0]
    told: list[tuple[set[int], bool]] = []
    monkeypatch.setattr(clusters, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    def moved(table: str, gone: set[int], lost: bool = False) -> None:
        told.append((set(gone), lost))

    async def story() -> None:
        async def look_again(table: str | None, head: int) -> None:
            """Nothing is missed here."""

        neighbour = SimpleNamespace(stored_elsewhere=look_again, moved_elsewhere=moved)
        for alive in (False, True):
            cluster = Cluster(SimpleNamespace(postgres=True), Background(), neighbour)  # type: ignore[arg-type]
            heard(cluster, 0)
            if alive:
                cluster._heard('{"server": "other", "heads": [], "alive": true}')
            clock[0] += 10
            cluster._forget_the_silent()
            assert cluster.present("t", 0)
            clock[0] += 10
            cluster._forget_the_silent()
            assert cluster.present("t", 0) == (not alive)
            clock[0] += 25
            cluster._forget_the_silent()
            assert not cluster.present("t", 0)

    asyncio.run(story())
    assert told == [(set(), False), ({0}, True)] * 2


def test_who_has_a_resting_table_open_is_told_who_leaves() -> None:
    """Its position is not in memory: it is read again."""
    read: list[str] = []

    async def story() -> None:
        cluster: Any = SimpleNamespace(present=lambda table, seat: False, tell_presence=lambda table, seats: None)
        there = Audience("t", lambda: None, lambda: read.append("table"), cluster, {}, 60)
        stays, leaves = (Mock(yours=(seat,), last_update=None) for seat in (0, 1))
        there.listeners |= {stays, leaves}
        there.leave(leaves)
        await asyncio.sleep(0)
        assert read == ["table"]
        there.leave(stays)
        await asyncio.sleep(0)
        assert read == ["table"], "nobody is left to be told"

    asyncio.run(story())
