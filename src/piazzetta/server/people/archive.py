"""Finished games as public records, many at a time: a person's own as a ZIP file, all of a server's as a folder."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from piazzetta.errors import BadInput
from piazzetta.games.registry import NAMES
from piazzetta.games.rulebooks.printed import find_printed
from piazzetta.match.record import Record
from piazzetta.server.people.people import Person
from piazzetta.server.store.database import Unavailable
from piazzetta.server.store.store import Damaged, Store
from piazzetta.server.workers.fair_queue import LongWork
from piazzetta.tables.apply import load
from piazzetta.tables.log import LogEntry
from piazzetta.tables.refusals import Refused
from piazzetta.tables.viewers.records import finished_record

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_OF_A_PERSON = (
    "SELECT r.table_id FROM piazzetta_results r WHERE r.table_id IN "
    "(SELECT s.table_id FROM piazzetta_seats s WHERE s.person_id = :person) ORDER BY r.ended, r.table_id"
)
_ALL = "SELECT id FROM piazzetta_tables WHERE status = 'over' ORDER BY created, id"
#: The seats of a table whose players allow puzzles of their games.
_ALLOWED = (
    "SELECT s.hash FROM piazzetta_seats s JOIN piazzetta_people p ON p.id = s.person_id "
    "WHERE s.table_id = :table AND p.puzzles = 1"
)


def with_credits(record: Record) -> Record:
    """Return a record as it leaves the server: it says who made the game."""
    if record.setting.game.name in NAMES:
        record.extra["credits"] = find_printed(record.setting.game.name).credit_lines()
    return record


def _written(table: str, entries: Sequence[LogEntry], names: bool = True) -> str:
    """Return the record of a finished game, from its log; ``Refused`` or ``BadInput`` if there is none to be had."""
    try:
        record = with_credits(finished_record(load(table, entries)))
    except (AssertionError, LookupError, ValueError, TypeError) as problem:
        raise BadInput(f"the log of table {table} is damaged") from problem
    if not names:
        record.extra.pop("names", None)
    return record.dumps()


# --- a person's own ---


class _Pipe(io.RawIOBase):
    """What a ZIP file is written into, a piece at a time."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        self._pieces.append(bytes(data))
        return len(self._pieces[-1])

    def take(self) -> bytes:
        taken, self._pieces = b"".join(self._pieces), []
        return taken


async def zipped(store: Store, long_work: LongWork, person: Person, asker: str) -> AsyncIterator[bytes]:
    """Yield a ZIP file of all finished games of a person, one after the other: nobody at a table waits for it."""
    pipe = _Pipe()
    tables = [table for (table,) in await store.read(_OF_A_PERSON, person=person.id)]
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for table in tables:
            try:
                entries = await store.load(table)
                record = await long_work.run(asker, _writer(table, entries))
            except (Damaged, BadInput):  # a log that is damaged takes no other game along
                continue
            archive.writestr(f"{table}.json", record)
            yield pipe.take()
    yield pipe.take()


def _writer(table: str, entries: Sequence[LogEntry]) -> Callable[[], str]:
    return lambda: _written(table, entries)


# --- all games of a server ---


@dataclass
class Exported:
    written: int = 0
    there: int = 0  # written before
    left_out: int = 0  # not everybody allows puzzles
    damaged: list[str] = field(default_factory=list)


def export(db: str, folder: Path, names: bool, for_puzzles: bool = False) -> Exported:
    """Write the records of all finished games of a database into a folder, also while its server runs.

    Without names unless wished; ``for_puzzles``: those whose players all allow puzzles. Every record is replayed before
    it is written; files that are there already stay.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return asyncio.run(_export(db, folder, names, for_puzzles))


async def _export(db: str, folder: Path, names: bool, for_puzzles: bool) -> Exported:
    store, done = Store(db), Exported()
    await store.open(reading=True)
    try:
        for (table,) in await store.read(_ALL):
            file = folder / f"{table}.json"
            if file.exists():
                done.there += 1
                continue
            try:
                entries = await store.load(table)
                record = _written(table, entries, names)
                if for_puzzles and not await _all_allow(store, table, entries):
                    done.left_out += 1
                    continue
                Record.loads(record.encode()).verify()
            except Unavailable:
                raise
            except (Refused, Damaged, BadInput):
                done.damaged.append(table)
                continue
            part = file.with_suffix(".part")
            part.write_text(record, "utf-8")
            part.replace(file)
            done.written += 1
    except Unavailable as error:
        raise BadInput(f"the database cannot be read: {error.reason}") from None
    finally:
        await store.close()
    return done


async def _all_allow(store: Store, table: str, entries: Sequence[LogEntry]) -> bool:
    """Whether all people at a table allow puzzles of their games. Guests, who were never asked, do not."""
    allowed = {hashed for (hashed,) in await store.read(_ALLOWED, table=table)}
    return {seat.hash for seat in load(table, entries).seats if seat.by_person} <= allowed
