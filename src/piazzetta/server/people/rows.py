"""The rows of tables that lie on people's desks, written with every move."""

from __future__ import annotations

import msgspec
from sqlalchemy import text

from piazzetta.server.people.summary import summary_of
from piazzetta.server.store.store import Statement, Store
from piazzetta.tables.table import Table

_PUT = text(
    "INSERT INTO piazzetta_desk VALUES (:table, :head, :body) ON CONFLICT (table_id) DO UPDATE SET "
    "head = excluded.head, body = excluded.body WHERE excluded.head >= piazzetta_desk.head"
)
_ANYBODY = text("SELECT 1 FROM piazzetta_seats WHERE table_id = :table LIMIT 1")


async def lies_on_desks(store: Store, table_id: str) -> bool:
    """Whether somebody we know plays there."""
    return bool(await store.read(_ANYBODY, table=table_id))


def desk_row(table: Table) -> Statement:
    return _PUT, {"table": table.id, "head": table.head, "body": msgspec.json.encode(summary_of(table)).decode()}
