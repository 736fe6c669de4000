"""A database as version 0.1 left it (``make_old.py``): it migrates, every game replays, seats can be claimed."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from piazzetta.match.record import Record
from piazzetta.server.store.schema import MIGRATIONS
from tests.server.people.friends import keep
from tests.server.people.test_my_games import until
from tests.server.people.test_people import Known
from tests.server.store.make_old import DATABASE, TOKENS
from tests.server.tools import Player, ServerProcess, at_table

pytestmark = pytest.mark.compiled_only

OLD: dict[str, Any] = json.loads(TOKENS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    copy = tmp_path_factory.mktemp("old") / "tables.sqlite"
    shutil.copyfile(DATABASE, copy)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT max(version) FROM piazzetta_schema").fetchone() == (1,)
    server = ServerProcess(f"sqlite:///{copy}", "--pace", "0", "--no-address-limits", "--abandoned", "1e9").start()
    yield server
    assert server.stop() == 0
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT max(version) FROM piazzetta_schema").fetchone() == (len(MIGRATIONS),)


@pytest.mark.parametrize("game", ["viaggiatore", "portobello"])
def test_finished_games_replay(migrated: ServerProcess, game: str) -> None:
    table = OLD[f"over {game}"]["table"]
    written = migrated.get(f"/api/v1/tables/{table}/record").content
    record = Record.loads(written)
    record.verify()
    assert record.setting.game.name == game
    assert json.loads(written)["names"][0] == "Ada"
    frames = migrated.get(f"/api/v1/tables/{table}/replay?viewer=-2").json()["frames"]
    assert len(frames) > 10


def test_seats_can_be_claimed_and_played_on(migrated: ServerProcess) -> None:
    ada = keep(migrated, "Ada")
    own = [("over viaggiatore", 0), ("over portobello", 0), ("running", 1), ("waiting", 0)]
    seats = [{"table": OLD[name]["table"], "seat": seat, "token": OLD[name]["tokens"][seat]} for name, seat in own]
    assert ada.post("/me/seats", {"seats": seats}).json() == {"claimed": 4, "refused": []}
    until(lambda: len(ada.get("/me/games").json()["finished"]) == 2)
    desk = ada.get("/me/games").json()
    assert {game["table"]: game["status"] for game in desk["games"]} == {
        OLD["running"]["table"]: "playing",
        OLD["waiting"]["table"]: "waiting",
    }
    assert ada.get("/me/statistics").json()["games"] == 2
    table = OLD["running"]["table"]

    async def story() -> None:
        other = Player(migrated.base, table, {0: OLD["running"]["tokens"][0]})
        async with at_table(Known(ada, table), other) as people:
            await people[0].until("chat", text="altrettanto – ¡suerte!")
            for one in people:
                await one.command("ping")
            asked = next(one for one in people if one.sight and one.sight["asked"])
            assert asked.sight is not None
            assert (await asked.command("play", move=asked.sight["legal"][0]["move"]))["type"] == "done"

    asyncio.run(asyncio.wait_for(story(), 60))


def test_the_fixture_is_small() -> None:
    assert Path(DATABASE).stat().st_size < 200_000
