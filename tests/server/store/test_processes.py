"""``serve --processes``: one port, several processes, each table in one of them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.nursery import done
from tests.server.store.postgres import postgres
from tests.server.tools import Player, ServerProcess, any_move, at_table, one_move

pytestmark = pytest.mark.compiled_only

COUNT = 2


def owner_of(table: str) -> int:
    return zlib.crc32(table.encode()) % COUNT


def test_only_a_shared_database_has_several_processes(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 't.sqlite'}"
    status, said = done("serve", "--port", "0", "--processes", "2", "--db", db)
    assert (status, "postgresql://" in said) == (2, True), said


def test_a_table_is_in_one_process_and_survives_it() -> None:
    """People come to the process of their table wherever they are let in. When it is killed they come back, nothing
    acknowledged is lost, and they play on."""
    with postgres() as db:
        server = ServerProcess(db, "--processes", str(COUNT), "--no-address-limits").start()
        try:
            tables = [server.seated("portobello", 2) for _ in range(4)]
            while len({owner_of(table) for table, _ in tables}) < COUNT:  # the names of tables are drawn
                tables.append(server.seated("portobello", 2))

            async def story() -> float:
                await asyncio.gather(*(one_move(_people(server, *table)) for table in tables))
                table, tokens = tables[0]
                people = _people(server, table, tokens)
                async with at_table(*people):
                    victim = server.parts()[owner_of(table)]  # in order of their numbers, until one is started again
                    for player in people:
                        await player.until("update")
                    answer = await _move(people)
                    os.kill(victim, signal.SIGKILL)
                    begun = time.monotonic()
                    for player in people:
                        with pytest.raises(ConnectionClosed):
                            await player.until("nothing more")
                again = _people(server, table, tokens)
                answer_again = await _until_it_moves(again)
                assert answer_again["at"] > answer["at"], "the acknowledged move was lost"
                return time.monotonic() - begun

            took = asyncio.run(story())
            print(f"moving again {took:.1f} s after kill -9")
            assert took < 60  # 5 s on a quiet machine: docs/scale.md
        finally:
            assert server.stop() == 0


def test_a_standby_takes_over(tmp_path: Path) -> None:
    """On a SQLite file, too. The port stays open, and nothing acknowledged is lost."""
    server = ServerProcess(f"sqlite:///{tmp_path / 't.sqlite'}", "--standby", "--no-address-limits").start()
    try:
        table, tokens = server.seated("portobello", 2)

        async def story() -> None:
            before = await one_move(_people(server, table, tokens))
            (victim,) = server.parts()
            os.kill(victim, signal.SIGKILL)
            after = await _until_it_moves(_people(server, table, tokens))
            assert after["at"] > before["at"], "the acknowledged move was lost"
            assert victim not in server.parts()

        asyncio.run(asyncio.wait_for(story(), 120))
        assert len([line for line in server.output if "is running at" in line]) == 1
    finally:
        assert server.stop(signal.SIGTERM) == 0


def test_what_is_wrong_at_the_first_start_is_said_once(tmp_path: Path) -> None:
    damaged = tmp_path / "t.sqlite"
    damaged.write_bytes(b"not a database" * 1000)
    status, said = done("serve", "--port", "0", "--standby", "--db", f"sqlite:///{damaged}")
    assert (status, said.count("is damaged")) == (2, 1), said


#: Runs as the first process of a container does: what a server leaves behind becomes its child.
_FIRST = """
import ctypes, os, signal, time
from piazzetta.server.cluster.processes import run_parts

def run(part):
    if not part.again:
        if not os.fork():
            time.sleep(0.5)
            os._exit(0)
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(1.5)
    os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(60)

assert ctypes.CDLL(None).prctl(36, 1) == 0  # PR_SET_CHILD_SUBREAPER
run_parts(1, run, lambda: True)
"""


def test_what_a_dead_server_leaves_behind_does_no_harm() -> None:
    ended = subprocess.run([sys.executable, "-c", _FIRST], capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_no_process_outlives_the_one_that_started_it(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 't.sqlite'}", "--standby").start()
    (part,) = server.parts()
    server.kill()
    server.stop()
    deadline = time.monotonic() + 60
    while Path(f"/proc/{part}").exists() and "Z" not in Path(f"/proc/{part}/stat").read_text().rsplit(")")[1]:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _people(server: ServerProcess, table: str, tokens: list[str]) -> list[Player]:
    return [Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens)]


async def _move(people: list[Player]) -> dict[str, Any]:
    asked = next(player for player in people if player.sight and player.sight["asked"])
    assert asked.sight is not None
    return await asked.command("play", move=any_move(1)(asked.sight))


async def _until_it_moves(people: list[Player]) -> dict[str, Any]:
    while True:
        try:
            return await one_move(people)
        except (OSError, ConnectionClosed, TimeoutError):
            await asyncio.sleep(0.1)
