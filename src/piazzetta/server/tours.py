"""Prepared positions for a first lesson: ``data/tours/GAME.json``, records as any other, in which seat 0 is to move."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game
from piazzetta.kernel import CHANCE
from piazzetta.match.record import Record
from piazzetta.server.messages import NewTable


@lru_cache
def tour(game: str) -> Record:
    """The record whose last position a lesson of a game begins with."""
    source = files("piazzetta").joinpath(f"data/tours/{find_game(game).name}.json")
    record = Record.loads(source.read_bytes())
    record.verify()
    return record


def toured(wish: NewTable) -> Record | None:
    """The prepared record that a new table is to begin with, if one is wished for."""
    if not wish.tour:
        return None
    own = [name for name in ("edition", "rules", "board", "deck", "starter") if getattr(wish, name)]
    if own:
        raise BadInput(f"a tour brings its own rules and position: leave out {', '.join(own)}")
    return tour(wish.game)


def prepared(record: Record) -> dict[str, Any]:
    """What happened before the lesson, as a table's first event keeps it: draws and moves, each in order."""
    setting = record.setting
    drawn = [setting.text(action) for action in record.opening]
    return {
        "dealt": drawn + [text for seat, text in record.moves if seat == CHANCE],
        "moves": [list(move) for move in record.moves if move[0] != CHANCE],
    }
