"""Check that a SQLite file is a whole database of ours."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

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
