"""Games as tables: Arrow, Parquet, pandas, polars. They need the extra ``data``.

The tables are ``games``, ``seats``, ``decisions`` and ``components`` (maps and decks, each once). ``docs/data.md``
lists their columns.

>>> import piazzetta
>>> from piazzetta import frames
>>> match = piazzetta.game("portobello").start(seed=1)
>>> match.play("bobby D1")
>>> tables = frames.tables({"mine": piazzetta.Record.of(match)})
>>> tables.decisions.select(["game", "seat", "move", "choices"]).to_pylist()
[{'game': 'mine', 'seat': 1, 'move': 'bobby D1', 'choices': 12}]
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from piazzetta.errors import BadInput
from piazzetta.frames.columns import TABLES
from piazzetta.frames.files import named_records
from piazzetta.frames.parquet import is_tables, table_of, write
from piazzetta.frames.parquet import read as read_table
from piazzetta.frames.rows import Rows
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting

__all__ = ["Tables", "read", "record", "tables", "write"]


class Tables(NamedTuple):
    """The four tables of some games: as Arrow tables, or as data frames of pandas or polars."""

    games: Any
    seats: Any
    decisions: Any
    components: Any

    def pandas(self) -> Tables:
        """The same tables as data frames of pandas; columns keep their Arrow types, so that nothing becomes a float."""
        pandas = _library("pandas")
        return Tables(*(table.to_pandas(types_mapper=pandas.ArrowDtype) for table in self))

    def polars(self) -> Tables:
        """The same tables as data frames of polars."""
        polars = _library("polars")
        return Tables(*(polars.from_arrow(table) for table in self))


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise BadInput(f"{name} is not installed: pip install {name}") from None


def tables(records: Mapping[str, Record] | Iterable[tuple[str, Record]]) -> Tables:
    """The tables of games with their names. ``BadRecord`` if a game does not follow its rules."""
    rows = Rows()
    for key, one in records.items() if isinstance(records, Mapping) else records:
        rows.add(key, one)
    taken = rows.take()
    return Tables(*(table_of(table, taken[table]) for table in TABLES))


def read(source: str | Path) -> Tables:
    """The tables of a file of records, of a folder of such files, or of a folder of Parquet files."""
    path = Path(source)
    if path.is_dir() and is_tables(path):
        return Tables(*(read_table(path, table) for table in TABLES))
    return tables(named_records(path))


def record(found: Tables, game: str) -> Record:
    """Return a game of Arrow tables as a record again, to replay or to analyse."""
    pc = import_module("pyarrow.compute")
    rows = found.games.filter(pc.field("game") == game).to_pylist()
    if not rows:
        raise BadInput(f"there is no game {game!r} in these tables")
    (head,) = rows
    (components,) = found.components.filter(pc.field("components") == head["components"]).to_pylist()
    moves = found.decisions.filter(pc.field("game") == game).sort_by("at")
    seats = found.seats.filter(pc.field("game") == game).sort_by("seat").to_pylist()
    setting = _setting(head, json.loads(components["data"]))
    pairs = list(zip(moves["seat"].to_pylist(), moves["move"].to_pylist(), strict=True))
    result = None
    if head["finished"]:
        winners = [one["seat"] for one in seats if one["won"]]
        result = {"scores": [one["points"] for one in seats], "winners": winners}
    names = [one["player"] for one in seats]
    return Record(setting, head["opening"], pairs, result, {"names": names} if any(names) else {})


def _setting(head: Mapping[str, Any], components: Any) -> Setting:
    from piazzetta.games.registry import find_game

    data = {name: head[name] for name in ("players", "starter", "edition", "rules_version")}
    data |= {"game": head["name"], "rules": json.loads(head["rules"])}
    if head["head_start"]:
        data["head_start"] = head["head_start"]
    return Setting.from_json(data | {find_game(head["name"]).components_key: components})
