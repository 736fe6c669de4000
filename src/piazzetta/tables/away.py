"""Commands of people who are away: a stand-in bot, holidays, a planned move."""

from __future__ import annotations

from dataclasses import dataclass, field

from piazzetta.tables import log
from piazzetta.tables.commands import play_draft
from piazzetta.tables.conditions import Further, unknown_level
from piazzetta.tables.log import Draft
from piazzetta.tables.planning import answer
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table


def _check_goes_on(table: Table) -> None:
    if table.status not in ("waiting", "playing"):
        raise Refused("over", "the game is over.")


@dataclass(frozen=True)
class ChooseStandIn:
    """Choose the level of the stand-in bot that plays when a seat's time runs out (None: the usual one).

    ``now``: it plays from now on, until its person takes the seat back.
    """

    seat: int
    level: str | None
    now: bool = False
    further: Further = field(default_factory=dict)  # bots beside the levels

    def drafts(self, table: Table, time: int) -> list[Draft]:
        _check_goes_on(table)
        seat = table.seats[self.seat]
        problem = unknown_level(self.level, table.setting.game.name, self.further) if self.level is not None else ""
        if problem:
            raise Refused("bad", f"{problem}.")
        if seat.resigned:
            raise Refused("resigned", "you have resigned; a bot plays your seat to the end.")
        if self.now and table.status == "waiting":
            raise Refused("waiting", "the game has not started yet.")
        if seat.stand_in == self.level and (seat.bot_plays or not self.now):
            return []
        return [("stand_in", log.StandIn(seat=self.seat, level=self.level, now=self.now))]


@dataclass(frozen=True)
class GoOnHoliday:
    """Stop a seat's clock until a moment. Holidays stop only the clocks of slow games."""

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
    """End a holiday early."""

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
