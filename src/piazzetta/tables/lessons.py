"""Prepared positions that a table can start with: a tour of a first turn, a short lesson, a record to play on.

A lesson is data (``data/lessons/GAME.json``): a prepared position in which seat 0 decides, and a goal. The game's own
events and points say whether the goal is reached, so no other code needs to know the rules.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from piazzetta.errors import BadInput
from piazzetta.games.base import Event
from piazzetta.games.registry import NAMES, find_game
from piazzetta.kernel import CHANCE
from piazzetta.match.position_history import play_through
from piazzetta.match.record import Record
from piazzetta.match.setting import Setting
from piazzetta.match.setting import game as set_up
from piazzetta.tables import log
from piazzetta.tables.messages import LessonCard, Outcome
from piazzetta.tables.table import Table

#: The seat of the learner.
LEARNER = 0

#: Longer than any sensible game: a table replays these moves whenever it is loaded.
MOST_PLAYED_ON = 5000


@lru_cache
def tour(game: str) -> Record:
    """Return the record whose last position starts a game's tour: ``data/tours/GAME.json``, with seat 0 to move."""
    source = files("piazzetta").joinpath(f"data/tours/{find_game(game).name}.json")
    record = Record.loads(source.read_text("utf-8"))
    record.verify()
    return record


def played_on(source: object, at: int | None) -> Record:
    """Read a record to play on, and check it up to position ``at`` (as a replay's frames count; None: the last)."""
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


def prepared(record: Record, at: int | None = None) -> log.Prepared:
    """Return what happened up to a position of a record (None: its last one), as stored in a table's first event.

    Draws and moves are listed apart, each in order.
    """
    setting = record.setting
    drawn = [(CHANCE, setting.text(action)) for action in record.opening]
    happened = [*drawn, *record.moves][:at]
    return log.Prepared(
        dealt=[text for seat, text in happened if seat < 0],
        moves=[[seat, text] for seat, text in happened if seat >= 0],
    )


@dataclass(frozen=True)
class Lesson:
    """A task for a turn or less."""

    id: str
    setting: Setting
    prepared: log.Prepared
    goal: log.Goal


@lru_cache
def lessons(game: str) -> list[Lesson]:
    """Return a game's lessons, the easiest first; a game of another package has none."""
    if game not in NAMES:
        return []
    source = files("piazzetta").joinpath(f"data/lessons/{game}.json")
    data = json.loads(source.read_text("utf-8"))
    setting = set_up(game, players=data["players"], edition=data["edition"])
    return [
        Lesson(one["id"], setting, log.Prepared(dealt=one["dealt"], moves=one["moves"]), one["goal"])
        for one in data["lessons"]
    ]


def find_lesson(game: str, wanted: str) -> Lesson:
    """Return a lesson by its name; ``BadInput`` if there is none."""
    found = [lesson for lesson in lessons(game) if lesson.id == wanted]
    if not found:
        raise BadInput(f"there is no lesson {wanted!r} of {game}")
    return found[0]


def outcome(table: Table) -> Outcome:
    """Return how the learner is doing: ``open``, ``done`` or ``missed``. A table without a lesson is ``open``."""
    match = table.match
    if match is None or table.lesson is None:
        return "open"
    goal = table.lesson["goal"]
    happened = match.events(LEARNER, table.steps[0].end)
    reached = all(_among(happened, wanted) for wanted in goal["events"])
    if reached and match.scores[LEARNER] >= goal.get("score", 0):
        return "done"
    return "missed" if match.over or any(_among(happened, last) for last in goal["until"]) else "open"


def _among(happened: list[Event], wanted: log.WantedEvent) -> bool:
    """Return whether an event with this key, and these of its parameters, is among those that happened."""
    return any(
        event.key == wanted["key"]
        and all(event.params.get(name) == value for name, value in wanted.get("params", {}).items())
        for event in happened
    )


def lesson_card(table: Table) -> LessonCard | None:
    """Return the lesson of a table as everyone sees it, and the id of the next lesson; None at a table without one."""
    if table.lesson is None:
        return None
    ids = [lesson.id for lesson in lessons(table.setting.game.name)]
    own = table.lesson["id"]
    number = ids.index(own) + 1 if own in ids else 0
    following = ids[number] if 0 < number < len(ids) else None
    return {"id": own, "number": number, "of": len(ids), "next": following, "outcome": outcome(table)}
