"""The lists of open tables and of tables to watch."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from piazzetta.server.lobby.filters import Filter
from piazzetta.server.moderation.block_list import BlockList
from piazzetta.server.moderation.enforcement import Enforcement
from piazzetta.server.people.friends import Friends
from piazzetta.server.people.people import Person
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.store.store import Store
from piazzetta.server.wire.tables import Listed
from piazzetta.tables.messages import TableCard
from piazzetta.tables.refusals import Refused

_LISTED = 50  # tables in a list
_LOOKED_AT = 300  # tables that a filter is applied to


class Lobby:
    def __init__(
        self, store: Store, tables: TableRegistry, friends: Friends, block_list: BlockList, enforcement: Enforcement
    ) -> None:
        self._store = store
        self._tables = tables
        self._friends = friends
        self._block_list = block_list
        self._enforcement = enforcement

    async def listed(self, wanted: Filter, person: Person | None) -> Listed:
        """Return tables to join and tables to watch. Tables of hosts who have blocked this person are left out."""
        most = _LISTED if wanted.anything else _LOOKED_AT
        joinable = await self._cards(await self._store.open_tables(most))
        watchable = await self._cards(await self._store.watchable_tables(most))
        blockers = await self._block_list.blockers(person)
        if blockers:
            joinable = [card for card in joinable if await self._block_list.host_of(card["id"]) not in blockers]
        if person is not None:
            near = await self._friends.tables_of(person)
            joinable.sort(key=lambda card: card["id"] not in near)  # friends' tables first
        return Listed(
            [card for card in joinable if wanted.fits(card) and wanted.has_room(card)][:_LISTED],
            [card for card in watchable if wanted.fits(card)][:_LISTED],
            self._enforcement.announcement,
        )

    async def _cards(self, tables: Sequence[str]) -> list[TableCard]:
        """Return the cards of some tables, without those that have just gone or are damaged."""
        found = []
        for one in tables:
            with contextlib.suppress(Refused):
                found.append(await self._tables.card(one, chart=False))
        return found
