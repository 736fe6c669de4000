"""Turns that people have missed: their time ran out, and a bot finished the turn."""

from __future__ import annotations

from piazzetta.tables.table import Table

#: Missed turns in a row after which the others may claim the game, or go on with a bot.
MISSED = 2


def missed_turns(table: Table, seat: int) -> int:
    """Return how many turns in a row a seat has missed, up to its latest one, since its person took it back."""
    found: list[int] = []
    for step in reversed(table.steps):
        if step.number <= table.seats[seat].back_at:
            break
        if step.seat != seat or step.kind not in ("play", "sealed") or step.turn in found:
            continue
        if not step.by_clock:
            break
        found.append(step.turn)
    return len(found)


def missing_seats(table: Table) -> list[int]:
    """Return the seats that have missed too many turns: the others need not wait for them any more."""
    if not table.options.timed or table.status != "playing":
        return []
    return [seat for seat, one in enumerate(table.seats) if one.decides and missed_turns(table, seat) >= MISSED]
