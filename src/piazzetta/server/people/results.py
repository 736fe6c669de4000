"""The results of finished games: a row for each beside the log, from which it can be made again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from piazzetta.server.background import Background
from piazzetta.server.rooms.announcements import Subscriber
from piazzetta.server.rooms.rated import why_unrated
from piazzetta.server.store.database import Statement, Unavailable
from piazzetta.server.store.store import Damaged, Store
from piazzetta.tables.apply import load
from piazzetta.tables.log import LogEntry
from piazzetta.tables.messages import SeatKind
from piazzetta.tables.sources import point_sources
from piazzetta.tables.table import Table

log = logging.getLogger("piazzetta")

_PUT = (
    "INSERT INTO piazzetta_results VALUES (:table, :ended, :game, :players, :counted, :body) "
    "ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, counted = excluded.counted, ended = excluded.ended"
)
_MISSING = (
    "SELECT t.id FROM piazzetta_tables t LEFT JOIN piazzetta_results r ON r.table_id = t.id "
    "WHERE t.status = 'over' AND r.table_id IS NULL ORDER BY t.created"
)
_AGAIN = 600.0  # seconds between two looks for missing rows
DROP_ROW = "DELETE FROM piazzetta_desk WHERE table_id = :table"


class SeatResult(msgspec.Struct):
    kind: SeatKind
    name: str | None
    level: str | None
    hash: str | None  # of the seat's token
    score: int
    won: bool
    rank: int
    sources: dict[str, int]  # points by where they come from; empty: not known

    def share_of_win(self, seats: Sequence[SeatResult]) -> float:
        """Return the seat's share of the win: several may win together."""
        return 1 / sum(seat.won for seat in seats) if self.won else 0.0


class GameResult(msgspec.Struct):
    """How a finished game ended, as ``piazzetta_results`` stores it."""

    ended: int
    game: str
    edition: str
    players: int
    by: str | None  # resigned, agreed, long; None: the rules ended it
    counted: bool  # for ratings
    seats: list[SeatResult]

    def seat_of(self, hashed: str) -> SeatResult | None:
        """Return the seat whose token has this hash; None if there is none."""
        return next((seat for seat in self.seats if seat.hash == hashed), None)


read_result = msgspec.json.Decoder(GameResult).decode


@dataclass
class Results(Subscriber):
    _store: Store
    _background: Background
    _damaged: set[str] = field(default_factory=set)  # tables without a result, each logged once

    def game_ended(self, table: Table, time: int) -> None:
        self._background.spawn(self._put_soon(table.copy(), time))

    async def _put_soon(self, table: Table, ended: int) -> None:
        try:
            await self.put(table, ended)
        except Unavailable as problem:  # ``run`` makes it later
            log.warning("the result of table %s is stored later: %s", table.id, problem.reason)

    async def run(self) -> None:
        """Make the rows that are missing, again and again: the database may fail right after the end of a game, or take
        its last event without saying so."""
        while True:
            await self.rebuild()
            await asyncio.sleep(_AGAIN)

    async def put(self, table: Table, ended: int) -> None:
        """Store how a game has ended. ``table`` must not change meanwhile."""
        result = await asyncio.to_thread(result_of, table, ended)
        await self._store.write(_row(table.id, result), (DROP_ROW, {"table": table.id}))

    async def rebuild(self, everything: bool = False) -> int:
        """Make the rows that are missing, as after an update from a version without them or a crash right after the
        end of a game, and return how many these are. ``everything``: make all rows again from the log."""
        if everything:
            await self._store.write(("DELETE FROM piazzetta_results", {}))
        made = 0
        for (table_id,) in await self._store.read(_MISSING):
            try:
                entries = await self._store.load(table_id)
                table = await asyncio.to_thread(load, table_id, entries)
                await self.put(table, _ended_at(entries))
                made += 1
            except Exception as problem:  # its log is damaged: it has no result, and the others go on
                if not isinstance(problem, Damaged | AssertionError | LookupError | ValueError | TypeError):
                    raise
                if table_id not in self._damaged:
                    self._damaged.add(table_id)
                    log.error("the result of table %s cannot be read from its log", table_id)
            await asyncio.sleep(0)
        return made


def _ended_at(entries: list[LogEntry]) -> int:
    """Return when the last event of the game happened; people may have talked on."""
    return next(entry.time for entry in reversed(entries) if entry.kind in ("ended", "play", "resigned"))


def _row(table_id: str, result: GameResult) -> Statement:
    columns = {"ended": result.ended, "game": result.game, "players": result.players, "counted": int(result.counted)}
    return _PUT, {"table": table_id, **columns, "body": msgspec.json.encode(result).decode()}


def result_of(table: Table, ended: int) -> GameResult:
    """Return how a finished game ended: when, by what, and who had how many points from where."""
    match = table.match
    assert match is not None
    scores, winners = match.scores, match.winners
    if table.ended is not None:
        scores, winners = table.ended["scores"], table.ended["winners"]
    ranks = _ranks(table, scores, winners)
    whole = match.over  # otherwise points that come at the end are missing
    sources = point_sources(match) if whole else [{} for _ in scores]
    seats = [
        SeatResult(seat.kind, seat.name, seat.level, seat.hash, scores[at], at in winners, ranks[at], sources[at])
        for at, seat in enumerate(table.seats)
    ]
    by, setting = None if table.ended is None else table.ended["by"], table.setting
    return GameResult(ended, setting.game.name, setting.edition, setting.players, by, counts(table), seats)


def _ranks(table: Table, scores: list[int], winners: list[int]) -> list[int]:
    """Return the ranks: winners first, then by points; those who resigned come last. Equal ones share a rank."""
    order = [
        (seat.resigned, number not in winners, 0 if number in winners else -scores[number])
        for number, seat in enumerate(table.seats)
    ]
    return [1 + sum(other < own for other in order) for own in order]


def counts(table: Table) -> bool:
    """Return whether a game has ended and counts for ratings."""
    return table.status == "over" and why_unrated(table) is None
