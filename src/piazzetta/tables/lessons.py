"""Positions that a table begins with: of a lesson, or of a record that is played on.

Lessons are ``data/tours/GAME.json``, ordinary records in which seat 0 is to move.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from piazzetta.errors import BadInput
from piazzetta.games.registry import find_game
from piazzetta.kernel import CHANCE
from piazzetta.match.position_history import play_through
from piazzetta.match.record import Record

#: Longer than any sensible game: a table replays these moves whenever it is loaded.
MOST_PLAYED_ON = 5000


@lru_cache
def lesson(game: str) -> Record:
    """The record whose last position begins a game's lesson."""
    source = files("piazzetta").joinpath(f"data/tours/{find_game(game).name}.json")
    record = Record.loads(source.read_text("utf-8"))
    record.verify()
    return record


def played_on(source: object, at: int | None) -> Record:
    """The record to play on, valid up to the position ``at`` (as the frames of a replay count; None: its last one)."""
    record = Record.loads(json.dumps(source))
    length = len(record.opening) + len(record.moves)
    if at is not None and at > length:
        raise BadInput(f"at is {at}, but the record ends with position {length}")
    if length > MOST_PLAYED_ON:
        raise BadInput(f"a record to play on has at most {MOST_PLAYED_ON} moves, not {length}")
    made = len(record.moves) if at is None else max(0, at - len(record.opening))
    allowed, result = play_through(record.setting, record.opening, record.moves[:made])
    if not allowed:
        record.replay(made)  # raises with the reason
    if result is not None:
        raise BadInput("the game is over in this position: go back a move")
    return record


def prepared(record: Record, at: int | None = None) -> dict[str, Any]:
    """What happened up to a position of a record (None: its last one), as stored in a table's first event.

    Draws and moves are listed apart, each in order.
    """
    setting = record.setting
    drawn = [(CHANCE, setting.text(action)) for action in record.opening]
    happened = [*drawn, *record.moves][:at]
    return {
        "dealt": [text for seat, text in happened if seat < 0],
        "moves": [[seat, text] for seat, text in happened if seat >= 0],
    }
