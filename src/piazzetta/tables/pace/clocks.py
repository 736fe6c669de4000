"""How time passes for a seat that is asked. All times are milliseconds, moments are counted from 1970.

A clock gives a seat so many seconds for each move, or a bank for the whole game to which a little is added whenever the
seat has finished its turn. Both are the same to whoever is asked: from a moment on, so much time is *allowed*. It
stands still during the seat's *pauses* (holidays), a list of pairs from and until that do not overlap, in order.
"""

from __future__ import annotations

from collections.abc import Sequence

#: After a start of the server everybody who is asked has at least this long, or all their time if that is shorter: an
#: outage costs nobody their move, and a server that starts anew each night does not stop the clocks of slow games.
GRACE = 12 * 3600 * 1000
#: Seconds of a clock from which on people are called before their time runs out.
PATIENT = 3600
#: Seconds for a move, and in the bank, from which on a game is slow: holidays stop its clocks.
SLOW_MOVE, SLOW_BANK = 12 * 3600, 24 * 3600

Pauses = Sequence[Sequence[int]]


def passed(since: int, until: int, pauses: Pauses) -> int:
    """How much of the clock's time lies between two moments; none if the second is not later."""
    stood = 0
    for begin, end in pauses:
        stood += max(0, min(end, until) - max(begin, since))
    return max(0, until - since - stood)


def _after(since: int, allowed: int, pauses: Pauses) -> int:
    """The moment at which so much of the clock's time has passed."""
    end = since + allowed
    for begin, until in pauses:
        if until > since and begin < end:
            end += until - max(begin, since)
    return end


def runs_out(since: int, allowed: int, pauses: Pauses, clocks_from: int) -> int:
    """When the time of a seat runs out that was asked at ``since``. ``clocks_from``: when its server started."""
    return max(_after(since, allowed, pauses), _after(clocks_from, min(allowed, GRACE), pauses))


def left(time: int, end: int, allowed: int, pauses: Pauses) -> int:
    """What is left of the allowed time at some moment, if it runs out at ``end``."""
    return min(allowed, passed(time, end, pauses))


def warnings(end: int, allowed: int, pauses: Pauses) -> tuple[int, int]:
    """When to warn somebody: with a quarter of the time left, and with an hour left (or a tenth, if it is shorter)."""
    return _before(end, allowed // 4, pauses), _before(end, min(3_600_000, allowed // 10), pauses)


def _before(end: int, rest: int, pauses: Pauses) -> int:
    """The moment at which so much of the clock's time is left."""
    moment = end - rest
    for begin, until in reversed(pauses):
        if begin < end and until > moment:
            moment -= min(until, end) - begin
    return moment
