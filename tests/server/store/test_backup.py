"""A restore drill: a backup of a running server, a lost disk, and the tables go on where they were."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from piazzetta.errors import BadInput
from piazzetta.server.store.backup import backup, restore
from piazzetta.server.store.store import IndexRow, Store
from piazzetta.tables.log import LogEntry
from tests.server.store.postgres import postgres
from tests.server.tools import Player, ServerProcess, one_move

pytestmark = pytest.mark.compiled_only

ROW = IndexRow(0, "waiting", True, True, False)


def test_the_restore_drill(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    copy = tmp_path / "copy.backup"
    server = ServerProcess(db, "--pace", "0", "--no-address-limits").start()
    table, tokens = server.seated("portobello", 2)

    async def move() -> str:
        people = [Player(server.base, table, {seat: token}) for seat, token in enumerate(tokens)]
        return str((await one_move(people))["type"])

    assert asyncio.run(move()) == "done"
    before = server.entries(table)
    backup(db, copy)  # while it runs
    assert oct(copy.stat().st_mode & 0o077) == "0o0"
    assert asyncio.run(move()) == "done"
    server.kill()
    for file in tmp_path.glob("tables.sqlite*"):
        file.unlink()
    restore(copy, db)
    server.start()
    try:
        assert server.entries(table) == before, "as it was at the backup"
        assert asyncio.run(move()) == "done", "with the same keys"
    finally:
        server.stop()


def test_nothing_is_overwritten_and_nothing_damaged_is_restored(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        await store.append("a", [LogEntry(1, 5, "created", {"x": "y" * 9000})], ROW)
        await store.close()

    asyncio.run(story())
    db, copy = f"sqlite:///{tmp_path / 't.sqlite'}", tmp_path / "copy"
    backup(db, copy)
    with pytest.raises(BadInput, match="overwrite nothing"):
        backup(db, copy)
    with pytest.raises(BadInput, match="exists already"):
        restore(copy, db)
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    os.truncate(copy, copy.stat().st_size - 4096)
    with pytest.raises(BadInput, match=r"damaged|no backup"):
        restore(copy, other)
    (tmp_path / "text").write_text("not a database at all" * 100)
    with pytest.raises(BadInput, match="no backup"):
        restore(tmp_path / "text", other)
    with pytest.raises(BadInput, match="there is no"):
        backup(other, tmp_path / "nothing")


def test_a_journal_of_another_database_is_never_mixed_into_a_restored_one(tmp_path: Path) -> None:
    """SQLite would play back the pages of a left-over journal over the restored ones."""
    db, copy = f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "copy.backup"
    server = ServerProcess(db, "--pace", "0", "--no-address-limits").start()
    try:
        table, _ = server.seated("portobello", 2)
        backup(db, copy)
        for _ in range(5):
            server.seated("portobello", 2)
    finally:
        server.kill()
    assert (tmp_path / "tables.sqlite-wal").stat().st_size > 0
    (tmp_path / "tables.sqlite").unlink()  # but not what lies beside it
    with pytest.raises(BadInput, match=r"tables\.sqlite-wal"):
        restore(copy, db)
    assert not (tmp_path / "tables.sqlite").exists()
    for file in tmp_path.glob("tables.sqlite*"):
        file.unlink()
    restore(copy, db)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.backup", "tables.sqlite"], "no litter"
    server.start()
    try:
        assert server.entries(table)
    finally:
        server.stop()


def test_a_backup_whose_games_cannot_be_replayed_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        await store.append("a", [LogEntry(1, 5, "created", {"x": "y"})], IndexRow(0, "playing", True, True, False))
        await store.close()

    asyncio.run(story())
    copy = tmp_path / "copy"
    backup(f"sqlite:///{tmp_path / 't.sqlite'}", copy)
    with pytest.raises(BadInput, match="none of its newest games"):
        restore(copy, f"sqlite:///{tmp_path / 'other.sqlite'}")
    assert not list(tmp_path.glob("other*"))


def test_a_server_does_not_start_on_a_damaged_file(tmp_path: Path) -> None:
    async def story(write: bool) -> None:
        store = Store(f"sqlite:///{tmp_path / 't.sqlite'}")
        await store.open()
        for number in range(1, 30 if write else 1):
            await store.append("a", [LogEntry(number, 5, "created", {"x": "y" * 900})], ROW)
        await store.close()

    asyncio.run(story(write=True))
    file = tmp_path / "t.sqlite"
    with file.open("r+b") as damaged:
        damaged.seek(file.stat().st_size - 8 * 4096)
        damaged.write(b"\xff" * 8 * 4096)
    with pytest.raises(BadInput, match="damaged"):
        asyncio.run(story(write=False))


@pytest.mark.skipif(shutil.which("pg_dump") is None, reason="PostgreSQL's client programs are not installed")
def test_a_postgresql_database_is_restored_to_another(tmp_path: Path) -> None:
    async def events(url: str, write: bool) -> list[LogEntry]:
        store = Store(url)
        await store.open()
        if write:
            await store.append("a", [LogEntry(1, 5, "created", {"x": 1})], ROW)
        found = await store.load("a")
        await store.close()
        return found

    with postgres() as full:
        before = asyncio.run(events(full, write=True))
        try:
            backup(full, tmp_path / "copy")
        except BadInput as problem:
            if "version mismatch" in str(problem):
                pytest.skip("the client programs are older than the server")
            raise
    with postgres() as empty:
        restore(tmp_path / "copy", empty)
        assert asyncio.run(events(empty, write=False)) == before


def test_the_password_is_not_among_the_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every user of a machine can read the arguments of all processes."""
    program, seen = tmp_path / "bin" / "pg_dump", tmp_path / "seen"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" > {seen}\necho "PGPASSWORD=$PGPASSWORD" >> {seen}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    backup("postgresql://ada:s3cret@db.example/club", tmp_path / "copy")
    arguments, password = seen.read_text().splitlines()
    assert "s3cret" not in arguments
    assert "postgresql://ada@db.example/club" in arguments
    assert password == "PGPASSWORD=s3cret"


def test_a_backup_leaves_nothing_beside_it(tmp_path: Path) -> None:
    folder, file = tmp_path / "backups", tmp_path / "t.sqlite"
    folder.mkdir()

    async def create() -> None:
        store = Store(f"sqlite:///{file}")
        await store.open()
        await store.close()

    asyncio.run(create())
    backup(f"sqlite:///{file}", folder / "good")
    assert [one.name for one in folder.iterdir()] == ["good"]
    file.write_bytes(b"no database " * 1000)
    with pytest.raises(BadInput):
        backup(f"sqlite:///{file}", folder / "bad")
    assert [one.name for one in folder.iterdir()] == ["good"]
