"""Somebody's games: those in progress, whoever is asked first, and those that have ended.

What a desk shows of a game is stored beside its log with every move (``piazzetta_desk``), so that a desk of hundreds of
games reads no logs. A row that is behind its log, such as one of a server that stopped in between, is made anew.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import text

from piazzetta.server.people.people import Person
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.wire import people as m
from piazzetta.tables.refusals import Refused

_FINISHED = 50  # games in one answer
_LATEST = "(SELECT max(number) FROM piazzetta_events e WHERE e.table_id = s.table_id)"
_PLAYING = text(
    f"SELECT s.table_id, s.hash, s.hidden, s.read_to, t.status, t.created, d.head, d.body, {_LATEST} "
    "FROM piazzetta_seats s JOIN piazzetta_tables t ON t.id = s.table_id "
    "LEFT JOIN piazzetta_desk d ON d.table_id = s.table_id "
    "WHERE s.person_id = :person AND t.status IN ('waiting', 'playing')"
)
_ENDED = text(
    "SELECT s.table_id, s.hash, s.hidden, r.ended, r.body FROM piazzetta_seats s "
    "JOIN piazzetta_results r ON r.table_id = s.table_id "
    "WHERE s.person_id = :person AND r.ended < :before ORDER BY r.ended DESC, s.table_id, s.hash LIMIT :most"
)


async def desk(registry: TableRegistry, person: Person) -> m.Desk:
    games = await _playing(registry, person)
    ended = await finished(registry, person)
    return m.Desk(games, ended.finished, ended.more)


async def _playing(registry: TableRegistry, person: Person) -> list[m.DeskGame]:
    found: dict[str, m.DeskGame] = {}
    for table, own, hidden, read_to, status, created, head, body, latest in await registry.people.store.read(
        _PLAYING, person=person.id
    ):
        if head != latest or body is None:
            try:
                body = await registry.put_on_desks(table)
            except Refused:  # its log is damaged
                continue
        summary = _DECODER.decode(body)
        seats = [number for number, seat in enumerate(summary.seats) if seat.hash == own]
        if not seats:  # left before the game
            continue
        if table in found:  # several seats of one device
            seats = sorted([*found[table].yours, *seats])
        found[table] = _game(table, status, created, head or latest, summary, seats, bool(hidden), read_to)
    return sorted(found.values(), key=_urgency)


def _urgency(game: m.DeskGame) -> tuple[int, int, str]:
    """What waits for me first, the longest first; then the games of others, the latest first."""
    if game.my_turn:
        return 0, game.since or 0, game.table
    return 1 if game.status == "playing" else 2, -(game.since or game.created), game.table


def _game(
    table: str, status: str, created: int, at: int, summary: _Summary, yours: list[int], hidden: bool, read_to: int
) -> m.DeskGame:
    asked, ends, banks = dict(summary.asked), dict(summary.deadlines), dict(summary.banks)
    pauses = dict(summary.pauses)
    mine = [asked[seat] for seat in yours if seat in asked and not summary.seats[seat].bot_plays]
    since = min(mine) if mine else max(asked.values(), default=None)
    scores: list[int | None] = [*summary.scores] or [None] * len(summary.seats)
    return m.DeskGame(
        table=table,
        game=summary.game,
        edition=summary.edition,
        status=status,
        created=created,
        at=at,
        yours=yours,
        my_turn=bool(mine),
        since=since,
        deadline=min((ends[seat] for seat in (yours if mine else ends) if seat in ends), default=None),
        round=summary.round,
        awaited=sorted(asked),
        seats=[
            m.DeskSeat(
                seat.kind,
                seat.name,
                seat.level,
                scores[number],
                seat.bot_plays,
                seat.resigned,
                seat.program,
                ends.get(number),
                banks.get(number),
                pauses.get(number),
            )
            for number, seat in enumerate(summary.seats)
        ],
        last=summary.last,
        unread=sum(1 for number, seat in summary.chats if number > read_to and seat not in yours),
        hidden=hidden,
    )


async def finished(registry: TableRegistry, person: Person, before: int = 2**62) -> m.Finished:
    """The latest finished games that ended before a moment."""
    rows = await registry.people.store.read(_ENDED, person=person.id, before=before, most=_FINISHED + 1)
    found: dict[str, m.FinishedGame] = {}
    for table, own, hidden, ended, body in rows[:_FINISHED]:
        result = msgspec.json.decode(body)
        seats = [number for number, seat in enumerate(result["seats"]) if seat["hash"] == own]
        if table in found:
            seats = sorted([*found[table].yours, *seats])
        found[table] = m.FinishedGame(
            table=table,
            game=result["game"],
            edition=result["edition"],
            ended=ended,
            by=result["by"],
            counted=result["counted"],
            yours=seats,
            won=any(result["seats"][seat]["won"] for seat in seats),
            seats=[
                m.FinishedSeat(seat["kind"], seat["name"], seat["level"], seat["score"], seat["won"])
                for seat in result["seats"]
            ],
            hidden=bool(hidden),
        )
    return m.Finished(list(found.values()), len(rows) > _FINISHED)


async def hide(registry: TableRegistry, person: Person, table: str, hidden: bool) -> None:
    query = text("UPDATE piazzetta_seats SET hidden = :hidden WHERE person_id = :person AND table_id = :table")
    values = {"person": person.id, "table": table, "hidden": int(hidden)}
    if await registry.people.store.write((query, values)) == [0]:
        raise Refused("missing", "this game is not one of your games.")


# --- the stored rows, as ``summary.summary_of`` writes them ---


class _Seat(msgspec.Struct):
    kind: str
    name: str | None
    level: str | None
    hash: str | None
    bot_plays: bool
    resigned: bool
    program: bool = False


class _Summary(msgspec.Struct):
    game: str
    edition: str
    round: int | None
    scores: list[int]
    seats: list[_Seat]
    asked: list[tuple[int, int]]
    clock: int | None
    last: Any
    chats: list[tuple[int, int]]
    deadlines: list[tuple[int, int]] = []  # rows of older versions have none
    banks: list[tuple[int, int]] = []
    pauses: list[tuple[int, int]] = []


_DECODER: msgspec.json.Decoder[_Summary] = msgspec.json.Decoder(_Summary)
