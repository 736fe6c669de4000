"""Prepared positions for a first lesson: ``data/tours/GAME.json``, ordinary records in which seat 0 is to move."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from piazzetta.games.registry import find_game
from piazzetta.match.record import Record


@lru_cache
def lesson(game: str) -> Record:
    """The record whose last position begins a game's lesson."""
    source = files("piazzetta").joinpath(f"data/tours/{find_game(game).name}.json")
    record = Record.loads(source.read_text("utf-8"))
    record.verify()
    return record


def prepared(record: Record) -> dict[str, Any]:
    """What happened before the lesson, as stored in a table's first event: draws and moves, each in order."""
    setting = record.setting
    drawn = [setting.text(action) for action in record.opening]
    return {
        "dealt": drawn + [text for seat, text in record.moves if seat < 0],
        "moves": [[seat, text] for seat, text in record.moves if seat >= 0],
    }
