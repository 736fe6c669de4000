"""Games to watch, the best one first.

How interesting a game is (``docs/lobby.md`` says it to people): the mean strength of those at the table, its closeness,
and how many watch. Games that have stood still, and games of bots alone, come after all others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from piazzetta.server.moderation.block_list import BlockList
from piazzetta.server.people.ratings import Ratings
from piazzetta.server.rooms.audience import now
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.store.store import Store
from piazzetta.server.wire import lobby as m
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table

MOST = 12  # games at once
_LOOKED_AT = 60  # of which the most interesting are shown
_FRESH = 4.0  # seconds during which everybody gets the same answer
_RATED = 60.0  # seconds during which ratings are not asked for again
_STILL = 15 * 60 * 1000  # milliseconds
NEWCOMER = 500.0  # what is safe to say of somebody without a rating
_POINTS_APART = 10
_WATCHERS, _EACH = 10, 3


def interest(sure: Sequence[float], scores: Sequence[int], watching: int) -> float:
    """Return how interesting a game is. ``sure``: each rating minus its uncertainty; ``watching``: how many do."""
    strength = sum(sure) / len(sure) / 100
    best = sorted(scores, reverse=True)
    gap = best[0] - best[1] if len(best) > 1 else 0
    return round(strength + max(0, _POINTS_APART - gap) + _EACH * min(watching, _WATCHERS), 2)


@dataclass
class Watching:
    _store: Store
    _tables: TableRegistry
    _block_list: BlockList
    _ratings: Ratings
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)
    _found: tuple[float, bytes] = (float("-inf"), b"")
    _rated: dict[str, tuple[float, dict[tuple[int, str], float]]] = field(default_factory=dict)

    async def found(self) -> bytes:
        """Return the answer, the same for everybody for some seconds."""
        async with self._looking:
            if time.monotonic() - self._found[0] > _FRESH:
                self._found = (time.monotonic(), msgspec.json.encode(m.Watch(await self._look())))
            return self._found[1]

    async def _look(self) -> list[m.Watched]:
        tables = await self._store.watchable_tables(_LOOKED_AT)
        found: list[tuple[int, m.Watched]] = []
        for one in tables:
            try:
                found.append(await self._watched(one))
            except Refused:  # it has just gone, or is damaged
                continue
        found.sort(key=lambda one: (one[0], -one[1].interest, -one[1].table["created"], one[1].table["id"]))
        return [one for _, one in found[:MOST]]

    async def _watched(self, table_id: str) -> tuple[int, m.Watched]:
        """Return the rank of a game in the list (0 to 2, 0 first), and the game."""
        card = await self._tables.card(table_id, components=False)
        scores, hashes, asked = await self._tables.look_at(table_id, _looked_at)
        owners = await self._block_list.at(None, table_id)
        rated = await self._lower_bounds(card["game"])
        sure = []
        for seat, hashed in zip(card["seats"], hashes, strict=True):
            member = f"bot {seat['level']}" if seat["kind"] == "bot" else f"person {owners.get(hashed, ('',))[0]}"
            sure.append(rated.get((card["players"], member), NEWCOMER))
        people = any(seat["kind"] != "bot" and not seat["bot_plays"] for seat in card["seats"])
        behind = (0 if people else 1) if now() - asked < _STILL else 2
        watched = m.Watched(card, scores, interest(sure, scores, card["spectators"]))
        return behind, watched

    async def _lower_bounds(self, game: str) -> dict[tuple[int, str], float]:
        since, rated = self._rated.get(game, (float("-inf"), {}))
        if time.monotonic() - since > _RATED:
            rated = await self._ratings.lower_bounds(game)
            self._rated[game] = (time.monotonic(), rated)
        return rated


def _looked_at(table: Table) -> tuple[list[int], list[str], int]:
    """Return a table's points, the hashes of its seats, and when a player was last asked for a move."""
    if table.match is None:
        raise Refused("waiting", "the game has not started yet.")
    asked = max((asked.time for asked in table.asked.values()), default=table.created)
    return list(table.match.scores), [seat.hash or "" for seat in table.seats], asked
