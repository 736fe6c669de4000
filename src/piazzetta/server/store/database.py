"""What the store asks of a database, of either kind. Statements are texts with ``:name`` for each parameter."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from piazzetta.errors import BadInput
from piazzetta.tables.refusals import Refused

#: The parameters of a statement, by name.
Values = Mapping[str, object]
#: A statement and its parameters.
Statement = tuple[str, Values]
#: The same, or a statement with several sets of parameters.
Many = tuple[str, Values | Sequence[Values]]
#: What a query finds: only the query knows the types of its columns.
Row = tuple[Any, ...]


class Conflict(Exception):
    """Another writer has stored an event with this number or owns the table, or this very command was carried out."""


class Unavailable(Refused):
    """The database does not respond, or refuses a statement. ``reason``: the name of the driver's error."""

    def __init__(self, reason: str) -> None:
        super().__init__("busy", "the database is not responding; please try again.")
        self.reason = reason


class Database(Protocol):
    """An open database. Every method raises ``Unavailable`` if the database fails."""

    async def read(self, query: str, params: Values) -> list[Row]:
        """Return the rows that a query finds. A list among the parameters is for ``IN :name``."""

    async def write(self, statements: Sequence[Many], patient: bool = False) -> list[int]:
        """Execute statements, all or none, and return how many rows each has changed. What was written is on the disk
        when this returns. ``Conflict``: a row has this key already. ``patient``: statements may take long."""

    async def listen(
        self, channel: str, heard: Callable[[str], object], ready: Callable[[], Awaitable[object]]
    ) -> None:
        """Await ``ready`` once, then ``heard`` with each message of a channel, until the connection breaks."""

    async def close(self) -> None: ...


def expanded(query: str, params: Values) -> Statement:
    """Return a query with each list among its parameters spelled out: ``IN :ids`` becomes ``IN (:ids_0, :ids_1)``."""
    lists = {name: value for name, value in params.items() if isinstance(value, list)}
    if not lists:
        return query, params
    single = {name: value for name, value in params.items() if name not in lists}
    for name, values in lists.items():
        named = {f"{name}_{number}": value for number, value in enumerate(values)}
        query = re.sub(rf":{name}\b", f"({', '.join(f':{one}' for one in named) or 'NULL'})", query)
        single |= named
    return query, single


def database_url(url: str) -> str:
    """Return a URL without the name of a driver; ``BadInput`` if it is invalid."""
    scheme, separator, rest = url.partition("://")
    kind = scheme.partition("+")[0]
    if not separator:
        raise BadInput("--db takes a URL such as sqlite:///tables.sqlite or postgresql://user@host/name")
    if kind not in ("sqlite", "postgresql"):
        raise BadInput(f"--db takes sqlite or postgresql, not {kind}")
    if kind == "sqlite" and (not rest.startswith("/") or rest == "/"):
        raise BadInput("--db sqlite:///FILE needs a file: tables have to outlive the server")
    return f"{kind}://{rest}"


def file_of(url: str) -> Path | None:
    """Return the file of a SQLite database; None for PostgreSQL. Options after a question mark are ignored."""
    file = url.removeprefix("sqlite:///")
    return None if file == url else Path(file.partition("?")[0])
