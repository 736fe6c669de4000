"""Commands before the game: join, leave, change seats, fill seats with bots, start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from piazzetta.match.provable_draws import FairDealer
from piazzetta.tables import log
from piazzetta.tables.apply import dealt_in, reseat, start_match
from piazzetta.tables.conditions import Further, check_away, check_waiting, unknown_level
from piazzetta.tables.log import Draft
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import plain_text
from piazzetta.tables.table import Table, started_by


def started(table: Table) -> log.Started:
    """Return the body of the event that begins the game. If the draw decides, it draws the seats, then who starts."""
    trial = table.copy()
    body = log.Started()
    if table.draws_seats:
        body["seating"] = FairDealer(table.seed, table.contributions).seating(len(table.seats))
        reseat(trial, body["seating"])
    if table.draws_starter:
        body["starter"] = FairDealer(trial.seed, trial.contributions).starter(len(trial.seats))
        trial.setting = started_by(trial.setting, body["starter"])
    body["dealt"] = dealt_in(trial, start_match(trial, trial.setting)[0], 0)
    return body


@dataclass(frozen=True)
class Join:
    """Take a free seat: a particular one, or any."""

    name: str
    hash: str  # of the new token
    seat: int | None = None
    program: bool = False  # a bot account joins

    def drafts(self, table: Table, time: int) -> list[Draft]:
        name = plain_text(self.name)
        if not name:
            raise Refused("bad", "a name needs visible characters.")
        if table.status != "waiting":
            begun = "this table is closed." if table.status == "closed" else "the game has begun; you can watch it."
            raise Refused("taken", begun)
        free = [number for number, other in enumerate(table.seats) if other.kind == "open"]
        if self.seat is not None and self.seat not in range(len(table.seats)):
            raise Refused("missing", f"this table has no seat {self.seat}.")
        if not free or (self.seat is not None and self.seat not in free):
            raise Refused("taken", "this seat is taken." if free else "all seats are taken.")
        joined = log.Joined(seat=free[0] if self.seat is None else self.seat, name=name, hash=self.hash)
        if self.program:
            joined["program"] = True
        return [("joined", joined)]


@dataclass(frozen=True)
class Contribute:
    """Give the seats' texts for the fair draw, where they are still missing."""

    texts: Mapping[int, str]

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if table.status != "waiting":
            return []
        return [
            ("contributed", log.Contributed(seat=seat, text=text))
            for seat, text in self.texts.items()
            if table.seats[seat].contribution is None
        ]


@dataclass(frozen=True)
class Start:
    """Begin without contributions: at a table on one device, where nobody else could influence the draws."""

    def drafts(self, table: Table, time: int) -> list[Draft]:
        check_waiting(table)
        if any(seat.kind == "open" for seat in table.seats):
            raise Refused("waiting", "some seats are still free.")
        return [("started", started(table))]


@dataclass(frozen=True)
class Expire:
    """Close a table that has waited too long, unless someone is there now.

    ``abandoned``: also a game that has begun, because nothing has happened there for a long time.
    """

    anybody: bool
    abandoned: bool = False

    def drafts(self, table: Table, time: int) -> list[Draft]:
        due = table.status == "waiting" or (self.abandoned and table.status == "playing")
        return [("expired", {})] if due and not self.anybody else []


@dataclass(frozen=True)
class Leave:
    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        if table.status not in ("waiting", "playing"):
            raise Refused("over", "the game is over; there is nothing to leave.")
        return [] if table.seats[self.seat].bot_plays else [("left", log.OfSeat(seat=self.seat))]


@dataclass(frozen=True)
class ChangeSeat:
    """Move to a free seat, or swap seats with a bot. Seats are then no longer drawn."""

    seat: int
    to: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        check_waiting(table)
        if self.to >= len(table.seats):
            raise Refused("missing", f"this table has no seat {self.to}.")
        if self.to == self.seat:
            return []
        if table.seats[self.to].by_person:
            raise Refused("taken", "this seat is taken.")
        seating = list(range(len(table.seats)))
        seating[self.seat], seating[self.to] = self.to, self.seat
        return [("seated", log.Seated(seat=self.seat, seating=seating))]


@dataclass(frozen=True)
class FillSeats:
    """Let bots take the free seats and play for people who have not come, so that the game begins.

    ``away_since``: of the seats whose people are away, in milliseconds since 1970; they have ``waiting`` seconds.
    """

    seat: int
    level: str
    names: Sequence[str]
    away_since: Mapping[int, int]
    waiting: float
    further: Further = field(default_factory=dict)  # bots beside the levels

    def drafts(self, table: Table, time: int) -> list[Draft]:
        check_waiting(table)
        problem = unknown_level(self.level, table.setting.game.name, self.further)
        if problem:
            raise Refused("bad", f"{problem}.")
        names = [plain_text(name) for name in self.names]
        drafts: list[Draft] = []
        for number, seat in enumerate(table.seats):
            if seat.kind == "open":
                name = names.pop(0) if names else ""
                drafts.append(("bot_joined", log.BotJoined(seat=number, name=name or None, level=self.level)))
            elif not seat.ready:
                check_away(table, number, self.away_since.get(number), self.waiting, time)
                drafts.append(("bot_for", log.BotFor(absent=number, by=self.seat)))
        return drafts
