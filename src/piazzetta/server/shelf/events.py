"""Storing one more event in a log that other servers and commands may write to as well."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from piazzetta.server.store.database import Conflict
from piazzetta.server.store.store import Store
from piazzetta.tables.log import LogEntry
from piazzetta.tables.refusals import Refused

#: How often a change is tried again after another one came first.
ATTEMPTS: Final = 5


async def append(store: Store, place: str, number: int, kind: str, body: Mapping[str, object]) -> bool:
    """Store an event; return false if another one came first."""
    try:
        await store.append(place, [LogEntry(number, int(time.time() * 1000), kind, dict(body))], None)
    except Conflict:
        return False
    return True


def busy() -> Refused:
    """The refusal if another change came first every time."""
    return Refused("busy", "another change is being saved; please try again.")
