"""Backups in the databases' own ways, while servers are running, and their return."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from sqlalchemy.engine import URL, make_url

from piazzetta.errors import BadInput
from piazzetta.server.store.connections import database_url

_PAGES = 1000  # copied at a time, so that a server can write meanwhile
_POSTGRES = "--dbname"


def _parsed(db: str) -> URL:
    return make_url(database_url(db))


def backup(db: str, target: Path) -> int:
    """Copy a database to a new file, as it is at one moment; returns its size in bytes.

    SQLite copies itself page by page; PostgreSQL's ``pg_dump`` reads one snapshot. Servers go on meanwhile.
    """
    if target.exists():
        raise BadInput(f"{target} exists already: backups overwrite nothing")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it holds the seats' keys and the draws to come
    url = _parsed(db)
    if url.get_backend_name() == "sqlite":
        _copy_file(Path(str(url.database)), part)
    else:
        _run("pg_dump", "--format=custom", "--table=piazzetta_*", f"--file={part}", _POSTGRES, _plain(url))
    os.replace(part, target)
    return target.stat().st_size


def restore(source: Path, db: str) -> None:
    """Put a backup where no database is yet; ``BadInput`` if there is one, or if the backup is damaged."""
    if not source.is_file():
        raise BadInput(f"there is no backup {source}")
    url = _parsed(db)
    if url.get_backend_name() == "sqlite":
        _check(source)
        target = Path(str(url.database))
        if target.exists():
            raise BadInput(f"{target} exists already: stop its server, move it away, and restore again")
        part = target.with_name(f"{target.name}.part")
        shutil.copyfile(source, part)
        part.chmod(0o600)
        os.replace(part, target)
    else:
        _run("pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", _POSTGRES, _plain(url), str(source))


def _copy_file(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BadInput(f"there is no database {source}")
    with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
        try:
            old.backup(new, pages=_PAGES)
        except sqlite3.DatabaseError as error:
            raise BadInput(f"{source} cannot be copied: {error}") from None
    _check(target)


def _check(file: Path) -> None:
    """Check that a file is a whole database of ours."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        try:
            (found,) = database.execute("PRAGMA integrity_check").fetchone()
            database.execute("SELECT version FROM piazzetta_schema").fetchone()
        except sqlite3.DatabaseError as error:
            raise BadInput(f"{file} is no backup of tables: {error}") from None
    if found != "ok":
        raise BadInput(f"{file} is damaged: {found}")


def _plain(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _run(*command: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        raise BadInput(f"{command[0]} is not installed: it comes with PostgreSQL's client programs") from None
    if done.returncode:
        raise BadInput(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
