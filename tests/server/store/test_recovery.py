"""Going back to a moment, by the very commands of ``docs/operating.md``."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from piazzetta.server.store.backup import backup, restore
from piazzetta.server.store.store import IndexRow, Store
from piazzetta.tables.log import LogEntry
from tests.server.store.postgres import _house
from tests.tiers import long_only

pytestmark = pytest.mark.compiled_only

GUIDE = Path(__file__).parents[3] / "docs" / "operating.md"
ROW = IndexRow(0, "waiting", True, True, 0)


def blocks() -> list[str]:
    """The settings and commands that the guide gives."""
    section = GUIDE.read_text("utf-8").partition("### Go back to a moment")[2].partition("\n## ")[0]
    return re.findall(r"```(?:ini|sh)\n(.*?)```", section, re.DOTALL)


async def write(db: str, *tables: str) -> None:
    store = Store(db)
    await store.open()
    for table in tables:
        await store.append(table, [LogEntry(1, 5, "created", {})], ROW)
    await store.close()


async def stored(db: str) -> list[str]:
    store = Store(db)
    await store.open(beside=True)
    found = await store.read("SELECT table_id FROM piazzetta_events ORDER BY table_id")
    await store.close()
    return [table for (table,) in found]


def test_sqlite_goes_back_to_a_backup(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 't.sqlite'}"
    asyncio.run(write(db, "a"))
    backup(db, tmp_path / "first")
    asyncio.run(write(db, "b"))
    backup(db, tmp_path / "second")
    for name, tables in (("first", ["a"]), ("second", ["a", "b"])):
        again = f"sqlite:///{tmp_path / f'{name}.sqlite'}"
        restore(tmp_path / name, again)
        assert asyncio.run(stored(again)) == tables


@long_only
def test_postgresql_goes_back_to_a_moment() -> None:
    house = _house()  # its programs and its user; this test has a server of its own
    folder = house.folder / "recovery"
    settings, nightly, recovery = blocks()

    def here(text: str) -> str:
        """The guide's text with the places of this test."""
        return text.replace("/backups", str(folder)).replace("/var/lib/postgresql", str(folder))

    def free() -> int:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return int(probe.getsockname()[1])

    def run(script: str, port: int) -> None:
        path = f"{house.programs}:{os.environ['PATH']}"
        env = {**os.environ, "PATH": path, "PGPORT": str(port), "PGHOST": "127.0.0.1", "PGUSER": "piazzetta"}
        with (house.folder / "recovery.log").open("w") as log:
            command = ["bash", "-euc", script]
            done = subprocess.run(command, env=env, cwd=house.folder, stdout=log, stderr=log, **house.user)  # type: ignore[call-overload]
        assert done.returncode == 0, (house.folder / "recovery.log").read_text()

    before, after = free(), free()
    run(
        f"mkdir -p {folder}/wal; initdb -D {folder}/data -A trust -U piazzetta -E UTF8\n"
        f"cat >> {folder}/data/postgresql.conf <<'END'\n{here(settings)}\n"
        f"unix_socket_directories = '{folder}'\nlisten_addresses = '127.0.0.1'\nEND\n"
        f"pg_ctl --pgdata {folder}/data --wait start; createdb club",
        before,
    )
    try:
        db = f"postgresql://piazzetta@127.0.0.1:{before}/club"
        asyncio.run(write(db, "a"))
        run(here(nightly), before)
        asyncio.run(write(db, "b"))
        moment = datetime.now(UTC)
        asyncio.run(asyncio.sleep(1))
        asyncio.run(write(db, "c"))
        assert asyncio.run(stored(db)) == ["a", "b", "c"]
    finally:
        run(f"pg_ctl --pgdata {folder}/data --mode=fast --wait stop", before)  # and its last log is archived
    stamp = moment.strftime("%Y-%m-%d %H:%M:%S.%f+00")
    run(re.sub(r"(recovery_target_time = )'[^']*'", rf"\1'{stamp}'", here(recovery)), after)
    try:
        restored = f"postgresql://piazzetta@127.0.0.1:{after}/club"
        assert asyncio.run(stored(restored)) == ["a", "b"]
        asyncio.run(write(restored, "d"))
        assert asyncio.run(stored(restored)) == ["a", "b", "d"]
    finally:
        run(f"pg_ctl --pgdata {folder}/restored --mode=fast --wait stop", after)
