"""The statements about leases (``cluster/leases.py``), for PostgreSQL: the database's clock decides who is alive."""

from __future__ import annotations

from sqlalchemy import text

_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

#: An event of a fenced table. Without its number it cannot be stored, so an older fencing number is a conflict, as a
#: number that is taken. An event without one (of a new table, a shelf, an older server) is not checked.
FENCED_INSERT = text(
    "INSERT INTO piazzetta_events (table_id, number, time, kind, body, command, fence) "
    "VALUES (CAST(:table_id AS VARCHAR), CASE WHEN EXISTS "
    "(SELECT 1 FROM piazzetta_leases WHERE table_id = CAST(:table_id AS VARCHAR) AND fence > CAST(:fence AS INTEGER)) "
    "THEN NULL ELSE CAST(:number AS INTEGER) END, :time, :kind, :body, :command, CAST(:fence AS INTEGER))"
)

_TAKE = (
    "INSERT INTO piazzetta_leases AS held (table_id, owner, fence) VALUES (:table_id, :owner, 1) "
    "ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, fence = held.fence + 1"
)
_FREE = (
    " WHERE held.owner = excluded.owner OR NOT EXISTS "
    f"(SELECT 1 FROM piazzetta_owners WHERE name = held.owner AND until > {_NOW})"
)
#: Own a table, whoever did; its new fencing number.
TAKE = text(f"{_TAKE} RETURNING fence")
#: The same, but nothing if another owner is alive.
TAKE_IF_FREE = text(f"{_TAKE}{_FREE} RETURNING fence")

ALIVE = text(
    f"INSERT INTO piazzetta_owners (name, until) VALUES (:owner, {_NOW} + :lasts) "
    "ON CONFLICT (name) DO UPDATE SET until = excluded.until"
)
GONE = text("DELETE FROM piazzetta_owners WHERE name = :owner")
FORGET_OWNERS = text(f"DELETE FROM piazzetta_owners WHERE until < {_NOW} - :after")
