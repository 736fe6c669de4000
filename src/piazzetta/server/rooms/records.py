"""Finished games as records, analyses, replays and pictures of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from piazzetta.films.cut import Cut
from piazzetta.games.base import SPECTATOR
from piazzetta.match.record import Record
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import Key, held_seats
from piazzetta.server.workers.analyses import Analyses
from piazzetta.server.workers.fair_queue import LongWork
from piazzetta.server.workers.films import Films
from piazzetta.server.workers.pictures import Pictures, Shown, shown_of, shown_to
from piazzetta.tables.analyses import AnalysisProgress
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table
from piazzetta.tables.viewers.records import finished_record, record_to_film, replay_of, unplayed_record


@dataclass
class Records:
    """What is made of a table's game for people to keep or study."""

    _tables: TableRegistry
    _analyses: Analyses
    _pictures: Pictures
    _long_work: LongWork
    _films: Films

    async def finished(self, table_id: str) -> Record:
        """Return the record of a game that cannot go on. A finished one has the proof of its draws."""
        try:
            return await self._tables.look_at(table_id, finished_record)
        except Refused as refusal:
            if refusal.code != "old_rules":
                raise
            return unplayed_record(table_id, await self._tables.stored(table_id))

    async def analysis(self, table_id: str, asker: str) -> AnalysisProgress:
        """Return the analysis of a finished game, started by the first request."""
        return self._analyses.find(table_id) or self._analyses.begin(table_id, await self.finished(table_id), asker)

    async def replay(self, table_id: str, viewer: int, keys: Sequence[Key], asker: str) -> bytes:
        """Return the frames of a table's game as JSON, as far as a viewer may see them.

        A long game takes a while, so the frames come from a copy: nobody at the table waits for it.
        """

        def copied(table: Table) -> tuple[list[int], Table]:
            return held_seats(table, keys), table.copy()

        held, copy = await self._tables.look_at(table_id, copied)
        return await self._long_work.run(asker, lambda: msgspec.json.encode(replay_of(copy, viewer, held)))

    async def film(self, table_id: str, cut: Cut, keys: Sequence[Key], asker: str) -> bytes:
        """Return a film of a table's game: of a finished one to everybody, of a running one to its players."""

        def recorded(table: Table) -> Record:
            return record_to_film(table, cut.viewer, held_seats(table, keys))

        return await self._films.make(await self._tables.look_at(table_id, recorded), cut, asker)

    async def picture(self, table_id: str, keys: Sequence[Key] = ()) -> bytes:
        """Return a table as a PNG: for previews of its link, or for the lists of people with these keys. A picture in a
        list shows open things only, as others may see the screen."""

        def shown(table: Table) -> Shown:
            return shown_to(table, SPECTATOR) if held_seats(table, keys) else shown_of(table)

        return await self._pictures.find(await self._tables.look_at(table_id, shown))
