"""All tables of a server process: finding, creating, joining, leaving, and dropping idle ones from memory."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec

from piazzetta.errors import BadInput
from piazzetta.match.fair import commitment_of, new_seed
from piazzetta.match.record import Record
from piazzetta.server.background import Background
from piazzetta.server.cluster.cluster import Cluster
from piazzetta.server.memory import give_back_memory
from piazzetta.server.metrics import Metrics
from piazzetta.server.moderation.admin import House
from piazzetta.server.moderation.moderation import Manners
from piazzetta.server.notifications.notifier import Bell
from piazzetta.server.notifications.setup import sender_of
from piazzetta.server.notifications.subscriptions import Book
from piazzetta.server.notifications.turns import Turn, turns_of
from piazzetta.server.people.friends import Friends
from piazzetta.server.people.holiday_tables import holiday_at
from piazzetta.server.people.people import People, Person
from piazzetta.server.people.ratings import Ratings
from piazzetta.server.people.results import Results
from piazzetta.server.people.rows import desk_row
from piazzetta.server.rooms.audience import now
from piazzetta.server.rooms.plans import table_of
from piazzetta.server.rooms.room import Room, index_row, loaded
from piazzetta.server.rooms.seat_keys import Key, held_by, held_seats, new_id, new_token, own_seat, token_hash
from piazzetta.server.settings import Settings
from piazzetta.server.store.store import PATIENT, Statement, Store, Unavailable
from piazzetta.server.workers.analyses import Analyses
from piazzetta.server.workers.pictures import Pictures, shown_of, shown_to
from piazzetta.server.workers.thinkers import Thinkers
from piazzetta.server.workers.turns import Turns
from piazzetta.tables.analyses import AnalysisProgress
from piazzetta.tables.commands import Command, Play, Rematch, Resign, open_table
from piazzetta.tables.log import Entry
from piazzetta.tables.refusals import Refused
from piazzetta.tables.seating import Wish, head_of, rematch_head
from piazzetta.tables.table import Table
from piazzetta.tables.viewers.records import finished_record, replay_of
from piazzetta.tables.waiting import Expire, Join, Leave

log = logging.getLogger("piazzetta")
T = TypeVar("T")

_MOST_LONG = 4  # replays and uploads of one asker that wait
_LISTED = 50  # tables that are closed at once
_SILENT = 30.0  # seconds without an event after which another server looks after a game that nobody watches


class TableRegistry:
    """The tables that this process handles."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.background = Background()
        self.thinkers = Thinkers(settings.workers)
        self.analyses = Analyses(self.thinkers, self.background)
        self._pictures = Pictures(self.thinkers)
        self.people = People(store)
        self.manners = Manners(store)
        self.house = House(store)
        self.friends = Friends(store)
        self.book = Book(store)
        self.bell = Bell(settings, self.book, self.background, self.turns)
        self.results = Results(store)
        self.ratings = Ratings(store)
        self._store = store
        self._cluster = Cluster(store, self.background, self)
        self._begun = now()
        self.rooms: dict[str, Room] = {}
        self._long = Turns(1)  # for what takes long and holds no table: one at a time, in a thread

    # --- the lifetime of the server ---

    async def open(self) -> None:
        await self._cluster.open()
        self.bell.sender = await sender_of(self.settings, self.book)
        self.background.spawn(self.bell.run())
        self.background.spawn(self._sweep())
        self.background.spawn(self._expire())
        self.background.spawn(self._begin_again())
        self.background.spawn(self._note_results())

    async def close(self) -> None:
        await self.background.close()
        await self._cluster.leases.close()
        self.thinkers.stop()

    async def _begin_again(self) -> None:
        """After a start: bots and clocks continue where they were. What has rested for long goes on resting."""
        await asyncio.sleep(0.5)
        await asyncio.to_thread(self.thinkers.start)
        await self._resume(now() - int(1000 * self.settings.resting), now())
        await self._resume(now() - int(1000 * self.settings.abandoned), now(), PATIENT)
        if self._store.postgres:
            await self._take_over()

    async def _note_results(self) -> None:
        """Games that ended before results were noted, or right before a crash."""
        with contextlib.suppress(Unavailable):
            await self.results.rebuild()

    async def _resume(self, since: int, until: int, least: int = 1) -> None:
        """Load the games whose last event happened between two moments and in which nobody may be needed to go on."""
        for table_id in await self._store.unattended_tables(since, until, self.settings.most_tables, least):
            if table_id in self.rooms:
                continue
            begun = time.monotonic()
            try:
                async with self._loaded(table_id):
                    pass
            except Refused as problem:  # the others go on
                log.error("table %s is not resumed: %s", table_id, problem)
            await asyncio.sleep(time.monotonic() - begun)  # half of the time is for those who are there

    async def _sweep(self) -> None:
        """Drop positions that have not been used for a while, and empty rooms."""
        loop = asyncio.get_running_loop()
        pause = min(5.0, self.settings.idle)
        while True:
            await asyncio.sleep(pause)
            dropped = 0
            for room in list(self.rooms.values()):
                if loop.time() - room.touched > self.settings.idle and not room.busy:
                    dropped += room.table is not None
                    room.rest()
                    if room.empty:
                        del self.rooms[room.id]
            if dropped:
                give_back_memory()

    async def _expire(self) -> None:
        """Close tables that nobody joins and games that nobody plays, unless one of their people is there now."""
        unjoined, abandoned = self.settings.unjoined, self.settings.abandoned
        while True:
            await asyncio.sleep(min(600.0, unjoined / 4, abandoned / 4))
            try:
                waiting = await self._store.waiting_tables(now() - int(1000 * unjoined), _LISTED)
                playing = await self._store.abandoned_tables(now() - int(1000 * abandoned), _LISTED)
                for table_id in [*waiting, *playing]:
                    with contextlib.suppress(Refused):  # such as a damaged one: reported when it was read
                        await self._close(table_id, table_id in playing)
            except Unavailable as error:  # later
                log.error("tables could not be closed: %s", error.reason)

    async def _close(self, table_id: str, abandoned: bool) -> None:
        audience = self.room(table_id).audience

        def expire(table: Table) -> Expire:
            return Expire(any(map(audience.connected, range(len(table.seats)))), abandoned)

        await self.act(table_id, expire)

    # --- other servers on the same database ---

    def knows(self, table_id: str) -> bool:
        return table_of(table_id) in self.rooms

    async def stored_elsewhere(self, table_id: str | None, head: int) -> None:
        """Another server has stored an event or a plan; None: possibly at any table."""
        for room in list(self.rooms.values()) if table_id is None else [self.rooms.get(table_of(table_id))]:
            if room is not None:
                await room.catch_up(head if table_id == room.id else 2**31)

    def moved_elsewhere(self, table_id: str, gone: Collection[int]) -> None:
        """Somebody has connected to or disconnected from another server."""
        if table_id in self.rooms:
            self.rooms[table_id].audience.left_elsewhere(gone)

    async def _take_over(self) -> None:
        """Look after games that have fallen silent, each once: their bots and clocks may have been a dead server's."""
        looked = now() - int(1000 * self.settings.resting)
        while True:
            await asyncio.sleep(_SILENT / 2)
            until = now() - int(1000 * _SILENT)
            with contextlib.suppress(Unavailable):
                await self._resume(looked, until)
                looked = until

    def tell_presence(self) -> None:
        for room in list(self.rooms.values()):
            if room.listeners:
                room.audience.tell_presence()

    # --- finding tables ---

    def room(self, table_id: str) -> Room:
        """The room of a table; whether the table exists becomes clear when it is loaded."""
        room = self.rooms.get(table_id)
        if room is None:
            room = self.rooms[table_id] = Room(
                table_id,
                settings=self.settings,
                store=self._store,
                thinkers=self.thinkers,
                cluster=self._cluster,
                metrics=self.metrics,
                background=self.background,
                bell=self.bell,
                since=self._begun,
                on_over=lambda table, ended: self.background.spawn(self.results.put(table, ended)),
            )
        room.touched = asyncio.get_running_loop().time()
        return room

    @contextlib.asynccontextmanager
    async def _loaded(self, table_id: str) -> AsyncIterator[tuple[Room, Table]]:
        """A table, locked meanwhile; ``Refused`` if there is none."""
        room = self.room(table_id)
        async with room.lock:
            try:
                table = await room.load()
            except Refused:
                self.rooms.pop(table_id, None)
                raise
            yield room, table

    async def act(self, table_id: str, choose: Callable[[Table], Command], key: str | None = None) -> Sequence[Entry]:
        """Carry out a command at a table."""
        room = self.room(table_id)
        try:
            return await room.act(choose, key)
        except Refused as refusal:
            if refusal.code == "missing" and room.table is None:
                self.rooms.pop(table_id, None)
            raise

    async def card(self, table_id: str, chart: bool = True) -> dict[str, Any]:
        """A table as everyone sees it, with its map or deck."""
        async with self._loaded(table_id) as (room, table):
            return room.audience.card(table, chart)

    async def picture(self, table_id: str, keys: Sequence[Key] = ()) -> bytes:
        """A table as a PNG: for previews of its link, or as whoever has these keys sees it."""
        async with self._loaded(table_id) as (_, table):
            held = held_seats(table, keys)
            shown = shown_to(table, held[0]) if held else shown_of(table)
        return await self._pictures.find(shown)

    async def look_at(self, table_id: str, look: Callable[[Table], T]) -> T:
        """Something of a table, which nobody changes meanwhile."""
        async with self._loaded(table_id) as (_, table):
            return look(table)

    # --- coming and going ---

    async def in_turn(self, asker: str, work: Callable[[], T]) -> T:
        """Do something long beside the event loop, when it is the asker's turn."""
        if self._long.waiting(asker) >= _MOST_LONG:
            raise Refused("busy", "too many of your requests are in progress; please wait until they are done.")
        async with self._long.turn(asker):
            return await asyncio.to_thread(work)

    async def create(
        self, wish: Wish, asker: str = "", program: bool = False
    ) -> tuple[str, dict[str, Any], dict[int, str]]:
        """A new table: its id, its first event, and the tokens of its creator's seats."""
        if await self._store.count_tables() >= self.settings.most_tables:
            raise Refused("full", "this server is full; please try again later.")
        tokens = {seat: new_token() for seat in wish.own_seats}
        hashes = {seat: token_hash(token) for seat, token in tokens.items()}
        try:
            if wish.record is not None:
                head = await self.in_turn(asker, lambda: head_of(wish, new_seed(), hashes))
            else:
                head = head_of(wish, new_seed(), hashes)
        except BadInput as problem:
            raise Refused("bad", str(problem)) from None
        for seat in tokens if program else ():
            head["seats"][seat]["program"] = True
        return await self.begin(head), head, tokens

    async def begin(self, head: dict[str, Any], also: Callable[[str], Sequence[Statement]] = lambda table: ()) -> str:
        """Store a new table's first events, and ``also`` what has to be stored with them, or nothing: ``Conflict``."""
        table_id = new_id()
        entries = open_table(table_id, head, now())
        table = await loaded(table_id, entries)
        await self._store.append(table_id, entries, index_row(table), also(table_id))
        self.metrics.stored(entries)
        if table.status == "playing":  # only bots
            async with self._loaded(table_id):
                pass
        return table_id

    async def join(self, table_id: str, name: str, seat: int | None, program: bool = False) -> tuple[int, str, str]:
        """Take a seat; returns which one, its token, and the commitment to the draws."""
        token = new_token()
        entries = await self.act(table_id, lambda table: Join(name, token_hash(token), seat, program))
        async with self._loaded(table_id) as (_, table):
            return entries[0].body["seat"], token, commitment_of(table.seed)

    async def held(self, table_id: str, keys: Sequence[Key]) -> list[str]:
        """The hashes of the seats that these keys open."""
        async with self._loaded(table_id) as (_, table):
            return [held_by(table, seat) for seat in held_seats(table, keys)]

    async def note(self, person: Person | None, table_id: str, hashes: Collection[str]) -> None:
        """The seats with these hashes are a person's, who finds the game on their desk."""
        if person is not None and hashes:
            await self.people.note(person.id, table_id, hashes)
            await self.put_on_desks(table_id)
            await holiday_at(self.act, table_id, hashes, await self.people.away_until(person))

    async def put_on_desks(self, table_id: str) -> bytes:
        """Write what its people's desks show of a table, now and with every move; returns it."""
        async with self._loaded(table_id) as (room, table):
            room.on_desks = True
            statement, values = desk_row(table)
        await self._store.write((statement, values))
        return str(values["body"]).encode()

    async def rewrite(self, table_id: str, statements: Sequence[Statement]) -> None:
        """Change stored events of a table, and read it anew; only for the names of people who were deleted."""
        room = self.room(table_id)
        async with room.lock:
            if statements:
                await self._store.write(*statements)
            if room.table is not None:
                room.rest()
                await room.load()
                room.tell_seats()

    async def resign(self, table_id: str, keys: Sequence[Key], seat: int | None) -> None:
        await self.act(table_id, lambda table: Resign(own_seat(table, keys, seat)))

    async def leave(self, table_id: str, keys: Sequence[Key], seat: int | None) -> None:
        await self.act(table_id, lambda table: Leave(own_seat(table, keys, seat)))

    async def rematch(self, table_id: str, keys: Sequence[Key], seat: int | None) -> str:
        """A new table with the same people; asking again returns the same one. Bots play for those who have left."""
        async with self._loaded(table_id) as (room, table):
            own_seat(table, keys, seat)
            if table.rematch is not None:
                return table.rematch
            staying = [*held_seats(table, keys), *filter(room.audience.connected, range(len(table.seats)))]
            gone = [seat for seat, one in enumerate(table.seats) if one.by_person and seat not in staying]
            head = rematch_head(table, new_seed(), gone)
        new = await self.begin(head)
        await self.act(table_id, lambda table: Rematch(new))
        async with self._loaded(table_id) as (_, table):
            new = table.rematch or new
        await self.people.note_rematch(table_id, new)
        await self.put_on_desks(new)
        return new

    # --- calls ---

    async def turns(self, table_id: str, languages: tuple[str, ...]) -> list[Turn]:
        """Who is asked at a table."""
        async with self._loaded(table_id) as (room, table):
            return turns_of(table, room.audience.watched, now(), languages)

    async def callers(self, table_id: str, keys: Sequence[Key], seat: int | None) -> list[str]:
        """As whom somebody may say how to call them (``Book.callers``)."""
        async with self._loaded(table_id) as (_, table):
            own = table_id, table.seats[own_seat(table, keys, seat)].hash or ""
        return (await self.book.callers([own]))[own]

    async def answer_call(self, table_id: str, seat: int, asked: int, move: str) -> bool:
        """Make a move in answer to a question; whether the same person is asked again."""
        await self.act(table_id, lambda table: Play(seat, move, asked))
        return any(turn.seat == seat for turn in await self.turns(table_id, ()))

    # --- records ---

    async def finished(self, table_id: str) -> Record:
        """The record of a finished game, with the proof of its draws."""
        async with self._loaded(table_id) as (_, table):
            return finished_record(table)

    async def analysis(self, table_id: str, asker: str) -> AnalysisProgress:
        """The analysis of a finished game, started by the first request."""
        return self.analyses.find(table_id) or self.analyses.begin(table_id, await self.finished(table_id), asker)

    async def replay(self, table_id: str, viewer: int, keys: Sequence[Key], asker: str) -> bytes:
        """The frames of a table's game as JSON, as far as a viewer may see them.

        A long game takes a while, so a copy is looked at: nobody at the table waits for it.
        """
        async with self._loaded(table_id) as (_, table):
            held, copy = held_seats(table, keys), table.copy()
        return await self.in_turn(asker, lambda: msgspec.json.encode(replay_of(copy, viewer, held)))
