"""All tables of a server process: finding, making, joining, leaving, and dropping from memory what rests."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from piazzetta.errors import BadInput
from piazzetta.match.fair import commitment_of, new_seed
from piazzetta.match.record import Record
from piazzetta.server.analyses import Analyses, Progress
from piazzetta.server.errors import Refused
from piazzetta.server.guard import fits, new_id, new_token, token_hash
from piazzetta.server.messages import Created, Joined, Listed, NewTable, TableCard
from piazzetta.server.metrics import Metrics
from piazzetta.server.peers import Peers
from piazzetta.server.room import Room
from piazzetta.server.seating import head_of, rematch_head
from piazzetta.server.settings import Settings
from piazzetta.server.store import Entry, Store, Unavailable
from piazzetta.server.table import Seat, Table, now
from piazzetta.server.thinkers import Thinkers

log = logging.getLogger("piazzetta")

_LISTED = 50  # tables in a list


class House:
    """What a server process knows and does, without the network."""

    takeover = 8.0  # seconds until a server sees to the bots of another one that has gone silent

    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = Thinkers(settings.workers)
        self.metrics = metrics
        self.analyses = Analyses(self)
        self.peers = Peers(self)
        self.rooms: dict[str, Room] = {}
        self.started = now()
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- the life of the server ---

    async def open(self) -> None:
        if self.store.postgres:
            await self.peers.open()
        self.spawn(self._sweep())
        self.spawn(self._expire())
        self.spawn(self._resume())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.stop()
        await self.peers.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something beside everything else; if it fails that is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("something failed in the background", exc_info=task.exception())

    async def _resume(self) -> None:
        """After a start: bots and clocks go on where they were."""
        await asyncio.sleep(0.5)
        await asyncio.to_thread(self.thinkers.start)
        for table_id in await self.store.unattended_tables(self.settings.most_tables):
            room = self.room(table_id)
            async with room.lock:
                await room.load()
            await asyncio.sleep(0)

    async def _sweep(self) -> None:
        """Drop positions that nobody has asked for in a while, and rooms where nobody is."""
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
        """Close tables that have waited too long for people, unless one of them sits there just now."""
        limit = self.settings.unjoined
        while True:
            await asyncio.sleep(min(600.0, limit / 4))
            try:
                for table_id in await self.store.waiting_tables(now() - int(1000 * limit), _LISTED):
                    await self._close(table_id)
            except (Unavailable, Refused, SQLAlchemyError, OSError) as error:  # the database does not answer: later
                log.error("waiting tables could not be closed: %s", type(error).__name__)

    async def _close(self, table_id: str) -> None:
        room = self.room(table_id)

        def close(table: Table) -> Sequence[Entry]:
            wanted = any(room.connected(seat) for seat in range(len(table.seats)))
            return [] if wanted or table.status != "waiting" else [table.entry("expired", {})]

        await self._act(table_id, close)

    # --- other servers on the same database ---

    async def heard(self, table_id: str, head: int) -> None:
        """Another server has stored an event."""
        room = self.rooms.get(table_id)
        if room is not None:
            await room.catch_up(head)

    def elsewhere(self, table_id: str, seat: int) -> bool:
        """Whether a person is connected to another server."""
        return self.peers.present(table_id, seat)

    def tell_presence(self, room: Room) -> None:
        if self.store.postgres:
            seats = sorted({seat for listener in room.listeners for seat in listener.yours})
            self.spawn(self.peers.tell_presence(room.id, seats))

    # --- tables ---

    def room(self, table_id: str) -> Room:
        """The room of a table; whether there is such a table shows when it is loaded."""
        room = self.rooms.get(table_id)
        if room is None:
            room = self.rooms[table_id] = Room(self, table_id)
        room.touched = asyncio.get_running_loop().time()
        return room

    async def _card(self, table_id: str, chart: bool = False) -> TableCard:
        room = self.room(table_id)
        async with room.lock:
            table = await self._load(room)
            return table.card(room.seat_cards(table), room.spectators, chart)

    async def _load(self, room: Room) -> Table:
        try:
            return await room.load()
        except Refused:
            self.rooms.pop(room.id, None)
            raise

    async def card(self, table_id: str) -> TableCard:
        """A table as all see it, with its map or deck."""
        return await self._card(table_id, chart=True)

    async def tables(self) -> Listed:
        open_ids = await self.store.open_tables(_LISTED)
        watchable_ids = await self.store.watchable_tables(_LISTED)
        return Listed([await self._card(one) for one in open_ids], [await self._card(one) for one in watchable_ids])

    async def create(self, wish: NewTable) -> Created:
        if await self.store.count_tables() >= self.settings.most_tables:
            raise Refused("full", "there are as many tables as this server can hold; please come back later.")
        try:
            head, tokens = head_of(wish)
        except BadInput as problem:
            raise Refused("bad", str(problem)) from None
        table_id = await self._begin(head)
        links = {}
        for number, seat in enumerate(head["seats"]):
            if seat["kind"] != "bot":
                key = f"&k={tokens[number]}" if number in tokens else ""
                links[str(number)] = f"/t/{table_id}#s={number}{key}"
        given = {str(number): token for number, token in tokens.items()}
        return Created(table_id, links, given, commitment_of(bytes.fromhex(head["seed"])))

    async def _begin(self, head: dict[str, Any]) -> str:
        """Store a new table's first event."""
        table_id = new_id()
        entries = [Entry(1, now(), "created", head)]
        table = Table.replay(table_id, entries)
        if table.ready:  # bots among themselves
            entries.append(table.entry("started", {}))
        await self.store.append(table_id, entries, table.row)
        self.metrics.stored(entries)
        if table.status == "playing":
            room = self.room(table_id)
            async with room.lock:
                await room.load()
        return table_id

    async def join(self, table_id: str, name: str, seat: int | None) -> Joined:
        token = new_token()
        taken = -1

        def sit(table: Table) -> Sequence[Entry]:
            nonlocal taken
            if table.status != "waiting":
                begun = "this table is closed." if table.status == "closed" else "the game has begun; you can watch it."
                raise Refused("taken", begun)
            free = [number for number, other in enumerate(table.seats) if other.kind == "open"]
            if seat is not None and seat not in range(len(table.seats)):
                raise Refused("missing", f"this table has no seat {seat}.")
            if not free or (seat is not None and seat not in free):
                raise Refused("taken", "this seat is taken." if free else "all seats are taken.")
            taken = free[0] if seat is None else seat
            return [table.entry("joined", {"seat": taken, "name": name, "hash": token_hash(token)})]

        await self._act(table_id, sit)
        return Joined(table_id, taken, token, f"/t/{table_id}#s={taken}&k={token}")

    async def _act(self, table_id: str, make: Any) -> Sequence[Entry]:
        room = self.room(table_id)
        try:
            return await room.act(make)
        except Refused as refusal:
            if refusal.code == "missing" and room.table is None:
                self.rooms.pop(table_id, None)
            raise

    async def leave(self, table_id: str, keys: list[tuple[int, str]], seat: int | None) -> None:
        def go(table: Table) -> Sequence[Entry]:
            number = own_seat(table, keys, seat)
            if table.status not in ("waiting", "playing"):
                raise Refused("over", "the game is over; there is nothing to leave.")
            if table.seats[number].bot_plays:
                return []
            return [table.entry("left", {"seat": number})]

        await self._act(table_id, go)

    async def rematch(self, table_id: str, keys: list[tuple[int, str]], seat: int | None) -> str:
        """A new table with the same people; asked for again it is the same one."""
        room = self.room(table_id)
        async with room.lock:
            table = await self._load(room)
            own_seat(table, keys, seat)
            if table.status != "over":
                raise Refused("not_over", "a rematch comes after the end of the game.")
            if table.rematch is not None:
                return table.rematch
            head = rematch_head(table, new_seed())
        new = await self._begin(head)

        def mark(table: Table) -> Sequence[Entry]:
            return [] if table.rematch is not None else [table.entry("rematch", {"table": new})]

        await room.act(mark)
        async with room.lock:
            return (await room.load()).rematch or new

    # --- records ---

    async def finished(self, table_id: str) -> Record:
        """The record of a finished game, with the proof of its draws."""
        from piazzetta.match.fair import proof

        room = self.room(table_id)
        async with room.lock:
            table = await self._load(room)
            if table.status != "over" or table.match is None:
                raise Refused("not_over", "the record can be had after the end of the game.")
            record = Record.of(table.match)
            record.extra["names"] = [seat.name for seat in table.seats]
            record.extra["fair"] = proof(table.seed, table.contributions, len(table.prepared.get("dealt", [])))
            return record

    async def analysis(self, table_id: str) -> Progress:
        """A finished game looked at again; begun by whoever asks first."""
        return self.analyses.find(table_id) or self.analyses.begin(table_id, await self.finished(table_id))

    async def replay(self, table_id: str, viewer: int, keys: list[tuple[int, str]]) -> bytes:
        """The frames of a table's game, as far as a viewer may see them."""
        from piazzetta.server.sights import replay

        room = self.room(table_id)
        async with room.lock:
            table = await self._load(room)
            if table.match is None:
                raise Refused("waiting", "the game has not begun.")
            if viewer >= table.setting.players:
                raise Refused("missing", f"this table has no seat {viewer}.")
            if table.status != "over":
                if viewer == -2:
                    raise Refused("not_over", "the open cards can be seen after the end of the game.")
                if viewer >= 0:
                    own_seat(table, keys, viewer)
                elif not table.options.spectators and not any(holds(table, *key) for key in keys):
                    raise Refused("no_spectators", "this table has no spectators.")
            result = {"scores": table.match.scores, "winners": table.match.winners} if table.match.over else None
            return msgspec.json.encode(replay(table.match, viewer, result))


def give_back_memory() -> None:
    """The C library keeps what was freed for later; after many positions were dropped the system can have it."""
    with contextlib.suppress(OSError, AttributeError):  # not glibc
        ctypes.CDLL(None).malloc_trim(0)


def holds(table: Table, seat: int, token: str) -> bool:
    """Whether a token is that of a seat."""
    found: Seat | None = table.seats[seat] if seat < len(table.seats) else None
    return fits(token, found.hash if found else None)


def own_seat(table: Table, keys: list[tuple[int, str]], seat: int | None) -> int:
    """The seat that somebody with these tokens speaks for."""
    own = [number for number, token in keys if holds(table, number, token)]
    if not own or (seat is not None and seat not in own):
        raise Refused("not_your_seat", "this needs the token of the seat.")
    return own[0] if seat is None else seat
