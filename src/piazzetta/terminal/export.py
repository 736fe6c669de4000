"""Record files become tables (``piazzetta export --parquet``)."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from piazzetta.errors import BadInput
from piazzetta.frames.files import count_records, named_records
from piazzetta.frames.parquet import write
from piazzetta.match.record import Record
from piazzetta.terminal.progress import progress_bar


def write_tables(folder: Path, sources: Sequence[Path], names: bool, console: Console) -> int:
    """Write the tables of all records in some files and folders; without ``names`` nobody is named in them."""
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

        return write(folder, read())
