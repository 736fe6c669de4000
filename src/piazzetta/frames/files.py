"""Files of records: one per file (``.json``), or one per line (``.jsonl``)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from piazzetta.errors import BadInput, BadRecord
from piazzetta.match.record import MOST_BYTES, Record


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


def read_record(file: Path, line: int) -> Record:
    """Record number ``line``, from 1, of a file, which may hold several."""
    for number, (_, text) in enumerate(records_in(file), start=1):
        if number == line:
            return Record.loads(text)
    raise BadInput(f"{file} has no record number {line}")


def named_records(path: Path) -> Iterator[tuple[str, Record]]:
    """Every record that a path names, with the game's name in tables.

    A game in a folder of its own files is called after its file, any other after its file and line.
    """
    for file in record_files(path):
        for name, text in records_in(file):
            yield (file.stem if path.is_dir() and file.suffix == ".json" else name), _read(name, text)


def _read(name: str, text: bytes) -> Record:
    try:
        return Record.loads(text)
    except BadRecord as problem:
        raise BadRecord(f"{name}: {problem}") from problem


def record_files(path: Path) -> list[Path]:
    """The record files that a path names: itself, or those in a folder."""
    if not path.is_dir():
        return [path]
    return sorted(one for one in path.iterdir() if one.suffix in (".json", ".jsonl"))


def count_records(path: Path) -> int:
    """How many records a path names, without reading them."""
    return sum(1 for file in record_files(path) for _ in records_in(file))
