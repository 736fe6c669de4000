"""The open tables and those to watch, as far as somebody wants to see them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from piazzetta.server.lobby.filters import Filter
from piazzetta.server.people.people import Person
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.tables.refusals import Refused

_LISTED = 50  # tables in a list
_LOOKED_AT = 300  # to find those that are wanted


async def listed(registry: TableRegistry, wanted: Filter, person: Person | None) -> dict[str, Any]:
    """Tables to join and tables to watch, without those of hosts who have blocked whoever asks, who is not told."""
    store = registry.people.store
    most = _LISTED if wanted.anything else _LOOKED_AT
    joinable = await cards(registry, await store.open_tables(most))
    watchable = await cards(registry, await store.watchable_tables(most))
    blockers = await registry.manners.blockers(person)
    if blockers:
        joinable = [card for card in joinable if await registry.manners.host_of(card["id"]) not in blockers]
    if person is not None:
        near = await registry.friends.tables_of(person)
        joinable.sort(key=lambda card: card["id"] not in near)  # friends' tables first
    return {
        "open": [card for card in joinable if wanted.fits(card) and wanted.has_room(card)][:_LISTED],
        "watchable": [card for card in watchable if wanted.fits(card)][:_LISTED],
        "announcement": registry.house.announcement,
    }


async def cards(registry: TableRegistry, tables: Sequence[str]) -> list[dict[str, Any]]:
    """The cards of some tables, without those that have just gone or are damaged."""
    found = []
    for one in tables:
        with contextlib.suppress(Refused):
            found.append(await registry.card(one, chart=False))
    return found
