"""Every server process follows what the host does, wherever it is done: in a browser of another process, or with
``piazzetta admin`` beside the server."""

from __future__ import annotations

import asyncio
import logging
import time

from piazzetta.server.moderation.admin import erased
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.store.store import Unavailable
from piazzetta.server.wire import moderation as m
from piazzetta.server.wire.tables import encode

log = logging.getLogger("piazzetta")

#: Close codes: the host has turned somebody away; there is no such table (any more).
TURNED_AWAY, NO_TABLE = 4430, 4404
_LOOK = 2.0  # seconds
_TIDY = 3600.0


async def keep_house(registry: TableRegistry) -> None:
    tidied = float("-inf")
    while True:
        try:
            for deed in await registry.house.news():
                await _follow(registry, deed)
            if time.monotonic() - tidied > _TIDY:
                tidied = time.monotonic()
                await registry.house.reports.tidy()
        except Unavailable as problem:
            log.warning("admin actions are delayed: %s", problem.reason)
        await asyncio.sleep(_LOOK)


def announcement(words: str) -> bytes:
    """What tables are told; an empty text takes it back."""
    return encode({"type": "announcement", "text": words})


async def _follow(registry: TableRegistry, deed: m.Deed) -> None:
    if deed.deed == "delete-table":
        await _delete(registry, deed.about)
    elif deed.deed == "ban":
        for room in list(registry.rooms.values()):
            for listener in list(room.listeners):
                if listener.person is not None and listener.person.id == deed.about:
                    listener.turn_away(TURNED_AWAY, "the host has closed this house to you")
    elif deed.deed == "announce":
        said = announcement(deed.words)
        for room in list(registry.rooms.values()):
            for listener in list(room.listeners):
                listener.send(said)


async def _delete(registry: TableRegistry, table: str) -> None:
    """Forget a table in memory; a move that was stored meanwhile goes, too."""
    room = registry.rooms.pop(table, None)
    if room is None:
        return
    async with room.lock:
        room.end()
        for listener in list(room.listeners):
            listener.turn_away(NO_TABLE, "the host has deleted this table")
        await registry.people.store.write(*erased(table))
