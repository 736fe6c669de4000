"""The log of a table: its events in order. Nothing else needs to be stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Entry:
    """One event of a table's log. It never changes."""

    number: int
    time: int  # milliseconds since 1970
    kind: str
    body: dict[str, Any]
    command: str | None = None  # seat, client and id of the command that caused it


#: A future event: its kind and its body.
Draft = tuple[str, dict[str, Any]]
