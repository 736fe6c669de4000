"""Bot accounts: a program plays over the network by the documented protocol, and everybody sees that it is one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.credentials.test_tokens import program
from tests.server.people.friends import keep
from tests.server.people.test_my_games import until
from tests.server.people.test_people import Known
from tests.server.tools import ServerProcess, any_move, at_table

pytestmark = pytest.mark.compiled_only

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot_client.py"


@contextlib.contextmanager
def running(address: str, token: str = "") -> Iterator[subprocess.Popen[str]]:
    """The example as it stands, in a process of its own."""
    environment = {**os.environ, **({"PIAZZETTA_TOKEN": token} if token else {})}
    command = [sys.executable, str(EXAMPLE), address]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 60


def test_the_example_joins_by_a_link(server: ServerProcess) -> None:
    made = server.create("viaggiatore", ["open", "open", "bot easy"], rules={"target": 1})
    link = f"{server.base}/t/{made['table']}"
    with running(link) as one, running(link) as other:
        said = [process.communicate(timeout=600)[0] for process in (one, other)]
        assert (one.returncode, other.returncode) == (0, 0), said
    assert server.get(f"/api/v1/tables/{made['table']}/record").json()["result"]["winners"]
    assert said[0] == said[1]


def test_a_bot_account_waits_for_people_and_plays(server: ServerProcess) -> None:
    owner, ada = keep(server, "Robo"), keep(server, "Ada")
    assert not owner.me()["program"]
    assert owner.post("/me/change", {"program": True}).json()["program"]
    assert owner.post("/me/change", {"program": False}).json()["code"] == "stays_program"
    token = program(owner, "games:read", "games:play", "tables:create").key

    def offered() -> list[dict[str, Any]]:
        games: list[dict[str, Any]] = owner.get("/me/games").json()["games"]
        return [game for game in games if game["status"] == "waiting"]

    with running(server.base, token):
        table = until(offered)[0]["table"]
        ada.join(table, "Ada")

        async def story() -> None:
            async with at_table(Known(ada, table)) as (player,):
                await player.play_on(any_move(3))

        asyncio.run(asyncio.wait_for(story(), 300))
        until(lambda: owner.get("/me/games").json()["finished"])
        assert until(offered)[0]["table"] != table  # the next one
    seats = server.get(f"/api/v1/tables/{table}").json()["seats"]
    assert [(seat["kind"], seat["program"]) for seat in seats] == [("person", True), ("person", False)]
    again = ada.post(f"/tables/{table}/rematch").json()["table"]
    assert [seat["program"] for seat in server.get(f"/api/v1/tables/{again}").json()["seats"]] == [True, False]
    (house,) = [one for one in ada.get("/ratings/viaggiatore").json()["tables"] if one["players"] == 2]
    told = [(member["name"], member["program"]) for member in house["members"]]  # others of these names may have played
    assert ("Robo", True) in told
    assert ("Ada", True) not in told


def test_a_bot_account_that_joins_is_marked(server: ServerProcess) -> None:
    ada = keep(server, "Ada")
    made = server.post("/api/v1/me", {"name": "Robo", "program": True}).json()
    assert made["me"]["program"]
    table = ada.create()
    answer = server.post(
        f"/api/v1/tables/{table}/join", {"name": "Robo"}, headers={"Authorization": f"Bearer me.{made['key']}"}
    )
    assert answer.status_code == 200
    assert [seat["program"] for seat in server.get(f"/api/v1/tables/{table}").json()["seats"]] == [False, True]
