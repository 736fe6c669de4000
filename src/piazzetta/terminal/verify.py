"""Checks records, one per file or one per line, and reports how many are valid."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from piazzetta.errors import BadRecord
from piazzetta.match.record import MOST_BYTES, Record
from piazzetta.terminal.progress import progress_bar


def records_in(path: Path) -> Iterator[tuple[str, bytes]]:
    """Each record of a file with its name: a .jsonl file has one per line, any other file is a single record."""
    with path.open("rb") as file:
        if path.suffix != ".jsonl":
            yield str(path), file.read(MOST_BYTES + 1)
            return
        number = 0
        while line := file.readline(MOST_BYTES + 1):  # bounded: an endless line is refused, not read in full
            number += 1
            if line.strip():
                yield f"{path}:{number}", line


def verify(
    paths: list[Path],
    console: Console,
    progress_console: Console,
    commitment: str | None = None,
    contributions: Sequence[str] = (),
) -> tuple[int, int]:
    """The numbers of valid and invalid records; prints the reason for each invalid one."""
    right = wrong = done = 0
    size = sum(path.stat().st_size for path in paths)
    gc.freeze()  # otherwise every collection traverses all of Numba
    with progress_bar(progress_console, "verifying", brief=True) as advance:
        for path in paths:
            for name, text in records_in(path):
                try:
                    Record.loads(text).verify(commitment, contributions)
                    right += 1
                except BadRecord as error:
                    wrong += 1
                    console.print(f"[bold]{name}[/]: ", end="")
                    console.print(str(error), markup=False, highlight=False)
                done += len(text)
                advance(done, size)
    return right, wrong
