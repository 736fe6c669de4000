"""An upgrade without a pause: servers of an older version and of this one on the same database, at the same tables.

The older versions come from this repository's history. They stay in ``build/versions``, to compile their kernels once.
"""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from piazzetta import Record
from tests.nursery import ROOT
from tests.server.store.postgres import postgres
from tests.server.tools import Player, ServerProcess, any_move, at_table, closed_with, fetched
from tests.tiers import long_only

pytestmark = [pytest.mark.compiled_only, long_only]

OLDER = {
    "0.1": "dd3b39c1e92e626d0c65deb473c15a60dbb98106",  # its last commit
    "before leases": "78b6bbc2bd593e4d0479a81ef0b3365ce8e39940",  # the schema that 0.2 had until then
}


@pytest.fixture(scope="module", params=OLDER)
def older(request: pytest.FixtureRequest) -> Path:
    """The package as it was, with its kernels."""
    commit = OLDER[request.param]
    folder = ROOT / "build" / "versions" / commit
    if not folder.exists():
        found = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True)
        if found.returncode:
            pytest.skip(f"the history has no commit {commit[:8]}: a shallow clone, or no clone at all")
        with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
            archive.extractall(folder, filter="data")
    source = folder / "src"
    assert _piazzetta(source, "warm", "--tables").returncode == 0
    return source


def _piazzetta(source: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command of another version, run to its end."""
    return subprocess.run(
        [sys.executable, "-c", "from piazzetta.cli import main; main()", *arguments],
        env={**os.environ, "PYTHONPATH": str(source)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=1800,
    )


async def _moves(people: list[Player], count: int, seed: int) -> None:
    """So many moves, each seen by everybody before the next."""
    for player in people:  # until the game has begun
        while player.sight is None or player.sight["mover"] < 0:
            await asyncio.wait_for(player.receive(), 60)
    for number in range(count):
        asked = next(player for player in people if player.sight and player.sight["asked"])
        assert asked.sight is not None
        answer = await asked.command("play", move=any_move(seed + number)(asked.sight))
        assert answer["type"] == "done", answer
        for player in people:
            while player.update["at"] < answer["at"]:
                await asyncio.wait_for(player.receive(), 60)


@pytest.mark.parametrize("game", ["portobello", "viaggiatore"])
def test_an_older_server_and_this_one_share_tables_until_the_older_one_is_drained(older: Path, game: str) -> None:
    with postgres() as database:
        before = ServerProcess(database, older=older).start()
        after: ServerProcess | None = None
        try:
            table, tokens = before.seated(game, 2)

            def seated(*servers: ServerProcess) -> list[Player]:
                return [
                    Player(one.base, table, {seat: token})
                    for seat, (one, token) in enumerate(zip(servers, tokens, strict=True))
                ]

            async def alone() -> None:
                people = seated(before, before)
                async with at_table(*people):
                    await _moves(people, 4, 1)

            asyncio.run(asyncio.wait_for(alone(), 600))
            after = ServerProcess(database, "--pace", "0").start()  # it migrates the database
            assert fetched(database, "SELECT 1 FROM information_schema.tables WHERE table_name = 'piazzetta_leases'")

            async def together() -> None:
                """One at the older server and one at this one; then each at the other's."""
                assert after is not None
                for servers in ((before, after), (after, before)):
                    people = seated(*servers)
                    async with at_table(*people):
                        await _moves(people, 6, 10)

            asyncio.run(asyncio.wait_for(together(), 600))

            async def to_the_end() -> None:
                """The older server stops. Whoever was there connects to the other one."""
                assert after is not None
                people = seated(before, before)
                async with at_table(*people):
                    await _moves(people, 1, 20)
                    stopped = asyncio.create_task(asyncio.to_thread(before.stop, signal.SIGTERM))
                    assert [await closed_with(player) for player in people] == [1012, 1012]
                    assert await stopped == 0
                people = seated(after, after)
                async with at_table(*people):
                    await asyncio.gather(*(player.play_on(any_move(seat)) for seat, player in enumerate(people)))

            asyncio.run(asyncio.wait_for(to_the_end(), 600))
            log = after.entries(table)
            assert [one.number for one in log] == list(range(1, len(log) + 1))
            Record.loads(after.get(f"/api/v1/tables/{table}/record").content).verify()
            assert not [line for line in (*before.output, *after.output) if "Traceback" in line], before.output
            refused = _piazzetta(older, "serve", "--port", "0", "--db", database)
            assert refused.returncode != 0  # there is no way back
            assert "newer" in refused.stdout
        finally:
            before.stop()
            if after is not None:
                after.stop()
