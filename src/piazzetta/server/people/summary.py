"""What is stored of a table for the lists of its people's games, and how a game ended.

Both are derived from the log of events and can be made from it again at any time (``MyGames.refresh``,
``Results.rebuild``): the log stays the only truth about games.
"""

from __future__ import annotations

from typing import Any

from piazzetta.games.base import SPECTATOR
from piazzetta.tables.sources import point_sources
from piazzetta.tables.table import Table
from piazzetta.tables.viewers.viewer_updates import event_data

_CHATS = 20  # of the latest messages, to count those that were not read
_EVENTS = 6  # of the last move


def summary_of(table: Table) -> dict[str, Any]:
    """Return a table as its people's lists show it: nothing that a spectator might not know."""
    match = table.match
    turn = getattr(match.state(), "turn", None) if match is not None else None
    return {
        "game": table.setting.game.name,
        "edition": table.setting.edition,
        "round": None if turn is None else max(0, int(turn) - 1) // table.setting.players + 1,  # of the turns begun
        "scores": [] if match is None else match.scores,
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "hash": seat.hash,
                "bot_plays": seat.bot_plays,
                "resigned": seat.resigned,
                "program": seat.program,
            }
            for seat in table.seats
        ],
        "asked": [[seat, asked.time] for seat, asked in table.asked.items()],
        "clock": table.options.clock,
        "deadlines": [[seat, end] for seat in table.asked if (end := table.deadline(seat)) is not None],
        "banks": [[seat, left] for seat, left in table.banks.items()],
        "pauses": [[seat, pauses[-1][1]] for seat, pauses in table.pauses.items() if pauses],
        "last": _last_move(table),
        "chats": [[talk["at"], talk["seat"]] for talk in table.talk[-_CHATS:]],
    }


def _last_move(table: Table) -> dict[str, Any] | None:
    """Return the latest move that showed something, as spectators saw it; None if there is none."""
    match = table.match
    step = next((step for step in reversed(table.steps) if step.end > step.begin and step.kind == "play"), None)
    if match is None or step is None:
        return None
    events = [event for at in range(step.begin, step.end) for event in match.events_of(at, SPECTATOR)]
    return {"seat": step.seat, "events": event_data(events[:_EVENTS])}


def result_of(table: Table, ended: int) -> dict[str, Any]:
    """Return how a finished game ended: when, by what, and who had how many points from where."""
    match = table.match
    assert match is not None
    scores, winners = match.scores, match.winners
    if table.ended is not None:
        scores, winners = table.ended["scores"], table.ended["winners"]
    ranks = _ranks(table, scores, winners)
    whole = match.over  # otherwise points that come at the end are missing
    sources = point_sources(match) if whole else [{} for _ in scores]
    return {
        "ended": ended,
        "game": table.setting.game.name,
        "edition": table.setting.edition,
        "players": table.setting.players,
        "by": None if table.ended is None else table.ended["by"],
        "counted": counts(table),
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "hash": seat.hash,
                "score": scores[number],
                "won": number in winners,
                "rank": ranks[number],
                "sources": sources[number],
            }
            for number, seat in enumerate(table.seats)
        ],
    }


def _ranks(table: Table, scores: list[int], winners: list[int]) -> list[int]:
    """Return the ranks: winners first, then by points; those who resigned come last. Equal ones share a rank."""
    order = [
        (seat.resigned, number not in winners, 0 if number in winners else -scores[number])
        for number, seat in enumerate(table.seats)
    ]
    return [1 + sum(other < own for other in order) for own in order]


def counts(table: Table) -> bool:
    """Return whether a game counts for ratings: all draws were fair, nobody undid a move, everybody had a device of
    their own, no bot stronger than usual stood in for anybody, and the rules or its people ended it."""
    return (
        table.status == "over"
        and not table.prepared
        and not table.lesson
        and not table.helped
        and not any(step.kind == "undo" for step in table.steps)
        and not any(seat.kind == "hotseat" for seat in table.seats)
        and (table.ended is None or table.ended["by"] in ("resigned", "agreed"))
    )
