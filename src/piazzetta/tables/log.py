"""The log of a table: its events in order. Nothing else needs to be stored.

Each kind of event has its own body, a dictionary of JSON values. A field that may be missing says nothing by its
absence, or is younger than the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NotRequired, Required, TypedDict

from piazzetta.tables.messages import Json, JsonObject, OptionsCard, SeatKind


@dataclass(frozen=True)
class LogEntry:
    """One event of a table's log. It never changes."""

    number: int
    time: int  # milliseconds since 1970
    kind: str
    body: Json  # of the type below that belongs to its kind
    command: str | None = None  # seat, client and id of the command that caused it


#: A future event: its kind and its body.
Draft = tuple[str, Mapping[str, object]]


# --- created: how the table was set up ---


class Prepared(TypedDict):
    """What happened before a tour, a lesson or a game that is played on: draws and moves, each in order."""

    dealt: list[str]
    moves: list[list[Json]]  # pairs of seat and move


class WantedEvent(TypedDict):
    """An event of the game that a lesson waits for, with any parameters that matter."""

    key: str
    params: NotRequired[JsonObject]


class Goal(TypedDict):
    """What a learner has to achieve."""

    events: list[WantedEvent]  # all of them have to happen
    until: list[WantedEvent]  # each of them ends the attempt
    score: NotRequired[int]  # points to have at the end


class Lesson(TypedDict):
    id: str
    goal: Goal


class Beginning(TypedDict, total=False):
    """How the game begins, if not with an ordinary first position."""

    prepared: Prepared
    lesson: Lesson
    draw_starter: bool  # the fair draw decides who starts,
    draw_seats: bool  # and who sits where


class CreatedSeat(TypedDict, total=False):
    """The fields of a ``Seat`` that are known when a table is created."""

    kind: Required[SeatKind]
    name: str | None
    level: str | None
    hash: str | None
    bot_plays: bool
    program: bool


class Created(Beginning):
    """The first event: the setting, the seats and the secret seed. Logs of 0.1 call the components ``chart``."""

    game: str
    players: int
    starter: int
    edition: str
    rules: dict[str, int | str]
    head_start: NotRequired[list[int]]  # the points of a fair start in turn order
    rules_version: NotRequired[int]  # missing: 1
    position: NotRequired[Json]  # the prepared one it begins from; missing: a new game's
    components: Json  # the file of the map or deck; None: the package's own
    seats: list[CreatedSeat]
    options: OptionsCard
    seed: str


# --- before the game ---


class OfSeat(TypedDict):
    """The whole body of ``left``, ``taken_back``, ``returned``, ``resigned``, ``offered_end``, ``declined_end``,
    ``claimed``, and of ``hinted``, which a seat's first hint causes."""

    seat: int


class Joined(OfSeat):
    name: str
    hash: str  # of the new token
    program: NotRequired[bool]  # a bot account


class BotJoined(OfSeat):
    name: str | None
    level: str


class Seated(OfSeat):
    seating: list[int]  # the new seat of the person on each seat


class Contributed(OfSeat):
    text: str


class Started(TypedDict):
    seating: NotRequired[list[int]]  # the new seat of the person on each seat, if the draw decided
    starter: NotRequired[int]  # if the draw decided
    dealt: NotRequired[list[str]]  # the chance outcomes before the first decision


# --- the game ---


class Played(OfSeat):
    move: str
    by: NotRequired[str]  # bot, clock or plan; missing: a person
    sealed: NotRequired[bool]  # the choice waits until the seat is asked
    dealt: NotRequired[list[str]]  # the chance outcomes after it
    left: NotRequired[int]  # what the seat's clock shows, in milliseconds


class Undone(OfSeat):
    left: NotRequired[int]


# --- people ---


class BotFor(TypedDict):
    absent: int  # the seat a bot plays for
    by: int  # the seat that asked for it


class StandIn(OfSeat):
    level: str | None  # None: the usual one
    now: bool  # the bot plays from now on


class Holiday(OfSeat):
    until: int  # milliseconds since 1970


class Chat(OfSeat):
    name: str | None
    text: str


class Rematch(TypedDict):
    table: str  # the table that continues after this one
