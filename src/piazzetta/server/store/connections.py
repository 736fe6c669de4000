"""Connections to the two kinds of database."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from piazzetta.errors import BadInput

#: A statement or the database has failed: told by SQLAlchemy, or by SQLite's own driver (``file_writer``).
FAILED = (SQLAlchemyError, sqlite3.Error, OSError)
#: One of these: a row with this key is there already.
TAKEN = (IntegrityError, sqlite3.IntegrityError)


def database_url(url: str) -> str:
    """The URL with the driver used here; ``BadInput`` if it is invalid."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadInput("--db takes a URL such as sqlite:///tables.sqlite or postgresql://user@host/name") from None
    backend = parsed.get_backend_name()
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
    if backend not in drivers:
        raise BadInput(f"--db takes sqlite or postgresql, not {backend}")
    if backend == "sqlite" and not parsed.database:
        raise BadInput("--db sqlite:///FILE needs a file: tables have to outlive the server")
    return parsed.set(drivername=drivers[backend]).render_as_string(hide_password=False)


def make_durable(connection: Any, _: object) -> None:
    """SQLite: allow readers alongside the writer, and flush every commit to disk before it returns."""
    connection.isolation_level = None  # the driver would begin a transaction only before an INSERT: see ``begin``
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin(connection: Connection) -> None:
    """SQLite: begin every transaction, so that a migration's CREATE and ALTER belong to it."""
    connection.exec_driver_sql("BEGIN")


def never_idle(connection: Any, _: object) -> None:
    """PostgreSQL: a server that is paused in the middle of a transaction loses it; others would wait for it."""
    cursor = connection.cursor()
    cursor.execute("SET idle_in_transaction_session_timeout = 3000")
    cursor.close()
    connection.commit()  # the pool would take it back otherwise
