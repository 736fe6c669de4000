"""The database: the log of events, which is the only source of truth, and an index of tables derived from it.

The schema is a list of numbered migrations. A database knows how many it has applied; opening it applies the rest.
"""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from piazzetta.errors import BadInput

#: Each migration is a list of statements. Never change a published one: append another.
MIGRATIONS: list[list[str]] = [
    [
        # an event's number is unique within its table, and so is the command that caused it: two servers, or two
        # attempts of one client, can never both succeed
        """CREATE TABLE piazzetta_events (
            table_id VARCHAR(32) NOT NULL,
            number INTEGER NOT NULL,
            time BIGINT NOT NULL,
            kind VARCHAR(16) NOT NULL,
            body TEXT NOT NULL,
            command VARCHAR(160),
            PRIMARY KEY (table_id, number),
            UNIQUE (table_id, command)
        )""",
        """CREATE TABLE piazzetta_tables (
            id VARCHAR(32) PRIMARY KEY,
            created BIGINT NOT NULL,
            status VARCHAR(16) NOT NULL,
            shown INTEGER NOT NULL,
            watched INTEGER NOT NULL,
            unattended INTEGER NOT NULL
        )""",
        "CREATE INDEX piazzetta_tables_by_status ON piazzetta_tables (status, created)",
    ],
]


async def migrate(connection: AsyncConnection, migrations: list[list[str]] = MIGRATIONS) -> int:
    """Migrate a database to the newest schema, within the connection's transaction; returns its version."""
    if connection.dialect.name == "postgresql":  # servers that start at the same time take turns
        await connection.execute(text("SELECT pg_advisory_xact_lock(7204919)"))
    await connection.execute(text("CREATE TABLE IF NOT EXISTS piazzetta_schema (version INTEGER PRIMARY KEY)"))
    version = (await connection.execute(text("SELECT max(version) FROM piazzetta_schema"))).scalar() or 0
    if version > len(migrations):
        raise BadInput(
            f"the database has schema {version}, and this piazzetta knows {len(migrations)}: it was used with a newer "
            "version. Install that one, or give another database with --db"
        )
    for number, statements in enumerate(migrations[version:], start=version + 1):
        for statement in statements:
            await connection.execute(text(statement))
        await connection.execute(text("INSERT INTO piazzetta_schema VALUES (:version)"), {"version": number})
    return len(migrations)
