"""Who of those who wait plays together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Ticket:
    """Somebody who waits. ``hash``: of the token of their seat to be; ``person``: their id, empty for a guest."""

    hash: str
    person: str
    name: str
    bots: bool
    since: int


def _fit(one: Ticket, others: Sequence[Ticket], apart: Collection[tuple[str, str]]) -> bool:
    """Nobody plays with themselves, or with somebody whom they have blocked or who has blocked them."""
    return all(
        not one.person or (one.person != other.person and (one.person, other.person) not in apart) for other in others
    )


def _around(first: Ticket, tickets: Sequence[Ticket], most: int, apart: Collection[tuple[str, str]]) -> list[Ticket]:
    """Somebody with those who fit, the longest waiting first."""
    found = [first]
    for one in tickets:
        if len(found) < most and one is not first and _fit(one, found, apart):
            found.append(one)
    return found


def group(
    tickets: Sequence[Ticket], players: int, apart: Collection[tuple[str, str]], before: int
) -> list[Ticket] | None:
    """The people of the next table, or None if nobody can begin yet. ``tickets``: the longest waiting first.

    A group that is complete plays. Otherwise those who agree to bots play with them as soon as one of them has waited
    since ``before``; a group of fewer than ``players`` is to be completed.
    """
    for first in tickets:
        found = _around(first, tickets, players, apart)
        if len(found) == players:
            return found
    willing = [one for one in tickets if one.bots]
    for first in willing:
        if first.since <= before:
            return _around(first, willing, players, apart)
    return None
