"""Back up a database while servers use it, and restore a backup."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

from piazzetta.errors import BadInput
from piazzetta.server.store.database import database_url, file_of
from piazzetta.server.store.file_check import check_file
from piazzetta.server.store.store import Store
from piazzetta.tables.apply import load

_PAGES = 1000  # copied at a time, so that a server can write meanwhile
_NEWEST = "SELECT id FROM piazzetta_tables WHERE status IN ('playing', 'over') ORDER BY created DESC LIMIT 5"
_JOURNALS = ("-wal", "-shm", "-journal")  # what SQLite adds to a file's name


def backup(db: str, target: Path) -> int:
    """Copy a database to a new file, as it is at one moment; returns its size in bytes.

    SQLite copies itself page by page; PostgreSQL's ``pg_dump`` reads one snapshot. Servers go on meanwhile.
    """
    if target.exists():
        raise BadInput(f"{target} exists already: backups overwrite nothing")
    url = database_url(db)
    with tempfile.TemporaryDirectory(prefix=f"{target.name}.part-", dir=target.parent) as folder:
        part = Path(folder) / target.name
        part.touch(mode=0o600)  # it holds the seats' keys and the draws to come
        if file := file_of(url):
            _copy_file(file, part)
        else:
            _run(url, "pg_dump", "--format=custom", "--table=piazzetta_*", f"--file={part}")
        os.replace(part, target)
    return target.stat().st_size


def restore(source: Path, db: str) -> None:
    """Put a backup where no database is yet, after its newest games were replayed.

    ``BadInput`` if there is a database, if files of an earlier one are left over, or if the backup is damaged.
    """
    if not source.is_file():
        raise BadInput(f"there is no backup {source}")
    url = database_url(db)
    if file := file_of(url):
        _restore_file(source, file)
    else:
        _run(url, "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", str(source))
        _replay_newest(db)


def _restore_file(source: Path, target: Path) -> None:
    """Copy and check in a folder of its own: SQLite would write the journal of another database into the copy."""
    if target.exists():
        raise BadInput(f"{target} exists already: stop its server, move it away, and restore again")
    left_over = [file for suffix in _JOURNALS if (file := target.with_name(target.name + suffix)).exists()]
    if left_over:
        raise BadInput(
            f"{' and '.join(map(str, left_over))} of an earlier database would destroy the restored one: "
            "move them away, and restore again"
        )
    check_file(source)
    with tempfile.TemporaryDirectory(prefix=f"{target.name}.restore-", dir=target.parent) as folder:
        part = Path(folder) / target.name
        shutil.copyfile(source, part)
        part.chmod(0o600)
        check_file(part)
        _replay_newest(f"sqlite:///{part}")
        with part.open("rb") as copy:
            os.fsync(copy.fileno())
        os.replace(part, target)


def _replay_newest(db: str) -> None:
    """Replay the newest games of a database; ``BadInput`` if there are some and none can be replayed."""
    failed = asyncio.run(_failing(db))
    if failed and all(failed.values()):
        table, reason = next(iter(failed.items()))
        raise BadInput(f"the backup is damaged: none of its newest games can be replayed (table {table}: {reason})")


async def _failing(db: str) -> dict[str, str]:
    """Return why each of the newest games cannot be replayed; empty if it can."""
    store = Store(db)
    await store.open(reading=True)
    found: dict[str, str] = {}
    try:
        for (table,) in await store.read(_NEWEST):
            try:
                load(table, await store.load(table))
                found[table] = ""
            except Exception as error:  # whatever a damaged log makes of it
                found[table] = f"{type(error).__name__}: {error}"
    finally:
        await store.close()
    return found


def _copy_file(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BadInput(f"there is no database {source}")
    with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
        try:
            old.backup(new, pages=_PAGES)
        except sqlite3.DatabaseError as error:
            raise BadInput(f"{source} cannot be copied: {error}") from None
    check_file(target)


def _run(url: str, program: str, *options: str) -> None:
    """Run a client program of PostgreSQL. Everybody on the machine can read its arguments, so that the password goes
    into its environment."""
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    plain = parts._replace(netloc=user.partition(":")[0] + at + host).geturl()
    environment = {**os.environ, **({"PGPASSWORD": unquote(parts.password)} if parts.password else {})}
    command = [program, "--dbname", plain, *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
    except FileNotFoundError:
        raise BadInput(f"{program} is not installed: it comes with PostgreSQL's client programs") from None
    if done.returncode:
        raise BadInput(f"{program} failed: {done.stderr.strip()[-500:]}")
