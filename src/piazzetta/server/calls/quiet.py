"""Quiet hours: a time of the day, where the person lives, at which nobody calls."""

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
    """When a call may be made that is wanted now, both in milliseconds since 1970: now, or when the quiet hours end."""
    if quiet is None:
        return now
    zone = ZoneInfo(quiet.zone)
    here = datetime.fromtimestamp(now / 1000, zone)
    begin, end, minute = _minutes(quiet.begin), _minutes(quiet.end), 60 * here.hour + here.minute
    inside = begin <= minute < end if begin < end else begin != end and (minute >= begin or minute < end)
    if not inside:
        return now
    day = here.date() + timedelta(days=1 if minute >= end else 0)
    # by the wall clock there: when the clocks change that night, the hours are longer or shorter
    over = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=zone)
    return max(now, int(over.timestamp() * 1000))
