"""A database of the version before people: it migrates by itself, and its games can be claimed."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from piazzetta.server.store.schema import MIGRATIONS
from tests.server.people.friends import keep
from tests.server.people.test_my_games import until
from tests.server.tools import Player, ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only


def test_a_database_without_people_migrates_and_its_guests_are_kept(server: ServerProcess, tmp_path: Path) -> None:
    over, tokens = server.seated("viaggiatore", 2)
    running, keys = server.seated("portobello", 2)

    async def story() -> None:
        people = [Player(server.base, over, {seat: token}) for seat, token in enumerate(tokens)]
        async with at_table(*people):
            await asyncio.gather(*(one.play_on(any_move(seed)) for seed, one in enumerate(people)))
        async with at_table(*(Player(server.base, running, {seat: key}) for seat, key in enumerate(keys))):
            pass

    asyncio.run(asyncio.wait_for(story(), 120))
    with (
        contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as now,
        contextlib.closing(sqlite3.connect(tmp_path / "old.sqlite")) as old,
    ):
        for statement in MIGRATIONS[0]:
            old.execute(statement)
        old.execute("CREATE TABLE piazzetta_schema (version INTEGER PRIMARY KEY)")
        old.execute("INSERT INTO piazzetta_schema VALUES (1)")
        for table, key in (("piazzetta_events", "table_id"), ("piazzetta_tables", "id")):
            columns = ", ".join(row[1] for row in old.execute(f"PRAGMA table_info({table})"))  # newer ones came later
            for row in now.execute(f"SELECT {columns} FROM {table} WHERE {key} IN (?, ?)", (over, running)):
                old.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        old.commit()
    migrated = ServerProcess(f"sqlite:///{tmp_path / 'old.sqlite'}", "--pace", "0", "--no-address-limits").start()
    try:
        ada = keep(migrated, "Ada")
        seats = [{"table": over, "seat": 0, "token": tokens[0]}, {"table": running, "seat": 1, "token": keys[1]}]
        assert ada.post("/me/seats", {"seats": seats}).json() == {"claimed": 2, "refused": []}
        until(lambda: ada.get("/me/games").json()["finished"])  # results are made from the log after the start
        desk = ada.get("/me/games").json()
        assert [game["table"] for game in desk["finished"]] == [over]
        assert [(game["table"], game["yours"]) for game in desk["games"]] == [(running, [1])]
        assert ada.get("/me/statistics").json()["games"] == 1
    finally:
        assert migrated.stop() == 0
