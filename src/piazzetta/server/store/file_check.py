"""Check, lock and protect the SQLite file of a server."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import IO

from piazzetta.errors import BadInput


def check_file(file: Path) -> None:
    """Check a file that nobody has open; ``BadInput`` if it is damaged or something else. Writes nothing beside it."""
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)) as database:
        try:
            (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            database.execute("SELECT version FROM piazzetta_schema").fetchone()
        except sqlite3.DatabaseError as error:
            raise BadInput(f"{file} is no backup of tables: {error}") from None
    if found != "ok":
        raise BadInput(f"{file} is damaged: {found}")


def check_before_start(file: Path) -> None:
    """Check the database that a server is about to open, with its journal; ``BadInput`` if it is damaged."""
    if not file.is_file() or not file.stat().st_size:
        return
    try:
        with contextlib.closing(sqlite3.connect(file)) as database:
            (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise BadInput(
            f"{file} is damaged, so the server does not start on it: {found}. Move it and the files beside it "
            f"({file.name}-wal, {file.name}-shm) away, and restore a backup with piazzetta restore"
        )


def keep_private(file: Path) -> None:
    """Let only its owner read a SQLite database: it holds the seats' keys and the draws to come."""
    file.touch(mode=0o600)
    for one in (file, *(file.with_name(file.name + suffix) for suffix in ("-wal", "-shm"))):
        with contextlib.suppress(OSError):  # there is none, or it belongs to somebody else
            mode = one.stat().st_mode & 0o777
            if mode & 0o077:
                one.chmod(mode & 0o700)


def lock_file(file: Path) -> IO[str] | None:
    """Allow only one server per SQLite file: a second would not learn of the first one's moves. Hold what is returned
    while the server runs; None where there are no such locks."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover  (Windows)
        return None
    lock = open(f"{file}.lock", "w")  # noqa: SIM115
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise BadInput(
            f"another server uses {file}. Stop it, give another file with --db, or use PostgreSQL, "
            "which several servers can share"
        ) from None
    return lock
