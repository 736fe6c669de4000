"""Export and deletion, down to the rows."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3

import pytest

from tests.server.people.friends import keep
from tests.server.people.test_my_games import played, until
from tests.server.people.test_people import Known
from tests.server.tools import ServerProcess, at_table, fetched

pytestmark = pytest.mark.compiled_only

NAME = "Wilhelmina Quux"
SECRET = "what only I would say"


def rows(server: ServerProcess) -> str:
    """Everything that is stored, as text."""
    if server.db.startswith("postgresql"):
        tables = fetched(server.db, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        return "\n".join(str(row) for (one,) in tables for row in fetched(server.db, f"SELECT * FROM {one}"))
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
        return "\n".join(database.iterdump())


def test_nothing_is_left_of_a_person_but_nameless_games(server: ServerProcess) -> None:
    wil, bob = keep(server, NAME, "face-3"), keep(server, "Bob")
    done, running, waiting = (wil.create("viaggiatore", options={"chat": True}) for _ in range(3))
    for table in (done, running):
        assert wil.post(f"/tables/{table}/leave").status_code == 200  # and come back under the own name
    done, running = (bob.create("viaggiatore") for _ in range(2))
    for table in (done, running):
        wil.join(table, NAME)
    played(bob, wil, done)
    played(bob, wil, running, whole=False)

    async def talk() -> None:
        async with at_table(Known(wil, running)) as (player,):
            assert (await player.command("chat", text=SECRET))["type"] == "done"

    asyncio.run(talk())
    until(lambda: wil.get("/me/games").json()["finished"])
    wil.post("/me/links")
    wil.post("/me/recovery")
    record = server.get(f"/api/v1/tables/{done}/record").json()

    export = wil.get("/me/export").json()
    assert export["me"]["name"] == NAME
    assert [device["label"] for device in export["devices"]] == ["laptop"]
    by_table = {game["table"]: game for game in export["games"]}
    assert {done, running, waiting} <= set(by_table)
    assert by_table[running]["name"] == NAME
    assert SECRET in [line["text"] for line in by_table[running]["said"]]
    assert by_table[done]["result"]["score"] == record["result"]["scores"][1]
    assert "Bob" not in wil.get("/me/export").text  # nothing about others

    me = wil.me()["id"]
    hashes = [
        seat.hash for table in (done, running) for seat in server.table(table).seats if seat.name == NAME and seat.hash
    ]
    before = rows(server)
    assert len(hashes) == 2
    assert all(text in before for text in (NAME, SECRET, me, *hashes))
    wrong = wil.post("/me/delete", {"name": "Wilhelmina"})
    assert (wrong.status_code, wrong.json()["code"], wil.me()["name"]) == (409, "not_your_name", NAME)
    assert wil.post("/me/delete", {"name": f" {NAME.replace(' ', '  ')} "}).status_code == 200, "as anybody may type it"

    after = rows(server)
    assert [text for text in (NAME, SECRET, me, *hashes) if text in after] == []
    assert wil.me() is None
    again = server.get(f"/api/v1/tables/{done}/record").json()
    assert again["names"] == ["Player 1", "Player 2"]
    assert {**again, "names": None} == {**record, "names": None}  # the game itself, and the proof of its draws
    seats = server.get(f"/api/v1/tables/{running}").json()["seats"]
    assert (seats[1]["name"], seats[1]["bot_plays"]) == ("Player 2", True)
    assert server.get(f"/api/v1/tables/{waiting}").json()["status"] == "closed"
    desk = bob.get("/me/games").json()
    assert NAME not in str(desk)
    assert [game["table"] for game in desk["games"]] == [running]
    assert [one["kind"] for one in bob.get("/me/statistics").json()["opponents"]] == ["guest"]
    assert NAME not in server.get("/api/v1/ratings/viaggiatore").text
