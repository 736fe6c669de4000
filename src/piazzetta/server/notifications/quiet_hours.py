"""Quiet hours: a time of the day, where the person lives, during which no notification is sent."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from piazzetta.errors import BadInput


class Quiet(msgspec.Struct, frozen=True):
    """From one time of the day to another, both HH:MM; over midnight if the first is later."""

    begin: str
    end: str
    zone: str  # an IANA name such as Europe/Rome


def _minutes(time: str) -> int:
    hours, _, minutes = time.partition(":")
    return 60 * int(hours) + int(minutes)


def check_quiet(quiet: Quiet) -> None:
    try:
        ZoneInfo(quiet.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(f"zone {quiet.zone[:40]!r} is not a time zone such as Europe/Rome") from None


def quiet_until(quiet: Quiet | None, now: int) -> int:
    """Return when a notification that is due now may be sent: now, or at the end of the quiet hours."""
    return _hours(quiet, now)[1]


def _hours(quiet: Quiet | None, now: int) -> tuple[int, int]:
    """Return when the quiet hours of a moment begin and end; both that moment if it is in none."""
    if quiet is None:
        return now, now
    zone = ZoneInfo(quiet.zone)
    here = datetime.fromtimestamp(now / 1000, zone)
    begin, end, minute = _minutes(quiet.begin), _minutes(quiet.end), 60 * here.hour + here.minute
    inside = begin <= minute < end if begin < end else begin != end and (minute >= begin or minute < end)
    if not inside:
        return now, now

    def moment(days: int, minutes: int) -> int:
        # by the wall clock there: when the clocks change that night, the hours are longer or shorter
        day = here.date() + timedelta(days=days)
        there = datetime(day.year, day.month, day.day, minutes // 60, minutes % 60, tzinfo=zone)
        return int(there.timestamp() * 1000)

    since, until = moment(0 if minute >= begin else -1, begin), moment(1 if minute >= end else 0, end)
    return min(now, since), max(now, until)


def warn_at(quiet: Quiet | None, wanted: int, deadline: int, now: int) -> int:
    """Return when to warn a player before time runs out: no warning may be lost to the quiet hours.

    After them, if at least half of the time is left that the warning is about; else before them; and if they have begun
    already, at the moment itself, quiet or not.
    """
    begin, end = _hours(quiet, wanted)
    if end <= wanted or end <= deadline - (deadline - wanted) // 2:
        return end
    return begin if begin > now else wanted
