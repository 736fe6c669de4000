"""Record files become tables (``piazzetta export --parquet``)."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from piazzetta.bots.hint import adviser
from piazzetta.bots.ledger import Finding, findings
from piazzetta.errors import BadInput
from piazzetta.frames.files import count_records, named_records
from piazzetta.frames.parquet import write
from piazzetta.frames.rows import Judged, Judgement
from piazzetta.kernel import cores
from piazzetta.match.record import Record
from piazzetta.terminal.progress import progress_bar


def write_tables(folder: Path, sources: Sequence[Path], names: bool, console: Console, level: str | None = None) -> int:
    """Write the tables of all records in some files and folders; without ``names`` nobody is named in them.

    With a level, its analysis of each game fills the last columns.
    """
    if level is not None:
        adviser(level)  # refuses an unknown one before any work
    total = sum(map(count_records, sources))
    if not total:
        raise BadInput(f"there are no finished games to write to {folder}")
    gc.freeze()  # otherwise every collection traverses all of Numba
    with progress_bar(console, "games") as advance:

        def read() -> Iterator[tuple[str, Record]]:
            for done, (key, record) in enumerate((one for path in sources for one in named_records(path)), start=1):
                if not names:
                    record.extra.pop("names", None)
                yield key, record
                advance(done, total)

        if level is None:
            return write(folder, read())
        return write(folder, analysed(read(), level, min(cores(), total)))


def analysed(games: Iterator[tuple[str, Record]], level: str, workers: int) -> Iterator[tuple[str, Record, Judged]]:
    """Games, each with its analysis as columns."""
    waiting: deque[tuple[str, Record]] = deque()

    def noted() -> Iterator[Record]:
        for key, record in games:
            waiting.append((key, record))
            yield record

    for found in findings(noted(), level, workers):
        yield *waiting.popleft(), judged(found)


def judged(found: Finding) -> Judged:
    """An analysis as columns."""
    decisions = found.analysis.decisions if found.analysis is not None else ()
    moves = {one.index: Judgement(one.wins, one.best, one.gave_away) for one in decisions}
    moves |= {draw.index: Judgement(luck=draw.swings) for draw in found.luck.draws if draw.index >= 0}
    seats = [(own.start, -own.decisions, own.luck, own.spread) for own in found.luck.seats]
    return Judged(moves, seats)
