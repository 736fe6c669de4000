"""Tables that nobody joins expire."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

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
