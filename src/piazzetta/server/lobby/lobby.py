"""The lists of open tables and of tables to watch."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from piazzetta.server.moderation.block_list import BlockList
from piazzetta.server.moderation.enforcement import Enforcement
from piazzetta.server.people.friends import Friends
from piazzetta.server.people.people import Person
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.store.store import Store
from piazzetta.server.wire.tables import Listed
from piazzetta.tables.clocks import SLOW_BANK
from piazzetta.tables.messages import Json, TableCard
from piazzetta.tables.refusals import Refused

_HOUR = 3600


def pace_of(options: Mapping[str, Json]) -> str:
    """Return ``live`` if a move may take less than an hour, or a game less than a day on a bank; ``days`` if longer,
    ``free`` without a clock."""
    clock, bank = options.get("clock"), options.get("bank")
    if clock is None and bank is None:
        return "free"
    return "days" if (clock or 0) >= _HOUR or (bank or 0) >= SLOW_BANK else "live"


@dataclass(frozen=True)
class Filter:
    """The tables that a request asks for; None: any."""

    game: str | None = None
    players: int | None = None
    pace: str | None = None
    free: int | None = None  # least number of free seats at tables to join

    def fits(self, card: TableCard) -> bool:
        return (
            self.game in (None, card["game"])
            and self.players in (None, card["players"])
            and self.pace in (None, pace_of(card["options"]))
        )

    def has_room(self, card: TableCard) -> bool:
        return self.free is None or sum(seat["kind"] == "open" for seat in card["seats"]) >= self.free

    @property
    def anything(self) -> bool:
        return self == Filter()


_LISTED = 50  # tables in a list
_LOOKED_AT = 300  # tables that a filter is applied to


@dataclass
class Lobby:
    _store: Store
    _tables: TableRegistry
    _friends: Friends
    _block_list: BlockList
    _enforcement: Enforcement

    async def listed(self, wanted: Filter, person: Person | None) -> Listed:
        """Return tables to join, without those of hosts who have blocked this person, and tables to watch."""
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
                found.append(await self._tables.card(one, components=False))
        return found
