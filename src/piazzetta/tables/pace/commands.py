"""Commands about the pace of a game: a deputy, holidays, and a planned move that is made."""

from __future__ import annotations

from dataclasses import dataclass

from piazzetta.bots.levels import LEVELS
from piazzetta.tables import log
from piazzetta.tables.commands import play_draft
from piazzetta.tables.log import Draft
from piazzetta.tables.pace.planning import answer
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table


def _check_goes_on(table: Table) -> None:
    if table.status not in ("waiting", "playing"):
        raise Refused("over", "the game is over.")


@dataclass(frozen=True)
class Deputize:
    """Say which bot plays in one's own place when one's time runs out; ``now``: from now on, until one takes the seat
    back. None: the usual one."""

    seat: int
    level: str | None
    now: bool = False

    def drafts(self, table: Table, time: int) -> list[Draft]:
        _check_goes_on(table)
        seat = table.seats[self.seat]
        if self.level is not None and self.level not in LEVELS:
            raise Refused("bad", f"unknown bot level {self.level!r}; choose from {', '.join(LEVELS)}.")
        if seat.resigned:
            raise Refused("resigned", "you have resigned; a bot plays your seat to the end.")
        if self.now and table.status == "waiting":
            raise Refused("waiting", "the game has not started yet.")
        if seat.deputy == self.level and (seat.bot_plays or not self.now):
            return []
        return [("deputy", log.Deputy(seat=self.seat, level=self.level, now=self.now))]


@dataclass(frozen=True)
class GoOnHoliday:
    """Let a seat's clock stand still until a moment. Only the clocks of slow games do."""

    seat: int
    until: int  # milliseconds since 1970

    def drafts(self, table: Table, time: int) -> list[Draft]:
        _check_goes_on(table)
        if not table.options.slow or table.away_until(self.seat, time) == self.until:
            return []
        if self.until <= time:
            raise Refused("bad", "until must be in the future.")
        return [("holiday", log.Holiday(seat=self.seat, until=self.until))]


@dataclass(frozen=True)
class EndHoliday:
    """Be back before the holiday is over."""

    seat: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        _check_goes_on(table)
        return [] if table.away_until(self.seat, time) is None else [("returned", log.OfSeat(seat=self.seat))]


@dataclass(frozen=True)
class PlayPlanned:
    """The move that a seat has planned, in answer to the question ``asked``."""

    seat: int
    asked: int

    def drafts(self, table: Table, time: int) -> list[Draft]:
        plan = table.plans.get(self.seat)
        if plan is None or table.asked_at(self.seat) != self.asked:
            return []
        move = answer(table, plan)
        return [] if move is None else [play_draft(table, self.seat, move, time, "plan")]
