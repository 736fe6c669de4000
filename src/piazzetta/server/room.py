"""The room around a table: who is connected, what they are told, and in which order things are stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from piazzetta.errors import IllegalMove
from piazzetta.server.errors import Refused
from piazzetta.server.messages import SeatCard, encode
from piazzetta.server.sights import Sights
from piazzetta.server.store import Conflict, Entry, Unavailable
from piazzetta.server.table import STAND_IN, Table, Talk, now, talk_of
from piazzetta.server.thinkers import BUDGET, Question, describe, determinized, release_time

if TYPE_CHECKING:
    from piazzetta.server.house import House

log = logging.getLogger("piazzetta")

_GAME = {"started", "play", "undo"}
_SEATS = {"joined", "left", "started", "bot_for", "taken_back", "contributed", "expired"}
_TRIES = 5


class Listener(Protocol):
    """A connection, as a room sees it."""

    yours: tuple[int, ...]
    previews: bool

    def send(self, message: bytes) -> None:
        """Put a message into the connection's queue."""


def talk_message(talk: Talk) -> bytes:
    return encode(
        {
            "type": "chat",
            "at": talk.number,
            "seat": talk.seat,
            "name": talk.name,
            "text": talk.text,
            "time": talk.time,
        }
    )


class Room:
    """One table that somebody is at, or a bot. Its table may be dropped at any time and is then read from the log."""

    def __init__(self, house: House, table_id: str) -> None:
        self.house = house
        self.id = table_id
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        self.listeners: set[Listener] = set()
        self.touched = asyncio.get_running_loop().time()
        self._sights: tuple[int, Sights] | None = None
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # seat -> the question, who thinks about it
        self._told = 0  # the event up to which the listeners know everything
        self._foreign = False  # another server has stored the latest event
        self._away: dict[int, int] = {}  # seat -> since when
        self._timer: asyncio.TimerHandle | None = None
        self._seats_told = True

    # --- the table ---

    async def load(self) -> Table:
        """The table, read from the log if it is not at hand. Hold the lock."""
        self.touched = asyncio.get_running_loop().time()
        if self.table is None:
            entries = await self.house.store.load(self.id)
            if not entries:
                raise Refused("missing", "there is no such table.")
            table = Table.replay(self.id, entries)
            table.clocks_from = self.house.started
            for seat in range(table.setting.players):
                self._away.setdefault(seat, now())
            self.table = table
            self._foreign = self.house.store.postgres  # perhaps another server sees to its bots
            missed = [entry for entry in entries if entry.number > self._told]
            if self.listeners and missed:  # stored by another server while the table was not at hand
                self._tell(table, missed, foreign=True)
            else:
                self._told = table.head
                self.attend()
        return self.table

    async def act(self, make: Callable[[Table], Sequence[Entry]]) -> Sequence[Entry]:
        """Let something happen: ``make`` gives the events, they are stored, and only then told.

        ``make`` is called again with the table as it is by then if another server was quicker.
        """
        return await asyncio.shield(asyncio.ensure_future(self._act(make)))  # a client that goes away stops nothing

    async def _act(self, make: Callable[[Table], Sequence[Entry]]) -> Sequence[Entry]:
        async with self.lock:
            for _ in range(_TRIES):
                table = await self.load()
                row = table.row
                try:
                    entries = list(make(table))
                    if table.ready:
                        entries.append(table.entry("started", {}))
                except IllegalMove as refusal:
                    raise Refused.by_engine("illegal", refusal) from None
                if not entries:
                    return entries
                try:
                    await self.house.store.append(self.id, entries, table.row if table.row != row else None)
                except Conflict:
                    self.table = None
                    continue
                except Unavailable as problem:
                    self.table = None
                    log.error("events could not be stored: %s", problem)
                    raise Refused("busy", "this could not be stored just now; please try again.") from None
                except BaseException:
                    self.table = None
                    raise
                self.house.metrics.stored(entries)
                self._tell(table, entries)
                return entries
            raise Refused("busy", "too much happens at this table at once; please try again.")

    async def catch_up(self, head: int) -> None:
        """Another server has stored events up to ``head``."""
        async with self.lock:
            if head <= self._told or (self.table is None and not self.listeners):
                return
            if self.table is None:
                await self.load()
                return
            entries = await self.house.store.load(self.id, self.table.head)
            for entry in entries:
                self.table.apply(entry)
            if entries:
                self._tell(self.table, entries, foreign=True)

    async def find_repeat(self, table: Table, command: str, at: int) -> int | None:
        """The event of a command that was carried out before. One that has seen everything cannot be a repeat."""
        if at >= table.head:
            return None
        if command in table.commands or not table.forgets:
            return table.commands.get(command)
        return await self.house.store.find_command(self.id, command)

    # --- telling ---

    def _tell(self, table: Table, entries: Sequence[Entry], foreign: bool = False) -> None:
        self._told = entries[-1].number
        kinds = {entry.kind for entry in entries}
        if kinds & _GAME:
            self._tell_game(table, entries[0].number - 1)
        for entry in entries:
            if entry.kind == "chat":
                self._send(talk_message(talk_of(entry)))
            elif entry.kind == "rematch":
                self._send(encode({"type": "rematch", "at": entry.number, "table": table.rematch}))
        if kinds & _SEATS or table.status == "over":
            self.tell_seats()
        self._foreign = foreign
        self.attend()

    def _sights_of(self, table: Table) -> Sights:
        """The sights of the present position, shared by all who come before the next event."""
        if self._sights is None or self._sights[0] != table.head:
            self._sights = (table.head, Sights(table))
        return self._sights[1]

    def _tell_game(self, table: Table, since: int) -> None:
        sights = self._sights_of(table)
        made: dict[tuple[tuple[int, ...], bool], bytes] = {}
        for listener in list(self.listeners):
            key = (listener.yours, listener.previews)
            if key not in made:
                made[key] = sights.update(listener.yours, since, listener.previews)
            listener.send(made[key])
        if table.options.clock is not None and table.asked:
            self._send(self._clock(table))

    @staticmethod
    def _clock(table: Table) -> bytes:
        deadlines = {str(seat): table.deadline(seat) for seat in table.asked}
        return encode({"type": "clock", "at": table.head, "now": now(), "deadlines": deadlines})

    def _send(self, message: bytes) -> None:
        for listener in list(self.listeners):
            listener.send(message)

    def tell_seats(self) -> None:
        """Presence changes in bursts: they are told together, once the present step is done."""
        if self._seats_told:
            self._seats_told = False
            asyncio.get_running_loop().call_soon(self._tell_seats)

    def _tell_seats(self) -> None:
        self._seats_told = True
        if self.table is not None and self.listeners:
            message = {
                "type": "seats",
                "at": self.table.head,
                "status": self.table.status,
                "seats": self.seat_cards(self.table),
                "spectators": self.spectators,
            }
            self._send(encode(message))

    # --- who is there ---

    @property
    def spectators(self) -> int:
        return sum(1 for listener in self.listeners if not listener.yours)

    def connections_of(self, seat: int) -> int:
        return sum(1 for listener in self.listeners if seat in listener.yours)

    def connected(self, seat: int) -> bool:
        return self.connections_of(seat) > 0 or self.house.elsewhere(self.id, seat)

    def away_since(self, seat: int) -> int | None:
        return None if self.connected(seat) else self._away.get(seat)

    def seat_cards(self, table: Table) -> list[SeatCard]:
        cards = []
        for number, seat in enumerate(table.seats):
            person = seat.kind in ("person", "hotseat")
            here = person and self.connected(number)
            cards.append(
                SeatCard(
                    number,
                    seat.kind,  # type: ignore[arg-type]
                    seat.name,
                    seat.level,
                    here,
                    number in self._thinking,
                    self.away_since(number) if person else None,
                    seat.bot_plays,
                )
            )
        return cards

    def enter(self, listener: Listener, table: Table, since: int | None) -> None:
        """A connection has said hello: it gets the table, and everything it does not know yet. Hold the lock."""
        card = table.card(self.seat_cards(table), self.spectators, chart=True)
        self.listeners.add(listener)
        card.seats = self.seat_cards(table)
        welcome = {"type": "welcome", "v": 1, "table": card, "yours": listener.yours, "at": table.head}
        listener.send(encode(welcome))
        known = since or 0
        for talk in table.talk:
            if talk.number > known:
                listener.send(talk_message(talk))
        listener.send(self._sights_of(table).update(listener.yours, known, listener.previews))
        if table.options.clock is not None and table.asked:
            listener.send(self._clock(table))
        self.tell_seats()
        self.house.tell_presence(self)

    def leave(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.discard(listener)
            for seat in listener.yours:
                if not self.connections_of(seat):
                    self._away[seat] = now()
            self.tell_seats()
            self.house.tell_presence(self)

    # --- bots and clocks ---

    def attend(self) -> None:
        """Let those bots think whose decision is awaited, and watch the clock."""
        table = self.table
        if table is None or table.match is None:
            return
        for seat, (number, task) in list(self._thinking.items()):
            if table.asked.get(seat, (0,))[0] != number:  # nobody wants to know any more
                del self._thinking[seat]
                task.cancel()
        for seat, (number, _) in table.asked.items():
            if table.seats[seat].by_bot and seat not in self._thinking:
                self._think(table, seat, number, table.seats[seat].level or STAND_IN)
        self._set_timer(table)

    def _set_timer(self, table: Table) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        people = [seat for seat in table.asked if not table.seats[seat].by_bot and seat not in self._thinking]
        deadlines = [table.deadline(seat) or 0 for seat in people]
        if table.options.clock is not None and deadlines:
            delay = (max(min(deadlines) - now(), 0) + 1) / 1000
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(delay, lambda: self.house.spawn(self._time_out()))

    async def _time_out(self) -> None:
        """A bot plays the move of whoever did not."""
        self._timer = None
        async with self.lock:
            table = await self.load()
            for seat, (number, _) in list(table.asked.items()):
                late = (table.deadline(seat) or now() + 1) <= now()
                if late and seat not in self._thinking and not table.seats[seat].by_bot:
                    self._think(table, seat, number, STAND_IN, clock=True)
            self._set_timer(table)  # for the others, or if this one went off a moment early

    def _think(self, table: Table, seat: int, number: int, level: str, clock: bool = False) -> None:
        assert table.match is not None
        question = Question(
            describe(table.setting, table.custom_components),
            seat,
            determinized(table.match, seat),
            level,
            table.match.choices(seat).actions,
        )
        pace = 0 if clock else self.house.settings.pace
        delay = release_time(level, pace, table.setting.game.has_secrets)
        # the bots of an event that another server has stored think there; here they are only seen to do so
        wait = self.house.takeover + BUDGET[level] if self._foreign else 0
        task = self.house.spawn(self._answer(question, number, wait, delay, "clock" if clock else "bot"))
        self._thinking[seat] = (number, task)
        self.tell_seats()

    async def _answer(self, question: Question, number: int, wait: float, delay: float, by: str) -> None:
        """Think, wait until the answer may be shown, and play it if it is still wanted."""
        seat = question.seat

        def play(table: Table) -> Sequence[Entry]:
            if table.asked.get(seat, (0,))[0] != number or not (by == "clock" or table.seats[seat].by_bot):
                return []
            return [table.entry("play", {"seat": seat, "move": table.setting.text(chosen), "by": by})]

        try:
            await asyncio.sleep(wait)
            chosen, _ = await asyncio.gather(self.house.thinkers.choose(question), asyncio.sleep(delay))
            self._thinking.pop(seat, None)
            try:
                await self.act(play)
            except Refused:  # the database does not answer: later, then
                await asyncio.sleep(1)
        except asyncio.CancelledError:
            return
        finally:
            if self._thinking.get(seat, (0, None))[1] is asyncio.current_task():
                del self._thinking[seat]
        self.tell_seats()
        self.attend()

    # --- rest ---

    @property
    def busy(self) -> bool:
        return bool(self._thinking) or self.lock.locked()

    @property
    def empty(self) -> bool:
        """Whether the room can be closed."""
        return not self.listeners and self._timer is None and not self.busy

    def rest(self) -> None:
        """Drop the position; the log has it."""
        self.table = None
        self._sights = None
