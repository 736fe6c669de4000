"""Tables as Parquet files: one for each table, or a folder of parts for each."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.extras import install_command
from piazzetta.frames.columns import TABLES
from piazzetta.frames.rows import Judged, Row, Rows
from piazzetta.match.record import Record

#: Games that are written together: some hundred thousand decisions, which fit into memory anywhere.
_GROUP = 1000
_COMPRESSION = "zstd"


def arrow() -> Any:
    """PyArrow, which is an extra."""
    try:
        return import_module("pyarrow")
    except ModuleNotFoundError:
        raise BadInput(f"tables need PyArrow, which is not installed: {install_command('data')}") from None


def schema(table: str) -> Any:
    """The Arrow schema of a table; each column carries its meaning as metadata."""
    pa = arrow()
    fields = []
    for name, kind, meaning in TABLES[table]:
        inner = kind.removeprefix("list<").removesuffix(">")
        made = pa.type_for_alias(kind) if inner == kind else pa.list_(pa.type_for_alias(inner))
        fields.append(pa.field(name, made, metadata={"meaning": meaning}))
    return pa.schema(fields)


def table_of(table: str, rows: list[Row]) -> Any:
    """Rows as an Arrow table."""
    pa, wanted = arrow(), schema(table)
    columns = zip(*rows, strict=True) if rows else [()] * len(wanted)
    return pa.table([pa.array(list(one), field.type) for one, field in zip(columns, wanted, strict=True)], wanted)


def file_of(folder: Path, table: str) -> Path:
    return folder / f"{table}.parquet"


def write(folder: Path, records: Iterable[tuple[str, Record] | tuple[str, Record, Judged]]) -> int:
    """Write games with their names as four files, and return how many; a few at a time, so that any number fit.

    With a game may come what an analysis says of it. Files that are there are replaced when all is written.
    """
    arrow()
    parquet = import_module("pyarrow.parquet")
    folder.mkdir(parents=True, exist_ok=True)
    parts = {table: file_of(folder, table).with_suffix(".part") for table in TABLES}
    rows, count = Rows(), 0
    try:
        with ExitStack() as stack:
            writers = {
                table: stack.enter_context(parquet.ParquetWriter(part, schema(table), compression=_COMPRESSION))
                for table, part in parts.items()
            }

            def flush() -> None:
                for table, taken in rows.take().items():
                    if taken:
                        writers[table].write_table(table_of(table, taken))

            for game in records:
                rows.add(*game)
                count += 1
                if len(rows) >= _GROUP:
                    flush()
            flush()
        for table, part in parts.items():
            part.replace(file_of(folder, table))
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
    return count


def read(folder: Path, table: str) -> Any:
    """A table of a folder that ``write`` or a data set filled: one file, or a folder of parts."""
    arrow()
    parquet = import_module("pyarrow.parquet")
    single, many = file_of(folder, table), folder / table
    if single.is_file():
        return parquet.read_table(single, schema=schema(table))
    if many.is_dir():
        return parquet.read_table(many, schema=schema(table))
    raise BadInput(f"{folder} has no table {table}: neither {single.name} nor a folder {table}")


def is_tables(folder: Path) -> bool:
    """Whether a folder holds tables instead of records."""
    return file_of(folder, "games").is_file() or (folder / "games").is_dir()
