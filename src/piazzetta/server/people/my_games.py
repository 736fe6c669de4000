"""My games: the games of a profile in progress, those that wait for it first, and those that have ended.

What the list shows of a game is stored beside its log with every move (``piazzetta_desk``), so that a list of hundreds
of games reads no logs. A row that is behind its log, such as that of a server that stopped in between, is made again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import msgspec

from piazzetta.games.base import SPECTATOR
from piazzetta.server.people.holidays import holiday_at
from piazzetta.server.people.people import People, Person
from piazzetta.server.people.results import GameResult, read_result
from piazzetta.server.rooms.announcements import Subscriber
from piazzetta.server.rooms.registry import TableRegistry
from piazzetta.server.rooms.seat_keys import held_seats, token_hash
from piazzetta.server.store.database import Statement
from piazzetta.server.store.store import Store
from piazzetta.server.wire import people as m
from piazzetta.tables.lessons import lessons, prepared, tour
from piazzetta.tables.messages import SeatKind, Status
from piazzetta.tables.refusals import Refused
from piazzetta.tables.table import Table
from piazzetta.tables.viewers.viewer_updates import event_data

_FINISHED = 50  # games in one answer
_CHATS = 20  # of the latest messages, to count those that were not read
_EVENTS = 6  # of the last move
_LATEST = "(SELECT max(number) FROM piazzetta_events e WHERE e.table_id = s.table_id)"
_PLAYING = (
    f"SELECT s.table_id, s.hash, s.hidden, s.read_to, t.status, t.created, d.head, d.body, {_LATEST} "
    "FROM piazzetta_seats s JOIN piazzetta_tables t ON t.id = s.table_id "
    "LEFT JOIN piazzetta_desk d ON d.table_id = s.table_id "
    "WHERE s.person_id = :person AND t.status IN ('waiting', 'playing')"
)
_PUT = (
    "INSERT INTO piazzetta_desk VALUES (:table, :head, :body) ON CONFLICT (table_id) DO UPDATE SET "
    "head = excluded.head, body = excluded.body WHERE excluded.head >= piazzetta_desk.head"
)
_ANY_PROFILE = "SELECT 1 FROM piazzetta_seats WHERE table_id = :table LIMIT 1"
_HIDE = "UPDATE piazzetta_seats SET hidden = :hidden WHERE person_id = :person AND table_id = :table"
_STATUS = "SELECT id, status FROM piazzetta_tables WHERE id IN :tables"
_RESULTS = "SELECT table_id, ended, body FROM piazzetta_results WHERE table_id IN :tables ORDER BY ended DESC, table_id"
_ENDED = (
    "SELECT s.table_id, s.hash, s.hidden, r.ended, r.body FROM piazzetta_seats s "
    "JOIN piazzetta_results r ON r.table_id = s.table_id "
    "WHERE s.person_id = :person AND r.ended < :before ORDER BY r.ended DESC, s.table_id, s.hash LIMIT :most"
)


class _Seat(msgspec.Struct):
    kind: SeatKind
    name: str | None
    level: str | None
    hash: str | None
    bot_plays: bool
    resigned: bool
    program: bool = False


class Summary(msgspec.Struct):
    """What ``piazzetta_desk`` stores of a table for the lists: nothing that a spectator might not know."""

    game: str
    edition: str
    round: int | None  # of the turns begun
    scores: list[int]
    seats: list[_Seat]
    asked: list[tuple[int, int]]  # seats, and since when
    clock: int | None
    last: m.LastMove | None
    chats: list[tuple[int, int]]  # numbers and seats of the latest messages
    deadlines: list[tuple[int, int]] = []  # by seat, as the next two; rows of older versions have none
    banks: list[tuple[int, int]] = []
    pauses: list[tuple[int, int]] = []
    lesson: bool = False


_read_summary = msgspec.json.Decoder(Summary).decode


def row_of(table: Table) -> Statement:
    """Return the statement that stores what the list shows of a table."""
    return _PUT, {"table": table.id, "head": table.head, "body": msgspec.json.encode(summary_of(table)).decode()}


@dataclass
class MyGames(Subscriber):
    """The lists of everybody's games, which follow what happens at the tables."""

    _store: Store
    _tables: TableRegistry
    _people: People
    _followed: set[str] = field(default_factory=set)  # the tables in memory that are in somebody's list

    # --- what tables announce ---

    async def table_loaded(self, table: Table) -> None:
        if await self._store.read(_ANY_PROFILE, table=table.id):
            self._followed.add(table.id)

    def table_dropped(self, table_id: str) -> None:
        self._followed.discard(table_id)

    def statements(self, table: Table) -> Sequence[Statement]:
        return [row_of(table)] if table.id in self._followed and table.status != "over" else ()

    async def rematch_created(self, table_id: str, new_id: str) -> None:
        await self._people.add_rematch_seats(table_id, new_id)
        await self.refresh(new_id)

    # --- what people ask for ---

    async def add(self, person: Person | None, table_id: str, hashes: Collection[str]) -> None:
        """Give the seats with these hashes to a person, and list the game among theirs; nothing for a guest."""
        if person is not None and hashes:
            await self._people.add_seats(person.id, table_id, hashes, person.credential)
            await self.refresh(table_id)
            await holiday_at(self._tables.act, table_id, hashes, await self._people.away_until(person))

    async def refresh(self, table_id: str) -> bytes:
        """Store what the list shows of a table, now and with every move; return it."""

        def row(table: Table) -> Statement:
            self._followed.add(table_id)
            return row_of(table)

        statement, values = await self._tables.look_at(table_id, row)
        await self._store.write((statement, values))
        return str(values["body"]).encode()

    async def of(self, person: Person) -> m.MyGames:
        """Return the games of a person."""
        games = await self._playing(person)
        ended = await self.finished(person)
        return m.MyGames(games, ended.finished, ended.more)

    async def pending(self, person: Person) -> tuple[list[m.OngoingGame], int]:
        """Return the games of a person that are pending, and how many others go on."""
        return _pending(await self._playing(person))

    async def pending_of_guest(self, seats: Sequence[m.GuestSeat]) -> tuple[list[m.OngoingGame], int]:
        """Return the same for a guest, by the tokens of their seats."""
        return _pending((await self.of_guest(seats)).games)

    async def of_guest(self, seats: Sequence[m.GuestSeat]) -> m.MyGames:
        """Return the games of a guest, by the tokens of their seats."""
        tables: dict[str, list[m.GuestSeat]] = {}
        for seat in seats:
            tables.setdefault(seat.table, []).append(seat)
        if not tables:
            return m.MyGames([], [], False)
        games = []
        for table, status in await self._store.read(_STATUS, tables=sorted(tables)):
            if status in ("waiting", "playing"):
                games += await self._guests_game(table, tables[table])
        finished = []
        for table, ended, body in await self._store.read(_RESULTS, tables=sorted(tables)):
            result, own = read_result(body), {token_hash(seat.token) for seat in tables[table]}
            yours = [number for number, seat in enumerate(result.seats) if seat.hash in own]
            if yours:
                finished.append(_finished(table, ended, result, yours, hidden=False))
        return m.MyGames(sorted(games, key=_urgency), finished, False)

    async def _guests_game(self, table_id: str, seats: Sequence[m.GuestSeat]) -> list[m.OngoingGame]:
        """Return a guest's game; empty if the tokens open no seat there."""
        read_to = max(seat.read for seat in seats)

        def look(table: Table) -> list[m.OngoingGame]:
            yours = sorted(set(held_seats(table, [(seat.seat, seat.token) for seat in seats])))
            if not yours or table.status not in ("waiting", "playing"):
                return []
            summary = summary_of(table)
            return [_game(table_id, table.status, table.created, table.head, summary, yours, False, read_to)]

        try:
            return await self._tables.look_at(table_id, look)
        except Refused:  # its log is damaged
            return []

    async def hide(self, person: Person, table: str, hidden: bool) -> None:
        """Hide a game in the person's list, or show it again."""
        values = {"person": person.id, "table": table, "hidden": int(hidden)}
        if await self._store.write((_HIDE, values)) == [0]:
            raise Refused("missing", "this game is not one of your games.")

    async def _playing(self, person: Person) -> list[m.OngoingGame]:
        found: dict[str, m.OngoingGame] = {}
        for table, own, hidden, read_to, status, created, head, body, latest in await self._store.read(
            _PLAYING, person=person.id
        ):
            if head != latest or body is None:
                try:
                    body = await self.refresh(table)
                except Refused:  # its log is damaged
                    continue
            summary = _read_summary(body)
            seats = [number for number, seat in enumerate(summary.seats) if seat.hash == own]
            if not seats:  # left before the game
                continue
            if table in found:  # several seats of one device
                seats = sorted([*found[table].yours, *seats])
            found[table] = _game(table, status, created, head or latest, summary, seats, bool(hidden), read_to)
        return sorted(found.values(), key=_urgency)

    async def finished(self, person: Person, before: int = 2**62) -> m.Finished:
        """Return the latest finished games that ended before a moment."""
        rows = await self._store.read(_ENDED, person=person.id, before=before, most=_FINISHED + 1)
        found: dict[str, m.FinishedGame] = {}
        for table, own, hidden, ended, body in rows[:_FINISHED]:
            result = read_result(body)
            seats = [number for number, seat in enumerate(result.seats) if seat.hash == own]
            if table in found:
                seats = sorted([*found[table].yours, *seats])
            found[table] = _finished(table, ended, result, seats, bool(hidden))
        return m.Finished(list(found.values()), len(rows) > _FINISHED)


def _pending(games: Sequence[m.OngoingGame]) -> tuple[list[m.OngoingGame], int]:
    """Return the games that wait for their player or have unread messages, and how many others go on.

    Lessons wait for nobody, nor does a game whose players share one device.
    """
    own = [game for game in games if len(game.yours) == 1 and not (game.hidden or game.lesson)]
    return [game for game in own if game.my_turn or game.unread], sum(not game.my_turn for game in own)


def _finished(table: str, ended: int, result: GameResult, yours: list[int], hidden: bool) -> m.FinishedGame:
    return m.FinishedGame(
        table=table,
        game=result.game,
        edition=result.edition,
        ended=ended,
        by=result.by,
        counted=result.counted,
        yours=yours,
        won=any(result.seats[seat].won for seat in yours),
        seats=[m.FinishedSeat(one.kind, one.name, one.level, one.score, one.won) for one in result.seats],
        hidden=hidden,
    )


def _urgency(game: m.OngoingGame) -> tuple[int, int, str]:
    """Return the place of a game in the list: what waits for me longest comes first, then the latest of the others."""
    if game.my_turn:
        return 0, game.since or 0, game.table
    return 1 if game.status == "playing" else 2, -(game.since or game.created), game.table


def _game(
    table: str, status: Status, created: int, at: int, summary: Summary, yours: list[int], hidden: bool, read_to: int
) -> m.OngoingGame:
    asked, ends, banks = dict(summary.asked), dict(summary.deadlines), dict(summary.banks)
    pauses = dict(summary.pauses)
    mine = [asked[seat] for seat in yours if seat in asked and not summary.seats[seat].bot_plays]
    since = min(mine) if mine else max(asked.values(), default=None)
    scores: list[int | None] = [*summary.scores] or [None] * len(summary.seats)
    return m.OngoingGame(
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
            m.OngoingSeat(
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
        lesson=summary.lesson,
    )


def summary_of(table: Table) -> Summary:
    """Return what the lists show of a table."""
    match = table.match
    turn = getattr(match.state(), "turn", None) if match is not None else None
    return Summary(
        game=table.setting.game.name,
        edition=table.setting.edition,
        round=None if turn is None else max(0, int(turn) - 1) // table.setting.players + 1,
        scores=[] if match is None else match.scores,
        seats=[
            _Seat(one.kind, one.name, one.level, one.hash, one.bot_plays, one.resigned, one.program)
            for one in table.seats
        ],
        asked=[(seat, asked.time) for seat, asked in table.asked.items()],
        clock=table.options.clock,
        last=_last_move(table),
        chats=[(talk["at"], talk["seat"]) for talk in table.talk[-_CHATS:]],
        deadlines=[(seat, end) for seat in table.asked if (end := table.deadline(seat)) is not None],
        banks=list(table.banks.items()),
        pauses=[(seat, pauses[-1][1]) for seat, pauses in table.pauses.items() if pauses],
        lesson=_teaches(table),
    )


def _teaches(table: Table) -> bool:
    """Return whether a table is a lesson or a tour."""
    if table.lesson is not None or table.prepared is None:
        return table.lesson is not None
    game = table.setting.game.name
    return bool(lessons(game)) and table.prepared == prepared(tour(game))


def _last_move(table: Table) -> m.LastMove | None:
    """Return the latest move that showed something, as spectators saw it; None if there is none."""
    match = table.match
    step = next((step for step in reversed(table.steps) if step.end > step.begin and step.kind == "play"), None)
    if match is None or step is None:
        return None
    events = [event for at in range(step.begin, step.end) for event in match.events_of(at, SPECTATOR)]
    return {"seat": step.seat, "events": event_data(events[:_EVENTS])}
