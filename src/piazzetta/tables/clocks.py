"""The arithmetic of clocks. All times are in milliseconds; moments count from 1970.

A clock gives a seat some seconds per move, or a bank for the whole game that grows a little with each finished turn.
Either way a seat that is asked has an *allowed* time from that moment on. Its clock stands still during its *pauses*
(holidays, outages of the server): pairs of from and until, in order, that do not overlap.
"""

from __future__ import annotations

from collections.abc import Sequence

#: After the server has started, everyone who is asked has at least this long, or all their time if that is shorter. So
#: an outage costs nobody their move, and a server that restarts each night does not stop the clocks of slow games.
GRACE = 12 * 3600 * 1000
#: With a clock of at least this many seconds, people are notified before their time runs out.
PATIENT = 3600
#: A game with at least this many seconds per move, or in the bank, is slow: holidays stop its clocks.
SLOW_MOVE, SLOW_BANK = 12 * 3600, 24 * 3600

Pauses = Sequence[Sequence[int]]


def merged(pauses: Pauses, others: Pauses) -> Pauses:
    """Return the pauses of two lists as one list."""
    if not pauses or not others:
        return pauses or others
    found: list[list[int]] = []
    for begin, end in sorted([list(pause) for pause in [*pauses, *others]]):
        if found and begin <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        else:
            found.append([begin, end])
    return found


def passed(since: int, until: int, pauses: Pauses) -> int:
    """Return how much of the clock's time passes between two moments; 0 if the second is not later."""
    stood = 0
    for begin, end in pauses:
        stood += max(0, min(end, until) - max(begin, since))
    return max(0, until - since - stood)


def _after(since: int, allowed: int, pauses: Pauses) -> int:
    """Return the moment at which so much of the clock's time has passed."""
    end = since + allowed
    for begin, until in pauses:
        if until > since and begin < end:
            end += until - max(begin, since)
    return end


def runs_out(since: int, allowed: int, pauses: Pauses, clocks_from: int) -> int:
    """Return when the time of a seat runs out that was asked at ``since``. ``clocks_from``: when the server started."""
    return max(_after(since, allowed, pauses), _after(clocks_from, min(allowed, GRACE), pauses))


def left(time: int, end: int, allowed: int, pauses: Pauses) -> int:
    """Return what is left of the allowed time at some moment, if it runs out at ``end``."""
    return min(allowed, passed(time, end, pauses))


def warnings(end: int, allowed: int, pauses: Pauses) -> tuple[int, int]:
    """Return when to warn a player: with a quarter of the time left, and with an hour (at most a tenth) left."""
    return _before(end, allowed // 4, pauses), _before(end, min(3_600_000, allowed // 10), pauses)


def _before(end: int, rest: int, pauses: Pauses) -> int:
    """Return the moment at which so much of the clock's time is left."""
    moment = end - rest
    for begin, until in reversed(pauses):
        if begin < end and until > moment:
            moment -= min(until, end) - begin
    return moment
