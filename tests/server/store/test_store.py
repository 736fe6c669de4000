"""The database: migrations, one server per file, conflicts, and many tables in one commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from piazzetta import BadInput
from piazzetta.cli import app
from piazzetta.server.store.database import Conflict, Unavailable, database_url, expanded, file_of
from piazzetta.server.store.postgres import _numbered
from piazzetta.server.store.schema import MIGRATIONS, migrate
from piazzetta.server.store.sqlite_file import SqliteFile
from piazzetta.server.store.store import IndexRow, Store
from piazzetta.tables.log import LogEntry
from tests.nursery import done

pytestmark = pytest.mark.compiled_only

ROW = IndexRow(0, "waiting", True, True, False)


def store_at(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 't.sqlite'}")


def test_what_is_appended_is_there(tmp_path: Path) -> None:
    async def story() -> None:
        store = store_at(tmp_path)
        await store.open()
        await store.append("a", [LogEntry(1, 5, "created", {"x": 1})], ROW)
        with pytest.raises(Conflict):
            await store.append("a", [LogEntry(1, 6, "created", {})], ROW)
        await store.append("a", [LogEntry(2, 6, "play", {}, "c")], ROW)
        with pytest.raises(Conflict):
            await store.append("a", [LogEntry(3, 6, "play", {}, "c")], ROW)
        assert await store.load("a") == [LogEntry(1, 5, "created", {"x": 1}), LogEntry(2, 6, "play", {}, "c")]
        assert [entry.number for entry in await store.load("a", 1)] == [2]
        assert await store.find_command("a", "c") == 2
        assert await store.find_command("b", "c") is None
        assert await store.open_tables(9) == ["a"]
        assert await store.count_tables() == 1
        assert await store.alive()
        await store.close()

    asyncio.run(story())


def test_many_tables_share_a_commit_and_one_conflict_hurts_nobody_else(tmp_path: Path) -> None:
    async def story() -> None:
        store = store_at(tmp_path)
        await store.open()
        await store.append("t7", [LogEntry(1, 0, "created", {})], ROW)
        before = store.commits
        wanted = [store.append(f"t{n}", [LogEntry(1, 0, "created", {})], ROW) for n in range(200)]
        outcomes = await asyncio.gather(*wanted, return_exceptions=True)
        assert [number for number, outcome in enumerate(outcomes) if outcome is not None] == [7]
        assert isinstance(outcomes[7], Conflict)
        assert await store.count_tables() == 200
        before = store.commits
        await asyncio.gather(*(store.append(f"t{n}", [LogEntry(2, 0, "play", {})], ROW) for n in range(200)))
        assert store.commits - before <= 3
        await store.close()

    asyncio.run(story())


def test_tables_that_follow_each_other_closely_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piazzetta.server.store.store._BETWEEN_COMMITS", 1.0)  # close even on a busy machine

    async def story() -> None:
        store = store_at(tmp_path)
        await store.open()

        def play(table: str, number: int) -> asyncio.Task[None]:
            return asyncio.create_task(store.append(table, [LogEntry(number, 0, "play", {})], None))

        await play("a", 1)
        before = store.commits
        first = play("b", 1)
        for _ in range(5):  # the store has begun to write
            await asyncio.sleep(0)
        await asyncio.gather(first, play("c", 1), play("d", 1))
        assert store.commits - before == 1
        for number in range(2, 5):  # nobody else is there
            await play("d", number)
        assert store.commits - before == 4
        await store.close()

    asyncio.run(story())


def test_every_commit_is_on_the_disk(tmp_path: Path) -> None:
    async def story() -> None:
        store = store_at(tmp_path)
        await store.open()
        database = store.database
        assert isinstance(database, SqliteFile)
        found = [await database._writer.do(pragma(name)) for name in ("synchronous", "journal_mode")]
        assert found == [2, "wal"]  # 2: FULL
        await store.close()

    def pragma(name: str) -> Callable[[sqlite3.Connection], Any]:
        return lambda connection: connection.execute(f"PRAGMA {name}").fetchone()[0]

    asyncio.run(story())


def test_one_server_for_one_file(tmp_path: Path) -> None:
    async def story() -> None:
        store = store_at(tmp_path)
        await store.open()
        with pytest.raises(BadInput, match="another server uses"):
            await store_at(tmp_path).open()
        await store.close()
        again = store_at(tmp_path)
        await again.open()
        await again.close()

    asyncio.run(story())


def test_migrations_are_taken_once_and_in_order(tmp_path: Path) -> None:
    async def story() -> None:
        database = SqliteFile(tmp_path / "m.sqlite")
        assert await migrate(database) == len(MIGRATIONS)
        later = [*MIGRATIONS, ["ALTER TABLE piazzetta_tables ADD COLUMN colour VARCHAR(9)"]]
        for _ in range(2):
            assert await migrate(database, later) == len(later)
        with pytest.raises(BadInput, match="newer"):
            await migrate(database)
        await database.close()

    asyncio.run(story())


def test_databases_by_url() -> None:
    assert file_of(database_url("sqlite+aiosqlite:///x.sqlite?timeout=9")) == Path("x.sqlite")
    assert file_of(database_url("sqlite:////var/x.sqlite")) == Path("/var/x.sqlite")
    assert database_url("postgresql+psycopg://u:p@h/d") == "postgresql://u:p@h/d"
    assert file_of("postgresql://u:p@h/d") is None
    for wrong in ("mysql://h/d", "nonsense", "sqlite://", "sqlite:///", ""):
        with pytest.raises(BadInput, match="--db"):
            database_url(wrong)


def test_lists_are_spelled_out() -> None:
    assert expanded("a IN :ids AND b = :b", {"ids": ["x", "y"], "b": 1}) == (
        "a IN (:ids_0, :ids_1) AND b = :b",
        {"b": 1, "ids_0": "x", "ids_1": "y"},
    )
    assert expanded("a IN :ids", {"ids": []}) == ("a IN (NULL)", {})


def test_parameters_of_postgresql_are_numbered() -> None:
    assert _numbered("a = :a AND b = :b OR :a > CAST(:b_2 AS INTEGER)") == (
        "a = $1 AND b = $2 OR $1 > CAST($3 AS INTEGER)",
        ["a", "b", "b_2"],
    )


def test_serve_says_what_is_wrong(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, said = done("serve", "--port", str(taken.getsockname()[1]), "--db", f"sqlite:///{tmp_path}/a.sqlite")
    assert (status, "--port" in said, "Traceback" in said) == (2, True, False)
    status, said = done("serve", "--port", "0", "--db", "sqlite:////nowhere/at/all.sqlite")
    assert (status, "database" in said or "nowhere" in said, "Traceback" in said) == (2, True, False)
    assert CliRunner().invoke(app, ["serve", "--port", "99999"]).exit_code == 2


def test_the_index_is_made_from_the_log(tmp_path: Path) -> None:
    """The log is the single source of truth: an index row contains nothing that the log does not."""
    with sqlite3.connect(":memory:") as connection:
        for statement in MIGRATIONS[0]:
            connection.execute(statement)
        columns = [row[1] for row in connection.execute("PRAGMA table_info(piazzetta_tables)")]
    connection.close()
    assert columns == ["id", "created", "status", "shown", "watched", "unattended"]


def test_a_failed_migration_leaves_nothing_behind(tmp_path: Path) -> None:
    async def story() -> None:
        store = store_at(tmp_path)
        await store.open()
        half_done = [*MIGRATIONS, ["CREATE TABLE half (x INTEGER)", "NOT EVEN SQL"]]
        with pytest.raises(Unavailable):
            await migrate(store.database, half_done)
        assert ("half",) not in await store.read("SELECT name FROM sqlite_master")
        assert await store.value("SELECT max(version) FROM piazzetta_schema") == len(MIGRATIONS)
        await store.close()

    asyncio.run(story())


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    async def story() -> None:
        store = store_at(tmp_path)
        await store.open()
        await store.append("a", [LogEntry(1, 5, "created", {})], ROW)
        files = sorted(tmp_path.glob("t.sqlite*"))
        assert {file.name: oct(file.stat().st_mode & 0o077) for file in files if file.suffix != ".lock"} == {
            file.name: "0o0" for file in files if file.suffix != ".lock"
        }
        await store.close()

    asyncio.run(story())


def test_a_transaction_of_several_statements_happens_whole_or_not_at_all(tmp_path: Path) -> None:
    async def story() -> None:
        store = store_at(tmp_path)
        await store.open()
        put = (
            "INSERT INTO piazzetta_tables (id, created, status, shown, watched, unattended) "
            "VALUES (:id, 0, 'waiting', 1, 1, 0)"
        )
        assert await store.write((put, {"id": "a"})) == [1]
        with pytest.raises(Conflict):
            await store.write((put, {"id": "b"}), (put, {"id": "a"}))
        with pytest.raises(Unavailable):
            await store.write((put, {"id": "c"}), ("INSERT INTO nowhere VALUES (1)", {}))
        assert await store.write((put, {"id": "d"}), ("DELETE FROM piazzetta_tables WHERE id <> 'd'", {})) == [
            1,
            1,
        ]
        assert await store.open_tables(9) == ["d"]
        await store.close()

    asyncio.run(story())


def test_a_database_that_others_may_read_becomes_private(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    file.touch(mode=0o644)
    file.chmod(0o644)

    async def story() -> None:
        store = Store(f"sqlite:///{file}")
        await store.open()
        await store.close()

    asyncio.run(story())
    assert file.stat().st_mode & 0o777 == 0o600


def test_nothing_is_acknowledged_after_the_file_was_moved(tmp_path: Path) -> None:
    async def story() -> None:
        file = tmp_path / "t.sqlite"
        store = Store(f"sqlite:///{file}")
        await store.open()
        await store.append("a", [LogEntry(1, 5, "created", {})], ROW)
        file.rename(tmp_path / "moved.sqlite")
        with pytest.raises(Unavailable):
            await store.append("a", [LogEntry(2, 5, "chat", {})], None)
        assert not await store.alive()
        await store.close()

    asyncio.run(story())
